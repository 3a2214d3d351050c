// The tool calls of a journal and what became of each. A journal of a million events has hundreds of thousands of them:
// ids as bytes and a few numbers, no texts.

import { Column } from '../column.ts';
import { IdTable, type Utf8Text } from '../idTable.ts';

/** A call is `OPEN` until its result comes; a result without a request makes it `EARLY`. */
export const OPEN = 1;
export const ANSWERED = 2;
export const EARLY = 3;

/** Where the request of a call is. */
export interface OpenCall {
  readonly row: number;
  readonly ordinal: number;
}

export class OpenCalls {
  readonly #ids = new IdTable();
  readonly #states = Column.ofBytes();
  readonly #rows = Column.ofIntegers();
  readonly #ordinals = Column.ofIntegers();
  #open = 0;

  /** What a call is: 0 where it is not known. */
  stateOf(id: Utf8Text): number {
    return this.#states.at(this.#ids.find(id));
  }

  /** The request at `row` was made. */
  request(id: Utf8Text, row: number, ordinal: number): void {
    const call = this.#callOf(id);
    // Its result came before it.
    if (this.#states.at(call) === EARLY) {
      this.#become(call, ANSWERED);
      return;
    }
    this.#become(call, OPEN);
    this.#rows.set(call, row);
    this.#ordinals.set(call, ordinal);
  }

  /** True when a request waited for this result. */
  answer(id: Utf8Text): boolean {
    const call = this.#ids.find(id);
    if (this.#states.at(call) !== OPEN) return false;
    this.#become(call, ANSWERED);
    return true;
  }

  /** The result came, and no request. */
  answerEarly(id: Utf8Text): void {
    this.#become(this.#callOf(id), EARLY);
  }

  /** Calls without a result, in the order of their requests. */
  open(): OpenCall[] {
    const calls: OpenCall[] = [];
    for (let call = 0; calls.length < this.#open; call++) {
      if (this.#states.at(call) === OPEN)
        calls.push({ row: this.#rows.at(call), ordinal: this.#ordinals.at(call) });
    }
    return calls.sort((a, b) => a.row - b.row);
  }

  #callOf(id: Utf8Text): number {
    const next = this.#states.length;
    const known = this.#ids.claim(id, next);
    if (known >= 0) return known;
    this.#states.push(0);
    this.#rows.push(0);
    this.#ordinals.push(0);
    return next;
  }

  #become(call: number, state: number): void {
    this.#open += Number(state === OPEN) - Number(this.#states.at(call) === OPEN);
    this.#states.set(call, state);
  }
}
