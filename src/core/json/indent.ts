// A record's text, indented for reading. Every scalar is shown exactly as it was written: escapes, digits and all.

import { ARRAY, OBJECT, type Tape } from './tape.ts';
import { decodeUtf8 } from './utf8.ts';

/** Deeper levels are shown at this one's indentation: hostile nesting must not make spaces of it all. */
const DEEPEST = 40;

/**
 * Text of the value at token 0 with two spaces per level, cut off after about `limit` characters. `cut` tells whether
 * it was.
 */
export function indentJson(bytes: Uint8Array, tape: Tape, limit: number): { text: string; cut: boolean } {
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
    if (length > limit) return { text: parts.join('').slice(0, limit), cut: true };
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
  closeUpTo(tape.count);
  const text = parts.join('');
  return text.length > limit ? { text: text.slice(0, limit), cut: true } : { text, cut: false };

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
