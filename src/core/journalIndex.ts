// The compact index of an opened journal: a few numbers per row in typed arrays, never an event. Everything shown is
// read again from the file through it.

import { Column } from './column.ts';
import type { Damage } from './decoded.ts';
import type { Fact } from './fact.ts';
import type { Severity } from './severity.ts';

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

/** What the index keeps of a damaged stretch. */
export function damagedRow({ offset, length, line }: Damage): IndexedRow {
  return { kind: DAMAGE, offset, length, line, sequence: -1 };
}

/** What the index keeps of a fact. */
export function factRow({ offset, length, line, sequence = -1 }: Fact, isRetry: boolean): IndexedRow {
  return { kind: isRetry ? RETRY : EVENT, offset, length, line, sequence };
}

export class JournalIndex {
  readonly #kind = Column.ofBytes();
  readonly #severity = Column.ofBytes();
  readonly #offset = Column.ofDoubles();
  readonly #length = Column.ofDoubles();
  readonly #line = Column.ofIntegers();
  readonly #sequence = Column.ofDoubles();
  /** Rows that are not applied: retries and damage. */
  readonly #passed = Column.ofIntegers();

  get count(): number {
    return this.#kind.length;
  }

  /** All columns, to be kept and restored in this order. */
  get columns(): readonly Column[] {
    return [this.#kind, this.#severity, this.#offset, this.#length, this.#line, this.#sequence, this.#passed];
  }

  add(row: IndexedRow): void {
    if (row.kind !== EVENT) this.#passed.push(this.count);
    if (this.#severity.length === this.count) this.#severity.push(0);
    this.#kind.push(row.kind);
    this.#offset.push(row.offset);
    this.#length.push(row.length);
    this.#line.push(row.line);
    this.#sequence.push(row.sequence);
  }

  /** Forgets the rows from `count` on, and their marks. */
  truncate(count: number): void {
    while (this.#passed.length > 0 && this.#passed.at(this.#passed.length - 1) >= count)
      this.#passed.truncate(this.#passed.length - 1);
    for (const column of [this.#kind, this.#severity, this.#offset, this.#length, this.#line, this.#sequence])
      column.truncate(count);
  }

  /** The row, undefined outside the index. */
  at(row: number): IndexedRow | undefined {
    if (!Number.isInteger(row) || row < 0 || row >= this.count) return undefined;
    return {
      kind: this.#kind.at(row),
      offset: this.#offset.at(row),
      length: this.#length.at(row),
      line: this.#line.at(row),
      sequence: this.#sequence.at(row),
    };
  }

  /** The sequence of a row as recorded, -1 when it could not be read. */
  sequenceAt(row: number): number {
    return row < this.count ? this.#sequence.at(row) : -1;
  }

  /** How many events are applied before a row. */
  eventsBefore(row: number): number {
    const before = Math.min(row, this.count);
    return before - this.#passed.countUpTo(before - 1);
  }

  /** Takes the mark of a row away. */
  unmark(row: number): void {
    this.#severity.set(row, 0);
  }

  /** Raises the severity of a row to at least `severity`. A row may be marked before it is added. */
  mark(row: number, severity: Severity): void {
    while (row >= this.#severity.length) this.#severity.push(0);
    const rank = SEVERITIES.indexOf(severity);
    if (rank > this.#severity.at(row)) this.#severity.set(row, rank);
  }

  severityAt(row: number): Severity | null {
    return SEVERITIES[this.#severity.at(row)] ?? null;
  }

  /** The next row with a violation of at least a warning, or of any kind where there is none; wraps round. */
  nextMarked(row: number, direction: 1 | -1): number | null {
    for (const least of [2, 1]) {
      for (let step = 1; step <= this.count; step++) {
        const at = (((row + direction * step) % this.count) + this.count) % this.count;
        if (this.#severity.at(at) >= least) return at;
      }
    }
    return null;
  }

  /** The last row that starts at or before an absolute byte offset, undefined when there is none. */
  rowAtOffset(offset: number): (IndexedRow & { readonly row: number }) | undefined {
    const row = this.#offset.countUpTo(offset) - 1;
    const indexed = this.at(row);
    return indexed && { ...indexed, row };
  }

  /** The last row that starts at or before a 0-based line, null when there is none. Rows are in line order. */
  rowAtLine(line: number): number | null {
    // Of glued records the first on the line.
    let row = this.#line.countUpTo(line) - 1;
    while (row > 0 && this.#line.at(row - 1) === this.#line.at(row)) row--;
    return row < 0 ? null : row;
  }
}
