// The first pass over a Qwen Code session. Its leaf is the last record of the file: a rewind is a record of its own that
// hangs off the place it goes back to.

import type { Found } from '../../core/check.ts';
import { OBJECT } from '../../core/json/tape.ts';
import type { JsonRecord } from '../../core/record.ts';
import type { Place, Violation } from '../../core/violation.ts';
import { FiguresList } from '../figures.ts';
import { GivenPlan, TURN_STATES, type TurnState } from '../givenPlan.ts';
import { Int32List } from '../int32List.ts';
import { numberMember, present, stringToken, textIn, textMember } from '../lenient.ts';
import { LinkedRecords } from '../linkedRecords.ts';
import type { LogIdentity, NativeEvent, Survey } from '../native.ts';
import { RowStatuses } from '../rowStatuses.ts';
import { ToolPairs } from '../toolPairs.ts';
import { markPath, unmarkedLeaves } from '../tree.ts';
import { AGENT, eventsOf, figuresIn } from './events.ts';
import { IdentityReader } from './identity.ts';
import { kindOf, partsOf, statusOfKind, telemetryOf, type RowKind } from './rows.ts';

const NO_TURN = TURN_STATES.indexOf('none');

export class QwenSurvey implements Survey {
  readonly #statuses = new RowStatuses();
  readonly #links: LinkedRecords;
  /** Node by row, -1 for rows outside the tree. */
  readonly #nodes = new Int32List();
  /** State of the turn after each row. */
  readonly #turns = new Int32List();
  readonly #replies = new FiguresList();
  readonly #tools = new ToolPairs();
  /** Rows of sub-agents, and of the history that a fork brought along. */
  readonly #sideRows = new Set<number>();
  readonly #inheritedRows = new Set<number>();
  #ownMessages = 0;
  readonly #identity: IdentityReader;
  #lastPrompt: { readonly row: number; readonly id: string; readonly at: Place } | undefined;

  constructor(
    generation: string,
    private readonly report: (row: number, violation: Violation) => void,
  ) {
    this.#links = new LinkedRecords(report);
    this.#identity = new IdentityReader(generation);
  }

  accept(row: number, record: JsonRecord): void {
    const subtype = textMember(record, 'subtype');
    const kind = kindOf(textMember(record, 'type'), subtype, textMember(record, 'provenance'));
    const uuid = stringToken(record, 'uuid');
    const earlier = uuid < 0 ? -1 : this.#links.nodeAt(record, uuid);
    if (earlier >= 0) {
      // The program's own reader takes the first record of an id.
      const related = [{ role: 'first-delivery' as const, at: this.#links.placeOf(earlier) }];
      const [id, at] = [record.string(uuid), record.placeOf(uuid)];
      this.report(row, { code: 'event-id-retry', id, at, related });
      this.#push('folded', -1, 'none');
      return;
    }
    this.#readIdentity(row, record, kind);
    const node = this.#link(row, record, uuid);
    this.#push(statusOfKind(kind), node, this.#acceptKind(row, record, kind));
  }

  damaged(row: number, salvaged: JsonRecord | undefined): void {
    this.#push('damaged', -1, 'none');
    this.#tools.damaged(row);
    this.#links.lost(salvaged && textMember(salvaged, 'uuid'));
  }

  end(leaf?: number): { readonly plan: GivenPlan; readonly found: readonly Found[] } {
    const isSubagent = this.#ownMessages === 0 && this.#sideRows.size > 0;
    const sides = isSubagent ? new Set<number>() : new Set(this.#sideRows);
    const parents = this.#links.parents();
    const marks = markPath(parents, this.#leafNode(leaf, sides));
    const statuses = this.#statuses.copy();
    for (let node = 0; node < parents.length; node++) {
      const row = this.#links.rowOf(node);
      if (statuses.at(row) !== 'active') continue;
      if (sides.has(row)) statuses.set(row, 'folded');
      else if (marks[node] === 0) statuses.set(row, 'abandoned');
    }
    const startNode = marks.indexOf(1);
    const startRow = startNode < 0 ? 0 : this.#links.rowOf(startNode);
    if (statuses.at(startRow) === 'folded') statuses.set(startRow, 'active');
    const isActive = (row: number) => statuses.at(row) === 'active';
    const inherited = new Set(this.#inheritedRows);
    const turn = this.#turnAtEnd(isActive);
    const found = [...this.#faults(marks, sides), ...this.#tools.unanswered(isActive)];
    if (
      turn === 'open' &&
      leaf === undefined &&
      this.#lastPrompt !== undefined &&
      isActive(this.#lastPrompt.row)
    ) {
      const { row, id, at } = this.#lastPrompt;
      found.push({ row, violation: { code: 'turn-open', turn: id, at } });
    }
    const identity = this.#identity.identity(isSubagent);
    const plan = new GivenPlan({
      format: 'qwen',
      identity,
      statuses,
      otherLeaves: unmarkedLeaves(parents, marks)
        .map((node) => this.#links.rowOf(node))
        .filter((row) => !sides.has(row)),
      usage: this.#replies.sum((row) => isActive(row) && !inherited.has(row)),
      inheritedUsage: this.#replies.sum((row) => isActive(row) && inherited.has(row)),
      abandonedUsage: this.#replies.sum((row) => statuses.at(row) === 'abandoned' && !inherited.has(row)),
      isInherited: (row) => inherited.has(row),
      turn,
      events: (row, _line, value) => {
        const events = eventsOf(value, this.#replies.ofRow(row));
        return row === startRow ? [startOf(identity, textIn(value['timestamp'])), ...events] : events;
      },
    });
    return { plan, found };
  }

  #push(status: Parameters<RowStatuses['push']>[0], node: number, turn: TurnState): void {
    this.#statuses.push(status);
    this.#nodes.push(node);
    this.#turns.push(TURN_STATES.indexOf(turn));
  }

  #link(row: number, record: JsonRecord, id: number): number {
    if (id < 0) return this.#links.addUnnamed(row, record.place());
    return this.#links.add({ row, record, id, parent: stringToken(record, 'parentUuid') });
  }

  /** Gives the turn after the record. */
  #acceptKind(row: number, record: JsonRecord, kind: RowKind): TurnState {
    switch (kind) {
      case 'prompt': {
        const id = textMember(record, 'uuid') ?? `L${record.text.line + 1}`;
        this.#lastPrompt = { row, id, at: record.placeOf(Math.max(0, record.member('uuid'))) };
        return 'open';
      }
      case 'reply': {
        const usage = record.member('usageMetadata');
        if (usage > 0 && record.tape.kindAt(usage) === OBJECT) {
          this.#replies.push(
            row,
            figuresIn((name) => numberMember(record, name, usage)),
          );
        }
        let calls = 0;
        for (const call of partsOf(record, 'functionCall')) {
          calls += 1;
          const id = stringToken(record, 'id', call);
          if (id >= 0) this.#tools.request(record, id, row, record.placeOf(id));
        }
        return calls > 0 ? 'open' : 'completed';
      }
      case 'result':
        for (const response of partsOf(record, 'functionResponse')) {
          const call = stringToken(record, 'id', response);
          if (call < 0 || this.#tools.result(record, call, row)) continue;
          const at = record.placeOf(call);
          this.report(row, { code: 'tool-result-orphan', call: record.string(call), at });
        }
        return 'open';
      case 'telemetry':
        return telemetryOf(record) === 'api_error' ? 'error' : 'none';
      case 'host':
      case 'system':
      case 'note':
      case 'unknown':
        return 'none';
    }
  }

  #readIdentity(row: number, record: JsonRecord, kind: RowKind): void {
    const { isSide, isForked } = this.#identity.read(record, kind);
    if (isSide) this.#sideRows.add(row);
    else if (kind === 'prompt' || kind === 'reply') this.#ownMessages += 1;
    if (isForked) this.#inheritedRows.add(row);
  }

  #leafNode(leaf: number | undefined, sides: ReadonlySet<number>): number {
    const chosen = leaf === undefined ? -1 : this.#nodes.at(leaf);
    if (chosen >= 0) return chosen;
    for (let node = this.#links.length - 1; node >= 0; node--)
      if (!sides.has(this.#links.rowOf(node))) return node;
    return -1;
  }

  /** A log that begins with a parent elsewhere has lost nothing; nor is it a fault of this session in a sub-agent's row. */
  #faults(marks: Uint8Array, sides: ReadonlySet<number>): Found[] {
    return this.#links.faults(marks).filter(({ row, violation }) => {
      if (violation.code !== 'parent-unknown') return true;
      return !sides.has(row) && violation.unreachable !== 0;
    });
  }

  #turnAtEnd(isActive: (row: number) => boolean): TurnState {
    for (let row = this.#statuses.length - 1; row >= 0; row--) {
      const turn = this.#turns.at(row, NO_TURN);
      if (turn !== NO_TURN && isActive(row)) return TURN_STATES[turn] ?? 'none';
    }
    return 'none';
  }
}

function startOf(identity: LogIdentity, timestamp: string | undefined): NativeEvent {
  const { agentVersion, cwd, sessionId } = identity;
  const payload = present({
    agent: 'qwen',
    agent_version: agentVersion ?? undefined,
    cwd: cwd ?? undefined,
    session_id: sessionId ?? undefined,
  });
  return { type: 'session.start', actor: AGENT, payload, timestamp };
}
