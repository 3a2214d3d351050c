// Texts on their way in and out, sixteen bytes at a time: UTF-8 to the units that the platform makes strings of, and a
// text to what stands between the quotes of a JSON string.

import { sequence } from './scan';

/** Bytes of the escapes of U+0000 to U+001F: a letter, or 0 where it takes four digits. */
const LETTERS = memory.data<u8>([
  0, 0, 0, 0, 0, 0, 0, 0, 0x62, 0x74, 0x6e, 0, 0x66, 0x72, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  0,
]);

/** Lower halves of surrogate pairs by themselves that texts had. */
let lowerHalves: u32 = 0;
export function halves(): u32 {
  return lowerHalves;
}

/**
 * Writes the UTF-16 text `[from, to)`, lower bytes first, to `at` in UTF-8 and as JavaScript writes it into JSON, without
 * the quotes: half of a surrogate pair is escaped as well, and a lower one counted. Returns the end. Up to sixteen bytes behind it are overwritten.
 */
export function escape(from: u32, to: u32, at: u32): u32 {
  const quote = i8x16.splat(0x22);
  const backslash = i8x16.splat(0x5c);
  const space = i8x16.splat(0x20);
  const order = i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  let out = at;
  let i = from;
  while (i < to) {
    // As signed numbers, bytes that stand for no ASCII are below the space: units too wide for a byte become one of them.
    let bytes = i8x16.narrow_i16x8_u(v128.load(i), v128.load(i, 16));
    v128.store(out, bytes);
    let mask: u32 = i8x16.bitmask(
      v128.or(v128.or(i8x16.eq(bytes, quote), i8x16.eq(bytes, backslash)), i8x16.lt_s(bytes, space)),
    );
    // Escapes are frequent: what follows one in the block is moved behind it.
    let left: u32 = 16;
    let c: u32 = 0;
    while (mask != 0) {
      const run: u32 = ctz(mask);
      if (i + run * 2 >= to) return out + ((to - i) >>> 1);
      i += run * 2;
      out += run;
      c = load<u16>(i);
      if (c >= 0x80) break;
      i += 2;
      out = escaped(c, out);
      bytes = i8x16.swizzle(bytes, i8x16.add(order, i8x16.splat(<i8>(run + 1))));
      v128.store(out, bytes);
      mask >>= run + 1;
      left -= run + 1;
    }
    if (mask == 0) {
      if (i + left * 2 >= to) return out + ((to - i) >>> 1);
      i += left * 2;
      out += left;
      continue;
    }
    // Texts of other scripts come in runs.
    do {
      i += 2;
      if (c < 0x800) {
        store<u8>(out, 0xc0 | (c >> 6));
        store<u8>(out, 0x80 | (c & 0x3f), 1);
        out += 2;
      } else if ((c & 0xf800) != 0xd800) {
        store<u8>(out, 0xe0 | (c >> 12));
        store<u8>(out, 0x80 | ((c >> 6) & 0x3f), 1);
        store<u8>(out, 0x80 | (c & 0x3f), 2);
        out += 3;
      } else {
        const low: u32 = i < to ? load<u16>(i) : 0;
        if (c < 0xdc00 && (low & 0xfc00) == 0xdc00) {
          const point = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
          store<u8>(out, 0xf0 | (point >> 18));
          store<u8>(out, 0x80 | ((point >> 12) & 0x3f), 1);
          store<u8>(out, 0x80 | ((point >> 6) & 0x3f), 2);
          store<u8>(out, 0x80 | (point & 0x3f), 3);
          out += 4;
          i += 2;
        } else {
          if (c >= 0xdc00) lowerHalves++;
          out = digits(c, out);
        }
      }
      c = i < to ? load<u16>(i) : 0x20;
    } while (c >= 0x80);
  }
  return out;
}

/** Writes the escape of a control character, a quote or a backslash. */
function escaped(c: u32, out: u32): u32 {
  const letter: u32 = c < 0x20 ? load<u8>(LETTERS + c) : c;
  if (letter == 0) return digits(c, out);
  store<u8>(out, 0x5c);
  store<u8>(out, letter, 1);
  return out + 2;
}

/** Writes a unit as four hexadecimal digits. */
function digits(c: u32, out: u32): u32 {
  store<u16>(out, 0x755c);
  for (let i: u32 = 0; i < 4; i++) {
    const digit = (c >> (12 - i * 4)) & 15;
    store<u8>(out + 2 + i, digit < 10 ? 0x30 + digit : 0x57 + digit);
  }
  return out + 6;
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
