// Lines → records. Reading never fails: every byte of the file ends up in a record, in a damaged stretch with a
// violation that names it, or in a note (blank lines, BOM, line ends), and the next good record is always found.

import { Fragment } from './fragment.ts';
import type { Line } from './frame.ts';
import { scanJson, skipWhitespace, type ScanResult } from './json/scan.ts';
import { ARRAY, LITERAL, NUMBER, OBJECT, STRING, Tape } from './json/tape.ts';
import { firstInvalidUtf8 } from './json/utf8.ts';
import { JsonRecord, placeIn, type LineText } from './record.ts';
import type { Violation } from './violation.ts';

/** What a stretch of the file turned out to be. */
export type Decoded =
  | { readonly kind: 'record'; readonly record: JsonRecord; readonly violations: readonly Violation[] }
  | Damage
  | { readonly kind: 'note'; readonly violation: Violation };

/** A stretch that holds no readable record. `salvaged` is what of its members could still be read. */
export interface Damage {
  readonly kind: 'damage';
  readonly line: number;
  /** Absolute byte range. */
  readonly offset: number;
  readonly length: number;
  readonly violation: Violation;
  readonly salvaged: JsonRecord | undefined;
}

const OPEN_BRACE = 0x7b;
const BOM = [0xef, 0xbb, 0xbf];

/** Turns lines into records, one line at a time; keeps a fragment back until the lines after it tell what it was. */
export class Decoder {
  readonly #tape = new Tape();
  #fragment: Fragment | undefined;
  #blank: { at: LineText; lines: number } | undefined;
  #crlf: { at: LineText; lines: number } | undefined;
  #unterminated: LineText | undefined;

  *push(line: Line): Generator<Decoded> {
    const text = this.#trim(line);
    if (line.index === 0 && text.offset !== line.offset) {
      yield { kind: 'note', violation: { code: 'bom', at: placeIn(text, 0, 0) } };
    }
    this.#unterminated = line.terminated ? undefined : text;
    if (this.#fragment !== undefined) yield* this.#resolve(this.#fragment, text);
    else yield* this.#line(text, true);
  }

  *end(): Generator<Decoded> {
    if (this.#fragment !== undefined) {
      const fragment = this.#fragment;
      this.#fragment = undefined;
      yield fragment.torn(true);
      for (const [i, text] of fragment.rest().entries()) {
        this.#unterminated = i === fragment.rest().length - 1 ? text : undefined;
        yield* this.#line(text, false);
      }
    } else if (this.#unterminated !== undefined && this.#unterminated.bytes.length > 0) {
      const { bytes } = this.#unterminated;
      const at = placeIn(this.#unterminated, bytes.length, bytes.length);
      yield { kind: 'note', violation: { code: 'no-final-newline', at } };
    }
    yield* this.#endBlank();
    if (this.#crlf !== undefined) {
      const { at, lines } = this.#crlf;
      const end = at.bytes.length;
      yield { kind: 'note', violation: { code: 'crlf', lines, at: placeIn(at, end, end) } };
      this.#crlf = undefined;
    }
  }

  /** The line without BOM and CR: what the places of its records are counted in. */
  #trim(line: Line): LineText {
    const { bytes } = line;
    const from = line.index === 0 && BOM.every((byte, i) => bytes[i] === byte) ? BOM.length : 0;
    const crlf = line.terminated && bytes[bytes.length - 1] === 0x0d;
    const text = {
      line: line.index,
      offset: line.offset + from,
      bytes: bytes.subarray(from, bytes.length - (crlf ? 1 : 0)),
    };
    if (crlf) {
      this.#crlf ??= { at: { ...text, bytes: text.bytes.slice() }, lines: 0 };
      this.#crlf.lines += 1;
    }
    return text;
  }

  /** A line after a fragment: its continuation, the next record, or more damage. */
  *#resolve(fragment: Fragment, text: LineText): Generator<Decoded> {
    const verdict = fragment.take(text, this.#tape);
    if (verdict === 'more') return;
    this.#fragment = undefined;
    if (verdict === 'split') {
      yield fragment.split(this.#tape);
      return;
    }
    yield fragment.torn(false);
    // Lines that were held back are read on their own, and not joined again: hostile files stay linear.
    for (const held of fragment.rest()) yield* this.#line(held, false);
    yield* this.#line(text, true);
  }

  /** One line on its own. `mayJoin` allows an incomplete record to wait for the lines after it. */
  *#line(text: LineText, mayJoin: boolean): Generator<Decoded> {
    const { bytes } = text;
    let from = skipWhitespace(bytes, 0, bytes.length);
    if (from === bytes.length) {
      if (bytes.length > 0 || this.#unterminated === undefined) this.#addBlank(text);
      return;
    }
    yield* this.#endBlank();

    const wellFormed = firstInvalidUtf8(bytes, 0, bytes.length);
    const pending: Violation[] = [];
    if (wellFormed >= 0) {
      const at = placeIn(text, wellFormed, wellFormed + 1);
      pending.push({ code: 'utf8-invalid', byteInLine: wellFormed, at });
    }
    const nul = nulRun(text);
    if (nul !== undefined) pending.push(nul.violation);
    if (nul?.leading) from = skipWhitespace(bytes, nul.end, bytes.length);

    for (let records = 1; ; records++) {
      const scan = scanJson(bytes, from, bytes.length, this.#tape);
      if (!scan.ok) {
        yield* this.#fault(text, from, scan, pending, mayJoin);
        return;
      }
      const end =
        nul?.trailingFrom === scan.end ? bytes.length : skipWhitespace(bytes, scan.end, bytes.length);
      if (end < bytes.length && !(bytes[end] === OPEN_BRACE && this.#tape.kindAt(0) === OBJECT)) {
        yield* this.#fault(
          text,
          from,
          { ok: false, at: end, fault: 'text-after-value', inString: false },
          pending,
          false,
        );
        return;
      }
      const record = new JsonRecord(text, from, scan.end, this.#tape, wellFormed < 0);
      if (this.#tape.kindAt(0) !== OBJECT) {
        yield damageOf(text, from, bytes.length, pending[0] ?? notAnObject(record), undefined);
        return;
      }
      if (records === 2) {
        const at = placeIn(text, from, from + 1);
        pending.push({ code: 'records-glued', records: countGlued(text, from), at });
      }
      noteNonFinite(record, pending);
      yield { kind: 'record', record, violations: pending.splice(0) };
      if (end >= bytes.length) return;
      from = end;
    }
  }

  *#fault(
    text: LineText,
    from: number,
    scan: Extract<ScanResult, { ok: false }>,
    pending: readonly Violation[],
    mayJoin: boolean,
  ): Generator<Decoded> {
    const { bytes } = text;
    const salvaged = new JsonRecord(text, from, bytes.length, this.#tape, false);
    const cut = scan.fault === 'unexpected-end' && bytes[from] === OPEN_BRACE && pending.length === 0;
    if (cut) {
      const fragment = new Fragment(text, from, salvaged);
      if (this.#unterminated === text || !mayJoin) yield fragment.torn(this.#unterminated === text);
      else this.#fragment = fragment;
      this.#unterminated = undefined;
      return;
    }
    const restart = pending.length === 0 ? findRestart(text, from) : -1;
    if (restart > 0) {
      // A torn record with the next one written right after it on the same line.
      const at = placeIn(text, from, restart);
      yield damageOf(
        text,
        from,
        restart,
        { code: 'record-torn', last: false, bytes: restart - from, at },
        salvaged,
      );
      yield* this.#line({ ...text, bytes: blankOut(bytes, restart) }, mayJoin);
      return;
    }
    this.#unterminated = undefined;
    const at = placeIn(text, scan.at, endOfFault(bytes, scan.at));
    const violation: Violation = pending[0] ?? { code: 'json-invalid', fault: scan.fault, at };
    yield damageOf(text, from, bytes.length, violation, salvaged);
  }

  #addBlank(text: LineText): void {
    this.#blank ??= { at: { ...text, bytes: text.bytes.slice() }, lines: 0 };
    this.#blank.lines += 1;
  }

  *#endBlank(): Generator<Decoded> {
    if (this.#blank === undefined) return;
    const { at, lines } = this.#blank;
    this.#blank = undefined;
    yield { kind: 'note', violation: { code: 'blank-line', lines, at: placeIn(at, 0, at.bytes.length) } };
  }
}

function damageOf(
  text: LineText,
  from: number,
  to: number,
  violation: Violation,
  salvaged: JsonRecord | undefined,
): Damage {
  return {
    kind: 'damage',
    line: text.line,
    offset: text.offset + from,
    length: to - from,
    violation,
    salvaged,
  };
}

const KINDS = { [ARRAY]: 'array', [STRING]: 'string', [NUMBER]: 'number', [LITERAL]: 'literal' } as const;

function notAnObject(record: JsonRecord): Violation {
  const kind = record.tape.kindAt(0);
  const found = kind === ARRAY || kind === STRING || kind === NUMBER ? KINDS[kind] : KINDS[LITERAL];
  return { code: 'json-not-object', found, at: record.place() };
}

/** `NaN` and its kin are read as Python reads them, but no other reader will: an error at the literal. */
function noteNonFinite(record: JsonRecord, violations: Violation[]): void {
  const token = record.tape.firstNonFinite;
  if (token >= 0)
    violations.push({ code: 'json-invalid', fault: 'non-finite-number', at: record.placeOf(token) });
}

/** NUL bytes of a line: where the first run is, and whether the record stands whole before or after it. */
function nulRun(
  text: LineText,
): { violation: Violation; leading: boolean; end: number; trailingFrom: number } | undefined {
  const { bytes } = text;
  const from = bytes.indexOf(0);
  if (from < 0) return undefined;
  let end = from;
  while (end < bytes.length && bytes[end] === 0) end++;
  const violation: Violation = { code: 'nul-bytes', count: end - from, at: placeIn(text, from, end) };
  return {
    violation,
    leading: from === 0 && end < bytes.length,
    end,
    trailingFrom: end === bytes.length ? from : -1,
  };
}

/** How many records stand on a line, seen from its second one. */
function countGlued(text: LineText, second: number): number {
  const tape = new Tape();
  const { bytes } = text;
  let records = 1;
  for (let from = second; from < bytes.length; records++) {
    const scan = scanJson(bytes, from, bytes.length, tape);
    if (!scan.ok) break;
    from = skipWhitespace(bytes, scan.end, bytes.length);
  }
  return records;
}

/**
 * Where a record starts anew inside a damaged line: a later occurrence of the line's own first key, from which the
 * rest of the line is whole. -1 when there is none.
 */
function findRestart(text: LineText, from: number): number {
  const { bytes } = text;
  const keyEnd = bytes.indexOf(0x22, from + 2);
  if (bytes[from] !== OPEN_BRACE || bytes[from + 1] !== 0x22 || keyEnd < 0) return -1;
  const tape = new Tape();
  for (let tries = 0, at = from + 1; tries < 16; tries++) {
    at = indexOfRun(bytes, bytes.subarray(from, keyEnd + 1), at);
    if (at < 0) return -1;
    if (scanJson(bytes, at, bytes.length, tape).ok) return at;
    at += 1;
  }
  return -1;
}

function indexOfRun(bytes: Uint8Array, run: Uint8Array, from: number): number {
  const first = run[0] ?? 0;
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1)) {
    let i = 1;
    while (i < run.length && bytes[at + i] === run[i]) i++;
    if (i === run.length) return at;
  }
  return -1;
}

/** The line with everything before `to` as spaces, so that the places after it stay what they are. */
function blankOut(bytes: Uint8Array, to: number): Uint8Array {
  const copy = bytes.slice();
  copy.fill(0x20, 0, to);
  return copy;
}

/** The offending run: a malformed word or number whole, else one character. */
function endOfFault(bytes: Uint8Array, at: number): number {
  const isWord = (c: number | undefined) =>
    c !== undefined && (c === 0x2d || c === 0x2e || (c >= 0x30 && c <= 0x39) || (c | 0x20) - 0x61 < 26);
  let end = at + 1;
  if (isWord(bytes[at])) while (end < bytes.length && isWord(bytes[end])) end++;
  else while (end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end++;
  return Math.min(end, bytes.length);
}

/** `decode(frame(bytes))`: all records, damage and notes of a sequence of lines. */
export function* decode(lines: Iterable<Line>): Generator<Decoded> {
  const decoder = new Decoder();
  for (const line of lines) yield* decoder.push(line);
  yield* decoder.end();
}
