// What has been delivered: for every event its row and id, so that a later event can be held against an earlier one.
// Holds numbers and ids only; bytes are looked up again in the file on the rare occasion they matter.

import { Column } from './column.ts';
import type { EnvelopeField, Fact } from './fact.ts';
import { IdTable, type Utf8Text } from './idTable.ts';
import { ByteWriter } from './json/byteWriter.ts';
import { writeCanonical } from './json/canonical.ts';
import type { IndexedRow, JournalIndex } from './journalIndex.ts';
import { scanJson } from './json/scan.ts';
import { Tape } from './json/tape.ts';
import { JsonRecord } from './record.ts';
import type { Place } from './violation.ts';

/** Reads bytes of the journal that were already seen: an absolute offset and a length. */
export type Lookback = (offset: number, length: number) => Uint8Array;

/** Delivered events by ordinal (0-based, in file order, retries not counted). */
export class Deliveries {
  readonly #byId = new IdTable();
  /** Ids that a further session or run uses too. */
  readonly #byForeignId = new Map<string, number>();
  readonly #identities = Column.ofIntegers();
  readonly #rows = Column.ofIntegers();
  /** First events by sequence, where that is not their ordinal. */
  readonly #bySequence = new Map<number, number>();
  /** Columns of the records that do not start their line. */
  readonly #columns = new Map<number, number>();

  constructor(
    private readonly index: JournalIndex,
    private readonly lookback: Lookback,
    private readonly normalise: (record: JsonRecord) => Fact,
  ) {}

  get count(): number {
    return this.#rows.length;
  }

  /**
   * Ordinal of the first event with an id, by identity. Where there is none, the id becomes that of the event that is
   * added next.
   */
  claim(id: Utf8Text, identity: number): number | undefined {
    const first = this.#byId.claim(id, this.count);
    if (first < 0) return undefined;
    if (this.#identities.at(first) === identity) return first;
    const key = foreignKey(id, identity);
    const known = this.#byForeignId.get(key);
    if (known === undefined) this.#byForeignId.set(key, this.count);
    return known;
  }

  /** Adds an event of an identity (session and run), and returns its ordinal. */
  add({ sequence, column }: Fact, identity: number, row: number): number {
    const ordinal = this.#rows.length;
    this.#identities.push(identity);
    if (sequence !== undefined && sequence !== ordinal && !this.#bySequence.has(sequence)) {
      this.#bySequence.set(sequence, ordinal);
    }
    this.#rows.push(row);
    if (column > 0) this.#columns.set(ordinal, column);
    return ordinal;
  }

  /** Ordinal of the first event with this id, by identity; undefined without one. */
  ordinalOf(id: Utf8Text, identity: number): number | undefined {
    const ordinal = this.#byId.find(id);
    if (ordinal >= 0 && this.#identities.at(ordinal) === identity) return ordinal;
    if (this.#byForeignId.size === 0) return undefined;
    return this.#byForeignId.get(foreignKey(id, identity));
  }

  /** True when an event of any session or run has this id. */
  has(id: Utf8Text): boolean {
    return this.#byId.find(id) >= 0;
  }

  /** Ordinal of the first event with this sequence. */
  ordinalOfSequence(sequence: number): number | undefined {
    const elsewhere = this.#bySequence.get(sequence);
    const inPlace = sequence < this.count && this.sequenceOf(sequence) === sequence ? sequence : undefined;
    return elsewhere !== undefined && inPlace !== undefined
      ? Math.min(elsewhere, inPlace)
      : (elsewhere ?? inPlace);
  }

  sequenceOf(ordinal: number): number | undefined {
    const sequence = ordinal < this.count ? this.index.sequenceAt(this.#rows.at(ordinal)) : -1;
    return sequence < 0 ? undefined : sequence;
  }

  /** An earlier event, read again from the file. */
  read(ordinal: number): Fact {
    return this.normalise(this.#record(ordinal));
  }

  /** Place of a member of an earlier event. */
  placeOf(ordinal: number, field: EnvelopeField): Place {
    const at = this.read(ordinal).at(field);
    const column = this.#columns.get(ordinal) ?? 0;
    return { ...at, start: at.start + column, end: at.end + column };
  }

  /** The bytes of an earlier event, as they stand in the file. */
  bytesOf(ordinal: number): Uint8Array {
    const { offset, length } = this.#placeOf(ordinal);
    return this.lookback(offset, length);
  }

  /** Canonical bytes of an earlier event. The view holds until the next call. */
  canonicalOf(ordinal: number): Uint8Array {
    const record = this.#record(ordinal);
    this.#writer.clear();
    writeCanonical(record.text.bytes, record.tape, 0, this.#writer);
    return this.#writer.bytes();
  }
  readonly #writer = new ByteWriter();
  readonly #tape = new Tape();

  #placeOf(ordinal: number): IndexedRow {
    const place = this.index.at(this.#rows.at(ordinal));
    if (place === undefined) throw new RangeError(`no event ${ordinal}`);
    return place;
  }

  #record(ordinal: number): JsonRecord {
    const { offset, length, line } = this.#placeOf(ordinal);
    const bytes = this.lookback(offset, length);
    scanJson(bytes, 0, bytes.length, this.#tape);
    const text = { line, offset, bytes };
    return new JsonRecord(text, 0, bytes.length, this.#tape, true);
  }
}

function foreignKey({ bytes, from, to }: Utf8Text, identity: number): string {
  return `${identity}:${bytes.subarray(from, to).join()}`;
}
