// One JSON object found in the file, with the bytes it came from: everything else is read off it.

import { ARRAY, FLOAT, LONG_INTEGER, OBJECT, type Tape } from './json/tape.ts';
import { shortText, stringAt, stringEquals } from './json/strings.ts';
import { decodeUtf8, utf16Length } from './json/utf8.ts';
import { valueAt, type JsonValue } from './json/value.ts';
import type { Place, ValuePath } from './violation.ts';

/** The text that places are counted in: one physical line without BOM, CR and LF. */
export interface LineText {
  /** 0-based. */
  readonly line: number;
  /** Absolute byte offset of `bytes[0]`. */
  readonly offset: number;
  readonly bytes: Uint8Array;
  /** UTF-16 length of some of the bytes, where there is a faster way than to look at each of them. */
  units?(from: number, to: number): number;
}

/** Columns are counted anew up to this offset; beyond, from the place that was asked for last. */
const NEAR = 4096;
const lastCounted = new WeakMap<Uint8Array, { offset: number; column: number }>();

/** The column of a byte offset of a line. Many places of a long line are counted once over it, not once each. */
function columnAt(text: LineText, offset: number): number {
  const { bytes } = text;
  if (offset < NEAR) return unitsIn(text, 0, offset);
  const last = lastCounted.get(bytes) ?? { offset: 0, column: 0 };
  lastCounted.set(bytes, last);
  if (offset >= last.offset) last.column += unitsIn(text, last.offset, offset);
  else last.column -= unitsIn(text, offset, last.offset);
  last.offset = offset;
  return last.column;
}

function unitsIn(text: LineText, from: number, to: number): number {
  return text.units?.(from, to) ?? utf16Length(text.bytes, from, to);
}

/** The place of the bytes `[from, to)` of a line, in the UTF-16 columns that editors show. */
export function placeIn(text: LineText, from: number, to: number): Place {
  const start = columnAt(text, from);
  return {
    line: text.line,
    start,
    end: start + unitsIn(text, from, to),
    offset: text.offset + from,
  };
}

/** Digits that are read without a decoder. */
const SHORT_NUMBER = 24;

/** A record is valid until the next one is decoded: its tape is reused. */
export class JsonRecord {
  constructor(
    readonly text: LineText,
    /** Bytes of the record's text within the line. */
    readonly from: number,
    readonly to: number,
    readonly tape: Tape,
    /** False when the bytes hold ill-formed UTF-8: readable, but not to be trusted as a fact. */
    readonly wellFormed: boolean,
  ) {}

  /** Absolute byte offset of the record. */
  get offset(): number {
    return this.text.offset + this.from;
  }

  /** The exact bytes of the record. */
  get bytes(): Uint8Array {
    return this.text.bytes.subarray(this.from, this.to);
  }

  /** The record as plain data. */
  value(): JsonValue {
    return valueAt(this.text.bytes, this.tape, 0);
  }

  /** Value token of a member of the object at `object`, the last one where the key repeats; -1 without one. */
  member(key: string, object = 0): number {
    const { tape } = this;
    if (tape.kindAt(object) !== OBJECT) return -1;
    let found = -1;
    const end = tape.nextAt(object);
    for (let token = object + 1; token + 1 < end; token = tape.nextAt(token + 1)) {
      if (stringEquals(this.text.bytes, tape, token, key)) found = token + 1;
    }
    return found;
  }

  /** Text of a string token. */
  string(token: number): string {
    return stringAt(this.text.bytes, this.tape, token);
  }

  /** The double that a number token reads as. */
  number(token: number): number {
    const { bytes } = this.text;
    const [from, to] = [this.tape.startAt(token), this.tape.endAt(token)];
    if ((this.tape.flagsAt(token) & (FLOAT | LONG_INTEGER)) !== 0 || bytes[from] === 0x2d) {
      return Number(to - from <= SHORT_NUMBER ? shortText(bytes, from, to) : decodeUtf8(bytes, from, to));
    }
    let value = 0;
    for (let i = from; i < to; i++) value = value * 10 + (bytes[i] ?? 0) - 0x30;
    return value;
  }

  /** Key tokens of the object at a token, in text order. */
  *keys(object: number): Generator<number> {
    if (this.tape.kindAt(object) !== OBJECT) return;
    const end = this.tape.nextAt(object);
    for (let key = object + 1; key + 1 < end; key = this.tape.nextAt(key + 1)) yield key;
  }

  /** Place of a token. */
  placeOf(token: number): Place {
    return placeIn(this.text, this.tape.startAt(token), this.tape.endAt(token));
  }

  /** Place of the whole record. */
  place(): Place {
    return placeIn(this.text, this.from, this.to);
  }

  /**
   * Token at a path, or of the deepest value on the way that exists, so that a missing member is shown at the object
   * that lacks it. `key` asks for the token of the last key instead of its value.
   */
  find(path: ValuePath, key = false): number {
    let token = 0;
    for (const [depth, step] of path.entries()) {
      let next = -1;
      if (typeof step === 'string') next = this.member(step, token);
      else if (this.tape.kindAt(token) === ARRAY) next = this.#element(token, step);
      if (next < 0) break;
      token = key && depth === path.length - 1 && typeof step === 'string' ? next - 1 : next;
    }
    return token;
  }

  #element(array: number, position: number): number {
    const end = this.tape.nextAt(array);
    let token = array + 1;
    for (let i = 0; i < position && token < end; i++) token = this.tape.nextAt(token);
    return token < end ? token : -1;
  }

  /** Path to a token: keys and positions from the top, of a very deep one the innermost after an ellipsis. */
  pathTo(target: number): ValuePath {
    const { parents, steps } = (this.#ancestry ??= ancestryOf(this.tape));
    const path: (string | number)[] = [];
    for (let token = target; token > 0; token = parents[token] ?? 0) {
      if (path.length === MAX_STEPS) return [ELLIPSIS, ...path.reverse()];
      const step = steps[token] ?? 0;
      path.push(this.tape.kindAt(parents[token] ?? 0) === OBJECT ? this.#keyText(step) : step);
    }
    return path.reverse();
  }
  #ancestry: Ancestry | undefined;

  #keyText(token: number): string {
    const start = this.tape.startAt(token) + 1;
    if (this.tape.endAt(token) - start <= MAX_KEY) return this.string(token);
    return decodeUtf8(this.text.bytes, start, start + MAX_KEY) + ELLIPSIS;
  }
}

/** Longest path, and longest key in it in bytes: a path is evidence for people, and hostile nesting has no end. */
const MAX_STEPS = 32;
const MAX_KEY = 256;
const ELLIPSIS = '…';

/** For each token the container it is in, and its position there: its key's token in objects. */
interface Ancestry {
  readonly parents: Int32Array;
  readonly steps: Int32Array;
}

function ancestryOf(tape: Tape): Ancestry {
  const parents = new Int32Array(tape.count);
  const steps = new Int32Array(tape.count);
  for (let container = 0; container < tape.count; container++) {
    const kind = tape.kindAt(container);
    if (kind !== OBJECT && kind !== ARRAY) continue;
    const end = tape.nextAt(container);
    for (let child = container + 1, position = 0; child < end; position++) {
      parents[child] = container;
      steps[child] = kind === OBJECT ? child : position;
      if (kind === OBJECT && child + 1 < end) {
        parents[child + 1] = container;
        steps[child + 1] = child;
        child += 1;
      }
      child = tape.nextAt(child);
    }
  }
  return { parents, steps };
}
