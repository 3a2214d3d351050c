// What each row is, one byte per row.

import type { RowStatus } from '../native.ts';

/** Base states, exclusive. */
const STATUSES = ['active', 'folded', 'unknown', 'damaged'] as const;
type BaseStatus = (typeof STATUSES)[number];
const BASE = 0x0f;
/** On top of an active row. */
const ABANDONED = 0x10;
/** An active message of the user's role that is no user input. */
const INSTRUCTION = 0x20;
/** Stays active when its turn is rolled back: what was spent is spent. */
const KEPT = 0x40;

export class RowStates {
  #bytes = new Uint8Array(1024);
  #length = 0;
  /** Stretches that are abandoned as a whole, in row order: rolling back again steps over them. */
  readonly #abandoned: { readonly from: number; readonly to: number }[] = [];

  get length(): number {
    return this.#length;
  }

  /** Says what a row is. Rows that were left out before it are damaged. */
  set(row: number, status: BaseStatus, kept = false): void {
    this.#reach(row + 1);
    this.#bytes[row] = STATUSES.indexOf(status) | (kept ? KEPT : 0);
  }

  /** Turns an active row into one that another tells. An abandoned one is told by no replayed row either way. */
  fold(row: number): void {
    this.#bytes[row] = STATUSES.indexOf('folded');
  }

  /** Marks a message as no user input. */
  instruct(row: number): void {
    this.#bytes[row] = (this.#bytes[row] ?? 0) | INSTRUCTION;
  }

  /** Abandons the active rows of `[from, to)`. Linear over all calls of a log. */
  abandon(from: number, to: number): void {
    let row = to - 1;
    let start = from;
    while (row >= from) {
      const last = this.#abandoned[this.#abandoned.length - 1];
      if (last !== undefined && last.to > row) {
        this.#abandoned.pop();
        row = last.from - 1;
        start = Math.min(start, last.from);
        continue;
      }
      const byte = this.#bytes[row] ?? 0;
      if ((byte & (BASE | KEPT)) === 0) this.#bytes[row] = byte | ABANDONED;
      row -= 1;
    }
    this.#abandoned.push({ from: start, to });
  }

  /** The states so far, apart from what comes later. `standIns` are folded rows that are active as it stands. */
  copy(standIns: readonly number[]): RowView {
    const bytes = this.#bytes.slice(0, this.#length);
    for (const row of standIns) bytes[row] = STATUSES.indexOf('active');
    return new RowView(bytes);
  }

  #reach(length: number): void {
    if (length > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(length, this.#bytes.length * 2));
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    if (length > this.#length) {
      this.#bytes.fill(STATUSES.indexOf('damaged'), this.#length, length);
      this.#length = length;
    }
  }
}

/** The states of a log at one moment. */
export class RowView {
  constructor(private readonly bytes: Uint8Array) {}

  get length(): number {
    return this.bytes.length;
  }

  statusOf(row: number): RowStatus {
    const byte = this.bytes[row];
    if (byte === undefined) return 'damaged';
    return (byte & ABANDONED) !== 0 ? 'abandoned' : (STATUSES[byte & BASE] ?? 'damaged');
  }

  /** True for a message of the user's role that is no user input. */
  isInstruction(row: number): boolean {
    return ((this.bytes[row] ?? 0) & INSTRUCTION) !== 0;
  }
}
