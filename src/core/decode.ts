// Lines → records. Reading never fails: every byte of the file ends up in a record, in a damaged stretch with a
// violation that names it, or in a note (blank lines, BOM, line ends), and the next good record is always found.

import type { Damage, Decoded } from './decoded.ts';
import { Fragment, isBlank } from './fragment.ts';
import type { Line } from './frame.ts';
import { countGlued, findRestart } from './glued.ts';
import { isLetter, scanJson, skipWhitespace, type ScanResult } from './json/scan.ts';
import { ARRAY, LITERAL, NUMBER, OBJECT, STRING, Tape } from './json/tape.ts';
import { firstInvalidUtf8, isCutCharacter } from './json/utf8.ts';
import { JsonRecord, placeIn, type LineText } from './record.ts';
import type { Violation } from './violation.ts';

const OPEN_BRACE = 0x7b;
const NONE: readonly Violation[] = [];
const BOM = [0xef, 0xbb, 0xbf];

/** Turns lines into records, one line at a time; keeps a fragment back until the lines after it tell what it was. */
export class Decoder {
  readonly #tape = new Tape();
  #fragment: Fragment | undefined;
  #blank: { at: LineText; lines: number } | undefined;
  #crlf: { at: LineText; lines: number } | undefined;
  /** The last line of the file when it has no line feed and no fault that says so already. */
  #unterminated: LineText | undefined;
  /** A line that nothing but blank lines follow, once that is known: torn there, a record may still be completed. */
  #last: LineText | undefined;

  /** True when no earlier line waits to be told: the next one may be read elsewhere. */
  get isIdle(): boolean {
    return this.#fragment === undefined && this.#blank === undefined;
  }

  *push(line: Line): Generator<Decoded> {
    const text = this.#trim(line);
    if (line.index === 0 && text.offset !== line.offset) {
      yield { kind: 'note', violation: { code: 'bom', at: placeIn(text, 0, 0) } };
    }
    this.#unterminated = line.terminated ? undefined : text;
    this.#last = this.#unterminated;
    if (this.#fragment !== undefined) yield* this.#resolve(this.#fragment, text);
    else yield* this.#line(text, true);
  }

  *end(): Generator<Decoded> {
    if (this.#fragment !== undefined) yield* this.#endFragment(this.#fragment);
    if (this.#unterminated !== undefined && this.#unterminated.bytes.length > 0) {
      const { bytes } = this.#unterminated;
      const at = placeIn(this.#unterminated, bytes.length, bytes.length);
      yield { kind: 'note', violation: { code: 'no-final-newline', at } };
    }
    yield* this.#endBlank();
    yield* this.#crlfNote();
    this.#crlf = undefined;
  }

  /** The notes of the end, if the file ended here; undefined while a fragment waits for the lines after it. */
  notes(): readonly Decoded[] | undefined {
    if (this.#fragment !== undefined) return undefined;
    return [...this.#blankNote(), ...this.#crlfNote()];
  }

  /** A fragment that the file ended in, and the lines held after it, each on its own. */
  *#endFragment(fragment: Fragment): Generator<Decoded> {
    this.#fragment = undefined;
    yield fragment.torn(true);
    const held = fragment.rest();
    const unterminated = this.#unterminated !== undefined;
    this.#last = held.findLast((text) => !isBlank(text));
    for (const text of held) {
      this.#unterminated = unterminated && text === held.at(-1) ? text : undefined;
      yield* this.#line(text, false);
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

  /**
   * One line on its own, from byte `start`. `mayJoin` allows an incomplete record to wait for the lines after it.
   */
  *#line(text: LineText, mayJoin: boolean, start = 0): Generator<Decoded> {
    const { bytes } = text;
    let from = skipWhitespace(bytes, start, bytes.length);
    if (from === bytes.length) {
      if (bytes.length > 0 || this.#unterminated === undefined) this.#addBlank(text);
      return;
    }
    yield* this.#endBlank();

    const pending: Violation[] = [];
    let padding = nulRun(text, from);
    if (padding !== undefined) pending.push(padding.violation);
    from = padding?.end ?? from;
    if (padding !== undefined && from === bytes.length) {
      this.#unterminated = undefined;
      yield damageOf(text, start, bytes.length, padding.violation, undefined);
      return;
    }

    let isGlued = false;
    let isTold = false;
    for (;;) {
      const scan = scanJson(bytes, from, bytes.length, this.#tape);
      if (!scan.ok) {
        yield* this.#fault(text, from, scan, pending, mayJoin);
        return;
      }
      // NUL bytes after a record are its own, also where they stand in place of the line feed.
      let end = skipWhitespace(bytes, scan.end, bytes.length);
      padding = nulRun(text, end);
      end = padding?.end ?? end;
      const isObject = this.#tape.kindAt(0) === OBJECT;
      if (end < bytes.length && !(bytes[end] === OPEN_BRACE && isObject)) {
        const after = { ok: false, at: end, fault: 'text-after-value', inString: false } as const;
        yield* this.#fault(text, from, after, pending, false);
        return;
      }
      const illFormed = this.#tape.firstIllFormed;
      if (illFormed >= 0) pending.push(utf8Invalid(text, illFormed));
      if (padding !== undefined) pending.push(padding.violation);
      const record = new JsonRecord(text, from, scan.end, this.#tape, illFormed < 0);
      if (!isObject) {
        yield damageOf(text, from, bytes.length, pending[0] ?? notAnObject(record), undefined);
        return;
      }
      if (isGlued && !isTold) {
        isTold = true;
        const at = placeIn(text, from, from + 1);
        pending.push({ code: 'records-glued', records: countGlued(text, from), at });
      }
      noteNonFinite(record, pending);
      yield { kind: 'record', record, violations: pending.length === 0 ? NONE : pending.splice(0) };
      if (end >= bytes.length) return;
      isGlued = padding === undefined;
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
    const restart = pending.length === 0 ? findRestart(text, from) : -1;
    if (restart > 0) {
      // A torn record with the next one written right after it on the same line.
      const at = placeIn(text, from, restart);
      const torn: Violation = { code: 'record-torn', last: false, bytes: restart - from, at };
      scanJson(bytes, from, restart, this.#tape);
      const salvaged = new JsonRecord(text, from, restart, this.#tape, false);
      yield damageOf(text, from, restart, byteFault(text, from, restart) ?? torn, salvaged);
      yield* this.#line(text, mayJoin, restart);
      return;
    }
    const salvaged = new JsonRecord(text, from, bytes.length, this.#tape, false);
    const illFormed = firstInvalidUtf8(bytes, from, bytes.length);
    const isCut = scan.fault === 'unexpected-end' && bytes[from] === OPEN_BRACE && pending.length === 0;
    if (isCut && (illFormed < 0 || isCutCharacter(bytes, illFormed, bytes.length))) {
      const fragment = new Fragment(text, from, salvaged);
      if (this.#last === text || !mayJoin) yield fragment.torn(this.#last === text);
      else this.#fragment = fragment;
      this.#unterminated = undefined;
      return;
    }
    this.#unterminated = undefined;
    const at = placeIn(text, scan.at, endOfFault(bytes, scan.at));
    const invalid: Violation = { code: 'json-invalid', fault: scan.fault, at };
    const violation = pending[0] ?? byteFault(text, from, bytes.length) ?? invalid;
    yield damageOf(text, from, bytes.length, violation, salvaged);
  }

  #addBlank(text: LineText): void {
    this.#blank ??= { at: { ...text, bytes: text.bytes.slice() }, lines: 0 };
    this.#blank.lines += 1;
  }

  *#endBlank(): Generator<Decoded> {
    yield* this.#blankNote();
    this.#blank = undefined;
  }

  *#blankNote(): Generator<Decoded> {
    if (this.#blank === undefined) return;
    const { at, lines } = this.#blank;
    yield { kind: 'note', violation: { code: 'blank-line', lines, at: placeIn(at, 0, at.bytes.length) } };
  }

  *#crlfNote(): Generator<Decoded> {
    if (this.#crlf === undefined) return;
    const { at, lines } = this.#crlf;
    const end = at.bytes.length;
    yield { kind: 'note', violation: { code: 'crlf', lines, at: placeIn(at, end, end) } };
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

/** The NUL bytes that start at `from`, and where the text after them and white space starts. */
function nulRun(text: LineText, from: number): { violation: Violation; end: number } | undefined {
  const { bytes } = text;
  let end = from;
  while (end < bytes.length && bytes[end] === 0) end++;
  if (end === from) return undefined;
  const violation: Violation = { code: 'nul-bytes', count: end - from, at: placeIn(text, from, end) };
  return { violation, end: skipWhitespace(bytes, end, bytes.length) };
}

function utf8Invalid(text: LineText, at: number): Violation {
  return { code: 'utf8-invalid', byteInLine: at, at: placeIn(text, at, at + 1) };
}

/** What is wrong with the bytes `[from, to)` themselves, before they are any JSON. */
function byteFault(text: LineText, from: number, to: number): Violation | undefined {
  const illFormed = firstInvalidUtf8(text.bytes, from, to);
  if (illFormed >= 0 && !isCutCharacter(text.bytes, illFormed, to)) return utf8Invalid(text, illFormed);
  const nul = text.bytes.subarray(0, to).indexOf(0, from);
  return nul < 0 ? undefined : nulRun(text, nul)?.violation;
}

/** The offending run: a malformed word or number whole, else one character. */
function endOfFault(bytes: Uint8Array, at: number): number {
  const isWord = (c: number | undefined) =>
    c !== undefined && (c === 0x2b || c === 0x2d || c === 0x2e || (c >= 0x30 && c <= 0x39) || isLetter(c));
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
