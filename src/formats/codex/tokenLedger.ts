// Codex notes a running total after each request, and notes it again whenever it is shown. What a request took is the
// difference to the total before; a total that is noted again took nothing.

import type { Usage } from '../../core/projections/usage.ts';
import { NUMBER, OBJECT } from '../../core/json/tape.ts';
import type { JsonRecord } from '../../core/record.ts';
import { Int32List } from '../int32List.ts';
import { RecordMembers } from '../recordMembers.ts';

const FIGURES = [
  'input_tokens',
  'output_tokens',
  'cached_input_tokens',
  'cache_write_input_tokens',
  'reasoning_output_tokens',
  'total_tokens',
] as const;
const WIDTH = FIGURES.length;
const TOTAL = FIGURES.indexOf('total_tokens');

export type TokenFigures = Readonly<Record<(typeof FIGURES)[number], number>>;

/** Sums of usage of a session: its own, and what it inherited. */
export interface UsageSums {
  readonly own: Usage;
  readonly inherited: Usage;
}

export class TokenLedger {
  readonly #rows = new Int32List();
  #figures = new Float64Array(64 * WIDTH);
  #total: readonly number[] | undefined;
  /** What had been spent before the first request of this log, in one that builds on another. */
  #before: readonly number[] = FIGURES.map(() => 0);

  /**
   * Reads a noted total. `object` holds `total_token_usage` and `last_token_usage`. Returns true when it says something
   * new. `continues`: the log builds on another, whose total it goes on from.
   */
  accept(row: number, record: JsonRecord, object: number, continues: boolean): boolean {
    const total = figuresAt(record, record.member('total_token_usage', object));
    const last = figuresAt(record, record.member('last_token_usage', object));
    const spent = this.#spent(total, last, continues);
    if (total !== undefined) this.#total = total;
    if (!spent?.some((figure) => figure > 0)) return false;
    this.add(row, spent);
    return true;
  }

  /** Adds what one request took. */
  add(row: number, spent: readonly number[]): void {
    const at = this.#rows.length * WIDTH;
    if (at === this.#figures.length) {
      const grown = new Float64Array(this.#figures.length * 2);
      grown.set(this.#figures);
      this.#figures = grown;
    }
    this.#figures.set(spent, at);
    // Where a log names no sum it is that of both ways.
    if (spent[TOTAL] === 0) this.#figures[at + TOTAL] = (spent[0] ?? 0) + (spent[1] ?? 0);
    this.#rows.push(row);
  }

  get isEmpty(): boolean {
    return this.#rows.length === 0;
  }

  /** What the request that a row notes took, undefined for rows that note nothing new. */
  spentAt(row: number): TokenFigures | undefined {
    const rows = this.#rows.view();
    let [low, high] = [0, rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((rows[middle] ?? 0) < row) low = middle + 1;
      else high = middle;
    }
    if (rows[low] !== row) return undefined;
    const figure = (position: number) => this.#figures[low * WIDTH + position] ?? 0;
    return {
      input_tokens: figure(0),
      output_tokens: figure(1),
      cached_input_tokens: figure(2),
      cache_write_input_tokens: figure(3),
      reasoning_output_tokens: figure(4),
      total_tokens: figure(5),
    };
  }

  /** The sums, rows before `firstOwn` counting as inherited. */
  sums(firstOwn: number): UsageSums {
    const [own, inherited] = [emptyUsage(), emptyUsage()];
    addFigures(inherited, this.#before, 0);
    const rows = this.#rows.view();
    for (let i = 0; i < rows.length; i++) {
      const sum = (rows[i] ?? 0) < firstOwn ? inherited : own;
      addFigures(sum, this.#figures, i * WIDTH);
      sum.responses += 1;
    }
    return { own, inherited };
  }

  #spent(
    total: readonly number[] | undefined,
    last: readonly number[] | undefined,
    continues: boolean,
  ): readonly number[] | undefined {
    if (total === undefined) return last;
    const before = this.#total;
    if (before === undefined) {
      if (!continues || last === undefined || !covers(total, last)) return total;
      this.#before = minus(total, last);
      return last;
    }
    // A total of nothing but the last request began anew, however large it is; a fork goes on from what it copied.
    const isAnew = !continues && last !== undefined && covers(last, total) && !covers(before, total);
    if (covers(total, before) && !isAnew) return minus(total, before);
    // The count began anew. Only what the last request took is sure, and a note without input or output is no request.
    const spent = last ?? total;
    return (spent[0] ?? 0) > 0 || (spent[1] ?? 0) > 0 ? spent : undefined;
  }
}

/** The figures of a usage object, undefined where there is none. */
export function figuresAt(record: JsonRecord, object: number): readonly number[] | undefined {
  if (object < 0 || record.tape.kindAt(object) !== OBJECT) return undefined;
  members.read(record, object);
  return FIGURES.map((name) => {
    const token = members.token(name);
    const value = token > 0 && record.tape.kindAt(token) === NUMBER ? record.number(token) : 0;
    return Number.isFinite(value) && value > 0 ? value : 0;
  });
}

const members = new RecordMembers(FIGURES);

function covers(total: readonly number[], part: readonly number[]): boolean {
  return total.every((figure, i) => figure >= (part[i] ?? 0));
}

function minus(total: readonly number[], part: readonly number[]): readonly number[] {
  return total.map((figure, i) => figure - (part[i] ?? 0));
}

function emptyUsage(): Usage {
  return { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0, cost: null, responses: 0 };
}

function addFigures(sum: Usage, figures: ArrayLike<number>, at: number): void {
  sum.input += figures[at] ?? 0;
  sum.output += figures[at + 1] ?? 0;
  sum.cacheRead += figures[at + 2] ?? 0;
  sum.cacheWrite += figures[at + 3] ?? 0;
  sum.total += figures[at + 5] ?? 0;
}
