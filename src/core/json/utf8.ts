// UTF-8 as bytes: validity, and the way from byte offsets to the UTF-16 columns that editors show.

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Text of a byte range. Bytes that are no UTF-8 become U+FFFD, as editors show them. */
export function decodeUtf8(bytes: Uint8Array, from = 0, to = bytes.length): string {
  return decoder.decode(bytes.subarray(from, to));
}

/** UTF-16 length of a byte range that starts and ends at character boundaries. */
export function utf16Length(bytes: Uint8Array, from: number, to: number): number {
  return decodeUtf8(bytes, from, to).length;
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

/** Length of the well-formed multi-byte sequence at `i`, or 0. */
function sequenceLength(bytes: Uint8Array, i: number, to: number): number {
  const lead = bytes[i] ?? 0;
  const length =
    lead >= 0xc2 && lead <= 0xdf ? 2 : (lead & 0xf0) === 0xe0 ? 3 : lead >= 0xf0 && lead <= 0xf4 ? 4 : 0;
  if (length === 0 || i + length > to) return 0;
  const second = bytes[i + 1] ?? 0;
  const low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  if (second < low || second > high) return 0;
  for (let k = i + 2; k < i + length; k++) if (((bytes[k] ?? 0) & 0xc0) !== 0x80) return 0;
  return length;
}
