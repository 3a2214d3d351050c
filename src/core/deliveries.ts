// What has been delivered: for every event its place, sequence and id, so that a later event can be held against an
// earlier one. Holds numbers and ids only; bytes are looked up again in the file on the rare occasion they matter.

import type { EnvelopeField, Fact } from './fact.ts';
import { ByteWriter } from './json/byteWriter.ts';
import { writeCanonical } from './json/canonical.ts';
import { scanJson } from './json/scan.ts';
import { Tape } from './json/tape.ts';
import { JsonRecord, placeIn } from './record.ts';
import type { Place } from './violation.ts';

/** Reads bytes of the journal that were already seen: an absolute offset and a length. */
export type Lookback = (offset: number, length: number) => Uint8Array;

/** Delivered events by ordinal (0-based, in file order, retries not counted). */
export class Deliveries {
  readonly #byId = new Map<string, number>();
  /** Ids that a further session or run uses too, as `identity:id`. */
  readonly #byForeignId = new Map<string, number>();
  readonly #identities: number[] = [];
  readonly #sequences: (number | undefined)[] = [];
  /** First events by sequence, where that is not their ordinal. */
  readonly #bySequence = new Map<number, number>();
  readonly #rows: number[] = [];
  readonly #offsets: number[] = [];
  readonly #lengths: number[] = [];
  readonly #lines: number[] = [];
  readonly #columns: number[] = [];

  constructor(
    private readonly lookback: Lookback,
    private readonly normalise: (record: JsonRecord) => Fact,
  ) {}

  get count(): number {
    return this.#offsets.length;
  }

  /** Registers an event under its identity (session and run), and returns its ordinal. */
  add(fact: Fact, identity: number, row: number): number {
    const ordinal = this.#offsets.length;
    const id = fact.eventId;
    if (id !== undefined && !this.#byId.has(id)) this.#byId.set(id, ordinal);
    else if (id !== undefined && this.ordinalOf(id, identity) === undefined) {
      this.#byForeignId.set(`${identity}:${id}`, ordinal);
    }
    this.#identities.push(identity);
    if (fact.sequence !== undefined && fact.sequence !== ordinal && !this.#bySequence.has(fact.sequence)) {
      this.#bySequence.set(fact.sequence, ordinal);
    }
    this.#sequences.push(fact.sequence);
    this.#rows.push(row);
    this.#offsets.push(fact.record.offset);
    this.#lengths.push(fact.record.to - fact.record.from);
    this.#lines.push(fact.record.text.line);
    const { text, from } = fact.record;
    this.#columns.push(from === 0 ? 0 : placeIn(text, from, from).start);
    return ordinal;
  }

  /** Ordinal of the first event with this id, by identity; undefined without one. */
  ordinalOf(id: string, identity: number): number | undefined {
    const ordinal = this.#byId.get(id);
    if (ordinal !== undefined && this.#identities[ordinal] === identity) return ordinal;
    if (this.#byForeignId.size === 0) return undefined;
    return this.#byForeignId.get(`${identity}:${id}`);
  }

  /** True when an event of any session or run has this id. */
  has(id: string): boolean {
    return this.#byId.has(id);
  }

  /** Ordinal of the first event with this sequence. */
  ordinalOfSequence(sequence: number): number | undefined {
    const elsewhere = this.#bySequence.get(sequence);
    const inPlace = this.#sequences[sequence] === sequence ? sequence : undefined;
    return elsewhere !== undefined && inPlace !== undefined
      ? Math.min(elsewhere, inPlace)
      : (elsewhere ?? inPlace);
  }

  sequenceOf(ordinal: number): number | undefined {
    return this.#sequences[ordinal];
  }

  rowOf(ordinal: number): number {
    return this.#rows[ordinal] ?? 0;
  }

  /** Place of a member of an earlier event. */
  placeOf(ordinal: number, field: EnvelopeField): Place {
    const fact = this.normalise(this.#record(ordinal));
    const at = fact.at(field);
    const column = this.#columns[ordinal] ?? 0;
    return { ...at, start: at.start + column, end: at.end + column };
  }

  /** The bytes of an earlier event, as they stand in the file. */
  bytesOf(ordinal: number): Uint8Array {
    return this.lookback(this.#offsets[ordinal] ?? 0, this.#lengths[ordinal] ?? 0);
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

  #record(ordinal: number): JsonRecord {
    const offset = this.#offsets[ordinal] ?? 0;
    const bytes = this.lookback(offset, this.#lengths[ordinal] ?? 0);
    scanJson(bytes, 0, bytes.length, this.#tape);
    const text = { line: this.#lines[ordinal] ?? 0, offset, bytes };
    return new JsonRecord(text, 0, bytes.length, this.#tape, true);
  }
}
