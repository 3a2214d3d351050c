// Scans one JSON value (RFC 8259, plus the three non-finite literals that Python reads) from bytes into a tape.
// Works on bytes because the fingerprint is over what was written, which `JSON.parse` loses, and without recursion
// because a journal is hostile text: 100,000 levels of nesting cost memory, not the stack.

import type { JsonFault } from '../violation.ts';
import {
  ARRAY,
  ESCAPED,
  FLOAT,
  LITERAL,
  LONE_SURROGATE,
  LONG_INTEGER,
  NON_FINITE,
  NUMBER,
  OBJECT,
  STRING,
  type Tape,
} from './tape.ts';
import { sequenceLength } from './utf8.ts';

/**
 * What a scan came to. On a fault, `at` is the byte where the text stops being JSON, and the tape holds every token
 * before it, with open containers reaching to the end of the tape. `inString` says that the text ended inside one.
 */
export type ScanResult =
  | { readonly ok: true; readonly end: number }
  | { readonly ok: false; readonly at: number; readonly fault: JsonFault; readonly inString: boolean };

/** Byte offset of the first byte at or after `from` that is not JSON white space. */
export function skipWhitespace(bytes: Uint8Array, from: number, to: number): number {
  let i = from;
  while (i < to) {
    const c = bytes[i];
    if (c !== 0x20 && c !== 0x09 && c !== 0x0d && c !== 0x0a) break;
    i++;
  }
  return i;
}

const VALUE = 0;
const VALUE_OR_END = 1;
const KEY = 2;
const KEY_OR_END = 3;
const COLON = 4;
const COMMA_OR_END = 5;

/**
 * Scans the value that starts at or after `from`. Success ends right after the value: what follows (white space,
 * another record glued to it) is the caller's business. `rawNewlines` lets a line feed stand inside strings, to see
 * whether a record was split over lines.
 */
export function scanJson(
  bytes: Uint8Array,
  from: number,
  to: number,
  tape: Tape,
  rawNewlines = false,
): ScanResult {
  tape.clear();
  const open: number[] = [];
  let state = VALUE;
  let i = from;

  const fail = (at: number, fault: JsonFault, inString = false): ScanResult => {
    for (const container of open) {
      tape.close(container, at);
    }
    return { ok: false, at, fault, inString };
  };

  for (;;) {
    i = skipWhitespace(bytes, i, to);
    if (i >= to) return fail(to, 'unexpected-end');
    const c = bytes[i] ?? 0;

    if (state === COLON) {
      if (c !== 0x3a) return fail(i, 'colon-expected');
      i++;
      state = VALUE;
      continue;
    }

    if (state === COMMA_OR_END) {
      const container = open[open.length - 1] ?? 0;
      const isObject = tape.kindAt(container) === OBJECT;
      if (c === 0x2c) {
        i++;
        state = isObject ? KEY : VALUE;
        continue;
      }
      if (c !== (isObject ? 0x7d : 0x5d)) return fail(i, 'comma-or-end-expected');
    }

    // A closing bracket: after a member, or of an empty container.
    if (
      state === COMMA_OR_END ||
      (state === KEY_OR_END && c === 0x7d) ||
      (state === VALUE_OR_END && c === 0x5d)
    ) {
      const container = open.pop() ?? 0;
      i++;
      tape.close(container, i);
      if (open.length === 0) return { ok: true, end: i };
      state = COMMA_OR_END;
      continue;
    }

    if (state === KEY || state === KEY_OR_END) {
      if (c !== 0x22) return fail(i, 'key-expected');
    }

    // A key or a value starts here.
    if (c === 0x22) {
      const end = scanString(bytes, i, to, tape, rawNewlines);
      if (!end.ok) return fail(end.at, end.fault, end.inString);
      i = end.end;
      if (state === KEY || state === KEY_OR_END) {
        state = COLON;
        continue;
      }
    } else if (c === 0x7b || c === 0x5b) {
      open.push(tape.add(c === 0x7b ? OBJECT : ARRAY, i, i + 1, 0));
      i++;
      state = c === 0x7b ? KEY_OR_END : VALUE_OR_END;
      continue;
    } else if (c === 0x2d || (c >= 0x30 && c <= 0x39)) {
      const end = scanNumber(bytes, i, to, tape);
      if (!end.ok) return fail(end.at, end.fault);
      i = end.end;
    } else {
      const end = scanLiteral(bytes, i, to, tape);
      if (!end.ok) return fail(end.at, end.fault);
      i = end.end;
    }
    if (open.length === 0) return { ok: true, end: i };
    state = COMMA_OR_END;
  }
}

function scanString(
  bytes: Uint8Array,
  from: number,
  to: number,
  tape: Tape,
  rawNewlines: boolean,
): ScanResult {
  let flags = 0;
  let i = from + 1;
  for (;;) {
    if (i >= to) return { ok: false, at: to, fault: 'unexpected-end', inString: true };
    const c = bytes[i] ?? 0;
    if (c === 0x22) break;
    if (c === 0x5c) {
      flags |= ESCAPED;
      if (i + 1 >= to) return { ok: false, at: to, fault: 'unexpected-end', inString: true };
      const escape = bytes[i + 1] ?? 0;
      if (escape !== 0x75) {
        if (!isSimpleEscape(escape)) return { ok: false, at: i, fault: 'escape-malformed', inString: true };
        i += 2;
        continue;
      }
      const unit = hex4(bytes, i + 2, to);
      if (unit < 0) {
        // A text that ends inside the escape is torn, not malformed.
        const cut = i + 6 > to && allHex(bytes, i + 2, to);
        return {
          ok: false,
          at: cut ? to : i,
          fault: cut ? 'unexpected-end' : 'escape-malformed',
          inString: true,
        };
      }
      i += 6;
      if (unit >= 0xd800 && unit <= 0xdfff) {
        const low =
          unit < 0xdc00 && bytes[i] === 0x5c && bytes[i + 1] === 0x75 && i < to ? hex4(bytes, i + 2, to) : -1;
        if (low >= 0xdc00 && low <= 0xdfff) i += 6;
        else flags |= LONE_SURROGATE;
      }
      continue;
    }
    if (c >= 0x80) {
      const length = sequenceLength(bytes, i, to);
      if (length === 0 && tape.firstIllFormed < 0) tape.firstIllFormed = i;
      i += Math.max(1, length);
      continue;
    }
    if (c < 0x20 && !(rawNewlines && c === 0x0a))
      return { ok: false, at: i, fault: 'control-character', inString: true };
    i++;
  }
  tape.add(STRING, from, i + 1, flags);
  return { ok: true, end: i + 1 };
}

function isSimpleEscape(c: number): boolean {
  return (
    c === 0x22 ||
    c === 0x5c ||
    c === 0x2f ||
    c === 0x62 ||
    c === 0x66 ||
    c === 0x6e ||
    c === 0x72 ||
    c === 0x74
  );
}

function hexDigit(c: number): number {
  if (c >= 0x30 && c <= 0x39) return c - 0x30;
  if (c >= 0x61 && c <= 0x66) return c - 0x57;
  if (c >= 0x41 && c <= 0x46) return c - 0x37;
  return -1;
}

/** The UTF-16 unit that four hex digits at `from` name, or -1. */
export function hex4(bytes: Uint8Array, from: number, to: number): number {
  if (from + 4 > to) return -1;
  let unit = 0;
  for (let i = from; i < from + 4; i++) {
    const digit = hexDigit(bytes[i] ?? 0);
    if (digit < 0) return -1;
    unit = unit * 16 + digit;
  }
  return unit;
}

function allHex(bytes: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (hexDigit(bytes[i] ?? 0) < 0) return false;
  return true;
}

function isDigit(c: number | undefined): boolean {
  return c !== undefined && c >= 0x30 && c <= 0x39;
}

function scanNumber(bytes: Uint8Array, from: number, to: number, tape: Tape): ScanResult {
  let i = from;
  let flags = 0;
  const malformed = (): ScanResult =>
    i >= to
      ? { ok: false, at: to, fault: 'unexpected-end', inString: false }
      : { ok: false, at: from, fault: 'number-malformed', inString: false };
  if (bytes[i] === 0x2d) i++;
  if (bytes[i] === 0x49 && i < to) return scanLiteral(bytes, from, to, tape);
  const integer = i;
  if (i < to && bytes[i] === 0x30) i++;
  else {
    while (i < to && isDigit(bytes[i])) i++;
    if (i === integer) return malformed();
  }
  if (i - integer > 15) flags |= LONG_INTEGER;
  if (i < to && bytes[i] === 0x2e) {
    flags |= FLOAT;
    i++;
    const fraction = i;
    while (i < to && isDigit(bytes[i])) i++;
    if (i === fraction) return malformed();
  }
  if (i < to && (bytes[i] === 0x65 || bytes[i] === 0x45)) {
    flags |= FLOAT;
    i++;
    if (i < to && (bytes[i] === 0x2b || bytes[i] === 0x2d)) i++;
    const exponent = i;
    while (i < to && isDigit(bytes[i])) i++;
    if (i === exponent) return malformed();
  }
  if (i < to && (isDigit(bytes[i]) || isLetter(bytes[i]))) {
    return { ok: false, at: from, fault: 'number-malformed', inString: false };
  }
  tape.add(NUMBER, from, i, flags);
  return { ok: true, end: i };
}

/** True for an ASCII letter. */
export function isLetter(c: number | undefined): boolean {
  return c !== undefined && ((c >= 0x61 && c <= 0x7a) || (c >= 0x41 && c <= 0x5a));
}

const LITERALS: readonly { text: string; kind: number; flags: number }[] = [
  { text: 'true', kind: LITERAL, flags: 0 },
  { text: 'false', kind: LITERAL, flags: 0 },
  { text: 'null', kind: LITERAL, flags: 0 },
  { text: 'NaN', kind: NUMBER, flags: FLOAT | NON_FINITE },
  { text: 'Infinity', kind: NUMBER, flags: FLOAT | NON_FINITE },
  { text: '-Infinity', kind: NUMBER, flags: FLOAT | NON_FINITE },
];

function scanLiteral(bytes: Uint8Array, from: number, to: number, tape: Tape): ScanResult {
  let i = from;
  if (bytes[i] === 0x2d) i++;
  while (i < to && isLetter(bytes[i])) i++;
  if (i === from) return { ok: false, at: from, fault: 'value-expected', inString: false };
  for (const literal of LITERALS) {
    let matched = 0;
    while (matched < literal.text.length && bytes[from + matched] === literal.text.charCodeAt(matched))
      matched++;
    if (matched === literal.text.length && from + matched === i) {
      tape.add(literal.kind, from, i, literal.flags);
      return { ok: true, end: i };
    }
    if (i === to && matched === i - from)
      return { ok: false, at: to, fault: 'unexpected-end', inString: false };
  }
  return {
    ok: false,
    at: from,
    fault: i - from > 1 ? 'literal-malformed' : 'value-expected',
    inString: false,
  };
}
