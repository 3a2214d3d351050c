/**
 * What reported faults have hidden: a damaged line, a gap or an unreadable id takes an event away, and what refers to
 * that event later is a consequence, not a second fault. One fault makes one Problem.
 */
export class Losses {
  readonly #ids: Set<string>;
  readonly #events: LossList;
  readonly #calls: LossList;

  constructor(ids: Iterable<string> = [], events = new LossList(), calls = new LossList()) {
    this.#ids = new Set(ids);
    this.#events = events;
    this.#calls = calls;
  }

  /** An independent copy, for a look from the end that must leave no trace. */
  copy(): Losses {
    return new Losses(this.#ids, this.#events.copy(), this.#calls.copy());
  }

  /** A fault at `row` hid `count` events; `id` when it is known which one. */
  hide(row: number, count: number, id: string | undefined): void {
    if (id !== undefined) this.#ids.add(id);
    else this.#events.push(row, count);
    this.#calls.push(row, count);
  }

  /** The event at `row` is there, but not its id. */
  hideId(row: number): void {
    this.#events.push(row, 1);
  }

  /** The event at `row` is there, but not what it says: it may be a request, a result, a last chunk or a stop. */
  hideMeaning(row: number): void {
    this.#calls.push(row, 1);
  }

  /** Takes back the newest loss, which turned out to be none. */
  restore(): void {
    this.#events.pop();
    this.#calls.pop();
  }

  /** True when an event with this id, referred to at `row`, may have been hidden; each hidden event is one id. */
  explainsEvent(id: string, row: number): boolean {
    if (this.#ids.has(id)) return true;
    if (!this.#events.spendUpTo(row)) return false;
    this.#ids.add(id);
    return true;
  }

  /** True when the request of a result at `row` may have been hidden before it. */
  explainsRequest(row: number): boolean {
    return this.#calls.spendUpTo(row);
  }

  /** True when an event that should follow `row` may have been hidden after it. */
  explainsFollower(row: number): boolean {
    return this.#calls.spendFrom(row);
  }
}

/** Losses in the order of their rows, each good for a number of explanations. Spent ones are stepped over. */
class LossList {
  readonly #rows: number[];
  readonly #left: number[];
  /** For a spent loss one before it, for others themselves. */
  readonly #before: number[];

  constructor(rows: readonly number[] = [], left: readonly number[] = [], before: readonly number[] = []) {
    this.#rows = [...rows];
    this.#left = [...left];
    this.#before = [...before];
  }

  copy(): LossList {
    return new LossList(this.#rows, this.#left, this.#before);
  }

  push(row: number, count: number): void {
    this.#before.push(this.#rows.length);
    this.#rows.push(row);
    this.#left.push(count);
  }

  pop(): void {
    this.#before.pop();
    this.#rows.pop();
    this.#left.pop();
  }

  /** Spends one of the newest loss at or before a row. */
  spendUpTo(row: number): boolean {
    let low = 0;
    let high = this.#rows.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#rows[middle] ?? 0) <= row) low = middle + 1;
      else high = middle;
    }
    return this.#spend(this.#unspent(low - 1));
  }

  /** Spends one of the newest loss, if that is at or after a row. */
  spendFrom(row: number): boolean {
    const newest = this.#unspent(this.#rows.length - 1);
    return (this.#rows[newest] ?? -1) >= row && this.#spend(newest);
  }

  /** The last loss at or before a position that is not spent, -1 without one. */
  #unspent(position: number): number {
    let at = position;
    for (let next = this.#before[at]; next !== undefined && next !== at; next = this.#before[at]) {
      // Half the way is remembered, so that it is not gone again.
      const further = this.#before[next] ?? next;
      this.#before[at] = further;
      at = further;
    }
    return at;
  }

  #spend(at: number): boolean {
    const left = (this.#left[at] ?? 0) - 1;
    if (left < 0) return false;
    this.#left[at] = left;
    if (left === 0) this.#before[at] = at - 1;
    return true;
  }
}
