/**
 * What reported faults have hidden: a damaged line, a gap or an unreadable id takes an event away, and what refers to
 * that event later is a consequence, not a second fault. One fault makes one Problem.
 */
export class Losses {
  readonly #ids: Set<string>;
  readonly #events: Loss[];
  readonly #calls: Loss[];

  constructor(ids: Iterable<string> = [], events: readonly Loss[] = [], calls: readonly Loss[] = []) {
    this.#ids = new Set(ids);
    this.#events = events.map((loss) => ({ ...loss }));
    this.#calls = calls.map((loss) => ({ ...loss }));
  }

  /** An independent copy, for a look from the end that must leave no trace. */
  copy(): Losses {
    return new Losses(this.#ids, this.#events, this.#calls);
  }

  /** A fault at `row` hid `count` events; `id` when it is known which one. */
  hide(row: number, count: number, id: string | undefined): void {
    if (id !== undefined) this.#ids.add(id);
    else this.#events.push({ row, left: count });
    this.#calls.push({ row, left: count });
  }

  /** The event at `row` is there, but not its id. */
  hideId(row: number): void {
    this.#events.push({ row, left: 1 });
  }

  /** The event at `row` is there, but not what it says: it may be a request, a result, a last chunk or a stop. */
  hideMeaning(row: number): void {
    this.#calls.push({ row, left: 1 });
  }

  /** Takes back the newest loss, which turned out to be none. */
  restore(): void {
    this.#events.pop();
    this.#calls.pop();
  }

  /** True when an event with this id, referred to at `row`, may have been hidden; each hidden event is one id. */
  explainsEvent(id: string, row: number): boolean {
    if (this.#ids.has(id)) return true;
    if (!spend(this.#events, (loss) => loss.row <= row)) return false;
    this.#ids.add(id);
    return true;
  }

  /** True when the request of a result at `row` may have been hidden before it. */
  explainsRequest(row: number): boolean {
    return spend(this.#calls, (loss) => loss.row <= row);
  }

  /** True when an event that should follow `row` may have been hidden after it. */
  explainsFollower(row: number): boolean {
    return spend(this.#calls, (loss) => loss.row >= row);
  }
}

interface Loss {
  readonly row: number;
  left: number;
}

function spend(losses: Loss[], fits: (loss: Loss) => boolean): boolean {
  const loss = losses.findLast((candidate) => candidate.left > 0 && fits(candidate));
  if (loss === undefined) return false;
  loss.left -= 1;
  return true;
}
