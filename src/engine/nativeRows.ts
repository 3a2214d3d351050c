// The records of a native log, read again by their rows: in batches where rows are asked for in order, and one by one
// where they are not.

import { mendSurrogates } from '../core/json/mend.ts';
import { scanJson } from '../core/json/scan.ts';
import { Tape } from '../core/json/tape.ts';
import { decodeUtf8 } from '../core/json/utf8.ts';
import { isJsonObject, valueAt, type JsonObject } from '../core/json/value.ts';
import { JsonRecord } from '../core/record.ts';
import type { MarkedReader } from '../formats/passages.ts';
import type { ByteSource } from './byteSource.ts';
import { DAMAGE, type IndexedRow, type JournalIndex } from '../core/journalIndex.ts';

/** Bytes read at once: many small records cost one read. */
const BATCH = 1 << 20;

/** Bytes that are read at once of records out of order: one is mostly asked for with its neighbours. */
const SMALL_BATCH = 1 << 15;

/** Longest record that the buffer for batches grows to. */
const LONGEST_KEPT = 8 << 20;

/** UTF-8 to text; a platform may know a faster way than the general one. */
export type TextOf = (bytes: Uint8Array) => string;

/** Rows that are read in another way than most. */
export interface OddRows {
  /** Numbers that a double does not hold: read digit by digit. */
  readonly exact: ReadonlySet<number>;
  /** Texts with half of a surrogate pair: read as U+FFFD. */
  readonly halves: ReadonlySet<number>;
  /** Ill-formed UTF-8: read with U+FFFD in its place. */
  readonly illFormed: ReadonlySet<number>;
}

export class NativeRows {
  readonly #source: ByteSource;
  readonly #index: JournalIndex;
  readonly #odd: OddRows;
  readonly #textOf: TextOf;
  readonly #tape = new Tape();
  #batch: Batch = NOTHING;
  #others: Batch = NOTHING;

  constructor(
    source: ByteSource,
    index: JournalIndex,
    odd: OddRows,
    textOf: TextOf = (bytes) => decodeUtf8(bytes),
  ) {
    this.#textOf = textOf;
    this.#source = source;
    this.#index = index;
    this.#odd = odd;
  }

  /**
   * The record of a row as data, undefined where the row has none. Of duplicate keys the last wins. For rows that are
   * read in order.
   */
  value(row: number): JsonObject | undefined {
    return this.#value(row, true);
  }

  /** The same for any other row, while the reading in order goes on where it is. */
  readonly other = (row: number): JsonObject | undefined => this.#value(row, false);

  /** The same as {@link value} with marks in place of passages, where the row is no odd one. */
  marked(row: number, reader: MarkedReader): JsonObject | undefined {
    return this.#marked(row, true, reader);
  }

  /** The same as {@link other} with marks. */
  otherMarked(row: number, reader: MarkedReader): JsonObject | undefined {
    return this.#marked(row, false, reader);
  }

  /** The record of a row with its tokens, for places in it. Valid until the next call. */
  record(row: number): JsonRecord | undefined {
    const indexed = this.#index.at(row);
    if (indexed === undefined || indexed.kind === DAMAGE) return undefined;
    const { line, offset } = indexed;
    // Copied: a record may be looked at while the reading in order goes on.
    const bytes = this.#bytes(indexed, false).slice();
    scanJson(bytes, 0, bytes.length, this.#tape);
    return new JsonRecord({ line, offset, bytes }, 0, bytes.length, this.#tape, true);
  }

  #value(row: number, inOrder: boolean): JsonObject | undefined {
    const indexed = this.#index.at(row);
    if (indexed === undefined || indexed.kind === DAMAGE) return undefined;
    const read = this.#bytes(indexed, inOrder);
    const bytes = this.#odd.halves.has(row) ? mendSurrogates(read) : read;
    const value = this.#odd.exact.has(row) ? undefined : parse(this.#textOf(bytes));
    return isJsonObject(value) ? value : this.#exactValue(bytes);
  }

  #marked(row: number, inOrder: boolean, reader: MarkedReader): JsonObject | undefined {
    const indexed = this.#index.at(row);
    if (indexed === undefined || indexed.kind === DAMAGE) return undefined;
    const { exact, halves, illFormed } = this.#odd;
    const isOdd = exact.has(row) || halves.has(row) || illFormed.has(row);
    const { offset, length } = indexed;
    const ahead = isOdd || !inOrder ? undefined : reader.at(offset, length);
    const text = isOdd ? undefined : (ahead ?? reader.read(this.#bytes(indexed, inOrder)));
    const value = text === undefined ? undefined : parse(text);
    return isJsonObject(value) ? value : this.#value(row, inOrder);
  }

  #exactValue(bytes: Uint8Array): JsonObject | undefined {
    scanJson(bytes, 0, bytes.length, this.#tape);
    const value = valueAt(bytes, this.#tape, 0);
    return isJsonObject(value) ? value : undefined;
  }

  #bytes({ offset, length }: IndexedRow, inOrder: boolean): Uint8Array {
    const there =
      within(this.#batch, offset, length) ?? (inOrder ? undefined : within(this.#others, offset, length));
    if (there !== undefined) return there;
    if (inOrder) this.#batch = { offset, bytes: this.#read(offset, length) };
    else this.#others = { offset, bytes: this.#source.read(offset, Math.max(length, SMALL_BATCH)) };
    return (inOrder ? this.#batch : this.#others).bytes.subarray(0, length);
  }

  /** At least `length` bytes, in the buffer of the batch before where they fit. */
  #read(offset: number, length: number): Uint8Array {
    const source = this.#source;
    if (source.readInto === undefined || length > LONGEST_KEPT) {
      return source.read(offset, Math.max(length, BATCH));
    }
    if (length > this.#buffer.length) this.#buffer = new Uint8Array(Math.max(BATCH, length));
    return this.#buffer.subarray(0, source.readInto(offset, this.#buffer));
  }
  #buffer = new Uint8Array(0);
}

/** Bytes of the source from an offset on. */
interface Batch {
  readonly offset: number;
  readonly bytes: Uint8Array;
}
const NOTHING: Batch = { offset: 0, bytes: new Uint8Array(0) };

function within({ offset, bytes }: Batch, from: number, length: number): Uint8Array | undefined {
  const at = from - offset;
  return at >= 0 && at + length <= bytes.length ? bytes.subarray(at, at + length) : undefined;
}

/** The value of a text that was scanned already; undefined where it goes too deep for the platform's own reader. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
