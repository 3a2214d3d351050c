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

/**
 * Tokens in text order. A container's `next` is the index after its last descendant, every other token's is its own
 * index + 1. An object's children alternate key, value. Offsets are bytes into the scanned text, `end` exclusive.
 * A tape is reused: what it says holds until the next scan.
 */
export class Tape {
  count = 0;
  kind = new Uint8Array(64);
  flags = new Uint8Array(64);
  start = new Int32Array(64);
  end = new Int32Array(64);
  next = new Int32Array(64);
  /** All flags of all tokens, to know cheaply that a text holds nothing unusual. */
  anyFlags = 0;
  /** First token with {@link LONE_SURROGATE}, or -1. */
  firstLoneSurrogate = -1;
  /** First token with {@link NON_FINITE}, or -1. */
  firstNonFinite = -1;
  /** First byte of a string that is no well-formed UTF-8, or -1. Outside strings there is nothing but ASCII. */
  firstIllFormed = -1;

  clear(): void {
    this.count = 0;
    this.anyFlags = 0;
    this.firstLoneSurrogate = -1;
    this.firstNonFinite = -1;
    this.firstIllFormed = -1;
  }

  /** Adds a token and returns its index. */
  add(kind: number, start: number, end: number, flags: number): number {
    const index = this.count;
    if (index === this.kind.length) this.#grow();
    this.kind[index] = kind;
    this.flags[index] = flags;
    this.start[index] = start;
    this.end[index] = end;
    this.next[index] = index + 1;
    this.count = index + 1;
    this.anyFlags |= flags;
    if ((flags & LONE_SURROGATE) !== 0 && this.firstLoneSurrogate < 0) this.firstLoneSurrogate = index;
    if ((flags & NON_FINITE) !== 0 && this.firstNonFinite < 0) this.firstNonFinite = index;
    return index;
  }

  kindAt(token: number): number {
    return this.kind[token] ?? 0;
  }
  flagsAt(token: number): number {
    return this.flags[token] ?? 0;
  }
  startAt(token: number): number {
    return this.start[token] ?? 0;
  }
  endAt(token: number): number {
    return this.end[token] ?? 0;
  }
  nextAt(token: number): number {
    return this.next[token] ?? 0;
  }

  /** A tape of its own with the same tokens. */
  copy(): Tape {
    const copy = new Tape();
    copy.kind = this.kind.slice();
    copy.flags = this.flags.slice();
    copy.start = this.start.slice();
    copy.end = this.end.slice();
    copy.next = this.next.slice();
    copy.count = this.count;
    copy.anyFlags = this.anyFlags;
    copy.firstLoneSurrogate = this.firstLoneSurrogate;
    copy.firstNonFinite = this.firstNonFinite;
    copy.firstIllFormed = this.firstIllFormed;
    return copy;
  }

  #grow(): void {
    const size = this.kind.length * 2;
    const bytes = (old: Uint8Array<ArrayBuffer>) => {
      const grown = new Uint8Array(size);
      grown.set(old);
      return grown;
    };
    const words = (old: Int32Array<ArrayBuffer>) => {
      const grown = new Int32Array(size);
      grown.set(old);
      return grown;
    };
    this.kind = bytes(this.kind);
    this.flags = bytes(this.flags);
    this.start = words(this.start);
    this.end = words(this.end);
    this.next = words(this.next);
  }
}
