// Tool calls of a native log and their results, paired by call id.

import type { Found } from '../core/check.ts';
import type { JsonRecord } from '../core/record.ts';
import type { Place } from '../core/violation.ts';
import { IdNumbers } from './idNumbers.ts';

interface OpenCall {
  readonly row: number;
  readonly at: Place;
}

/**
 * Which calls have results. What a damaged row may have held is not reported missing: a result after one may have its
 * request in it, a request before one its result.
 */
export class ToolPairs {
  readonly #open = new Map<string, OpenCall>();
  readonly #requested = new IdNumbers();
  #firstDamage = Infinity;
  #lastDamage = -1;

  /** A call, by the token of its id. The same id may be used again, by a later run of the agent. */
  request(record: JsonRecord, token: number, row: number, at: Place): void {
    this.#requested.set(record, token, row);
    this.#open.set(record.string(token), { row, at });
  }

  /** A result. False when no call of this id came before it and no damage explains that. */
  result(record: JsonRecord, token: number, row: number): boolean {
    if (this.#requested.find(record, token) < 0) return this.#firstDamage < row;
    if (this.#open.size > 0) this.#open.delete(record.string(token));
    return true;
  }

  damaged(row: number): void {
    this.#firstDamage = Math.min(this.#firstDamage, row);
    this.#lastDamage = row;
  }

  /** The calls that have no result, of the rows that count. */
  unanswered(counts: (row: number) => boolean): Found[] {
    const found: Found[] = [];
    for (const [call, { row, at }] of this.#open) {
      if (row < this.#lastDamage || !counts(row)) continue;
      found.push({ row, violation: { code: 'tool-request-unanswered', call, at } });
    }
    return found;
  }
}
