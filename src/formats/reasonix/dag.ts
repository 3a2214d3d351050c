// Schema 2 of the Go program: an append-only graph. Each message names its parent, heads point into the graph, and
// markers behind the messages move heads or change how a message reads. A message id counts once, the first time.

import type { Found } from '../../core/check.ts';
import { ARRAY, OBJECT } from '../../core/json/tape.ts';
import type { JsonRecord } from '../../core/record.ts';
import { instantOf } from '../../core/timestamp.ts';
import type { Place, Violation } from '../../core/violation.ts';
import { emptyUsage } from '../figures.ts';
import { GivenPlan, TURN_STATES } from '../givenPlan.ts';
import { Int32List } from '../int32List.ts';
import { stringToken, textMember } from '../lenient.ts';
import { LinearLog } from '../linearLog.ts';
import { LinkedRecords, ROOT } from '../linkedRecords.ts';
import type { RowStatus, Survey } from '../native.ts';
import { markPath, pathTo, unmarkedLeaves } from '../tree.ts';
import { eventsOf } from './dagEvents.ts';
import { Heads, nameOf } from './dagHeads.ts';
import { identity } from './identity.ts';
import { seeMessage } from './messageToken.ts';

const BOOKKEEPING: ReadonlySet<string> = new Set([
  'writer',
  'system',
  'patch',
  'select',
  'rename',
  'retire',
  'turn_begin',
  'turn_end',
  'checkpoint',
]);
/** Markers that are events of the head they name. */
const OF_HEAD: ReadonlySet<string> = new Set(['fork', 'rewind', 'compaction']);

export class DagSurvey implements Survey {
  readonly #log: LinearLog;
  readonly #links: LinkedRecords;
  readonly #heads = new Heads();
  /** Node by row, -1 for markers; and by node the turn after it. */
  readonly #nodes = new Int32List();
  readonly #turns = new Int32List();
  readonly #systemNodes = new Set<number>();
  readonly #patches = new Map<string, number>();
  readonly #redactions = new Map<string, number>();
  /** Rows of markers that belong to a head, and the numbers of its name. */
  readonly #markerRows = new Int32List();
  readonly #markerHeads = new Int32List();
  readonly #headNumbers = new Map<string, number>();
  readonly #openTurns = new Map<
    string,
    { readonly row: number; readonly head: string; readonly at: Place }
  >();
  #hasLog = false;

  constructor(private readonly report: (row: number, violation: Violation) => void) {
    this.#log = new LinearLog(report);
    this.#links = new LinkedRecords(report);
  }

  accept(row: number, record: JsonRecord): void {
    const type = textMember(record, 'type') ?? '';
    let node = -1;
    if (type === 'message') node = this.#acceptMessage(row, record);
    else this.#log.statuses.push(this.#acceptMarker(row, record, type));
    this.#nodes.push(node);
  }

  damaged(row: number, salvaged: JsonRecord | undefined): void {
    this.#log.damaged(row);
    this.#nodes.push(-1);
    this.#links.lost(salvaged && textMember(salvaged, 'id'));
  }

  end(leaf?: number): { readonly plan: GivenPlan; readonly found: readonly Found[] } {
    const { name, head } = this.#heads.current();
    const parents = this.#links.parents();
    const chosen = leaf === undefined ? -1 : this.#nodes.at(leaf);
    const end = chosen >= 0 ? chosen : this.#links.nodeOf(head.leaf);
    const marks = markPath(parents, end);
    const statuses = this.#log.statuses.copy();
    for (let node = 0; node < parents.length; node++) {
      if (marks[node] === 0) statuses.set(this.#links.rowOf(node), 'abandoned');
    }
    const path = pathTo(parents, end);
    const overlays = {
      patches: new Map(this.#patches),
      redactions: new Map(this.#redactions),
      firstRow: this.#links.rowOf(path[0] ?? -1),
      systemRow: head.systemRow,
    };
    this.#activate(name, (row) => {
      statuses.set(row, 'active');
    });
    // Told by the message that it replaces, where the path begins with one.
    if (head.systemRow >= 0 && !this.#systemNodes.has(path[0] ?? -1)) statuses.set(head.systemRow, 'active');
    const isActive = (row: number) => statuses.at(row) === 'active';
    const found = [...this.#links.faults(marks), ...this.#log.tools.unanswered(isActive)];
    for (const [turn, opened] of this.#openTurns) {
      if (opened.head !== name) continue;
      found.push({ row: opened.row, violation: { code: 'turn-open', turn, at: opened.at } });
    }
    const lastTurn = path.findLast((node) => this.#turns.at(node) > 0) ?? -1;
    const plan = new GivenPlan({
      format: 'reasonix',
      identity: identity('dag'),
      statuses,
      usage: emptyUsage(),
      turn: TURN_STATES[this.#turns.at(lastTurn, 0)] ?? 'none',
      otherLeaves: unmarkedLeaves(parents, marks).map((node) => this.#links.rowOf(node)),
      events: (row, _line, value, read, look) => eventsOf(row, value, overlays, read, look),
    });
    return { plan, found };
  }

  #acceptMessage(row: number, record: JsonRecord): number {
    const id = textMember(record, 'id') ?? '';
    const message = onlyMessage(record);
    const seen = message < 0 ? undefined : seeMessage(record, message);
    if (id === '' || seen === undefined) {
      this.#log.statuses.push('unknown');
      this.#log.once('message', row, () => {
        const path = id === '' ? ['id'] : ['msgs'];
        const expected = id === '' ? 'an id' : 'one message';
        return {
          code: 'record-shape',
          type: 'message',
          path,
          expected,
          at: record.placeOf(record.find(path)),
        };
      });
      return -1;
    }
    if (this.#links.nodeOf(id) >= 0) {
      this.#log.statuses.push('folded');
      return -1;
    }
    this.#log.statuses.push('active');
    const parent = textMember(record, 'parent') === '' ? ROOT : stringToken(record, 'parent');
    const node = this.#links.add({ row, record, id: record.member('id'), parent });
    this.#turns.push(TURN_STATES.indexOf(seen.turn));
    if (seen.role === 'system') this.#systemNodes.add(node);
    for (const call of seen.calls) this.#log.request(row, record, call);
    if (seen.resultOf > 0) this.#log.result(row, record, seen.resultOf);
    this.#heads.move(textMember(record, 'head'), id, row, instantIn(record));
    return node;
  }

  /** Gives the status of the marker; one that belongs to a head is active when that head is the current one. */
  #acceptMarker(row: number, record: JsonRecord, type: string): RowStatus {
    const head = textMember(record, 'head');
    switch (type) {
      case 'log': {
        const isFirst = !this.#hasLog;
        this.#hasLog = true;
        return isFirst ? 'active' : 'folded';
      }
      case 'fork': {
        const name = textMember(record, 'new_head') ?? '';
        if (name === '') break;
        this.#heads.fork(name, textMember(record, 'from') ?? '', head, row, instantIn(record));
        this.#mark(row, name);
        break;
      }
      case 'rewind':
        this.#heads.move(head, textMember(record, 'to') ?? '', row, instantIn(record));
        break;
      case 'select':
        this.#heads.select(head);
        break;
      case 'retire':
        this.#heads.get(head).retired = true;
        break;
      case 'system':
        this.#heads.get(head).systemRow = row;
        break;
      case 'patch': {
        const target = textMember(record, 'target') ?? '';
        if (this.#links.nodeOf(target) >= 0 && onlyMessage(record) > 0) this.#patches.set(target, row);
        break;
      }
      case 'redact':
        for (const key of record.keys(record.member('targets')))
          this.#redactions.set(record.string(key), row);
        return 'active';
      case 'turn_begin':
      case 'turn_end':
        this.#acceptTurn(row, record, type === 'turn_begin');
        break;
      default:
    }
    if (type !== 'fork' && OF_HEAD.has(type)) this.#mark(row, nameOf(head));
    if (OF_HEAD.has(type) || BOOKKEEPING.has(type)) return 'folded';
    this.#log.once(`type ${type}`, row, () => {
      const at = record.placeOf(record.find(['type']));
      return { code: 'record-type-unknown', type, at };
    });
    return 'unknown';
  }

  #acceptTurn(row: number, record: JsonRecord, begins: boolean): void {
    const turn = textMember(record, 'turn');
    if (turn === undefined) return;
    const at = record.placeOf(record.member('turn'));
    if (begins) this.#openTurns.set(turn, { row, head: nameOf(textMember(record, 'head')), at });
    else this.#openTurns.delete(turn);
  }

  #mark(row: number, head: string): void {
    const number = this.#headNumbers.get(head) ?? this.#headNumbers.size;
    this.#headNumbers.set(head, number);
    this.#markerRows.push(row);
    this.#markerHeads.push(number);
  }

  /** The markers of the current head are events. */
  #activate(head: string, activate: (row: number) => void): void {
    const number = this.#headNumbers.get(head);
    if (number === undefined) return;
    for (let i = 0; i < this.#markerRows.length; i++) {
      if (this.#markerHeads.at(i) === number) activate(this.#markerRows.at(i));
    }
  }
}

/** Token of the one message of a record, -1 where there is not exactly one. */
function onlyMessage(record: JsonRecord): number {
  const list = record.member('msgs');
  const { tape } = record;
  if (list < 0 || tape.kindAt(list) !== ARRAY || tape.nextAt(list) === list + 1) return -1;
  const isOnly = tape.nextAt(list + 1) === tape.nextAt(list);
  return isOnly && tape.kindAt(list + 1) === OBJECT ? list + 1 : -1;
}

function instantIn(record: JsonRecord): number {
  return instantOf(textMember(record, 'at') ?? '') ?? -Infinity;
}
