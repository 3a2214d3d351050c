// The first pass over a Pi session: its header, the tree of its entries and the rules of both. The leaf is the
// last entry of the file, or what a `leaf` entry points to that comes last; the active path leads from it to a root.

import type { Found } from '../../core/check.ts';
import { OBJECT } from '../../core/json/tape.ts';
import type { JsonRecord } from '../../core/record.ts';
import { instantOf } from '../../core/timestamp.ts';
import type { Place, Violation } from '../../core/violation.ts';
import { FiguresList } from '../figures.ts';
import { GivenPlan, TURN_STATES, type TurnState } from '../givenPlan.ts';
import { Int32List } from '../int32List.ts';
import { objectTokens, stringToken, textMember } from '../lenient.ts';
import { FOLLOWS, LinkedRecords } from '../linkedRecords.ts';
import type { Survey } from '../native.ts';
import { RowStatuses } from '../rowStatuses.ts';
import { ToolPairs } from '../toolPairs.ts';
import { markPath, unmarkedLeaves } from '../tree.ts';
import { readHeader, identityOf, type Header } from './header.ts';
import { eventsOf } from './events.ts';
import { isWrittenUnasked, statusOfType, turnAfter } from './rows.ts';
import { StaleLeaf } from './staleLeaf.ts';
import { figuresAt, hasOwnUsage } from './usage.ts';

const NO_TURN = TURN_STATES.indexOf('none');
const OPEN = TURN_STATES.indexOf('open');

export class PiSurvey implements Survey {
  readonly #statuses = new RowStatuses();
  readonly #links: LinkedRecords;
  /** By row: its node in the tree, -1 outside it; and the turn after it. */
  readonly #nodes = new Int32List();
  readonly #turns = new Int32List();
  readonly #staleLeaf = new StaleLeaf();
  readonly #tools = new ToolPairs();
  readonly #replies = new FiguresList();
  /** Rows that name a model, and the number of its name. */
  readonly #modelRows = new Int32List();
  readonly #modelNumbers = new Int32List();
  readonly #models = new Map<string, number>();
  readonly #oddShapes = new Set<string>();
  #header: Header | undefined;
  /** Rows before this one were brought along by a fork. */
  #inheritedRows = 0;
  #isInheriting = false;
  /** The node that a `leaf` entry at the end of the log points to. */
  #pointedTo: number | undefined;
  /** The newest record of a turn. */
  #lastTurn: { row: number; id: string; at: Place } | undefined;

  constructor(
    private readonly generation: string,
    private readonly report: (row: number, violation: Violation) => void,
  ) {
    this.#links = new LinkedRecords(report);
  }

  accept(row: number, record: JsonRecord): void {
    const type = textMember(record, 'type') ?? '';
    let node = -1;
    let turn: TurnState = 'none';
    if (type === 'session') {
      this.#statuses.push(this.#header === undefined ? 'active' : 'folded');
      this.#acceptHeader(row, record);
    } else {
      this.#statuses.push(statusOfType(type));
      if (type === 'leaf') this.#point(record);
      else node = this.#link(row, record, type);
      this.#inherit(row, record);
      if (type === 'message') turn = this.#acceptMessage(row, record);
      else if (type === 'model_change') this.#addModel(row, textMember(record, 'modelId'));
      else if (hasOwnUsage(type)) this.#addUsage(row, record, 0);
    }
    this.#nodes.push(node);
    this.#turns.push(TURN_STATES.indexOf(turn));
  }

  damaged(row: number, salvaged: JsonRecord | undefined): void {
    this.#statuses.push('damaged');
    this.#nodes.push(-1);
    this.#turns.push(NO_TURN);
    this.#tools.damaged(row);
    this.#links.lost(salvaged && textMember(salvaged, 'id'));
  }

  end(leaf?: number): { readonly plan: GivenPlan; readonly found: readonly Found[] } {
    const parents = this.#links.parents();
    const chosen = leaf === undefined ? -1 : this.#nodes.at(leaf);
    const marks = markPath(parents, chosen >= 0 ? chosen : (this.#pointedTo ?? parents.length - 1));
    const statuses = this.#statuses.copy();
    for (let node = 0; node < parents.length; node++) {
      const row = this.#links.rowOf(node);
      if (marks[node] === 0 && statuses.at(row) === 'active') statuses.set(row, 'abandoned');
    }
    const isActive = (row: number) => statuses.at(row) === 'active';
    const isConversation = (node: number) => this.#turns.at(this.#links.rowOf(node)) !== NO_TURN;
    const end = this.#lastActiveTurn(isActive);
    const found = [...this.#links.faults(marks), ...this.#tools.unanswered(isActive), ...this.#openTurn(end)];
    if (leaf === undefined) found.push(...this.#staleLeaf.find(this.#links, marks, isConversation));
    const inheritedRows = this.#inheritedRows;
    const headerRow = this.#header?.row ?? -1;
    const plan = new GivenPlan({
      format: 'pi',
      identity: identityOf(this.generation, this.#header, this.#modelOf(isActive), inheritedRows > 0),
      statuses,
      otherLeaves: unmarkedLeaves(parents, marks).map((node) => this.#links.rowOf(node)),
      usage: this.#replies.sum((row) => isActive(row) && row >= inheritedRows),
      inheritedUsage: this.#replies.sum((row) => isActive(row) && row < inheritedRows),
      abandonedUsage: this.#replies.sum((row) => statuses.at(row) === 'abandoned' && row >= inheritedRows),
      isInherited: (row) => row < inheritedRows && row > headerRow,
      turn: TURN_STATES[this.#turns.at(end, NO_TURN)] ?? 'none',
      events: (row, line, value) => eventsOf(value, line, this.#replies.ofRow(row)),
    });
    return { plan, found };
  }

  #acceptHeader(row: number, record: JsonRecord): void {
    const header = readHeader(row, record);
    if (header === undefined) return;
    if (this.#header === undefined) {
      this.#header = header;
      this.#isInheriting = header.parent !== null;
    } else if (header.id !== this.#header.id) {
      const at = record.placeOf(record.member('id'));
      this.report(row, { code: 'session-mixed', expected: this.#header.id, found: header.id, at });
    }
  }

  /** A `leaf` entry moves the leaf to another entry, or before the first one. What it names and is not there moves nothing. */
  #point(record: JsonRecord): void {
    const target = stringToken(record, 'targetId');
    const node = target < 0 ? -1 : this.#links.nodeAt(record, target);
    this.#pointedTo = target >= 0 && node < 0 ? undefined : node;
  }

  /** Entries of version 1 are a list; later ones a tree. */
  #link(row: number, record: JsonRecord, type: string): number {
    if (this.generation === 'v1') return -1;
    const id = stringToken(record, 'id');
    // Without an id it can be no parent; only what the user sees is placed all the same.
    this.#pointedTo = undefined;
    if (id < 0) return type === 'message' ? this.#links.addUnnamed(row, record.place()) : -1;
    const parent = record.member('parentId') < 0 ? FOLLOWS : stringToken(record, 'parentId');
    const node = this.#links.add({ row, record, id, parent });
    if (!isWrittenUnasked(type)) this.#staleLeaf.asked(node);
    else {
      const parentAt = record.placeOf(parent < 0 ? id : parent);
      this.#staleLeaf.unasked({ node, row, parent: parent < 0 ? '' : record.string(parent), parentAt });
    }
    return node;
  }

  /** A fork copies entries as they are: those before the first that is not older than its header. */
  #inherit(row: number, record: JsonRecord): void {
    if (!this.#isInheriting) return;
    const instant = instantOf(textMember(record, 'timestamp') ?? '');
    if (instant === undefined || this.#header?.instant === undefined) return;
    if (instant < this.#header.instant) this.#inheritedRows = row + 1;
    else this.#isInheriting = false;
  }

  /** Gives the turn after the message. */
  #acceptMessage(row: number, record: JsonRecord): TurnState {
    const message = record.member('message');
    if (message < 0 || record.tape.kindAt(message) !== OBJECT) return this.#odd(row, record, ['message']);
    const role = textMember(record, 'role', message);
    if (role === undefined) return this.#odd(row, record, ['message', 'role']);
    const stopReason = textMember(record, 'stopReason', message);
    const turn = turnAfter(role, stopReason);
    if (role === 'assistant') {
      // Calls of a reply that broke off are never made.
      if (turn !== 'error' && turn !== 'interrupted') this.#addCalls(row, record, message);
      this.#addUsage(row, record, message);
      this.#addModel(row, textMember(record, 'model', message));
    } else if (role === 'toolResult') {
      this.#addUsage(row, record, message);
      const call = stringToken(record, 'toolCallId', message);
      if (call >= 0 && !this.#tools.result(record, call, row)) {
        this.report(row, { code: 'tool-result-orphan', call: record.string(call), at: record.placeOf(call) });
      }
    }
    if (turn !== 'none') {
      const id = record.member('id');
      const at = id < 0 ? record.place() : record.placeOf(id);
      this.#lastTurn = { row, id: textMember(record, 'id') ?? String(at.line + 1), at };
    }
    return turn;
  }

  #addCalls(row: number, record: JsonRecord, message: number): void {
    for (const block of objectTokens(record, record.member('content', message))) {
      if (textMember(record, 'type', block) !== 'toolCall') continue;
      const id = stringToken(record, 'id', block);
      if (id >= 0) this.#tools.request(record, id, row, record.placeOf(id));
    }
  }

  /** Usage that an entry or its message tells: Pi counts summaries and what tools asked models for as it counts replies. */
  #addUsage(row: number, record: JsonRecord, message: number): void {
    const usage = record.member('usage', message);
    if (usage < 0 || record.tape.kindAt(usage) !== OBJECT) return;
    this.#replies.push(row, figuresAt(record, usage));
  }

  #addModel(row: number, model: string | undefined): void {
    if (model === undefined) return;
    const number = this.#models.get(model) ?? this.#models.size;
    this.#models.set(model, number);
    this.#modelRows.push(row);
    this.#modelNumbers.push(number);
  }

  /** The model of the newest row that names one and is not abandoned. */
  #modelOf(isActive: (row: number) => boolean): string | null {
    let i = this.#modelRows.length - 1;
    while (i >= 0 && !isActive(this.#modelRows.at(i))) i -= 1;
    const number = i < 0 ? -1 : this.#modelNumbers.at(i);
    for (const [model, position] of this.#models) if (position === number) return model;
    return this.#header?.model ?? null;
  }

  #lastActiveTurn(isActive: (row: number) => boolean): number {
    let row = this.#turns.length - 1;
    while (row >= 0 && (this.#turns.at(row) === NO_TURN || !isActive(row))) row -= 1;
    return row;
  }

  #openTurn(row: number): Found[] {
    if (row < 0 || this.#turns.at(row) !== OPEN || this.#lastTurn?.row !== row) return [];
    return [{ row, violation: { code: 'turn-open', turn: this.#lastTurn.id, at: this.#lastTurn.at } }];
  }

  /** Each kind of odd shape is told once. */
  #odd(row: number, record: JsonRecord, path: readonly string[]): TurnState {
    const key = path.join('.');
    if (!this.#oddShapes.has(key)) {
      this.#oddShapes.add(key);
      const at = record.placeOf(record.find(path));
      const expected = path.length === 1 ? 'an object' : 'a role';
      this.report(row, { code: 'record-shape', type: 'message', path, expected, at });
    }
    return 'none';
  }
}
