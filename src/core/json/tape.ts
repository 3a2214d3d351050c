// The token table of one scanned JSON text. A record is scanned once; names, places, values and canonical bytes are
// all read off this table, so that no two readers can disagree about what the text says.

export const OBJECT = 1;
export const ARRAY = 2;
export const STRING = 3;
export const NUMBER = 4;
export const LITERAL = 5;

/** A string with at least one escape. */
export const ESCAPED = 1;
/** A string with a surrogate escape that has no partner. */
export const LONE_SURROGATE = 2;
/** A number with a fraction or an exponent: a float in Python. */
export const FLOAT = 4;
/** An integer of more than 15 digits, which a double may not hold. */
export const LONG_INTEGER = 8;
/** `NaN`, `Infinity` or `-Infinity`: no JSON, but Python reads and writes them. */
export const NON_FINITE = 16;

/** Words per token: kind and flags, start, end, next. The kernel in `src/assembly` lays its tokens out the same way. */
const TOKEN = 4;

/**
 * Tokens in text order. A container's `next` is the index after its last descendant, every other token's is its own
 * index + 1. An object's children alternate key, value. Offsets are bytes into the scanned text, `end` exclusive.
 * A tape is reused: what it says holds until the next scan.
 */
export class Tape {
  count = 0;
  /** All flags of all tokens, to know cheaply that a text holds nothing unusual. */
  anyFlags = 0;
  /** First token with {@link LONE_SURROGATE}, or -1. */
  firstLoneSurrogate = -1;
  /** First token with {@link NON_FINITE}, or -1. */
  firstNonFinite = -1;
  /** First byte of a string that is no well-formed UTF-8, or -1. Outside strings there is nothing but ASCII. */
  firstIllFormed = -1;
  #words: Uint32Array;
  /** The word that the first token begins with. */
  #base = 0;
  /** What offsets are counted from. */
  #origin = 0;

  /** A tape of its own, or one over tokens that another scanner lays out. */
  constructor(words: Uint32Array = new Uint32Array(64 * TOKEN)) {
    this.#words = words;
  }

  /**
   * Shows what the other scanner found, from the word `base` on: nothing unusual. Offsets are counted from `origin`.
   */
  show(base: number, count: number, anyFlags: number, origin: number): void {
    this.#reset();
    this.#base = base;
    this.count = count;
    this.anyFlags = anyFlags;
    this.#origin = origin;
  }

  clear(): void {
    this.#reset();
    // Of a text without any token not even the first one is left over.
    this.#words[this.#base] = 0;
  }

  #reset(): void {
    this.count = 0;
    this.anyFlags = 0;
    this.firstLoneSurrogate = -1;
    this.firstNonFinite = -1;
    this.firstIllFormed = -1;
  }

  /** Adds a token and returns its index. */
  add(kind: number, start: number, end: number, flags: number): number {
    const index = this.count;
    const at = index * TOKEN;
    if (at === this.#words.length) this.#grow();
    this.#words[at] = kind | (flags << 8);
    this.#words[at + 1] = start;
    this.#words[at + 2] = end;
    this.#words[at + 3] = index + 1;
    this.count = index + 1;
    this.anyFlags |= flags;
    if ((flags & LONE_SURROGATE) !== 0 && this.firstLoneSurrogate < 0) this.firstLoneSurrogate = index;
    if ((flags & NON_FINITE) !== 0 && this.firstNonFinite < 0) this.firstNonFinite = index;
    return index;
  }

  /** Ends a container before the next token that is added. */
  close(container: number, end: number): void {
    this.#words[container * TOKEN + 2] = end;
    this.#words[container * TOKEN + 3] = this.count;
  }

  kindAt(token: number): number {
    return (this.#words[this.#base + token * TOKEN] ?? 0) & 255;
  }
  flagsAt(token: number): number {
    return ((this.#words[this.#base + token * TOKEN] ?? 0) >>> 8) & 255;
  }
  startAt(token: number): number {
    return (this.#words[this.#base + token * TOKEN + 1] ?? 0) - this.#origin;
  }
  endAt(token: number): number {
    return (this.#words[this.#base + token * TOKEN + 2] ?? 0) - this.#origin;
  }
  nextAt(token: number): number {
    return this.#words[this.#base + token * TOKEN + 3] ?? 0;
  }

  /** A tape of its own with the same tokens. */
  copy(): Tape {
    const words = this.#words.slice(this.#base, this.#base + Math.max(1, this.count) * TOKEN);
    const copy = new Tape(words);
    copy.#origin = this.#origin;
    copy.count = this.count;
    copy.anyFlags = this.anyFlags;
    copy.firstLoneSurrogate = this.firstLoneSurrogate;
    copy.firstNonFinite = this.firstNonFinite;
    copy.firstIllFormed = this.firstIllFormed;
    return copy;
  }

  #grow(): void {
    const grown = new Uint32Array(this.#words.length * 2);
    grown.set(this.#words);
    this.#words = grown;
  }
}
