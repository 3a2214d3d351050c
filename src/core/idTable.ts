// Which ids were seen, and where: a hash table over their UTF-8 bytes. A journal of a million events has a million ids;
// as strings in a Map they would take more memory than everything else that is kept of it.

import { Column } from './column.ts';

/** UTF-8 text in a buffer: `bytes[from, to)`. */
export interface Utf8Text {
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly to: number;
}

const encoder = new TextEncoder();

/** The bytes of a text. Half of a surrogate pair gets three bytes of its own, so that different texts differ. */
export function utf8Of(text: string): Utf8Text {
  const bytes = isWellFormed(text) ? encoder.encode(text) : generalised(text);
  return { bytes, from: 0, to: bytes.length };
}

function isWellFormed(text: string): boolean {
  return !/[\ud800-\udfff]/.test(text) || !/\p{Surrogate}/u.test(text);
}

function generalised(text: string): Uint8Array {
  const parts = Array.from(text, (character) => {
    const point = character.codePointAt(0) ?? 0;
    const isHalf = point >= 0xd800 && point <= 0xdfff;
    return isHalf
      ? [0xed, 0x80 | ((point >> 6) & 0x3f), 0x80 | (point & 0x3f)]
      : [...encoder.encode(character)];
  });
  return Uint8Array.from(parts.flat());
}

/** Bytes of the blocks that texts are kept in; a longer text has one of its own. */
const SHIFT = 16;
const BLOCK = 1 << SHIFT;

export class IdTable {
  /** Per slot the position of an entry plus 1, 0 where it is free, and the hash of its text. Half of them are free. */
  #slots = new Uint32Array(2048);
  #mask = 1023;
  readonly #values = Column.ofIntegers();
  /** Where the text of each entry lies, the number of its block above the place in it, and how long it is. */
  readonly #starts = Column.ofIntegers();
  readonly #lengths = Column.ofIntegers();
  readonly #blocks: Uint8Array[] = [];
  /** The last block, where its texts end, and how long the last of them is; -1 before there is one. */
  #block = new Uint8Array(0);
  #used = 0;
  #lastLength = -1;
  /** Decides where things lie and nothing else; chance keeps hostile ids from all falling into one place. */
  readonly #seed = (Math.random() * 2 ** 32) >>> 0;

  /** The value of an id, -1 when it is not there. */
  find(id: Utf8Text): number {
    // Most often asked for: the parent of an event is mostly the one before.
    if (this.#isLast(id)) return this.#values.at(this.#values.length - 1);
    const entry = this.#entryOf(id, this.#hash(id));
    return entry < 0 ? -1 : this.#values.at(entry);
  }

  /** Adds an id with its value, an integer below 2³², and gives -1; where it is there, gives the value it has. */
  claim(id: Utf8Text, value: number): number {
    const hash = this.#hash(id);
    const known = this.#entryOf(id, hash);
    if (known >= 0) return this.#values.at(known);
    const entry = this.#values.length;
    if (entry * 2 > this.#mask) this.#grow();
    this.#values.push(value);
    this.#starts.push(this.#put(id));
    this.#lengths.push(id.to - id.from);
    this.#place(hash, entry + 1);
    return -1;
  }

  #isLast({ bytes, from, to }: Utf8Text): boolean {
    if (to - from !== this.#lastLength) return false;
    // Ids of one log differ near their ends.
    for (let i = to - 1, at = this.#used - 1; i >= from; i--, at--) {
      if (bytes[i] !== this.#block[at]) return false;
    }
    return true;
  }

  #entryOf(id: Utf8Text, hash: number): number {
    for (let slot = hash & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const entry = (this.#slots[slot * 2] ?? 0) - 1;
      if (entry < 0 || (this.#slots[slot * 2 + 1] === hash && this.#isAt(entry, id))) return entry;
    }
  }

  #isAt(entry: number, { bytes, from, to }: Utf8Text): boolean {
    if (this.#lengths.at(entry) !== to - from) return false;
    const start = this.#starts.at(entry);
    const block = this.#blocks[start >>> SHIFT];
    // Ids of one log differ near their ends.
    for (let i = to - 1, at = (start & (BLOCK - 1)) + to - from - 1; i >= from; i--, at--) {
      if (bytes[i] !== block?.[at]) return false;
    }
    return true;
  }

  /** A multiplicative hash of the bytes, mixed at the end so that its low bits depend on all of them. */
  #hash({ bytes, from, to }: Utf8Text): number {
    let hash = this.#seed;
    for (let i = from; i < to; i++) hash = Math.imul(hash ^ (bytes[i] ?? 0), 0x01000193);
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    return (hash ^ (hash >>> 16)) >>> 0;
  }

  #place(hash: number, position: number): void {
    let slot = hash & this.#mask;
    while (this.#slots[slot * 2] !== 0) slot = (slot + 1) & this.#mask;
    this.#slots[slot * 2] = position;
    this.#slots[slot * 2 + 1] = hash;
  }

  #grow(): void {
    const slots = this.#slots;
    this.#slots = new Uint32Array(slots.length * 2);
    this.#mask = this.#mask * 2 + 1;
    for (let at = 0; at < slots.length; at += 2) {
      const position = slots[at] ?? 0;
      if (position > 0) this.#place(slots[at + 1] ?? 0, position);
    }
  }

  /** Keeps the bytes of a text, and says where. */
  #put({ bytes, from, to }: Utf8Text): number {
    const length = to - from;
    if (this.#used + length > this.#block.length) {
      this.#block = new Uint8Array(Math.max(BLOCK, length));
      this.#blocks.push(this.#block);
      this.#used = 0;
    }
    const at = this.#used;
    for (let i = 0; i < length; i++) this.#block[at + i] = bytes[from + i] ?? 0;
    this.#used = at + length;
    this.#lastLength = length;
    return (this.#blocks.length - 1) * BLOCK + at;
  }
}
