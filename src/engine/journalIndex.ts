// The compact index of an opened journal: a few numbers per row in typed arrays, never an event. Everything shown is
// read again from the file through it.

import type { Checked } from '../core/check.ts';
import type { Severity } from '../core/severity.ts';

/** What a row is. A retry is an event that was delivered before: it is shown, and not applied. */
export const EVENT = 0;
export const RETRY = 1;
export const DAMAGE = 2;

const SEVERITIES: readonly (Severity | null)[] = [null, 'information', 'warning', 'error'];

export interface IndexedRow {
  readonly kind: number;
  /** Absolute byte offset and length of the record. */
  readonly offset: number;
  readonly length: number;
  /** 0-based physical line. */
  readonly line: number;
  /** Sequence as recorded, -1 when it could not be read. */
  readonly sequence: number;
}

/** What the index keeps of a row. */
export function indexedRow(row: Checked): IndexedRow {
  if (row.kind === 'damage') {
    const { offset, length, line } = row.damage;
    return { kind: DAMAGE, offset, length, line, sequence: -1 };
  }
  const { offset, length, line, sequence } = row.fact;
  return { kind: row.retry ? RETRY : EVENT, offset, length, line, sequence: sequence ?? -1 };
}

export class JournalIndex {
  #count = 0;
  #kind = new Uint8Array(1024);
  #severity = new Uint8Array(1024);
  #offset = new Float64Array(1024);
  #length = new Float64Array(1024);
  #line = new Float64Array(1024);
  #sequence = new Float64Array(1024);

  get count(): number {
    return this.#count;
  }

  add(row: IndexedRow): void {
    const at = this.#count;
    if (at === this.#kind.length) this.#grow();
    this.#kind[at] = row.kind;
    this.#offset[at] = row.offset;
    this.#length[at] = row.length;
    this.#line[at] = row.line;
    this.#sequence[at] = row.sequence;
    this.#count = at + 1;
  }

  /** The row, undefined outside the index. */
  at(row: number): IndexedRow | undefined {
    if (!Number.isInteger(row) || row < 0 || row >= this.#count) return undefined;
    return {
      kind: this.#kind[row] ?? 0,
      offset: this.#offset[row] ?? 0,
      length: this.#length[row] ?? 0,
      line: this.#line[row] ?? 0,
      sequence: this.#sequence[row] ?? -1,
    };
  }

  /** Raises the severity of a row to at least `severity`. A row may be marked before it is added. */
  mark(row: number, severity: Severity): void {
    while (row >= this.#severity.length) this.#grow();
    const rank = SEVERITIES.indexOf(severity);
    if (rank > (this.#severity[row] ?? 0)) this.#severity[row] = rank;
  }

  severityAt(row: number): Severity | null {
    return SEVERITIES[this.#severity[row] ?? 0] ?? null;
  }

  /** The next row with a violation of at least a warning, or of any kind where there is none; wraps round. */
  nextMarked(row: number, direction: 1 | -1): number | null {
    for (const least of [2, 1]) {
      for (let step = 1; step <= this.#count; step++) {
        const at = (((row + direction * step) % this.#count) + this.#count) % this.#count;
        if ((this.#severity[at] ?? 0) >= least) return at;
      }
    }
    return null;
  }

  /** The last row that starts at or before an absolute byte offset, undefined when there is none. */
  rowAtOffset(offset: number): (IndexedRow & { readonly row: number }) | undefined {
    let low = 0;
    let high = this.#count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#offset[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    const indexed = this.at(low - 1);
    return indexed && { ...indexed, row: low - 1 };
  }

  /** The last row that starts at or before a 0-based line, null when there is none. Rows are in line order. */
  rowAtLine(line: number): number | null {
    let low = 0;
    let high = this.#count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#line[middle] ?? 0) <= line) low = middle + 1;
      else high = middle;
    }
    // Of glued records the first on the line.
    let row = low - 1;
    while (row > 0 && this.#line[row - 1] === this.#line[row]) row--;
    return row < 0 ? null : row;
  }

  #grow(): void {
    const size = this.#kind.length * 2;
    const bytes = (old: Uint8Array<ArrayBuffer>) => {
      const grown = new Uint8Array(size);
      grown.set(old);
      return grown;
    };
    const numbers = (old: Float64Array<ArrayBuffer>) => {
      const grown = new Float64Array(size);
      grown.set(old);
      return grown;
    };
    this.#kind = bytes(this.#kind);
    this.#severity = bytes(this.#severity);
    this.#offset = numbers(this.#offset);
    this.#length = numbers(this.#length);
    this.#line = numbers(this.#line);
    this.#sequence = numbers(this.#sequence);
  }
}
