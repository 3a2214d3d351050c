// Half of a surrogate pair has no UTF-8. Programs that cut a text by UTF-16 units leave such halves behind, and JSON can
// spell them.

/**
 * JSON text with each escaped half of a surrogate pair spelled as U+FFFD, of the same length; the bytes themselves where
 * there is none. The bytes must be valid JSON: only its strings hold backslashes.
 */
export function mendSurrogates(bytes: Uint8Array): Uint8Array {
  let mended: Uint8Array | undefined;
  for (let i = bytes.indexOf(BACKSLASH); i >= 0; i = bytes.indexOf(BACKSLASH, i)) {
    const unit = escapedUnit(bytes, i);
    if (unit < 0xd800 || unit > 0xdfff) i += 2;
    else if (unit < 0xdc00 && isLow(escapedUnit(bytes, i + 6))) i += 12;
    else {
      mended ??= bytes.slice();
      mended.set(REPLACEMENT, i + 2);
      i += 6;
    }
  }
  return mended ?? bytes;
}

const BACKSLASH = 0x5c;
/** `fffd`. */
const REPLACEMENT = Uint8Array.of(0x66, 0x66, 0x66, 0x64);

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** The UTF-16 unit that an escape at a place spells, -1 where there is no such escape. */
function escapedUnit(bytes: Uint8Array, at: number): number {
  if (bytes[at] !== BACKSLASH || bytes[at + 1] !== 0x75 || at + 6 > bytes.length) return -1;
  return parseInt(String.fromCharCode(...bytes.subarray(at + 2, at + 6)), 16);
}
