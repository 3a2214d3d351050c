// Which model was at work from which row on.

import { Int32List } from '../int32List.ts';

export class Models {
  readonly #rows = new Int32List();
  readonly #names: string[] = [];

  /** The model that is at work from a row on. */
  from(row: number, model: string): void {
    if (this.last === model) return;
    this.#rows.push(row);
    this.#names.push(model);
  }

  get last(): string | null {
    return this.#names[this.#names.length - 1] ?? null;
  }

  /** The model at work at a row, undefined before the first is named. */
  at(row: number): string | undefined {
    const rows = this.#rows.view();
    let [low, high] = [0, rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((rows[middle] ?? 0) <= row) low = middle + 1;
      else high = middle;
    }
    return this.#names[low - 1];
  }
}
