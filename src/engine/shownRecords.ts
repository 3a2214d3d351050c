// The records of an agent's log as far as they are shown: whole where they are small, and of a huge one what its
// beginning says.

import { DAMAGE } from '../core/journalIndex.ts';
import { scanJson } from '../core/json/scan.ts';
import { Tape } from '../core/json/tape.ts';
import { isJsonObject, valueAt, type JsonObject } from '../core/json/value.ts';
import type { NativeEvent } from '../formats/native.ts';
import type { ByteSource } from './byteSource.ts';
import type { NativeJournal } from './nativeJournal.ts';
import type { ShownEvent } from './replayView.ts';

/** A record up to this size is read whole; of a larger one only the beginning is. */
const WHOLE = 256 * 1024;

/** Records that are kept for the next view, and bytes of them. */
const MOST_KEPT = 1000;
const MOST_BYTES = 16 << 20;

/** A record, as far as it was read. */
export interface ShownRecord {
  /** What it stands for, whether it is replayed or not. */
  readonly events: readonly NativeEvent[];
  readonly value: JsonObject | undefined;
  /** Bytes of the record when only its beginning was read, else null. */
  readonly cutFrom: number | null;
}

const NOTHING: ShownRecord = { events: [], value: undefined, cutFrom: null };

export class ShownRecords {
  readonly #source: ByteSource;
  readonly #journal: NativeJournal;
  readonly #kept = new Map<number, ShownRecord>();
  #bytes = 0;
  readonly #tape = new Tape();

  constructor(source: ByteSource, journal: NativeJournal) {
    this.#source = source;
    this.#journal = journal;
  }

  /** Forgets what was read: the plan is another one. */
  clear(): void {
    this.#kept.clear();
    this.#bytes = 0;
  }

  of(row: number): ShownRecord {
    const known = this.#kept.get(row);
    if (known !== undefined) return known;
    const indexed = this.#journal.index.at(row);
    if (indexed === undefined || indexed.kind === DAMAGE) return NOTHING;
    const length = Math.min(indexed.length, WHOLE);
    if (this.#kept.size >= MOST_KEPT || this.#bytes + length > MOST_BYTES) this.clear();
    const record = this.#read(row, indexed.line, indexed.length);
    this.#kept.set(row, record);
    this.#bytes += length;
    return record;
  }

  /** One event of a row by its place among them. */
  event(row: number, at: number, sequence: number): ShownEvent {
    const { events, cutFrom } = this.of(row);
    return shown(events[at], { row, sequence }, cutFrom);
  }

  /** One of the events that close the journal. */
  closing(at: number, place: { readonly row: number; readonly sequence: number }): ShownEvent {
    return shown(this.#journal.plan.closing()[at], place, null);
  }

  #read(row: number, line: number, length: number): ShownRecord {
    const value = this.#value(row);
    if (value === undefined) return NOTHING;
    const read = (other: number) => this.#value(other);
    return {
      events: this.#journal.plan.events(row, line, value, read),
      value,
      cutFrom: length > WHOLE ? length : null,
    };
  }

  /** The record of a row, or what can be read of its beginning. */
  #value(row: number): JsonObject | undefined {
    const indexed = this.#journal.index.at(row);
    if (indexed === undefined || indexed.kind === DAMAGE) return undefined;
    const bytes = this.#source.read(indexed.offset, Math.min(indexed.length, WHOLE));
    const isWhole = scanJson(bytes, 0, bytes.length, this.#tape).ok;
    const value = valueAt(bytes, isWhole ? this.#tape : this.#tape.copy(), 0);
    return isJsonObject(value) ? value : undefined;
  }
}

function shown(
  event: NativeEvent | undefined,
  { row, sequence }: { readonly row: number; readonly sequence: number },
  cutFrom: number | null,
): ShownEvent {
  const payload = event?.payload;
  return {
    row,
    sequence,
    cutFrom,
    whole: () => (cutFrom === null ? payload : undefined),
    payload: (key) => (payload !== undefined && Object.hasOwn(payload, key) ? payload[key] : undefined),
  };
}
