// A record without what its reader has no use for. Members that it does not read are left out. Long texts of members that
// are only passed on need not become strings to be printed as they stand: in their place the record gets marks, of half a
// surrogate pair each, which no text of a record holds.

import { hex } from './scan';
import {
  MAX_KEY,
  MAX_MARKS,
  MAX_USED,
  PASSAGES,
  USED_COUNT,
  USED_HEADS,
  USED_NAME,
  USED_NAMES,
} from './memory';

/** From this length on a text is worth its mark. */
const LONG: u32 = 64;

/** What is done with the value of a key. */
const KEEP: u32 = 0;
const PASS_ON: u32 = 1;
const LEAVE_OUT: u32 = 2;

/** How many texts have marks; where they lie without their quotes stands from the passage `first` on. */
let count: u32 = 0;
let first: u32 = 0;

/** Begins with the mark of that number. */
export function forget(mark: u32): void {
  count = mark;
  first = 0;
}

/** Begins with the first mark, whose text is that passage. */
export function forgetFrom(passage: u32): void {
  count = 0;
  first = passage;
}

export function passages(): u32 {
  return count;
}
export function passagesAt(): u32 {
  return PASSAGES;
}

/** Tells the key, quotes included, of a member whose text is only passed on. */
export function passOn(at: u32, length: u32): bool {
  return addName(at, length, PASS_ON, 0, 0);
}

/** Tells the key of a member that is not read: of the record itself, or of the object that its member `inside` is. */
export function leaveOut(at: u32, length: u32, inside: u32, insideLength: u32): bool {
  return addName(at, length, LEAVE_OUT, inside, insideLength);
}

function addName(at: u32, length: u32, use: u32, inside: u32, insideLength: u32): bool {
  const names = load<u32>(USED_COUNT) + 1;
  if (names > MAX_USED || length > MAX_KEY) return false;
  store<u32>(USED_COUNT, names);
  const name = USED_NAMES + names * USED_NAME;
  store<u32>(name, at);
  store<u32>(name, length, 4);
  store<u32>(name, use, 8);
  store<u32>(name, inside, 12);
  store<u32>(name, insideLength, 16);
  store<u32>(name, load<u32>(USED_HEADS + length * 4), 20);
  store<u32>(USED_HEADS + length * 4, names);
  return true;
}

function equals(a: u32, b: u32, length: u32): bool {
  let i: u32 = 0;
  while (i < length && load<u8>(a + i) == load<u8>(b + i)) i++;
  return i == length;
}

/** The member of the record that is being read: position and length of its key. */
let section: u32 = 0;
let sectionLength: u32 = 0;

function useOf(from: u32, length: u32, depth: u32): u32 {
  if (depth == 1) {
    section = from;
    sectionLength = length;
  }
  let use = KEEP;
  if (length > MAX_KEY) return use;
  let n = load<u32>(USED_HEADS + length * 4);
  while (n != 0) {
    const name = USED_NAMES + n * USED_NAME;
    n = load<u32>(name, 20);
    if (!equals(load<u32>(name), from, length)) continue;
    if (load<u32>(name, 8) == PASS_ON) use = PASS_ON;
    else if (isThere(load<u32>(name, 12), load<u32>(name, 16), depth)) return LEAVE_OUT;
  }
  return use;
}

/** True for a key of the record itself, or of the member of it with a key. */
function isThere(inside: u32, insideLength: u32, depth: u32): bool {
  if (insideLength == 0) return depth == 1;
  return depth == 2 && insideLength == sectionLength && equals(inside, section, insideLength);
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

/** The next quote or bracket from `i` on. There must be one. */
function nextMark(i: u32): u32 {
  const quote = i8x16.splat(0x22);
  const open = i8x16.splat(0x7b);
  const close = i8x16.splat(0x7d);
  const lower = i8x16.splat(0x20);
  while (true) {
    const bytes = v128.load(i);
    const folded = v128.or(bytes, lower);
    const mask = i8x16.bitmask(
      v128.or(i8x16.eq(bytes, quote), v128.or(i8x16.eq(folded, open), i8x16.eq(folded, close))),
    );
    if (mask != 0) return i + ctz(mask);
    i += 16;
  }
}

function isOpening(c: u32): bool {
  return (c | 0x20) == 0x7b;
}

/** The end of the value at `from`; there is a quote at `to`. */
function valueEnd(from: u32, to: u32): u32 {
  const first: u32 = load<u8>(from);
  if (first == 0x22) return string(from, to);
  let i = from;
  if (!isOpening(first)) {
    while (i < to && load<u8>(i) != 0x2c && load<u8>(i) != 0x7d && load<u8>(i) != 0x20) i++;
    return i;
  }
  let depth: u32 = 0;
  while (true) {
    i = nextMark(i);
    if (i >= to) return i;
    const c: u32 = load<u8>(i);
    if (c == 0x22) i = string(i, to);
    else {
      i++;
      if (isOpening(c)) depth++;
      else if (--depth == 0) return i;
    }
  }
}

/**
 * Writes the JSON text `[from, to)` to `at` with marks in place of long texts, and without what is left out. Returns the
 * end. Up to sixteen bytes behind the text are overwritten. What is no JSON text stays none.
 */
export function shorten(from: u32, to: u32, at: u32): u32 {
  // Nothing behind the text is looked at for long.
  v128.store(to, i8x16.splat(0x22));
  let out = at;
  let run = from;
  let i = from;
  let depth: u32 = 0;
  while (true) {
    const key = nextMark(i);
    if (key >= to) break;
    const c: u32 = load<u8>(key);
    if (c != 0x22) {
      depth += isOpening(c) ? 1 : -1;
      i = key + 1;
      continue;
    }
    i = string(key, to);
    if (i >= to) break;
    if (load<u8>(i) != 0x3a) continue;
    const use = useOf(key, i - key, depth);
    if (use == KEEP) continue;
    const value = load<u8>(i + 1) == 0x20 ? i + 2 : i + 1;
    if (use == LEAVE_OUT) {
      const end = valueEnd(value, to);
      if (end >= to) break;
      memory.copy(out, run, key - run);
      out += key - run;
      i = run = end;
      if (load<u8>(end) == 0x2c) i = run = end + 1;
      else {
        // The last member: the comma before it goes too.
        while (out > at && load<u8>(out - 1) == 0x20) out--;
        if (out > at && load<u8>(out - 1) == 0x2c) out--;
      }
      continue;
    }
    if (load<u8>(value) != 0x22) continue;
    i = string(value, to);
    if (i > to || i - value < LONG || !isUsual || count == MAX_MARKS) continue;
    memory.copy(out, run, value - run);
    out = mark(out + (value - run), count);
    const passage = PASSAGES + (first + count) * 8;
    store<u32>(passage, value + 1);
    store<u32>(passage, i - 1, 4);
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
