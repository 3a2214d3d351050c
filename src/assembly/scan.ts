// Scans one object that starts at `from`. Stops at the first thing that is not plain: malformed, ill-formed UTF-8, half
// of a surrogate pair, deeper or longer than the tables. Every text ends in a
// line feed, which is not plain inside a record, so nothing here looks for the end.

import { MAX_DEPTH, STACK } from './memory';
import {
  ARRAY,
  close,
  ESCAPED,
  FLOAT,
  kindAt,
  LITERAL,
  LONG_INTEGER,
  NUMBER,
  OBJECT,
  ODD,
  put,
  REWRITTEN,
  room,
  STRING,
} from './tape';

/** How many tokens the object that was scanned last has, and the flags of all of them. */
export let tokenCount: u32 = 0;
export let flagsSeen: u32 = 0;

/** True when it was the room for tokens that the last scan ended for. */
export let isFull: bool = false;

/** Flags of the string that was scanned last. */
let stringFlags: u32 = 0;

/** Returns the end of the object, or 0 where it is not plain. */
export function scan(from: u32): u32 {
  isFull = false;
  if (load<u8>(from) != 0x7b) return 0;
  if (room == 0) {
    isFull = true;
    return 0;
  }
  put(0, OBJECT, from, from);
  store<u32>(STACK, 0);
  let tokens: u32 = 1;
  flagsSeen = 0;
  let depth: u32 = 1;
  let i = blank(from + 1);
  /** The container just opened may close at once. */
  let opened = true;

  while (true) {
    const container = load<u32>(STACK + (depth - 1) * 4);
    const isObject = kindAt(container) == OBJECT;
    let c: u32 = load<u8>(i);
    if (c == (isObject ? <u32>0x7d : <u32>0x5d) && opened) {
      // Empty.
    } else {
      if (tokens + 2 > room) {
        isFull = true;
        return 0;
      }
      if (isObject) {
        if (c != 0x22) return 0;
        const end = string(i);
        if (end == 0) return 0;
        put(tokens++, STRING | stringFlags, i, end);
        flagsSeen |= stringFlags;
        i = blank(end);
        if (load<u8>(i) != 0x3a) return 0;
        i = blank(i + 1);
        c = load<u8>(i);
      }
      if (c == 0x22) {
        const end = string(i);
        if (end == 0) return 0;
        put(tokens++, STRING | stringFlags, i, end);
        flagsSeen |= stringFlags;
        i = end;
      } else if (c == 0x7b || c == 0x5b) {
        if (depth == MAX_DEPTH) return 0;
        put(tokens, c == 0x7b ? OBJECT : ARRAY, i, i);
        store<u32>(STACK + depth * 4, tokens);
        tokens++;
        depth++;
        i = blank(i + 1);
        opened = true;
        continue;
      } else if (c == 0x2d || c - 0x30 < 10) {
        const end = number(i);
        if (end == 0) return 0;
        put(tokens++, NUMBER | numberFlags, i, end);
        flagsSeen |= numberFlags;
        i = end;
      } else {
        const end = literal(i, c);
        if (end == 0) return 0;
        put(tokens++, LITERAL, i, end);
        i = end;
      }
    }
    // After a value: the next member, or the ends of containers.
    while (true) {
      i = blank(i);
      c = load<u8>(i);
      const top = load<u32>(STACK + (depth - 1) * 4);
      if (c == 0x2c) {
        i = blank(i + 1);
        opened = false;
        break;
      }
      if (c != (kindAt(top) == OBJECT ? <u32>0x7d : <u32>0x5d)) return 0;
      i++;
      close(top, i, tokens);
      depth--;
      if (depth == 0) {
        tokenCount = tokens;
        return i;
      }
    }
  }
}

/** The first byte that is neither space nor tab. */
export function blank(from: u32): u32 {
  let i = from;
  let c: u32 = load<u8>(i);
  while (c == 0x20 || c == 0x09) c = load<u8>(++i);
  return i;
}

/** The end of the string that starts at `from`, or 0. */
function string(from: u32): u32 {
  stringFlags = 0;
  let i = from + 1;
  const quote = i8x16.splat(0x22);
  const backslash = i8x16.splat(0x5c);
  const space = i8x16.splat(0x20);
  while (true) {
    // Sixteen bytes at once; as signed numbers, those of other characters than ASCII are below the space too.
    const bytes = v128.load(i);
    const special = v128.or(
      v128.or(i8x16.eq(bytes, quote), i8x16.eq(bytes, backslash)),
      i8x16.lt_s(bytes, space),
    );
    const mask = i8x16.bitmask(special);
    if (mask == 0) {
      i += 16;
      continue;
    }
    i += ctz(mask);
    let c: u32 = load<u8>(i);
    if (c == 0x22) return i + 1;
    if (c == 0x5c) {
      i = escape(i);
      if (i == 0) return 0;
      continue;
    }
    if (c < 0x20) return 0;
    // Texts of other scripts come in runs.
    do {
      const length = sequence(i, c);
      if (length == 0) return 0;
      i += length;
      c = load<u8>(i);
    } while (c >= 0x80);
  }
}

/** The end of the escape at `i`, or 0. */
function escape(i: u32): u32 {
  const c: u32 = load<u8>(i + 1);
  stringFlags |= ESCAPED;
  if (c == 0x6e || c == 0x22 || c == 0x5c || c == 0x74 || c == 0x72 || c == 0x62 || c == 0x66) return i + 2;
  stringFlags |= REWRITTEN;
  if (c == 0x2f) return i + 2;
  if (c != 0x75) return 0;
  const unit = hex(i + 2);
  if (unit < 0) return 0;
  if ((unit & 0xf800) != 0xd800) return i + 6;
  if (unit >= 0xdc00 || load<u16>(i + 6) != 0x755c) return 0;
  const low = hex(i + 8);
  return (low & 0xfc00) == 0xdc00 && low >= 0 ? i + 12 : 0;
}

/** The number that four hexadecimal digits spell, or -1. */
export function hex(from: u32): i32 {
  let value: i32 = 0;
  for (let i: u32 = from; i < from + 4; i++) {
    const c: u32 = load<u8>(i);
    const letter = (c | 0x20) - 0x61;
    if (c - 0x30 < 10) value = (value << 4) | (c - 0x30);
    else if (letter < 6) value = (value << 4) | (letter + 10);
    else return -1;
  }
  return value;
}

/** Length of the well-formed UTF-8 sequence at `i` that starts with `c`, or 0 (Unicode, table 3-7). */
export function sequence(i: u32, c: u32): u32 {
  if (c < 0xc2) return 0;
  const second: u32 = load<u8>(i + 1);
  if (c < 0xe0) return (second & 0xc0) == 0x80 ? 2 : 0;
  const third: u32 = load<u8>(i + 2);
  if (c < 0xf0) {
    const least: u32 = c == 0xe0 ? 0xa0 : 0x80;
    const most: u32 = c == 0xed ? 0x9f : 0xbf;
    return second >= least && second <= most && (third & 0xc0) == 0x80 ? 3 : 0;
  }
  if (c > 0xf4) return 0;
  const least: u32 = c == 0xf0 ? 0x90 : 0x80;
  const most: u32 = c == 0xf4 ? 0x8f : 0xbf;
  const fourth: u32 = load<u8>(i + 3);
  return second >= least && second <= most && (third & 0xc0) == 0x80 && (fourth & 0xc0) == 0x80 ? 4 : 0;
}

/** Flags of the number that was scanned last. */
let numberFlags: u32 = 0;

/**
 * The end of the number at `from`, or 0. Numbers that Python writes as they stand are integers of at most 15 digits, and
 * decimals of at most 15 significant digits without an exponent, trailing zeros or a value below 0.0001: all others are
 * odd.
 */
function number(from: u32): u32 {
  let i = from;
  const isNegative = load<u8>(i) == 0x2d;
  if (isNegative) i++;
  const first: u32 = load<u8>(i);
  const integer = i;
  let c = first;
  while (c - 0x30 < 10) c = load<u8>(++i);
  let digits = i - integer;
  if (digits == 0 || (digits > 1 && first == 0x30)) return 0;
  numberFlags = digits > 15 ? LONG_INTEGER | ODD : 0;
  if (c == 0x2e) {
    const fraction = i + 1;
    i = fraction;
    c = load<u8>(i);
    while (c == 0x30) c = load<u8>(++i);
    const zeros = i - fraction;
    while (c - 0x30 < 10) c = load<u8>(++i);
    const length = i - fraction;
    if (length == 0) return 0;
    numberFlags |= FLOAT;
    if (length > 1 && load<u8>(i - 1) == 0x30) numberFlags |= ODD;
    const isSmall = first == 0x30 && length > 1;
    digits = isSmall ? length - zeros : digits + length;
    if (digits > 15 || (isSmall && zeros > 3)) numberFlags |= ODD;
  } else if (isNegative && first == 0x30) {
    numberFlags |= ODD;
  }
  if ((c | 0x20) == 0x65) {
    numberFlags |= FLOAT | ODD;
    c = load<u8>(++i);
    if (c == 0x2b || c == 0x2d) c = load<u8>(++i);
    const exponent = i;
    while (c - 0x30 < 10) c = load<u8>(++i);
    if (i == exponent) return 0;
  }
  return (c | 0x20) - 0x61 < 26 || c == 0x2e ? 0 : i;
}

/** The end of `true`, `false` or `null` at `i`, or 0. */
function literal(i: u32, c: u32): u32 {
  let end: u32 = 0;
  if (c == 0x74 && load<u32>(i) == 0x65757274) end = i + 4;
  else if (c == 0x6e && load<u32>(i) == 0x6c6c756e) end = i + 4;
  else if (c == 0x66 && load<u32>(i + 1) == 0x65736c61) end = i + 5;
  if (end == 0) return 0;
  const after: u32 = load<u8>(end);
  return (after | 0x20) - 0x61 < 26 || after - 0x30 < 10 ? 0 : end;
}

/** The first line feed at or after `from`: there is one at `to` at the latest. */
export function lineFeed(from: u32): u32 {
  const feed = i8x16.splat(0x0a);
  let i = from;
  while (true) {
    const mask = i8x16.bitmask(i8x16.eq(v128.load(i), feed));
    if (mask != 0) return i + ctz(mask);
    i += 16;
  }
}
