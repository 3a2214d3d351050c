// UTF-8 as bytes: validity, and the way from byte offsets to the UTF-16 columns that editors show.

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Text of a byte range. Bytes that are no UTF-8 become U+FFFD, as editors show them. */
export function decodeUtf8(bytes: Uint8Array, from = 0, to = bytes.length): string {
  return decoder.decode(bytes.subarray(from, to));
}

/** UTF-16 length of a byte range that starts and ends at character boundaries. */
export function utf16Length(bytes: Uint8Array, from: number, to: number): number {
  let length = 0;
  for (let at = from; at < to;) {
    if ((bytes[at] ?? 0) < 0x80) {
      const end = asciiEnd(bytes, at, to);
      length += end - at;
      at = end;
      continue;
    }
    const size = sequenceLength(bytes, at, to);
    // What stands for ill-formed bytes only the decoder knows.
    if (size === 0) return length + decodeUtf8(bytes, at, to).length;
    length += size === 4 ? 2 : 1;
    at += size;
  }
  return length;
}

/** Longer runs of ASCII are looked through four bytes at a time. */
const SHORT_RUN = 32;
const BEYOND_ASCII = 0x80808080;

function asciiEnd(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  const shortEnd = Math.min(to, from + SHORT_RUN);
  while (at < shortEnd && (bytes[at] ?? 0) < 0x80) at++;
  if (at < shortEnd || at === to) return at;
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  while (at + 4 <= to && (words.getUint32(at) & BEYOND_ASCII) === 0) at += 4;
  while (at < to && (bytes[at] ?? 0) < 0x80) at++;
  return at;
}

/**
 * Offset of the first byte that starts no well-formed UTF-8 sequence (Unicode 15, table 3-7: no overlong forms, no
 * surrogates, nothing above U+10FFFF), or -1 when the range is well-formed.
 */
export function firstInvalidUtf8(bytes: Uint8Array, from: number, to: number): number {
  let i = from;
  for (;;) {
    while (i < to && (bytes[i] ?? 0) < 0x80) i++;
    if (i >= to) return -1;
    const length = sequenceLength(bytes, i, to);
    if (length === 0) return i;
    i += length;
  }
}

/** True when the bytes `[from, to)` are the beginning of one character that was cut off. */
export function isCutCharacter(bytes: Uint8Array, from: number, to: number): boolean {
  return sequenceLength(bytes, from, to, true) === to - from;
}

/** Length of the well-formed multi-byte sequence at `i`, or 0. `cut` lets `to` cut it short. */
export function sequenceLength(bytes: Uint8Array, i: number, to: number, cut = false): number {
  const lead = bytes[i] ?? 0;
  const length =
    lead >= 0xc2 && lead <= 0xdf ? 2 : (lead & 0xf0) === 0xe0 ? 3 : lead >= 0xf0 && lead <= 0xf4 ? 4 : 0;
  const end = Math.min(i + length, to);
  if (length === 0 || (end < i + length && !cut)) return 0;
  const low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  for (let k = i + 1; k < end; k++) {
    const byte = bytes[k] ?? 0;
    if (k === i + 1 ? byte < low || byte > high : (byte & 0xc0) !== 0x80) return 0;
  }
  return end - i;
}
