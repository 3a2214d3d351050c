import assert from 'node:assert/strict';

/** Characters that break a line, turn it around, colour a terminal or cannot be seen. */
export const HOSTILE =
  'a\u0000b\u001b[31m\r\nc\u202egnp\u2066\u2028\u2029\u200b\u00ad\u0085\ufeff\ud800\u{e0041}';

const HARMFUL: readonly (readonly [from: number, to: number])[] = [
  [0x00, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x61c, 0x61c],
  [0x180e, 0x180e],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0xd800, 0xdfff],
  [0xfeff, 0xfeff],
  [0xe0000, 0xe007f],
];

/** Code points of a text that should not be shown as they are. */
export function harmful(text: string): number[] {
  const points = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  return points.filter((point) => HARMFUL.some(([from, to]) => point >= from && point <= to));
}

/** Holds a message against what every one must be: said, whole, on one line, and harmless. */
export function sentence(message: string): void {
  assert.match(message, /^[A-Z0-9“]/);
  assert.match(message, /[.?]$/, 'it ends');
  assert.deepEqual(harmful(message), []);
  assert.doesNotMatch(message, /undefined|\[object/);
}
