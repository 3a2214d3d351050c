import type { RowStatus } from './native.ts';

const STATUSES = ['active', 'folded', 'abandoned', 'unknown', 'damaged'] as const;

/** The status of each row, one byte each. Rows come in order; a status may change later. */
export class RowStatuses {
  #bytes = new Uint8Array(64);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Status of the next row. */
  push(status: RowStatus): void {
    if (this.#length === this.#bytes.length) {
      const grown = new Uint8Array(this.#length * 2);
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    this.#bytes[this.#length++] = STATUSES.indexOf(status);
  }

  /** Changes the status of a row that is there. */
  set(row: number, status: RowStatus): void {
    if (row >= 0 && row < this.#length) this.#bytes[row] = STATUSES.indexOf(status);
  }

  /** The status of a row, `unknown` where there is no such row. */
  at(row: number): RowStatus {
    return row < this.#length ? (STATUSES[this.#bytes[row] ?? -1] ?? 'unknown') : 'unknown';
  }

  /** The statuses as they are now. */
  copy(): RowStatuses {
    const copy = new RowStatuses();
    copy.#bytes = this.#bytes.slice(0, Math.max(64, this.#length));
    copy.#length = this.#length;
    return copy;
  }
}
