// A record without its long texts: those of members that are only passed on need not become strings to be printed as
// they stand. In their place the record gets marks, of half a surrogate pair each, which no text of a record holds.

import { hex } from './scan';
import { PASSAGES, MAX_PASSAGES } from './memory';

/** From this length on a text is worth its mark. */
const LONG: u32 = 64;

const MAX_NAMES: u32 = 16;
/** Key texts with their quotes: position and length. */
const NAMES = memory.data(16 * 8);
/** Bit n: a name is n bytes long. */
let lengths: u64 = 0;
let names: u32 = 0;

/** How many texts have marks; where they lie without their quotes. */
let count: u32 = 0;

/** Begins with the first mark. */
export function forget(): void {
  count = 0;
}

export function passages(): u32 {
  return count;
}
export function passagesAt(): u32 {
  return PASSAGES;
}

/** Tells the key, quotes included, of a member whose text is only passed on. */
export function passOn(at: u32, length: u32): bool {
  if (names == MAX_NAMES || length > 63) return false;
  store<u32>(NAMES + names * 8, at);
  store<u32>(NAMES + names * 8, length, 4);
  lengths |= 1 << (<u64>length);
  names++;
  return true;
}

function isPassedOn(from: u32, length: u32): bool {
  if (length > 63 || ((lengths >>> length) & 1) == 0) return false;
  for (let name: u32 = 0; name < names; name++) {
    if (load<u32>(NAMES + name * 8, 4) != length) continue;
    const at = load<u32>(NAMES + name * 8);
    let i: u32 = 1;
    while (i < length && load<u8>(at + i) == load<u8>(from + i)) i++;
    if (i == length) return true;
  }
  return false;
}

/** True when the string that was looked at last stands there as the platform would write it. */
let isUsual: bool = false;

/** The end of the string at `from`; there is a quote at `to`. */
function string(from: u32, to: u32): u32 {
  const quote = i8x16.splat(0x22);
  const backslash = i8x16.splat(0x5c);
  const space = i8x16.splat(0x20);
  let i = from + 1;
  isUsual = true;
  while (i < to) {
    const bytes = v128.load(i);
    const mask = i8x16.bitmask(
      v128.or(v128.or(i8x16.eq(bytes, quote), i8x16.eq(bytes, backslash)), i8x16.lt_u(bytes, space)),
    );
    if (mask == 0) {
      i += 16;
      continue;
    }
    i += ctz(mask);
    const c: u32 = load<u8>(i);
    if (c == 0x22) return i + 1;
    if (c != 0x5c) {
      isUsual = false;
      i++;
    } else {
      if (!isUsualEscape(i)) isUsual = false;
      i += 2;
    }
  }
  return i;
}

/** True for an escape that the platform writes: the short ones, and digits where there is no short one. */
function isUsualEscape(at: u32): bool {
  const letter: u32 = load<u8>(at + 1);
  if (letter == 0x2f) return false;
  if (letter != 0x75) return true;
  const unit = hex(at + 2);
  if (unit < 0 || unit > 0x1f || unit == 8 || unit == 9 || unit == 10 || unit == 12 || unit == 13)
    return false;
  const last: u32 = load<u8>(at + 5);
  return last < 0x3a || last > 0x60;
}

/**
 * Writes the JSON text `[from, to)` to `at` with marks in place of long texts. Returns the end. Up to sixteen bytes behind
 * the text are overwritten. What is no JSON text stays none.
 */
export function shorten(from: u32, to: u32, at: u32): u32 {
  const quote = i8x16.splat(0x22);
  // Nothing behind the text is looked at for long.
  v128.store(to, quote);
  let out = at;
  let run = from;
  let i = from;
  while (true) {
    const mask = i8x16.bitmask(i8x16.eq(v128.load(i), quote));
    if (mask == 0) {
      i += 16;
      continue;
    }
    const key = i + ctz(mask);
    if (key >= to) break;
    i = string(key, to);
    if (i >= to) break;
    if (load<u8>(i) != 0x3a || !isPassedOn(key, i - key)) continue;
    const value = load<u8>(i + 1) == 0x20 ? i + 2 : i + 1;
    if (load<u8>(value) != 0x22) continue;
    i = string(value, to);
    if (i > to || i - value < LONG || !isUsual || count == MAX_PASSAGES) continue;
    memory.copy(out, run, value - run);
    out = mark(out + (value - run), count);
    store<u32>(PASSAGES + count * 8, value + 1);
    store<u32>(PASSAGES + count * 8, i - 1, 4);
    count++;
    run = i;
  }
  memory.copy(out, run, to - run);
  return out + (to - run);
}

/** Writes a mark with its quotes: the lower half of a surrogate pair, which spells its number. */
function mark(at: u32, number: u32): u32 {
  store<u8>(at, 0x22);
  store<u16>(at, 0x755c, 1);
  const unit = 0xdc00 | number;
  for (let i: u32 = 0; i < 4; i++) {
    const digit = (unit >> (12 - i * 4)) & 15;
    store<u8>(at + 3 + i, digit < 10 ? 0x30 + digit : 0x57 + digit);
  }
  store<u8>(at, 0x22, 7);
  return at + 8;
}
