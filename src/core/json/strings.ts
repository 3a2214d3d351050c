// The string tokens of a tape: decoded to text, compared, and re-encoded the canonical way.

import type { ByteWriter } from './byteWriter.ts';
import { hex4 } from './scan.ts';
import { ESCAPED, type Tape } from './tape.ts';
import { decodeUtf8 } from './utf8.ts';

/** The code point of each simple escape letter. */
const SIMPLE: Readonly<Record<number, number>> = {
  0x22: 0x22,
  0x5c: 0x5c,
  0x2f: 0x2f,
  0x62: 0x08,
  0x66: 0x0c,
  0x6e: 0x0a,
  0x72: 0x0d,
  0x74: 0x09,
};

/** Text of a string token. A lone surrogate escape stays one, as in every JavaScript JSON reader. */
export function stringAt(bytes: Uint8Array, tape: Tape, token: number): string {
  const from = tape.startAt(token) + 1;
  const to = tape.endAt(token) - 1;
  if ((tape.flagsAt(token) & ESCAPED) === 0) {
    return to - from <= 24 ? shortText(bytes, from, to) : decodeUtf8(bytes, from, to);
  }
  return nativeText(bytes, from, to) ?? unescapedText(bytes, from, to);
}

/** Escapes by the native reader, which is several times faster; it takes no line feed of a record that was split. */
function nativeText(bytes: Uint8Array, from: number, to: number): string | undefined {
  try {
    const text: unknown = JSON.parse(decodeUtf8(bytes, from - 1, to + 1));
    return typeof text === 'string' ? text : undefined;
  } catch {
    return undefined;
  }
}

function unescapedText(bytes: Uint8Array, from: number, to: number): string {
  let text = '';
  let run = from;
  for (let i = from; i < to;) {
    if (bytes[i] !== 0x5c) {
      i++;
      continue;
    }
    text += decodeUtf8(bytes, run, i);
    const letter = bytes[i + 1] ?? 0;
    if (letter === 0x75) {
      text += String.fromCharCode(hex4(bytes, i + 2, to));
      i += 6;
    } else {
      text += String.fromCharCode(SIMPLE[letter] ?? letter);
      i += 2;
    }
    run = i;
  }
  return text + decodeUtf8(bytes, run, to);
}

/** Keys, types and names of tools come again in every record: they are made once. A power of two. */
const KNOWN = 1 << 12;
const known: string[] = new Array<string>(KNOWN).fill('');

/**
 * Text of a short byte range. Ids, keys and numbers are ASCII; for them a decoder call costs more than the text.
 */
export function shortText(bytes: Uint8Array, from: number, to: number): string {
  let hash = to - from;
  for (let i = from; i < to; i++) {
    const c = bytes[i] ?? 0;
    if (c >= 0x80) return decodeUtf8(bytes, from, to);
    hash = Math.imul(hash ^ c, 0x01000193);
  }
  const slot = (hash ^ (hash >>> 15)) & (KNOWN - 1);
  const text = known[slot] ?? '';
  if (isText(text, bytes, from, to)) return text;
  return (known[slot] = newText(bytes, from, to));
}

function isText(text: string, bytes: Uint8Array, from: number, to: number): boolean {
  if (text.length !== to - from) return false;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) !== bytes[from + i]) return false;
  return true;
}

function newText(bytes: Uint8Array, from: number, to: number): string {
  let text = '';
  for (let i = from; i < to; i++) text += String.fromCharCode(bytes[i] ?? 0);
  return text;
}

/** True when the string token's text is exactly `expected` (ASCII). */
export function stringEquals(bytes: Uint8Array, tape: Tape, token: number, expected: string): boolean {
  if ((tape.flagsAt(token) & ESCAPED) !== 0) return stringAt(bytes, tape, token) === expected;
  const from = tape.startAt(token) + 1;
  if (tape.endAt(token) - 1 - from !== expected.length) return false;
  for (let i = 0; i < expected.length; i++) if (bytes[from + i] !== expected.charCodeAt(i)) return false;
  return true;
}

/** Writes the bytes of the text that a string token stands for, with no escapes at all: what keys are ordered by. */
export function writeDecoded(bytes: Uint8Array, tape: Tape, token: number, out: ByteWriter): void {
  eachRun(
    bytes,
    tape,
    token,
    (from, to) => out.copy(bytes, from, to),
    (point) => out.codePoint(point),
  );
}

/**
 * Writes a string token as `json.dumps(…, ensure_ascii=False)` does: only `\" \\ \n \r \t \f \b` and `\u00xx` below
 * 0x20 are escaped. The token must hold no lone surrogate.
 */
export function writeCanonicalString(bytes: Uint8Array, tape: Tape, token: number, out: ByteWriter): void {
  if ((tape.flagsAt(token) & ESCAPED) === 0) {
    out.copy(bytes, tape.startAt(token), tape.endAt(token));
    return;
  }
  out.byte(0x22);
  eachRun(
    bytes,
    tape,
    token,
    (from, to) => out.copy(bytes, from, to),
    (point) => writeEscaped(point, out),
  );
  out.byte(0x22);
}

const SHORT_ESCAPES: Readonly<Record<number, string>> = {
  0x22: '\\"',
  0x5c: '\\\\',
  0x0a: '\\n',
  0x0d: '\\r',
  0x09: '\\t',
  0x0c: '\\f',
  0x08: '\\b',
};

function writeEscaped(point: number, out: ByteWriter): void {
  const short = SHORT_ESCAPES[point];
  if (short !== undefined) out.ascii(short);
  else if (point < 0x20) out.ascii(`\\u${point.toString(16).padStart(4, '0')}`);
  else out.codePoint(point);
}

/** Calls back for each run of plain bytes and each escaped code point, in order. */
function eachRun(
  bytes: Uint8Array,
  tape: Tape,
  token: number,
  plain: (from: number, to: number) => void,
  escaped: (point: number) => void,
): void {
  const to = tape.endAt(token) - 1;
  let run = tape.startAt(token) + 1;
  for (let i = run; i < to;) {
    if (bytes[i] !== 0x5c) {
      i++;
      continue;
    }
    if (i > run) plain(run, i);
    const letter = bytes[i + 1] ?? 0;
    if (letter === 0x75) {
      const unit = hex4(bytes, i + 2, to);
      i += 6;
      if (unit >= 0xd800 && unit < 0xdc00 && bytes[i] === 0x5c && bytes[i + 1] === 0x75) {
        const low = hex4(bytes, i + 2, to);
        if (low >= 0xdc00 && low <= 0xdfff) {
          escaped(0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00));
          i += 6;
          run = i;
          continue;
        }
      }
      escaped(unit);
    } else {
      escaped(SIMPLE[letter] ?? letter);
      i += 2;
    }
    run = i;
  }
  if (to > run) plain(run, to);
}
