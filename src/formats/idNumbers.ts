// Numbers by id, for millions of ids: read straight off the record's bytes and kept as bytes, so that the first pass
// over a log makes no string per record. Exact: equal hashes are told apart by the bytes themselves.

import { ESCAPED } from '../core/json/tape.ts';
import { decodeUtf8 } from '../core/json/utf8.ts';
import type { JsonRecord } from '../core/record.ts';
import { bytesHash } from './bytesHash.ts';
import { Int32List } from './int32List.ts';

const CHUNK = 1 << 20;
/** Longest id kept as bytes; a longer one is no id of any agent and is kept as a text. */
const MAX_BYTES = 256;
/** Ids whose place in the table is this crowded go into a map: chosen collisions cost no more than others. */
const MAX_PROBES = 64;
const NOTHING = new Uint8Array(0);
/** The tag of a hash is its highest byte: the lowest bits choose the slot. */
const TAG_SHIFT = 24;
const SEED = 0x811c9dc5;
/** Length of a UUID in lower case with its hyphens, and of its bytes behind a mark that no text begins with. */
const UUID = 36;
const PACKED = 17;
const PACKED_MARK = 0xff;
const encoder = new TextEncoder();

/** Ids and their numbers. An id keeps the number that it was given first, until it is set anew. */
export class IdNumbers {
  #chunks: Uint8Array[] = [];
  #used = CHUNK;
  /** Of each entry: where its bytes are, counted over all chunks, how many, and its number. */
  readonly #entries = new Int32List();
  /** Entry + 1 by slot, and a byte of its hash: most other entries are told apart by it. */
  #slots = new Int32Array(1 << 10);
  #tags = new Uint8Array(1 << 10);
  readonly #crowded = new Map<string, number>();
  #from = 0;
  #to = 0;
  #bytes: Uint8Array = NOTHING;
  #free = -1;
  #hash = 0;

  /** The number of the id in a string token, -1 where it has none. */
  find(record: JsonRecord, token: number): number {
    this.#take(record, token);
    const entry = this.#recent();
    return entry >= 0 ? this.#field(entry, NUMBER) : this.#find(record, token);
  }

  /** Gives the id in a string token a number, unless it has one: then that, else -1. */
  claim(record: JsonRecord, token: number, number: number): number {
    if (this.#isCrowded()) this.#grow();
    this.#take(record, token);
    const known = this.#find(record, token);
    if (known < 0) this.#add(record, token, number);
    return known;
  }

  /** The number of an id, -1 where it has none. */
  numberOf(id: string): number {
    this.#takeText(id);
    const entry = this.#lookup();
    return entry >= 0 ? this.#field(entry, NUMBER) : (this.#crowded.get(keyOf(id)) ?? -1);
  }

  /** The ids that have one of these numbers, by number. Looks through all ids. */
  idsOf(numbers: ReadonlySet<number>): Map<number, string> {
    const ids = new Map<number, string>();
    for (const [id, number] of this.#crowded) if (numbers.has(number)) ids.set(number, id);
    for (let entry = 0; entry * FIELDS < this.#entries.length; entry++) {
      const number = this.#field(entry, NUMBER);
      if (!numbers.has(number)) continue;
      ids.set(number, this.#textOf(entry));
    }
    return ids;
  }

  /** Gives the id in a string token a number, whatever it had before. */
  set(record: JsonRecord, token: number, number: number): void {
    if (this.#isCrowded()) this.#grow();
    this.#take(record, token);
    const entry = this.#lookup();
    if (entry >= 0) this.#entries.set(entry * FIELDS + NUMBER, number);
    else this.#add(record, token, number);
  }

  #find(record: JsonRecord, token: number): number {
    const entry = this.#lookup();
    if (entry >= 0) return this.#field(entry, NUMBER);
    return this.#crowded.size === 0 ? -1 : (this.#crowded.get(keyOf(record.string(token))) ?? -1);
  }

  /** Adds the id that was looked up last. */
  #add(record: JsonRecord, token: number, number: number): void {
    if (this.#free < 0 || this.#to - this.#from > MAX_BYTES) {
      this.#crowded.set(keyOf(record.string(token)), number);
    } else {
      this.#slots[this.#free] = this.#entries.length / FIELDS + 1;
      this.#tags[this.#free] = this.#hash >>> TAG_SHIFT;
      this.#keep(number);
    }
  }

  /** The entry of the taken bytes where it is one of the last two: most parents came just before. Else -1. */
  #recent(): number {
    const last = this.#entries.length / FIELDS - 1;
    if (last < 0) return -1;
    if (this.#equals(last)) return last;
    return last > 0 && this.#equals(last - 1) ? last - 1 : -1;
  }

  #isCrowded(): boolean {
    return (this.#entries.length / FIELDS) * 2 >= this.#slots.length;
  }

  /** The bytes of the id, unescaped. */
  #take(record: JsonRecord, token: number): void {
    const { tape, text } = record;
    if ((tape.flagsAt(token) & ESCAPED) !== 0) {
      this.#takeText(record.string(token));
      return;
    }
    this.#bytes = text.bytes;
    this.#from = tape.startAt(token) + 1;
    this.#to = tape.endAt(token) - 1;
    this.#pack();
  }

  #takeText(id: string): void {
    const length = asciiInto(id, this.#ascii);
    this.#bytes = length < 0 ? encoder.encode(id) : this.#ascii;
    this.#from = 0;
    this.#to = length < 0 ? this.#bytes.length : length;
    this.#pack();
  }
  readonly #ascii = new Uint8Array(MAX_BYTES);

  /** A UUID takes less than half the room as the bytes that it spells. */
  #pack(): void {
    if (this.#to - this.#from !== UUID || !pack(this.#bytes, this.#from, this.#packed)) return;
    this.#bytes = this.#packed;
    this.#from = 0;
    this.#to = PACKED;
  }
  readonly #packed = new Uint8Array(PACKED).fill(PACKED_MARK, 0, 1);

  /** The entry of the taken bytes, -1 without one; then `#free` is the slot for it, -1 where there is none near. */
  #lookup(): number {
    this.#free = -1;
    if (this.#to - this.#from > MAX_BYTES) return -1;
    const mask = this.#slots.length - 1;
    this.#hash = bytesHash(this.#bytes, this.#from, this.#to, SEED);
    const tag = this.#hash >>> TAG_SHIFT;
    let slot = this.#hash & mask;
    for (let probe = 0; probe < MAX_PROBES; probe++, slot = (slot + 1) & mask) {
      const entry = (this.#slots[slot] ?? 0) - 1;
      if (entry < 0) {
        this.#free = slot;
        return -1;
      }
      if (this.#tags[slot] === tag && this.#equals(entry)) return entry;
    }
    return -1;
  }

  #equals(entry: number): boolean {
    const length = this.#to - this.#from;
    if (this.#field(entry, LENGTH) !== length) return false;
    const chunk = this.#chunkOf(entry);
    const offset = this.#field(entry, OFFSET) % CHUNK;
    // From the end: ids of one writer begin alike.
    for (let i = length - 1; i >= 0; i--) if (chunk[offset + i] !== this.#bytes[this.#from + i]) return false;
    return true;
  }

  #keep(number: number): void {
    const length = this.#to - this.#from;
    if (this.#used + length > CHUNK) {
      this.#chunks.push(new Uint8Array(CHUNK));
      this.#used = 0;
    }
    this.#chunks.at(-1)?.set(this.#bytes.subarray(this.#from, this.#to), this.#used);
    this.#entries.push((this.#chunks.length - 1) * CHUNK + this.#used);
    this.#entries.push(length);
    this.#entries.push(number);
    this.#used += length;
  }

  #textOf(entry: number): string {
    const from = this.#field(entry, OFFSET) % CHUNK;
    const length = this.#field(entry, LENGTH);
    const chunk = this.#chunkOf(entry);
    if (length === PACKED && chunk[from] === PACKED_MARK) return unpacked(chunk, from);
    return decodeUtf8(chunk, from, from + length);
  }

  #chunkOf(entry: number): Uint8Array {
    return this.#chunks[Math.floor(this.#field(entry, OFFSET) / CHUNK)] ?? NOTHING;
  }

  #field(entry: number, field: number): number {
    return this.#entries.at(entry * FIELDS + field);
  }

  /** A table of twice the size. An entry that finds no slot near there stays reachable through the map. */
  #grow(): void {
    const slots = new Int32Array(this.#slots.length * 2);
    const tags = new Uint8Array(slots.length);
    const mask = slots.length - 1;
    const count = this.#entries.length / FIELDS;
    for (let entry = 0; entry < count; entry++) {
      const chunk = this.#chunkOf(entry);
      const from = this.#field(entry, OFFSET) % CHUNK;
      const to = from + this.#field(entry, LENGTH);
      const bits = bytesHash(chunk, from, to, SEED);
      let slot = bits & mask;
      let probe = 0;
      while (probe < MAX_PROBES && slots[slot] !== 0) {
        probe += 1;
        slot = (slot + 1) & mask;
      }
      if (probe < MAX_PROBES) {
        slots[slot] = entry + 1;
        tags[slot] = bits >>> TAG_SHIFT;
      } else this.#crowded.set(keyOf(this.#textOf(entry)), this.#field(entry, NUMBER));
    }
    this.#slots = slots;
    this.#tags = tags;
  }
}

const FIELDS = 3;
const [OFFSET, LENGTH, NUMBER] = [0, 1, 2];

/** A long text is told from others by its beginning, its end and its length: ids are no place for megabytes. */
function keyOf(text: string): string {
  return text.length <= 2 * MAX_BYTES
    ? text
    : `${text.slice(0, MAX_BYTES)}${text.slice(-MAX_BYTES)}${text.length}`;
}

/** Writes a text of ASCII. Returns its length; -1 for another text, and for one that has no room. */
function asciiInto(text: string, bytes: Uint8Array): number {
  if (text.length > bytes.length) return -1;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0x80) return -1;
    bytes[i] = unit;
  }
  return text.length;
}

/** The value of each hexadecimal digit in lower case, 16 for what is none. */
const DIGITS = Uint8Array.from({ length: 256 }, (_, byte) => {
  const digit = '0123456789abcdef'.indexOf(String.fromCharCode(byte));
  return digit < 0 ? 16 : digit;
});
const HYPHEN = 0x2d;

/** Packs a UUID into `packed`, behind its mark. False for what is none. */
function pack(bytes: Uint8Array, from: number, packed: Uint8Array): boolean {
  let odd = 0;
  for (let i = from, at = 1; at < PACKED; at++, i += 2) {
    // 8-4-4-4-12 digits.
    if (at === 5 || at === 7 || at === 9 || at === 11) if (bytes[i++] !== HYPHEN) return false;
    const [high, low] = [DIGITS[bytes[i] ?? 0] ?? 16, DIGITS[bytes[i + 1] ?? 0] ?? 16];
    odd |= high | low;
    packed[at] = (high << 4) | low;
  }
  return (odd & 16) === 0;
}

function unpacked(bytes: Uint8Array, from: number): string {
  const digits = Array.from(bytes.subarray(from + 1, from + PACKED), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    digits.slice(12, 16),
    digits.slice(16, 20),
    digits.slice(20),
  ].join('-');
}
