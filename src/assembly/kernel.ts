// The fast lane: reads whole lines that hold a plain record, writes their canonical bytes and says what their envelope
// is. A record is plain when nothing in it needs a second look: its members are those of an event, its repeated objects
// are texts that the schema has accepted before, and its numbers and keys are canonical as they stand. Everything else
// is left to the TypeScript decoder, which is the only judge of what is wrong; the kernel must never say more than it.

import { byte, copy, out, setOut, write } from './canonical';
import {
  END,
  FIRST,
  FOUND,
  INPUT,
  INPUT_SIZE,
  KNOWN,
  LATEST,
  MAX_KEY,
  MAX_ROWS,
  MEMBERS,
  NAME,
  ORDER,
  OUTPUT,
  ROW,
  ROWS,
  TEXTS,
  TEXTS_SIZE,
  USED,
  USED_COUNT,
} from './memory';
import { blank, flagsSeen, lineFeed, scan } from './scan';
import { endAt, ESCAPED, flagsAt, FLOAT, kindAt, nextAt, NUMBER, OBJECT, ODD, startAt, STRING } from './tape';
import { instant, readInstant } from './timestamp';

export { forget, leaveOut, passages, passagesAt, passOn, shorten } from './shorten';
export { scanLines, shortenLines } from './lines';
export { escape, halves, narrow, units, widen } from './texts';

/** The members of an event, in canonical order, by position. */
const ACTOR: u32 = 0;
const DURATION: u32 = 1;
const EVENT_ID: u32 = 2;
const PARENT: u32 = 3;
const PAYLOAD: u32 = 4;
const PROVENANCE: u32 = 5;
const REDACTION: u32 = 6;
const SEQUENCE: u32 = 7;
const SESSION: u32 = 8;
const TIMESTAMP: u32 = 9;
const VERSION: u32 = 10;
const TYPE: u32 = 11;
/** Further names: members of payloads that the checks ask for. */
const CALL: u32 = 12;
const CONTENT: u32 = 13;
const FINAL: u32 = 14;

export function inputAt(): u32 {
  return INPUT;
}
export function inputSize(): u32 {
  return INPUT_SIZE;
}
export function outputAt(): u32 {
  return OUTPUT;
}
export function rowsAt(): u32 {
  return ROWS;
}
export function writtenTo(): u32 {
  return out;
}

/** Makes room in memory, and forgets all texts. */
export function start(): void {
  const pages = (END + 0xffff) >>> 16;
  if (<u32>memory.size() < pages) memory.grow(pages - memory.size());
  store<u32>(USED, TEXTS);
  memory.fill(FIRST, 0, MEMBERS * 4);
  memory.fill(LATEST, 0, MEMBERS * 4);
  memory.fill(ORDER, 0, MEMBERS * 4);
  memory.fill(USED_COUNT, 0, 4 + (MAX_KEY + 1) * 4);
}

/** Room for `size` bytes of texts that stay; 0 when there is none left. */
export function reserve(size: u32): u32 {
  const at = (load<u32>(USED) + 7) & ~7;
  if (at + size + 16 > TEXTS + TEXTS_SIZE) return 0;
  store<u32>(USED, at + size);
  return at;
}

/** Tells the text of a key, quotes included. */
export function setName(name: u32, at: u32, length: u32): void {
  store<u32>(NAME + name * 8, at);
  store<u32>(NAME + name * 8, length, 4);
}

/** Tells a text that the schema has accepted as the value of a member, with its canonical bytes and a number for it. */
export function learn(
  member: u32,
  at: u32,
  length: u32,
  canonicalAt: u32,
  canonicalLength: u32,
  id: u32,
): bool {
  const known = reserve(KNOWN);
  if (known == 0) return false;
  store<u32>(known, at);
  store<u32>(known, length, 4);
  store<u32>(known, canonicalAt, 8);
  store<u32>(known, canonicalLength, 12);
  store<u32>(known, load<u32>(FIRST + member * 4), 16);
  store<u32>(known, id, 20);
  store<u32>(FIRST + member * 4, known);
  store<u32>(LATEST + member * 4, known);
  return true;
}

function same(a: u32, b: u32, length: u32): bool {
  let i: u32 = 0;
  for (; i + 8 <= length; i += 8) if (load<u64>(a + i) != load<u64>(b + i)) return false;
  for (; i < length; i++) if (load<u8>(a + i) != load<u8>(b + i)) return false;
  return true;
}

function isNamed(key: u32, name: u32): bool {
  const length = load<u32>(NAME + name * 8, 4);
  return endAt(key) - startAt(key) == length && same(startAt(key), load<u32>(NAME + name * 8), length);
}

/** The known text of a member's value, 0 where it is new. */
function knownText(member: u32, token: u32): u32 {
  const from = startAt(token);
  const length = endAt(token) - from;
  const latest = load<u32>(LATEST + member * 4);
  if (latest == 0) return 0;
  if (load<u32>(latest, 4) == length && same(from, load<u32>(latest), length)) return latest;
  for (let known = load<u32>(FIRST + member * 4); known != 0; known = load<u32>(known, 16)) {
    if (load<u32>(known, 4) != length || !same(from, load<u32>(known), length)) continue;
    store<u32>(LATEST + member * 4, known);
    return known;
  }
  return 0;
}

/** Finds the members of the record on the tape; false where one is missing, unknown or there twice. */
function findMembers(): bool {
  memory.fill(FOUND, 0, MEMBERS * 4);
  const end = nextAt(0);
  let position: u32 = 0;
  for (let key: u32 = 1; key < end; key = nextAt(key + 1)) {
    if (position == MEMBERS) return false;
    // Writers keep one order.
    let member = load<u32>(ORDER + position * 4);
    if (!isNamed(key, member)) {
      for (member = 0; member < MEMBERS; member++) if (isNamed(key, member)) break;
      if (member == MEMBERS) return false;
      store<u32>(ORDER + position * 4, member);
    }
    if (load<u32>(FOUND + member * 4) != 0) return false;
    store<u32>(FOUND + member * 4, key + 1);
    position++;
  }
  for (let member: u32 = 0; member < MEMBERS; member++) {
    if (member != DURATION && member != PARENT && load<u32>(FOUND + member * 4) == 0) return false;
  }
  return true;
}

function found(member: u32): u32 {
  return load<u32>(FOUND + member * 4);
}

/** True for a string of at least one character without escapes. */
function isPlainText(token: u32): bool {
  return (flagsAt(token) & (255 | ESCAPED)) == STRING && endAt(token) - startAt(token) > 2;
}

function member(name: u32): void {
  copy(load<u32>(NAME + name * 8), load<u32>(NAME + name * 8) + load<u32>(NAME + name * 8, 4));
  byte(0x3a);
}

function repeated(name: u32, known: u32): void {
  member(name);
  const at = load<u32>(known, 8);
  copy(at, at + load<u32>(known, 12));
}

/** Reads the record on the tape into a row and writes its canonical bytes; false where it is not plain. */
function event(row: u32): bool {
  if ((flagsSeen & ODD) != 0 || !findMembers()) return false;
  const actor = knownText(ACTOR, found(ACTOR));
  const provenance = knownText(PROVENANCE, found(PROVENANCE));
  const redaction = knownText(REDACTION, found(REDACTION));
  const session = knownText(SESSION, found(SESSION));
  const type = knownText(TYPE, found(TYPE));
  const version = knownText(VERSION, found(VERSION));
  if (actor == 0 || provenance == 0 || redaction == 0 || session == 0 || type == 0 || version == 0)
    return false;

  const id = found(EVENT_ID);
  const parent = found(PARENT);
  const sequence = found(SEQUENCE);
  const duration = found(DURATION);
  const timestamp = found(TIMESTAMP);
  const payload = found(PAYLOAD);
  if (!isPlainText(id) || (parent != 0 && !isPlainText(parent))) return false;
  if (!isPlainText(timestamp) || !readInstant(startAt(timestamp) + 1, endAt(timestamp) - 1)) return false;
  if (kindAt(payload) != OBJECT) return false;
  if ((flagsAt(sequence) & (255 | FLOAT)) != NUMBER || load<u8>(startAt(sequence)) == 0x2d) return false;
  if (duration != 0 && (kindAt(duration) != NUMBER || load<u8>(startAt(duration)) == 0x2d)) return false;
  let number: u64 = 0;
  for (let i = startAt(sequence); i < endAt(sequence); i++) number = number * 10 + load<u8>(i) - 0x30;

  // Records lie one after another as in an array, so that many can be hashed at once.
  byte(0x2c);
  const from = out;
  byte(0x7b);
  repeated(ACTOR, actor);
  byte(0x2c);
  if (duration != 0) {
    member(DURATION);
    copy(startAt(duration), endAt(duration));
    byte(0x2c);
  }
  member(EVENT_ID);
  copy(startAt(id), endAt(id));
  byte(0x2c);
  if (parent != 0) {
    member(PARENT);
    copy(startAt(parent), endAt(parent));
    byte(0x2c);
  }
  member(PAYLOAD);
  if (!write(payload, 0)) return false;
  byte(0x2c);
  repeated(PROVENANCE, provenance);
  byte(0x2c);
  repeated(REDACTION, redaction);
  byte(0x2c);
  member(SEQUENCE);
  copy(startAt(sequence), endAt(sequence));
  byte(0x2c);
  repeated(SESSION, session);
  byte(0x2c);
  member(TIMESTAMP);
  copy(startAt(timestamp), endAt(timestamp));
  byte(0x2c);
  repeated(VERSION, version);
  byte(0x2c);
  repeated(TYPE, type);
  byte(0x7d);

  let callFrom: u32 = 0;
  let callTo: u32 = 0;
  let flags: u32 = duration == 0 ? 0 : 4;
  const end = nextAt(payload);
  for (let key = payload + 1; key < end; key = nextAt(key + 1)) {
    if (isNamed(key, CALL)) {
      if (kindAt(key + 1) != STRING) continue;
      if ((flagsAt(key + 1) & ESCAPED) != 0) return false;
      callFrom = startAt(key + 1) + 1;
      callTo = endAt(key + 1) - 1;
    } else if (isNamed(key, CONTENT)) flags |= 1;
    else if (isNamed(key, FINAL)) flags |= 2;
  }
  store<u32>(row, from, 12);
  store<u32>(row, out, 16);
  store<u32>(row, startAt(id) + 1, 20);
  store<u32>(row, endAt(id) - 1, 24);
  store<u32>(row, parent == 0 ? 0 : startAt(parent) + 1, 28);
  store<u32>(row, parent == 0 ? 0 : endAt(parent) - 1, 32);
  store<u32>(row, load<u32>(type, 20), 36);
  store<u32>(row, load<u32>(actor, 20), 40);
  store<u32>(row, load<u32>(provenance, 20), 44);
  store<u32>(row, load<u32>(redaction, 20), 48);
  store<u32>(row, load<u32>(session, 20), 52);
  store<u32>(row, callFrom, 56);
  store<u32>(row, callTo, 60);
  store<u32>(row, flags, 64);
  store<f64>(row, <f64>number, 72);
  store<f64>(row, instant, 80);
  store<u32>(row, startAt(timestamp) + 1, 88);
  store<u32>(row, endAt(timestamp) - 1, 92);
  return true;
}

/**
 * Reads lines of the input from `from` on, and returns how many rows it filled: per line one, until the tables are full
 * or no whole line is left before `to`. A row that is not plain says only where its line lies.
 */
export function run(from: u32, to: u32): u32 {
  store<u8>(to, 0x0a);
  setOut(OUTPUT);
  let count: u32 = 0;
  let at = from;
  while (at < to && count < MAX_ROWS) {
    const row = ROWS + count * ROW;
    const written = out;
    const end = scan(at);
    let line: u32 = end == 0 ? 0 : blank(end);
    if (line != 0 && line < to && load<u8>(line) == 0x0a && event(row)) {
      store<u32>(row, 1);
    } else {
      setOut(written);
      line = lineFeed(at);
      if (line >= to) break;
      store<u32>(row, 0);
    }
    store<u32>(row, at, 4);
    store<u32>(row, line, 8);
    at = line + 1;
    count++;
  }
  return count;
}
