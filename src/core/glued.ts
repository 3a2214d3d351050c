// Several records on one line: a line feed was lost between them, or the first was torn and the next one written right
// after it.

import { scanJson, skipWhitespace } from './json/scan.ts';
import { stringAt } from './json/strings.ts';
import { Tape } from './json/tape.ts';
import type { LineText } from './record.ts';

const OPEN_BRACE = 0x7b;

/** How many records stand on a line, seen from its second one. */
export function countGlued(text: LineText, second: number): number {
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
 * Where a record starts anew inside a damaged line: a later occurrence of the line's own first keys, from which the
 * rest of the line is records, the last of which may be cut off. -1 when there is none.
 */
export function findRestart(text: LineText, from: number): number {
  const { bytes } = text;
  const keyEnd = bytes.indexOf(0x22, from + 2);
  if (bytes[from] !== OPEN_BRACE || bytes[from + 1] !== 0x22 || keyEnd < 0) return -1;
  const start = bytes.subarray(from, keyEnd + 1);
  for (let tries = 0, at = from + 1; tries < 16; tries++, at++) {
    at = indexOfRun(bytes, start, at);
    if (at < 0) return -1;
    const second = secondKey(bytes, from, at);
    if (isRecords(bytes, at) && (second === undefined || second === secondKey(bytes, at, bytes.length)))
      return at;
  }
  return -1;
}

/** The second key of the object at `from`: an object inside a record may well have the first one of the record. */
function secondKey(bytes: Uint8Array, from: number, to: number): string | undefined {
  const tape = new Tape();
  scanJson(bytes, from, to, tape);
  const second = tape.count > 2 ? tape.nextAt(2) : 0;
  return second > 0 && second < tape.count ? stringAt(bytes, tape, second) : undefined;
}

/** True when only records stand from `from` to the end of the line: one whole, the last perhaps cut off. */
function isRecords(bytes: Uint8Array, from: number): boolean {
  const tape = new Tape();
  for (let at = from; at < bytes.length;) {
    const scan = scanJson(bytes, at, bytes.length, tape);
    if (bytes[at] !== OPEN_BRACE) return false;
    if (!scan.ok) return at > from && scan.fault === 'unexpected-end';
    at = skipWhitespace(bytes, scan.end, bytes.length);
  }
  return true;
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
