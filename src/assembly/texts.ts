// Texts on their way in and out, sixteen bytes at a time: UTF-8 to the units that the platform makes strings of, and a
// text to what stands between the quotes of a JSON string.

import { sequence } from './scan';

/** Bytes of the escapes of U+0000 to U+001F: a letter, or 0 where it takes four digits. */
const LETTERS = memory.data<u8>([
  0, 0, 0, 0, 0, 0, 0, 0, 0x62, 0x74, 0x6e, 0, 0x66, 0x72, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  0,
]);

/**
 * Writes the UTF-8 text `[from, to)` to `at` as JavaScript writes it into JSON, without the quotes. Returns the end, or 0
 * where the text has the character that stands in for half of a surrogate pair: it may have been either. Up to sixteen
 * bytes behind the end are overwritten.
 */
export function escape(from: u32, to: u32, at: u32): u32 {
  const quote = i8x16.splat(0x22);
  const backslash = i8x16.splat(0x5c);
  const space = i8x16.splat(0x20);
  const replacement = i8x16.splat(<i8>0xef);
  let out = at;
  let i = from;
  while (i < to) {
    const bytes = v128.load(i);
    v128.store(out, bytes);
    const special = v128.or(
      v128.or(i8x16.eq(bytes, quote), i8x16.eq(bytes, backslash)),
      v128.or(i8x16.lt_u(bytes, space), i8x16.eq(bytes, replacement)),
    );
    const mask = i8x16.bitmask(special);
    const run = mask == 0 ? 16 : <u32>ctz(mask);
    if (i + run >= to) return out + (to - i);
    i += run;
    out += run;
    if (mask == 0) continue;
    const c: u32 = load<u8>(i++);
    if (c == 0xef) {
      if (load<u8>(i) == 0xbf && load<u8>(i + 1) == 0xbd) return 0;
      store<u8>(out++, c);
      continue;
    }
    store<u8>(out, 0x5c);
    const letter: u32 = c < 0x20 ? load<u8>(LETTERS + c) : c;
    if (letter != 0) {
      store<u8>(out, letter, 1);
      out += 2;
      continue;
    }
    store<u8>(out, 0x75, 1);
    store<u16>(out, 0x3030, 2);
    store<u8>(out, 0x30 + (c >> 4), 4);
    const low = c & 15;
    store<u8>(out, low < 10 ? 0x30 + low : 0x57 + low, 5);
    out += 6;
  }
  return out;
}

/**
 * Writes the UTF-8 text `[from, to)` to `at`, one byte per character. Returns the end, or 0 where a character needs more
 * or is ill-formed.
 */
export function narrow(from: u32, to: u32, at: u32): u32 {
  let out = at;
  let i = from;
  while (i < to) {
    const bytes = v128.load(i);
    v128.store(out, bytes);
    const mask = i8x16.bitmask(bytes);
    const run = mask == 0 ? 16 : <u32>ctz(mask);
    if (i + run >= to) return out + (to - i);
    i += run;
    out += run;
    if (mask == 0) continue;
    const c: u32 = load<u8>(i);
    if (c > 0xc3 || i + 2 > to || sequence(i, c) != 2) return 0;
    store<u8>(out++, ((c & 3) << 6) | (load<u8>(i + 1) & 0x3f));
    i += 2;
  }
  return out;
}

/** The same in UTF-16, lower byte first; 0 where the text is ill-formed. */
export function widen(from: u32, to: u32, at: u32): u32 {
  let out = at;
  let i = from;
  while (i < to) {
    const bytes = v128.load(i);
    v128.store(out, i16x8.extend_low_i8x16_u(bytes));
    v128.store(out, i16x8.extend_high_i8x16_u(bytes), 16);
    const mask = i8x16.bitmask(bytes);
    const run = mask == 0 ? 16 : <u32>ctz(mask);
    if (i + run >= to) return out + (to - i) * 2;
    i += run;
    out += run * 2;
    if (mask == 0) continue;
    // Texts of other scripts come in runs.
    let c: u32 = load<u8>(i);
    do {
      const length = sequence(i, c);
      if (length == 0 || i + length > to) return 0;
      const second: u32 = load<u8>(i + 1) & 0x3f;
      if (length == 2) {
        store<u16>(out, ((c & 0x1f) << 6) | second);
        out += 2;
      } else {
        const third: u32 = load<u8>(i + 2) & 0x3f;
        if (length == 3) {
          store<u16>(out, ((c & 0x0f) << 12) | (second << 6) | third);
          out += 2;
        } else {
          const point =
            (((c & 7) << 18) | (second << 12) | (third << 6) | (load<u8>(i + 3) & 0x3f)) - 0x10000;
          store<u16>(out, 0xd800 | (point >> 10));
          store<u16>(out, 0xdc00 | (point & 0x3ff), 2);
          out += 4;
        }
      }
      i += length;
      c = i < to ? load<u8>(i) : 0;
    } while (c >= 0x80);
  }
  return out;
}

/** UTF-16 length of the well-formed UTF-8 text `[from, to)`. */
export function units(from: u32, to: u32): u32 {
  const continued = i8x16.splat(<i8>0xc0);
  const widest = i8x16.splat(<i8>0xf0);
  let count: u32 = 0;
  let i = from;
  // As signed numbers, the bytes that continue a character are the lowest.
  for (; i + 16 <= to; i += 16) {
    const bytes = v128.load(i);
    count += 16 - popcnt(<u32>i8x16.bitmask(i8x16.lt_s(bytes, continued)));
    count += popcnt(<u32>i8x16.bitmask(i8x16.ge_u(bytes, widest)));
  }
  for (; i < to; i++) {
    const c: u32 = load<u8>(i);
    if ((c & 0xc0) != 0x80) count += c >= 0xf0 ? 2 : 1;
  }
  return count;
}
