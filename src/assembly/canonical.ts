// Canonical bytes of a scanned value: members sorted by key, no white space, no escapes but the needed ones.

import { KEYS, MAX_KEYS } from './memory';
import { hex } from './scan';
import { ARRAY, endAt, ESCAPED, flagsAt, kindAt, nextAt, OBJECT, REWRITTEN, startAt, STRING } from './tape';

/** Where the next byte goes. */
export let out: u32 = 0;

export function setOut(at: u32): void {
  out = at;
}

/** Writes the value at a token; false where it is not plain (a key twice, an escaped key, too many keys). */
export function write(token: u32, depth: u32): bool {
  const kind = kindAt(token);
  if (kind == OBJECT) return object(token, depth);
  if (kind == ARRAY) return array(token, depth);
  if (kind == STRING && (flagsAt(token) & REWRITTEN) != 0) rewrite(startAt(token), endAt(token));
  else copy(startAt(token), endAt(token));
  return true;
}

export function byte(c: u32): void {
  store<u8>(out++, c);
}

/** Copies `[from, to)`. Short runs go sixteen bytes at a time, over the end: what is written next covers it. */
export function copy(from: u32, to: u32): void {
  const length = to - from;
  if (length > 128) {
    memory.copy(out, from, length);
  } else {
    for (let i: u32 = 0; i < length; i += 16) v128.store(out + i, v128.load(from + i));
  }
  out += length;
}

function array(token: u32, depth: u32): bool {
  const end = nextAt(token);
  byte(0x5b);
  for (let element = token + 1; element < end; element = nextAt(element)) {
    if (element > token + 1) byte(0x2c);
    if (!write(element, depth + 1)) return false;
  }
  byte(0x5d);
  return true;
}

function object(token: u32, depth: u32): bool {
  const end = nextAt(token);
  const keys = KEYS + depth * MAX_KEYS * 4;
  let count: u32 = 0;
  for (let key = token + 1; key < end; key = nextAt(key + 1)) {
    if (count == MAX_KEYS || (flagsAt(key) & ESCAPED) != 0) return false;
    // Writers have few members, often in order: each goes to its place from behind.
    let place = count;
    while (place > 0) {
      const before = load<u32>(keys + (place - 1) * 4);
      const order = compare(before, key);
      if (order == 0) return false;
      if (order < 0) break;
      store<u32>(keys + place * 4, before);
      place--;
    }
    store<u32>(keys + place * 4, key);
    count++;
  }
  byte(0x7b);
  for (let i: u32 = 0; i < count; i++) {
    const key = load<u32>(keys + i * 4);
    if (i > 0) byte(0x2c);
    copy(startAt(key), endAt(key));
    byte(0x3a);
    if (!write(key + 1, depth + 1)) return false;
  }
  byte(0x7d);
  return true;
}

/** Order of two keys by their UTF-8 bytes, which is their order by code point. The closing quotes are not compared. */
function compare(a: u32, b: u32): i32 {
  const left = startAt(a) + 1;
  const right = startAt(b) + 1;
  const leftLength = endAt(a) - 1 - left;
  const rightLength = endAt(b) - 1 - right;
  const shared = min(leftLength, rightLength);
  for (let i: u32 = 0; i < shared; i++) {
    const difference = <i32>load<u8>(left + i) - <i32>load<u8>(right + i);
    if (difference != 0) return difference;
  }
  return <i32>leftLength - <i32>rightLength;
}

/** A string with `\/` or `\u` escapes, written as Python writes its text. */
function rewrite(from: u32, to: u32): void {
  let run = from;
  for (let i = from; i < to;) {
    if (load<u8>(i) != 0x5c) {
      i++;
      continue;
    }
    const c: u32 = load<u8>(i + 1);
    if (c == 0x2f) {
      copy(run, i);
      i += 2;
      run = i - 1;
      continue;
    }
    if (c != 0x75) {
      i += 2;
      continue;
    }
    copy(run, i);
    let point: u32 = hex(i + 2);
    i += 6;
    if ((point & 0xfc00) == 0xd800) {
      point = 0x10000 + ((point - 0xd800) << 10) + (hex(i + 2) - 0xdc00);
      i += 6;
    }
    character(point);
    run = i;
  }
  copy(run, to);
}

function character(point: u32): void {
  if (point >= 0x10000) {
    byte(0xf0 | (point >> 18));
    byte(0x80 | ((point >> 12) & 0x3f));
    byte(0x80 | ((point >> 6) & 0x3f));
    byte(0x80 | (point & 0x3f));
  } else if (point >= 0x800) {
    byte(0xe0 | (point >> 12));
    byte(0x80 | ((point >> 6) & 0x3f));
    byte(0x80 | (point & 0x3f));
  } else if (point >= 0x80) {
    byte(0xc0 | (point >> 6));
    byte(0x80 | (point & 0x3f));
  } else if (point >= 0x20 && point != 0x22 && point != 0x5c) {
    byte(point);
  } else {
    byte(0x5c);
    if (point == 0x22 || point == 0x5c) byte(point);
    else if (point == 0x0a) byte(0x6e);
    else if (point == 0x0d) byte(0x72);
    else if (point == 0x09) byte(0x74);
    else if (point == 0x0c) byte(0x66);
    else if (point == 0x08) byte(0x62);
    else {
      byte(0x75);
      byte(0x30);
      byte(0x30);
      byte(0x30 + (point >> 4));
      const low = point & 15;
      byte(low < 10 ? 0x30 + low : 0x57 + low);
    }
  }
}
