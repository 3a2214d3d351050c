// Looks for words in many records at once, in their bytes: most of a journal need not become text to be searched.

const BACKSLASH = 0x5c;
const U = 0x75;

/**
 * False only if no string in these bytes of JSON can spell `word`, which is ASCII (in lower case where case is ignored).
 * A `\u` escape may spell anything, and two characters beyond ASCII become ASCII in lower case (U+212A, U+0130).
 */
export function maySpell(bytes: Uint8Array, word: string, ignoreCase: boolean): boolean {
  const wanted = Uint8Array.from(word, (character) => character.charCodeAt(0));
  const first = wanted[0] ?? 0;
  const other = ignoreCase && isLetter(first) ? first - 0x20 : first;
  const end = bytes.length;
  for (let i = 0; i < end; i++) {
    const c = bytes[i] ?? 0;
    if (c === first || c === other) {
      if (isAt(bytes, i, wanted, ignoreCase)) return true;
    } else if (c === BACKSLASH) {
      if (bytes[i + 1] === U) return true;
      i += 1;
    } else if (ignoreCase && (c === 0xe2 || c === 0xc4) && becomesAscii(bytes, i)) return true;
  }
  return false;
}

/** True where the word stands, or may stand: an escape or a character that becomes ASCII leaves it open. */
function isAt(bytes: Uint8Array, at: number, wanted: Uint8Array, ignoreCase: boolean): boolean {
  for (let i = 1; i < wanted.length; i++) {
    const c = bytes[at + i] ?? 0;
    const w = wanted[i] ?? 0;
    if (c === w || (ignoreCase && isLetter(w) && c === w - 0x20)) continue;
    return c === BACKSLASH || (ignoreCase && c >= 0x80);
  }
  return true;
}

function isLetter(c: number): boolean {
  return c >= 0x61 && c <= 0x7a;
}

function becomesAscii(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0xe2 ? bytes[at + 1] === 0x84 && bytes[at + 2] === 0xaa : bytes[at + 1] === 0xb0;
}
