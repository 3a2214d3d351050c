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

export class IdTable {
  /** Per slot the position of an entry plus 1; 0 is free. Always at least a third of them is. */
  #slots = new Uint32Array(1024);
  readonly #hashes = Column.ofIntegers();
  readonly #values = Column.ofIntegers();
  /** Where the text of each entry ends in `#texts`. */
  readonly #ends = Column.ofIntegers();
  #texts = new Uint8Array(1 << 14);
  /** Decides where things lie and nothing else; chance keeps hostile ids from all falling into one place. */
  readonly #seed = (Math.random() * 2 ** 32) >>> 0;

  /** The value of an id, -1 when it is not there. */
  find(id: Utf8Text): number {
    const hash = this.#hash(id);
    const mask = this.#slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const entry = (this.#slots[slot] ?? 0) - 1;
      if (entry < 0) return -1;
      if (this.#hashes.at(entry) === hash && this.#isAt(entry, id)) return this.#values.at(entry);
    }
  }

  /** Adds an id that is not there, with its value: an integer below 2³². */
  add(id: Utf8Text, value: number): void {
    const entry = this.#values.length;
    if ((entry + 1) * 3 > this.#slots.length * 2) this.#grow();
    const hash = this.#hash(id);
    this.#hashes.push(hash);
    this.#values.push(value);
    const start = this.#ends.at(entry - 1);
    const end = start + id.to - id.from;
    if (end > this.#texts.length) this.#reserve(end);
    for (let i = start, from = id.from; i < end; i++, from++) this.#texts[i] = id.bytes[from] ?? 0;
    this.#ends.push(end);
    this.#place(hash, entry);
  }

  #isAt(entry: number, { bytes, from, to }: Utf8Text): boolean {
    const start = this.#ends.at(entry - 1);
    if (this.#ends.at(entry) - start !== to - from) return false;
    for (let i = from, at = start; i < to; i++, at++) if (bytes[i] !== this.#texts[at]) return false;
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

  #place(hash: number, entry: number): void {
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = entry + 1;
  }

  #grow(): void {
    this.#slots = new Uint32Array(this.#slots.length * 2);
    for (let entry = 0; entry < this.#values.length; entry++) this.#place(this.#hashes.at(entry), entry);
  }

  #reserve(least: number): void {
    const grown = new Uint8Array(Math.max(least, this.#texts.length + (this.#texts.length >> 2)));
    grown.set(this.#texts);
    this.#texts = grown;
  }
}
