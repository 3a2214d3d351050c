// A record's text, indented for reading. Every scalar is shown exactly as it was written: escapes, digits and all.

import { skipWhitespace } from './scan.ts';
import { ARRAY, OBJECT, type Tape } from './tape.ts';
import { decodeUtf8 } from './utf8.ts';

/** Deeper levels are shown at this one's indentation: hostile nesting must not make spaces of it all. */
const DEEPEST = 40;

/**
 * Text of the value at token 0 with two spaces per level, cut off after `limit` characters; `cut` tells whether it was.
 * Of a text that ends inside the value (`isTorn`), what is open stays open, and `end` is the byte from which nothing is
 * shown.
 */
export function indentJson(
  bytes: Uint8Array,
  tape: Tape,
  limit: number,
  isTorn = false,
): { text: string; cut: boolean; end: number } {
  const parts: string[] = [];
  let length = 0;
  const put = (text: string) => {
    parts.push(text);
    length += text.length;
  };
  const open: { object: boolean; end: number; count: number }[] = [];
  const newLine = () => put(`\n${'  '.repeat(Math.min(open.length, DEEPEST))}`);
  let isValueOfKey = false;

  for (let token = 0; token < tape.count; token++) {
    if (length > limit) return { text: parts.join('').slice(0, limit), cut: true, end: bytes.length };
    closeUpTo(token);
    const level = open[open.length - 1];
    if (level !== undefined && !isValueOfKey) {
      if (level.count > 0) put(',');
      newLine();
      level.count += 1;
    }
    const kind = tape.kindAt(token);
    if (kind === OBJECT || kind === ARRAY) {
      put(kind === OBJECT ? '{' : '[');
      open.push({ object: kind === OBJECT, end: tape.nextAt(token), count: 0 });
      isValueOfKey = false;
    } else {
      const start = tape.startAt(token);
      put(decodeUtf8(bytes, start, Math.min(tape.endAt(token), start + 4 * (limit + 1))));
      const isKey: boolean = level?.object === true && !isValueOfKey;
      if (isKey) put(': ');
      isValueOfKey = isKey;
    }
  }
  let end = bytes.length;
  if (!isTorn) closeUpTo(tape.count);
  else end = tape.count === 0 ? 0 : afterLast(tape.count - 1);
  const text = parts.join('');
  const cut = text.length > limit;
  return { text: cut ? text.slice(0, limit) : text, cut, end };

  /** The byte after the last token, and after the colon of a key. Of containers, the empty ones are closed. */
  function afterLast(token: number): number {
    const after = (at: number) => skipWhitespace(bytes, at, bytes.length);
    const kind = tape.kindAt(token);
    if (kind === OBJECT || kind === ARRAY) {
      const closing = after(tape.startAt(token) + 1);
      if (bytes[closing] !== (kind === OBJECT ? 0x7d : 0x5d)) return tape.startAt(token) + 1;
      put(kind === OBJECT ? '}' : ']');
      return closing + 1;
    }
    const colon = after(tape.endAt(token));
    return isValueOfKey && bytes[colon] === 0x3a ? after(colon + 1) : tape.endAt(token);
  }

  function closeUpTo(token: number): void {
    for (
      let level = open[open.length - 1];
      level !== undefined && token >= level.end;
      level = open[open.length - 1]
    ) {
      open.pop();
      if (level.count > 0) newLine();
      put(level.object ? '}' : ']');
    }
  }
}
