// The contents of an agent's own log: its rows are the native records in file order, its replay is over the events that
// they are normalised to. Holds numbers per row and the outline; never a record.

import type { NewSha256 } from '../core/fingerprint.ts';
import { DAMAGE, type IndexedRow } from '../core/journalIndex.ts';
import type { Query } from '../core/query.ts';
import { summarise } from '../core/summary.ts';
import type { DetectedNative } from '../formats/detect.ts';
import type { LogIdentity, NativeFormatId } from '../formats/native.ts';
import type { AgentLog, BranchPlan, ReplayView, Row, RowDetails, SearchResult } from '../protocol.ts';
import { chooseBranch } from './branchChoice.ts';
import { planBranch } from './branchPlan.ts';
import type { ByteSource } from './byteSource.ts';
import type { NewCanonicalPass } from './canonicalPass.ts';
import type { Contents, Summary, Ungenerated } from './contents.ts';
import { readInherited, type BaseFiles, type InheritedHistory } from './inheritedHistory.ts';
import { NativeJournal } from './nativeJournal.ts';
import type { TextOf } from './nativeRows.ts';
import { NativeNumbering } from './nativeNumbering.ts';
import { NativeRowView } from './nativeRowView.ts';
import { recordText } from './recordText.ts';
import { ShownRecords } from './shownRecords.ts';
import { listsAt, stopReason, type ShownEvent } from './replayView.ts';
import { search } from './search.ts';
import type { Turns } from './turns.ts';

/** Most rows in one page. */
const MAX_ROWS = 500;

export interface NativeOptions {
  readonly source: ByteSource;
  readonly detected: DetectedNative;
  readonly newSha256: NewSha256;
  /** Name of the file without its folder; null where it has none. */
  readonly fileName: string | null;
  readonly textOf?: TextOf;
  /** The compiled kernel of the fast lane. */
  readonly kernel?: WebAssembly.Module | undefined;
  /** A faster way to the canonical bytes of all events. */
  readonly canonicalPass?: NewCanonicalPass | undefined;
  readonly turns: Turns;
  /** Finds what the log builds on, where it holds only what came after; without it nothing is looked for. */
  readonly bases?: BaseFiles | undefined;
  /** Told of each chunk that is surveyed, with the absolute offset of its end. */
  readonly onRead: (end: number, chunk: Uint8Array) => void;
  /** Told up to which offset the events are numbered. */
  readonly onNumbered: (end: number) => void;
}

export class NativeContents implements Contents {
  readonly format = 'agent';
  readonly #options: NativeOptions;
  readonly #journal: NativeJournal;
  readonly #shown: ShownRecords;
  readonly #view: NativeRowView;
  #isSurveyed = false;
  /** Rows of the plan that is followed: what is read since is shown when it is surveyed. */
  #rows = 0;
  #numbering = new NativeNumbering();
  #agent: AgentLog | null = null;
  #statuses = new Uint8Array(0);
  #toldRewritten = false;
  /** What the log builds on, once it was looked for. */
  #inherited: InheritedHistory | undefined;
  #isInherited = false;
  revision = 0;

  constructor(options: NativeOptions) {
    this.#options = options;
    this.#journal = new NativeJournal(options);
    this.#shown = new ShownRecords(options.source, this.#journal);
    this.#view = new NativeRowView(options.source, this.#journal, this.#shown);
  }

  get rows(): number {
    return this.#rows;
  }

  get totals() {
    return this.#journal.totals;
  }

  /** What related logs are found by. */
  get identity(): { readonly format: NativeFormatId; readonly identity: LogIdentity } | undefined {
    const { detected } = this.#options;
    return this.#agent === null
      ? undefined
      : { format: detected.format.id, identity: this.#journal.plan.identity };
  }

  /** Surveys what was not read yet, and numbers the events of the plan that follows from it. */
  *read(): Generator<undefined> {
    if (!this.#isSurveyed) yield* silently(this.#journal.read());
    this.#isSurveyed = true;
    this.#shown.clear();
    if (this.#agent === null) this.#rows = this.#journal.rows;
    yield* this.#inherit();
    const numbering = new NativeNumbering(this.#inherited);
    yield* numbering.number(this.#journal, this.#options.onNumbered);
    this.#take(numbering);
  }

  /** Reads what the log builds on, once: logs only grow. */
  *#inherit(): Generator<undefined> {
    const { bases, detected, ...options } = this.#options;
    if (this.#isInherited || bases === undefined) return;
    const { identity } = this.#journal.plan;
    this.#inherited = yield* readInherited(detected.format.id, identity, { ...options, files: bases });
    this.#isInherited = true;
  }

  /** Lets go of the logs that this one builds on. */
  close(): void {
    this.#inherited?.close();
  }

  settle(rewrittenAt: number | null): void {
    if (rewrittenAt === null || this.#toldRewritten) return;
    this.#toldRewritten = true;
    const { row, line, offset } = this.#journal.index.rowAtOffset(rewrittenAt) ?? {
      ...{ row: 0, line: 0, offset: 0 },
    };
    const at = { line, start: 0, end: 0, offset };
    this.#journal.found.add({
      row,
      violation: { code: 'history-rewritten', firstDifference: rewrittenAt, at },
    });
  }

  resume(): boolean {
    if (!this.#journal.resume()) return false;
    this.#isSurveyed = false;
    return true;
  }

  followBranch(row: number | null): boolean {
    return chooseBranch(this.#journal, row);
  }

  summary(): Summary {
    const { outline, outlinedBefore, count } = this.#numbering;
    const { stop } = outline.at(outlinedBefore + count);
    return {
      format: this.format,
      sessionId: this.#agent === null ? null : this.#journal.sessionId,
      runId: this.#agent === null ? null : this.#journal.runId,
      rows: this.#rows,
      events: count,
      totals: this.totals,
      stopReason: stop < 0 ? null : stopReason(this.#event(stop)),
      fingerprint: this.#fingerprint(count),
      replayStop: null,
      agent: this.#agent,
    };
  }

  page(from: number, count: number): Row[] {
    const first = Math.max(0, Math.floor(from));
    const end = Math.min(this.#rows, first + Math.min(Math.max(0, count), MAX_ROWS));
    return Array.from({ length: Math.max(0, end - first) }, (_, at) => this.#row(first + at));
  }

  details(row: number, limit: number, from = 0): Ungenerated<RowDetails> {
    const indexed = this.#at(row);
    const { text, cut } = recordText(this.#options.source, indexed, from + limit);
    const isReplayed = this.#journal.statusOf(row) === 'active';
    const events = indexed.kind === DAMAGE ? [] : this.#shown.of(row).events;
    const first = this.#numbering.sequenceOf(row);
    return {
      row: this.#row(row),
      text: text.slice(from),
      fullLength: cut ? indexed.length : null,
      bytes: indexed.length,
      events: events.map(({ type, actor, payload }, at) => ({
        sequence: isReplayed && first !== null ? first + at : null,
        type,
        actorKind: actor.kind,
        actorId: actor.id,
        summary: summarise(type, payload),
      })),
    };
  }

  replay(row: number): Ungenerated<ReplayView> {
    const appliedEvents = this.#numbering.eventsThrough(row);
    const cursor = appliedEvents - 1;
    const { outline, outlinedBefore } = this.#numbering;
    const position = outlinedBefore + cursor;
    return {
      row,
      appliedEvents,
      sequence: cursor < 0 ? null : cursor,
      ...listsAt(outline, position, outline.at(position), this.#event),
      fingerprint: this.#fingerprint(appliedEvents),
      stopped: null,
      abandoned: row < this.#rows && this.#journal.statusOf(row) === 'abandoned',
    };
  }

  violations(limit: number) {
    return this.#journal.found.worst(limit);
  }
  violationsAt(row: number) {
    return this.#journal.found.at(row);
  }
  nextProblem(row: number, direction: 1 | -1): number | null {
    return this.#rows === 0 ? null : this.#journal.index.nextMarked(row, direction);
  }
  rowAtLine(line: number): number | null {
    const row = this.#journal.index.rowAtLine(line);
    return row === null || this.#rows === 0 ? null : Math.min(row, this.#rows - 1);
  }

  async search(query: Query, from: number, limit: number, signal: AbortSignal): Promise<SearchResult> {
    const { source, turns } = this.#options;
    const { index } = this.#journal;
    const envelopeOf = (_: unknown, row: number) => this.#view.envelope(() => this.#row(row));
    const shown = {
      count: this.#rows,
      at: (row: number) => index.at(row),
      severityAt: (row: number) => index.severityAt(row),
    };
    const namesOf = (row: number) => this.#view.names(row);
    return search({ source, index: shown, turns, envelopeOf, namesOf }, query, from, limit, signal);
  }

  planBranch(row: number, signal: AbortSignal): Promise<BranchPlan> {
    const journal = this.#journal;
    return planBranch(
      {
        rows: this.#rows,
        found: journal.found,
        stop: null,
        isEvent: (at) => this.#numbering.sequenceOf(at) !== null,
        events: (from, to) => journal.events(from, to),
        fingerprint: (events) => journal.fingerprint(events),
      },
      row,
      { turns: this.#options.turns, signal },
    );
  }

  /** Shows by a new numbering; rows that mean something else than before make another revision. */
  #take(numbering: NativeNumbering): void {
    const journal = this.#journal;
    const statuses = new Uint8Array(journal.rows);
    for (let row = 0; row < journal.rows; row++) statuses[row] = STATUSES.indexOf(journal.statusOf(row));
    const before = this.#numbering;
    const common = Math.min(this.#rows, this.#statuses.length);
    const isSame = (row: number) =>
      statuses[row] === this.#statuses[row] && numbering.before(row) === before.before(row);
    let row = 0;
    while (row < common && isSame(row)) row += 1;
    if (row < common) this.revision += 1;
    this.#numbering = numbering;
    this.#statuses = statuses;
    this.#rows = journal.rows;
    this.#agent = this.#agentLog();
    this.#shown.clear();
  }

  #agentLog(): AgentLog {
    const { plan, leaf } = this.#journal;
    const { label, identity, ...counts } = this.#journal.header();
    const { records, active, folded, abandoned, unknown, skipped, branches } = counts;
    const { generation, agentVersion, cwd, model } = identity;
    return {
      ...{ label, records, active, folded, abandoned, unknown, skipped, branches },
      ...{ generation, agentVersion, cwd, model },
      chosenLeaf: leaf ?? null,
      usage: plan.usage,
      inheritedUsage: plan.inheritedUsage,
      abandonedUsage: plan.abandonedUsage,
      inheritance: this.#inherited?.told() ?? null,
    };
  }

  #at(row: number): IndexedRow {
    const indexed = row < this.#rows ? this.#journal.index.at(row) : undefined;
    if (indexed === undefined) throw new RangeError(`no row ${row}`);
    return indexed;
  }

  #row(row: number): Row {
    return this.#view.row(row, this.#at(row), this.#numbering.sequenceOf(row));
  }

  /** The event at a position of the outline. */
  readonly #event = (position: number): ShownEvent => {
    const numbering = this.#numbering;
    const sequence = position - numbering.outlinedBefore;
    if (sequence < 0 && this.#inherited !== undefined) return this.#inherited.event(position);
    const { closingFrom } = numbering;
    if (sequence >= closingFrom) {
      const row = Math.max(0, this.#rows - 1);
      return this.#shown.closing(sequence - closingFrom, { row, sequence });
    }
    const row = numbering.rowOf(sequence);
    return this.#shown.event(row, sequence - numbering.before(row), sequence);
  };

  #fingerprint(events: number): string | null {
    return this.#agent === null || events === 0 ? null : (this.#journal.fingerprint(events) ?? null);
  }
}

/** The same turns, without what they tell. */
function* silently(items: Generator): Generator<undefined> {
  while (items.next().done !== true) yield;
}

const STATUSES: readonly string[] = ['active', 'folded', 'abandoned', 'unknown', 'damaged'];
