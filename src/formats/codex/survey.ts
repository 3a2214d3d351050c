// The first pass over a Codex log: one look at each record, which every rule of the log sees in file order.

import type { Found } from '../../core/check.ts';
import { ARRAY, NUMBER, OBJECT } from '../../core/json/tape.ts';
import type { JsonRecord } from '../../core/record.ts';
import type { Place, Violation } from '../../core/violation.ts';
import type { Plan, SessionLink, Survey } from '../native.ts';
import { AgentMessages } from './agentMessages.ts';
import { CallLedger } from './callLedger.ts';
import { callEnd, callId, patchedPaths, toolName } from './callRecords.ts';
import { ForkBoundary } from './forkBoundary.ts';
import { eventMark, isHostEvent, messageMarks, replyMarks } from './messageTexts.ts';
import { Models } from './models.ts';
import { Ordinals } from './ordinals.ts';
import { CodexPlan } from './plan.ts';
import { recordHead, shortText, type RecordHead } from './recordKind.ts';
import { RowStates } from './rowStates.ts';
import { countIn, readHeader, type SessionHeader } from './sessionHeader.ts';
import { ShapeCheck } from './shape.ts';
import { figuresAt, TokenLedger } from './tokenLedger.ts';
import { Turns } from './turns.ts';
import { UserMessages } from './userMessages.ts';

type Report = (row: number, violation: Violation) => void;

/** Sub-agents that are linked; more are still shown by their rows. */
const MAX_LINKS = 1000;

export class CodexSurvey implements Survey {
  readonly #rows = new RowStates();
  readonly #turns = new Turns(this.#rows);
  readonly #users = new UserMessages(this.#rows, this.#turns);
  readonly #agents = new AgentMessages(this.#rows);
  readonly #models = new Models();
  readonly #fork = new ForkBoundary();
  readonly #counts = new TokenLedger();
  /** Usage by request, in versions that record it so; used where totals are not noted. */
  readonly #records = new TokenLedger();
  readonly #calls: CallLedger;
  readonly #ordinals: Ordinals;
  readonly #shape: ShapeCheck;
  readonly #links: SessionLink[] = [];
  /** Row of a message or call → rows of the reasoning that led to it. */
  readonly #reasons = new Map<number, readonly number[]>();
  #header: SessionHeader | undefined;
  #headerRow = -1;
  #reasoning: number[] = [];
  #isDamaged = false;

  constructor(
    private readonly generation: string,
    report: Report,
  ) {
    this.#calls = new CallLedger(report);
    this.#ordinals = new Ordinals(report);
    this.#shape = new ShapeCheck(report);
  }

  accept(row: number, record: JsonRecord): void {
    const head = recordHead(record);
    this.#rows.set(row, head.kind === 'unknown' ? 'unknown' : 'folded');
    this.#shape.accept(row, record, head);
    const turnsBefore = this.#turns.lastStart;
    this.#read(row, record, head);
    this.#ordinals.accept(row, record, this.#header?.startsAt);
    if (this.#fork.mayBeFork) this.#placeInFork(row, record, head, turnsBefore);
  }

  damaged(row: number): void {
    this.#rows.set(row, 'damaged');
    this.#isDamaged = true;
    this.#agents.damaged();
    this.#ordinals.damaged();
  }

  end(): { readonly plan: Plan; readonly found: readonly Found[] } {
    const rows = this.#rows.copy(this.#agents.standIns());
    const firstOwn = this.#fork.firstOwnRow(this.#turns.lastStart, rows.length);
    const tokens = this.#counts.isEmpty ? this.#records : this.#counts;
    const { state, reason, open } = this.#turns;
    const plan = new CodexPlan({
      rows,
      firstOwn,
      headerRow: this.#headerRow,
      usage: tokens.sums(firstOwn),
      counts: this.#counts,
      calls: this.#calls,
      models: this.#models,
      reasons: this.#reasons,
      provider: this.#header?.provider,
      turn: { state: open === undefined ? state : 'running', reason },
      identity: {
        generation: this.generation,
        agentVersion: this.#header?.version ?? null,
        sessionId: this.#header?.id ?? null,
        runId: this.#header?.id ?? null,
        cwd: this.#header?.cwd ?? null,
        model: this.#models.last,
        links: [...(this.#header?.links ?? []), ...this.#links],
      },
    });
    const found = this.#isDamaged ? [] : this.#calls.unanswered((row) => rows.statusOf(row) === 'active');
    if (open !== undefined)
      found.push({ row: open.row, violation: { code: 'turn-open', turn: open.id, at: open.at } });
    return { plan, found };
  }

  #read(row: number, record: JsonRecord, head: RecordHead): void {
    const { kind, body } = head;
    switch (kind) {
      case 'session':
        this.#session(row, record, body);
        break;
      case 'turn-context':
        this.#rows.set(row, 'active');
        this.#turnModel(row, shortText(record, 'model', body, 256));
        break;
      case 'message':
        this.#message(row, record, body);
        break;
      case 'reasoning':
        this.#modelActs();
        if (hasText(record, body)) this.#reasoning.push(row);
        break;
      case 'call':
      case 'hosted-call':
        this.#call(row, record, head);
        break;
      case 'call-output':
        this.#output(row, record, body);
        break;
      case 'call-end':
        this.#callEnd(row, record, head);
        break;
      case 'user-event':
        if (isHostEvent(record, body)) break;
        this.#userSpeaks();
        this.#rows.set(row, 'active');
        this.#users.event(row, eventMark(record, body));
        break;
      case 'agent-event':
        this.#agents.event(row, eventMark(record, body));
        break;
      case 'token-count':
        this.#tokenCount(row, record, body);
        break;
      case 'token-record': {
        const spent = figuresAt(record, record.member('usage', body));
        if (spent !== undefined) this.#records.add(row, spent);
        break;
      }
      case 'turn-started':
        // What the host tells the model stands before the start of the turn, and the user's message after it.
        this.#reasoning = [];
        this.#turns.started({ row, id: turnId(record, body) ?? '', at: record.placeOf(body) });
        break;
      case 'turn-complete':
        this.#turnComplete(row, record, body);
        break;
      case 'turn-aborted':
        this.#users.closeWindow();
        this.#rows.set(row, 'active');
        this.#turns.ended('interrupted', shortText(record, 'reason', body));
        break;
      case 'rolled-back': {
        this.#users.closeWindow();
        this.#rows.set(row, 'active');
        const count = record.member('num_turns', body);
        const isCount = count > 0 && record.tape.kindAt(count) === NUMBER;
        this.#turns.rollBack(isCount ? record.number(count) : 0, row);
        break;
      }
      case 'spoken':
      case 'compacted':
        this.#users.closeWindow();
        this.#rows.set(row, 'active');
        break;
      case 'error':
        this.#rows.set(row, 'active');
        this.#turns.failed(undefined);
        break;
      case 'agent-spawn':
        this.#rows.set(row, 'active');
        this.#subagent(record, body);
        break;
      case 'agent-message':
      case 'agent-stop':
        this.#rows.set(row, 'active');
        break;
      case 'bookkeeping':
      case 'unknown':
        break;
    }
  }

  #session(row: number, record: JsonRecord, body: number): void {
    const header = readHeader(record, body);
    if (this.#header === undefined) {
      this.#header = header;
      this.#headerRow = row;
      this.#rows.set(row, 'active');
      const time = header.timestamp ?? shortText(record, 'timestamp', 0);
      this.#fork.session(header.id, time, header.origin, header.ownFrom);
    } else if (header.id !== this.#header.id) {
      // The header of the parent, which the copied history begins with.
      if (!this.#header.isFork && header.id !== undefined && !this.#fork.mayBeFork) {
        this.#links.push({ kind: 'forked-from', id: header.id, file: null });
      }
      this.#fork.otherSession(row);
    }
  }

  /** A turn whose model is not named goes on with the one before. */
  #turnModel(row: number, model: string | undefined): void {
    if (model !== undefined && model !== '') this.#models.from(row, model);
  }

  #message(row: number, record: JsonRecord, body: number): void {
    const role = shortText(record, 'role', body);
    this.#rows.set(row, 'active');
    if (role === 'assistant') {
      this.#modelActs();
      this.#agents.item(replyMarks(record, body));
      this.#explain(row);
      this.#turns.goesOn('answered');
      return;
    }
    const { marks, isHostWritten, isTagged } = messageMarks(record, body);
    if (role !== 'user') {
      this.#rows.instruct(row);
      return;
    }
    if (isHostWritten) {
      this.#users.hostItem(row, marks);
      return;
    }
    this.#userSpeaks();
    this.#users.item(row, marks, isTagged);
  }

  #call(row: number, record: JsonRecord, { kind, type, body }: RecordHead): void {
    this.#modelActs();
    this.#rows.set(row, 'active');
    this.#explain(row);
    this.#turns.goesOn('running');
    const id = callId(record, body);
    if (id === undefined || kind === 'hosted-call') return;
    const tool = toolName(record, body, type);
    const at = callPlace(record, body);
    this.#calls.request(row, id, tool, at, patchedPaths(record, body, tool));
  }

  #output(row: number, record: JsonRecord, body: number): void {
    this.#modelActs();
    this.#rows.set(row, 'active');
    // The outcome of what was broken off may be noted after that.
    if (this.#turns.state !== 'interrupted') this.#turns.goesOn('running');
    const id = callId(record, body);
    if (id === undefined) return;
    const at = callPlace(record, body);
    // A log that builds on another may answer a call that is in there.
    const isWhole = !this.#isDamaged && this.#header !== undefined && !this.#header.isFork;
    this.#calls.answer(row, id, at, isWhole);
  }

  #callEnd(row: number, record: JsonRecord, { body }: RecordHead): void {
    const end = callEnd(record, body);
    const id = callId(record, body);
    if (id !== undefined) this.#calls.end(id, end);
    // What changed files is worth an event of its own.
    if (end.paths.length > 0 && end.ok !== false) this.#rows.set(row, 'active');
  }

  #tokenCount(row: number, record: JsonRecord, body: number): void {
    const info = record.member('info', body);
    if (info < 0 || record.tape.kindAt(info) !== OBJECT) return;
    const isNew = this.#counts.accept(row, record, info, this.#header?.isFork === true);
    if (isNew) this.#rows.set(row, 'active', true);
  }

  #turnComplete(row: number, record: JsonRecord, body: number): void {
    this.#users.closeWindow();
    const error = record.member('error', body);
    const hasError = error > 0 && record.tape.kindAt(error) === OBJECT;
    if (hasError) this.#rows.set(row, 'active');
    this.#turns.ended(hasError ? 'error' : 'completed', undefined);
  }

  #subagent(record: JsonRecord, body: number): void {
    const id =
      shortText(record, 'new_thread_id', body, 256) ?? shortText(record, 'agent_thread_id', body, 256);
    if (id !== undefined && this.#links.length < MAX_LINKS)
      this.#links.push({ kind: 'subagent', id, file: null });
  }

  /** The model's output ends what the user said at once. */
  #modelActs(): void {
    this.#users.closeWindow();
  }

  /** Nothing that the model thought or said before belongs to what comes. */
  #userSpeaks(): void {
    this.#agents.turnEnds();
    this.#reasoning = [];
  }

  #explain(row: number): void {
    if (this.#reasoning.length === 0) return;
    this.#reasons.set(row, this.#reasoning);
    this.#reasoning = [];
  }

  #placeInFork(
    row: number,
    record: JsonRecord,
    { kind, body }: RecordHead,
    turnBefore: number | undefined,
  ): void {
    if (row === this.#headerRow) return;
    const ordinal = record.member('ordinal');
    const isNumber = ordinal > 0 && record.tape.kindAt(ordinal) === NUMBER;
    this.#fork.ordinal(row, isNumber ? record.number(ordinal) : undefined);
    const turnStart = this.#turns.lastStart;
    const isTurnStart = turnStart === row || (kind === 'turn-started' && turnBefore !== row);
    this.#fork.time(row, shortText(record, 'timestamp', 0), turnStart, isTurnStart);
    const payload = kind === 'session' ? -1 : record.member('payload');
    if (payload < 0) return;
    const turn = turnId(record, body) ?? turnId(record, payload);
    this.#fork.evidence(
      row,
      turn,
      shortText(record, 'thread_id', payload),
      this.#ownTurnStart(kind, turnStart),
      kind === 'turn-started' ? countIn(record, 'started_at', payload) : undefined,
    );
  }

  /** The row that the turn began at, if nothing but the user has spoken in it yet. */
  #ownTurnStart(kind: RecordHead['kind'], turnStart: number | undefined): number | undefined {
    return kind === 'turn-started' || this.#turns.state !== 'running' ? undefined : turnStart;
  }
}

/** Where a call is named, or the object that names none. */
function callPlace(record: JsonRecord, body: number): Place {
  const named = record.member('call_id', body);
  return record.placeOf(named < 0 ? body : named);
}

function turnId(record: JsonRecord, object: number): string | undefined {
  return shortText(record, 'turn_id', object);
}

/** True for reasoning with a text that can be read. */
function hasText(record: JsonRecord, body: number): boolean {
  return ['summary', 'content'].some((key) => {
    const list = record.member(key, body);
    return list > 0 && record.tape.kindAt(list) === ARRAY && record.tape.nextAt(list) > list + 1;
  });
}
