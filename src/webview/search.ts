import type { Query } from '../core/query.ts';
import { parseQueryText } from '../core/queryText.ts';
import type { ShownSearchResult } from '../protocol.ts';
import { RemoteError } from '../rpc.ts';

/** Hits kept; a search that finds more says so. */
const MOST_HITS = 100_000;
const STEP = 2_000;

/** The query as the box has it; its text may hold filters. */
export type BoxQuery = Required<
  Pick<Query, 'text' | 'caseSensitive' | 'wholeWord' | 'regex' | 'violationsOnly'>
>;

type Ask = (query: Query, from: number, limit: number, signal: AbortSignal) => Promise<ShownSearchResult>;

/**
 * A search through all rows, step by step: hits are there to walk through while the rest is still looked at. A new
 * query, and the end of the page's interest, stop the old one at once.
 */
export class Search {
  readonly #ask: Ask;
  readonly #changed: () => void;
  #query: BoxQuery | null = null;
  #controller: AbortController | null = null;
  #hits: number[] = [];
  /** Rows looked through so far. */
  searched = 0;
  running = false;
  /** What is wrong with the query, or how the search failed. */
  message: string | null = null;

  constructor(ask: Ask, changed: () => void) {
    this.#ask = ask;
    this.#changed = changed;
  }

  /** Rows that match, in order. */
  get hits(): readonly number[] {
    return this.#hits;
  }

  /** True when there are more hits than are kept. */
  get isFull(): boolean {
    return this.#hits.length >= MOST_HITS;
  }

  /** Forgets the search and stops it. */
  clear(): void {
    this.#controller?.abort();
    this.#controller = null;
    this.#query = null;
    this.#hits = [];
    this.searched = 0;
    this.running = false;
    this.message = null;
    this.#changed();
  }

  /** Searches anew. An empty query without a filter finds nothing. */
  async start(query: BoxQuery): Promise<void> {
    this.clear();
    if (query.text === '' && !query.violationsOnly) return;
    this.#query = query;
    this.#controller = new AbortController();
    await this.#run(query, this.#controller);
  }

  /** Looks through the rows that have come since the search was done. */
  async goOn(): Promise<void> {
    if (this.#query === null || this.#controller === null || this.running || this.message !== null) return;
    await this.#run(this.#query, this.#controller);
  }

  async #run(query: BoxQuery, controller: AbortController): Promise<void> {
    this.running = true;
    try {
      for (let done = false; !done && !this.isFull;) {
        const typed = { ...query, ...parseQueryText(query.text) };
        const result = await this.#ask(typed, this.searched, STEP, controller.signal);
        if (controller.signal.aborted) return;
        if (!result.ok) {
          this.message = result.message;
          break;
        }
        this.#hits = this.#hits.concat(result.hits);
        ({ next: this.searched, done } = result);
        this.#changed();
      }
    } catch (error) {
      if (controller.signal.aborted) return;
      this.message = error instanceof RemoteError ? error.message : 'The search failed.';
    }
    this.running = false;
    this.#changed();
  }

  /** The nearest hit after (1) or before (-1) a row, wrapping round; null without hits. */
  hitFrom(row: number, direction: 1 | -1): number | null {
    const hits = this.#hits;
    const after = lowerBound(hits, direction === 1 ? row + 1 : row);
    if (direction === 1) return hits[after] ?? hits[0] ?? null;
    return hits[after - 1] ?? hits[hits.length - 1] ?? null;
  }

  /** Position of a row among the hits, from 0; -1 when it is none. */
  positionOf(row: number): number {
    const at = lowerBound(this.#hits, row);
    return this.#hits[at] === row ? at : -1;
  }
}

/** Index of the first of the ascending `values` that is at least `least`. */
function lowerBound(values: readonly number[], least: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
