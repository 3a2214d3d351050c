// The token figures of single replies: as a payload, and summed over the replies that count.

import type { JsonObject } from '../core/json/value.ts';
import type { Usage } from '../core/projections/usage.ts';
import { Int32List } from './int32List.ts';

/** Tokens and cost of one reply. The names say what they are, whatever the log calls them. */
export interface Figures {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly total: number;
  /** Null where the log records none. */
  readonly cost: number | null;
}

/** Reads one figure of a reply by its path; undefined where the log has none. */
export type ReadFigure = (...path: readonly string[]) => number | undefined;

/** Figures that the usage projection would not count (negative ones) are none. */
export function figures(given: {
  readonly [name in keyof Figures]: number | undefined;
}): Figures {
  const known = (value: number | undefined) => (value !== undefined && value >= 0 ? value : undefined);
  const [input, output] = [known(given.input) ?? 0, known(given.output) ?? 0];
  return {
    input,
    output,
    cacheRead: known(given.cacheRead) ?? 0,
    cacheWrite: known(given.cacheWrite) ?? 0,
    total: known(given.total) ?? input + output,
    cost: known(given.cost) ?? null,
  };
}

/** Figures as the `usage` of a `model.response`. */
export function usagePayload(reply: Figures): JsonObject {
  const payload: JsonObject = {
    input_tokens: reply.input,
    output_tokens: reply.output,
    cache_read_input_tokens: reply.cacheRead,
    cache_creation_input_tokens: reply.cacheWrite,
    total_tokens: reply.total,
  };
  if (reply.cost !== null) payload['cost_usd'] = reply.cost;
  return payload;
}

export function emptyUsage(): Usage {
  return { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0, cost: null, responses: 0 };
}

const COLUMNS = 6;

/** The figures of all replies of a log by row: six numbers each, no objects. Rows are pushed in order. */
export class FiguresList {
  readonly #rows = new Int32List();
  #numbers = new Float64Array(64 * COLUMNS);

  /** Figures of a row. A row may have several replies. */
  push(row: number, reply: Figures): void {
    const at = this.#rows.length * COLUMNS;
    if (at === this.#numbers.length) {
      const grown = new Float64Array(this.#numbers.length * 2);
      grown.set(this.#numbers);
      this.#numbers = grown;
    }
    const numbers = this.#numbers;
    numbers[at] = reply.input;
    numbers[at + 1] = reply.output;
    numbers[at + 2] = reply.cacheRead;
    numbers[at + 3] = reply.cacheWrite;
    numbers[at + 4] = reply.total;
    numbers[at + 5] = reply.cost ?? NaN;
    this.#rows.push(row);
  }

  /** The figures of a row that has one reply; undefined where it has none. */
  ofRow(row: number): Figures | undefined {
    const i = this.#positionOf(row);
    if (this.#rows.at(i) !== row) return undefined;
    const figure = (column: number) => this.#numbers[i * COLUMNS + column] ?? 0;
    const [input, output, cacheRead, cacheWrite, total] = [
      figure(0),
      figure(1),
      figure(2),
      figure(3),
      figure(4),
    ];
    return { input, output, cacheRead, cacheWrite, total, cost: Number.isNaN(figure(5)) ? null : figure(5) };
  }

  /** Position of the first reply of a row or of one after it. Rows are asked for in order mostly. */
  #positionOf(row: number): number {
    let [low, high] = [0, this.#rows.length];
    const next = this.#asked;
    if (next < high && this.#rows.at(next) >= row) {
      if (next === 0 || this.#rows.at(next - 1) < row) low = high = next;
      else high = next;
    }
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#rows.at(middle) < row) low = middle + 1;
      else high = middle;
    }
    this.#asked = low + 1;
    return low;
  }
  /** The position after the one that was asked for last. */
  #asked = 0;

  /** The sum over the rows that count, as the usage projection sums. */
  sum(counts: (row: number) => boolean): Usage {
    const usage = emptyUsage();
    for (let i = 0; i < this.#rows.length; i++) {
      if (!counts(this.#rows.at(i))) continue;
      const figure = (column: number) => this.#numbers[i * COLUMNS + column] ?? 0;
      usage.responses += 1;
      usage.input += figure(0);
      usage.output += figure(1);
      usage.cacheRead += figure(2);
      usage.cacheWrite += figure(3);
      usage.total += figure(4);
      if (!Number.isNaN(figure(5))) usage.cost = (usage.cost ?? 0) + figure(5);
    }
    return usage;
  }
}
