// An incomplete record, held back until the lines after it tell what happened: the writer was cut off (torn), or it
// wrote a raw line feed inside a record (split).

import type { Damage } from './decoded.ts';
import { scanJson, skipWhitespace } from './json/scan.ts';
import { OBJECT, type Tape } from './json/tape.ts';
import { JsonRecord, placeIn, type LineText } from './record.ts';

/** How far a record is looked for over line ends. Beyond, it counts as torn. */
const MAX_LINES = 200;
const MAX_BYTES = 256 * 1024;

/** The lines of a record that is not whole yet. Copies what it keeps. */
export class Fragment {
  readonly #first: LineText;
  readonly #from: number;
  readonly #held: LineText[] = [];
  readonly #salvaged: JsonRecord;
  #joined: Uint8Array;

  /** `salvaged` is the record read up to the cut; its tape is read at once, through the copy made here. */
  constructor(text: LineText, from: number, salvaged: JsonRecord) {
    this.#first = { ...text, bytes: text.bytes.slice() };
    this.#from = from;
    this.#salvaged = new JsonRecord(this.#first, from, text.bytes.length, salvaged.tape.copy(), false);
    this.#joined = this.#first.bytes.subarray(from);
  }

  /**
   * Looks at the next line. `split`: together they are one record, and `tape` holds it. `torn`: the fragment stands
   * alone and the line is to be read on its own. `more`: still open, the line is held.
   */
  take(text: LineText, tape: Tape): 'split' | 'torn' | 'more' {
    if (startsSameKey(this.#joined, text.bytes) && isWhole(text.bytes, tape)) return 'torn';
    if (this.#held.length >= MAX_LINES || this.#joined.length + text.bytes.length > MAX_BYTES) return 'torn';
    const joined = new Uint8Array(this.#joined.length + 1 + text.bytes.length);
    joined.set(this.#joined);
    joined[this.#joined.length] = 0x0a;
    joined.set(text.bytes, this.#joined.length + 1);

    const scan = scanJson(joined, 0, joined.length, tape, true);
    if (scan.ok && skipWhitespace(joined, scan.end, joined.length) < joined.length) return 'torn';
    if (!scan.ok && scan.fault !== 'unexpected-end') return 'torn';
    this.#joined = joined;
    this.#held.push({ ...text, bytes: text.bytes.slice() });
    return scan.ok ? 'split' : 'more';
  }

  /** The lines held after the first. */
  rest(): readonly LineText[] {
    return this.#held;
  }

  /** The damage of a torn record: its first line. `last` when the file ends after the lines held. */
  torn(last: boolean): Damage {
    const { bytes, line, offset } = this.#first;
    const length = bytes.length - this.#from;
    return {
      kind: 'damage',
      line,
      offset: offset + this.#from,
      length,
      violation: {
        code: 'record-torn',
        last: last && this.#held.every(isBlank),
        bytes: length,
        at: placeIn(this.#first, this.#from, bytes.length),
      },
      salvaged: this.#salvaged,
    };
  }

  /** The damage of a split record: all its lines. `tape` must still hold what {@link take} scanned. */
  split(tape: Tape): Damage {
    const { bytes, line, offset } = this.#first;
    const last = this.#held[this.#held.length - 1] ?? this.#first;
    const joined: LineText = { line, offset: offset + this.#from, bytes: this.#joined };
    return {
      kind: 'damage',
      line,
      offset: offset + this.#from,
      length: last.offset + last.bytes.length - offset - this.#from,
      violation: {
        code: 'record-split',
        lines: this.#held.length + 1,
        at: placeIn(this.#first, this.#from, bytes.length),
      },
      salvaged: new JsonRecord(joined, 0, joined.bytes.length, tape, false),
    };
  }
}

/** True for a line of white space. */
export function isBlank({ bytes }: LineText): boolean {
  return skipWhitespace(bytes, 0, bytes.length) === bytes.length;
}

/** True when both texts start with the same first key: the way one writer starts every record. */
function startsSameKey(a: Uint8Array, b: Uint8Array): boolean {
  const end = a.indexOf(0x22, 2);
  const length = end < 0 ? Math.min(a.length, 16) : end + 1;
  for (let i = 0; i < length; i++) if (a[i] !== b[i]) return false;
  return true;
}

function isWhole(bytes: Uint8Array, tape: Tape): boolean {
  return scanJson(bytes, 0, bytes.length, tape).ok && tape.kindAt(0) === OBJECT;
}
