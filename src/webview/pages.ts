import type { Row, RowPage } from '../protocol.ts';
import type { RowRange } from './scrollMap.ts';

/** Asks for rows `from … from + count - 1`. */
export type FetchRows = (from: number, count: number, signal: AbortSignal) => Promise<RowPage>;

const PAGE_ROWS = 200;
const PAGES_KEPT = 40;

/** A page and how many rows were asked for: a shorter answer is not asked for again and again. */
interface Kept {
  readonly page: RowPage;
  readonly asked: number;
}

interface Request {
  readonly controller: AbortController;
  readonly generation: number;
  readonly count: number;
  readonly bytes: number;
}

/**
 * The rows of the list, fetched in pages as they come into view. Holds the pages used last, so memory is bounded by
 * the screen. Pages of an older generation stay on show until their successors arrive; an answer of another
 * generation than the current one is dropped.
 */
export class RowPages {
  readonly #fetch: FetchRows;
  readonly #onArrival: () => void;
  /** Page number → page, the least recently used first. */
  readonly #pages = new Map<number, Kept>();
  readonly #requests = new Map<number, Request>();
  /** Pages that could not be read; asked for again when they come into view anew. */
  readonly #failed = new Set<number>();
  /** Rows that will come into view when they are here. */
  #ahead: RowRange | null = null;
  #generation = -1;
  #rows = 0;
  #bytes = 0;

  /** `onArrival` is called after each change of what {@link row} gives. */
  constructor(fetch: FetchRows, onArrival: () => void) {
    this.#fetch = fetch;
    this.#onArrival = onArrival;
  }

  /**
   * Takes the size and generation of the newest snapshot. Nothing is asked for before {@link want}. When the file has
   * grown (`bytes`), what was its last row may have been completed, and what only the end tells of any row, such as a
   * call without an answer, is told anew: the pages stay on show until they come again.
   */
  update(generation: number, rows: number, bytes = 0): void {
    if (generation !== this.#generation) this.#failed.clear();
    if (bytes !== this.#bytes) {
      for (const [number, { page }] of this.#pages) this.#pages.set(number, { page, asked: 0 });
    }
    this.#generation = generation;
    this.#rows = rows;
    this.#bytes = bytes;
    for (const page of this.#pages.keys()) if (page * PAGE_ROWS >= rows) this.#pages.delete(page);
  }

  /** A row if it is here; it may be of the previous generation while its successor is on the way. */
  row(row: number): Row | undefined {
    const number = Math.floor(row / PAGE_ROWS);
    const kept = this.#pages.get(number);
    return row < this.#rows ? kept?.page.rows[row - number * PAGE_ROWS] : undefined;
  }

  /** True when the row could not be read. */
  hasFailed(row: number): boolean {
    return this.#failed.has(Math.floor(row / PAGE_ROWS));
  }

  /**
   * Asks for what is missing of a range and gives up what was asked for outside it. A view that is about to go
   * (`isLeaving`) has its pages as they are: the file has only grown.
   */
  want(range: RowRange, isLeaving = false): void {
    const inView = this.#pagesOf(range);
    const ahead = this.#ahead === null ? null : this.#pagesOf(this.#ahead);
    const outside = (number: number): boolean => !isWithin(number, inView) && !isWithin(number, ahead);
    for (const [number, request] of this.#requests) if (outside(number)) this.#give(number, request);
    for (const number of this.#failed) if (outside(number)) this.#failed.delete(number);
    for (let number = inView.first; number < inView.end; number++) {
      const isHere = this.#pages.get(number)?.page.generation === this.#generation;
      if (!isLeaving || !isHere) this.#need(number);
    }
    this.#evict();
  }

  /**
   * True when all rows of a range are here, or cannot be read. Otherwise they are asked for, beside those in view; with
   * null no longer.
   */
  prepare(range: RowRange | null): boolean {
    this.#ahead = range;
    if (range === null) return true;
    let areHere = true;
    for (let row = range.first; row < range.end; row++) {
      if (this.row(row) === undefined && !this.hasFailed(row)) areHere = false;
    }
    const { first, end } = this.#pagesOf(range);
    if (areHere) this.#ahead = null;
    else for (let number = first; number < end; number++) this.#need(number);
    return areHere;
  }

  /** Numbers of the pages that rows lie on. */
  #pagesOf({ first, end }: RowRange): RowRange {
    const last = Math.min(end, this.#rows) - 1;
    return { first: Math.floor(first / PAGE_ROWS), end: Math.floor(last / PAGE_ROWS) + 1 };
  }

  #need(number: number): void {
    const count = Math.min(PAGE_ROWS, this.#rows - number * PAGE_ROWS);
    const kept = this.#pages.get(number);
    if (kept) {
      this.#pages.delete(number);
      this.#pages.set(number, kept);
      if (kept.page.generation === this.#generation && kept.asked >= count) return;
    }
    if (this.#failed.has(number)) return;
    const running = this.#requests.get(number);
    // One that asks for too few rows is waited for all the same: given up each time that a journal grows, none would come.
    if (running?.generation === this.#generation) return;
    if (running) this.#give(number, running);
    void this.#request(number, count);
  }

  async #request(number: number, count: number): Promise<void> {
    const request: Request = {
      controller: new AbortController(),
      generation: this.#generation,
      count,
      bytes: this.#bytes,
    };
    this.#requests.set(number, request);
    try {
      const page = await this.#fetch(number * PAGE_ROWS, count, request.controller.signal);
      if (this.#requests.get(number) !== request) return;
      this.#requests.delete(number);
      if (page.generation !== this.#generation || page.from !== number * PAGE_ROWS) return;
      this.#pages.set(number, { page, asked: request.bytes === this.#bytes ? count : 0 });
    } catch {
      if (this.#requests.get(number) !== request) return;
      this.#requests.delete(number);
      this.#pages.delete(number);
      this.#failed.add(number);
    }
    this.#onArrival();
  }

  #give(number: number, request: Request): void {
    this.#requests.delete(number);
    request.controller.abort();
  }

  #evict(): void {
    for (const number of this.#pages.keys()) {
      if (this.#pages.size <= PAGES_KEPT) return;
      this.#pages.delete(number);
    }
  }
}

function isWithin(number: number, range: RowRange | null): boolean {
  return range !== null && number >= range.first && number < range.end;
}
