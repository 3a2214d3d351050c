import type { Place } from '../core/violation.ts';
import { Int32List } from './int32List.ts';

/** A growing list of places: twenty bytes each. Beyond 2 GiB an offset needs more than 32 bits, so it takes two. */
export class PlaceList {
  readonly #numbers = new Int32List();

  get length(): number {
    return this.#numbers.length / FIELDS;
  }

  push({ line, start, end, offset }: Place): void {
    const high = Math.floor(offset / HALF);
    for (const number of [line, start, end, high, offset - high * HALF]) this.#numbers.push(number);
  }

  at(position: number): Place {
    const field = (index: number) => this.#numbers.at(position * FIELDS + index, 0);
    return { line: field(0), start: field(1), end: field(2), offset: field(3) * HALF + field(4) };
  }
}
const FIELDS = 5;
const HALF = 2 ** 30;
