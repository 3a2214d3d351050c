// What the survey of a log without branches keeps: the status of each row, calls and their results, the figures of
// replies and the turn that is open.

import type { Found } from '../core/check.ts';
import { STRING } from '../core/json/tape.ts';
import type { JsonRecord } from '../core/record.ts';
import type { Place, Violation } from '../core/violation.ts';
import { FiguresList } from './figures.ts';
import { GivenPlan, type Findings, type TurnState } from './givenPlan.ts';
import { RowStatuses } from './rowStatuses.ts';
import { ToolPairs } from './toolPairs.ts';

export class LinearLog {
  readonly statuses = new RowStatuses();
  readonly tools = new ToolPairs();
  readonly replies = new FiguresList();
  turn: TurnState = 'none';
  #opened: { readonly row: number; readonly id: string | undefined; readonly at: Place } | undefined;
  readonly #toldOnce = new Set<string>();

  constructor(readonly report: (row: number, violation: Violation) => void) {}

  damaged(row: number): void {
    this.statuses.push('damaged');
    this.tools.damaged(row);
  }

  /** A call by the token of its id; without one it cannot be followed. */
  request(row: number, record: JsonRecord, token: number): void {
    if (isText(record, token)) this.tools.request(record, token, row, record.placeOf(token));
  }

  /** A result by the token of its call's id. */
  result(row: number, record: JsonRecord, token: number): void {
    if (!isText(record, token) || this.tools.result(record, token, row)) return;
    this.report(row, { code: 'tool-result-orphan', call: record.string(token), at: record.placeOf(token) });
  }

  /** A turn begins. Without an id of its own it is named by its line. */
  begin(row: number, record: JsonRecord, id?: string): void {
    this.turn = 'open';
    this.#opened = { row, id, at: record.placeOf(0) };
  }

  /** Reports a violation of a kind that is told once. */
  once(kind: string, row: number, violation: () => Violation): void {
    if (this.#toldOnce.has(kind)) return;
    this.#toldOnce.add(kind);
    this.report(row, violation());
  }

  /** The plan, and what only the end can tell. */
  end(
    findings: Omit<Findings, 'statuses' | 'usage' | 'turn'> & Partial<Pick<Findings, 'usage'>>,
    statuses = this.statuses.copy(),
  ): { readonly plan: GivenPlan; readonly found: Found[] } {
    const isActive = (row: number) => statuses.at(row) === 'active';
    const usage = findings.usage ?? this.replies.sum(isActive);
    const found = this.tools.unanswered(isActive);
    const opened = this.#opened;
    if (this.turn === 'open' && opened !== undefined && isActive(opened.row)) {
      const turn = opened.id ?? String(opened.at.line + 1);
      found.push({ row: opened.row, violation: { code: 'turn-open', turn, at: opened.at } });
    }
    return { plan: new GivenPlan({ ...findings, statuses, usage, turn: this.turn }), found };
  }
}

function isText(record: JsonRecord, token: number): boolean {
  return token > 0 && record.tape.kindAt(token) === STRING;
}
