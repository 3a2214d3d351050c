// Canonical bytes: what Python's `json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))`
// gives for the value that `json.loads` reads from the same text. Written from the bytes of the record, because
// parsing loses integer digits, `1.0`, `-0.0` and the order of duplicate keys.

import { ByteWriter } from './byteWriter.ts';
import { floatRepr } from './floatRepr.ts';
import { writeCanonicalString, writeDecoded } from './strings.ts';
import { ARRAY, ESCAPED, FLOAT, LONE_SURROGATE, NUMBER, OBJECT, STRING, type Tape } from './tape.ts';
import { decodeUtf8, firstInvalidUtf8 } from './utf8.ts';

/** A key that appears again in the same object, by its tokens. Readers keep the last. */
export interface DuplicateKey {
  readonly first: number;
  readonly again: number;
}

/** A container that is being written. Levels are kept and used again: most records open the same few. */
class Level {
  isObject = false;
  /** Key tokens in the order to write (objects). */
  readonly keys: number[] = [];
  position = 0;
  /** Next element token (arrays), and where the elements end. */
  element = 0;
  end = 0;
  /** Token of the container, and where its text starts in the output. */
  token = 0;
  start = 0;
}

/** More levels than any usual record has; those of a deeper one are let go. */
const KEPT_LEVELS = 64;
const levels: Level[] = [];

/**
 * Writes the canonical bytes of the value at token `root` to `out`. Returns the duplicate keys met on the way, in text
 * order. What was written counts only if it {@link isEncodable}.
 */
export function writeCanonical(bytes: Uint8Array, tape: Tape, root: number, out: ByteWriter): DuplicateKey[] {
  const duplicates: DuplicateKey[] = [];
  let depth = 0;
  let token = root;

  for (;;) {
    // Write the value at `token`, or open it.
    const kind = tape.kindAt(token);
    if (kind === OBJECT || kind === ARRAY) {
      if (depth !== 1 || !writeRepeated(bytes, tape, token, out)) {
        const level = (levels[depth] ??= new Level());
        depth += 1;
        level.isObject = kind === OBJECT;
        level.position = 0;
        level.element = token + 1;
        level.end = tape.nextAt(token);
        level.token = token;
        level.start = out.length;
        out.byte(level.isObject ? 0x7b : 0x5b);
        if (level.isObject) sortKeys(bytes, tape, token, level.keys, duplicates);
      }
    } else if (kind === STRING) {
      writeCanonicalString(bytes, tape, token, out);
    } else if (kind === NUMBER) {
      writeNumber(bytes, tape, token, out);
    } else {
      out.copy(bytes, tape.startAt(token), tape.endAt(token));
    }

    // Find the next value, closing what is complete.
    for (;;) {
      const level = depth === 0 ? undefined : levels[depth - 1];
      if (level === undefined) {
        if (levels.length > KEPT_LEVELS) levels.length = KEPT_LEVELS;
        return duplicates.length < 2 ? duplicates : duplicates.sort((a, b) => a.again - b.again);
      }
      if (level.isObject) {
        const key = level.keys[level.position];
        if (key !== undefined) {
          if (level.position > 0) out.byte(0x2c);
          level.position++;
          writeCanonicalString(bytes, tape, key, out);
          out.byte(0x3a);
          token = key + 1;
          break;
        }
        out.byte(0x7d);
      } else {
        if (level.element < level.end) {
          if (level.position > 0) out.byte(0x2c);
          level.position++;
          token = level.element;
          level.element = tape.nextAt(token);
          break;
        }
        out.byte(0x5d);
      }
      depth -= 1;
      if (depth === 1 && duplicates.length === 0) learnRepeated(bytes, tape, level.token, out, level.start);
    }
  }
}

/**
 * Canonical bytes of values that the records of one writer repeat (provenance, actor, redaction): what is written the
 * same way again has the same canonical bytes. Holds the last text per member.
 */
interface Repeated {
  text: Uint8Array;
  canonical: Uint8Array;
  /** How often in a row the member had another text. One that always differs is not remembered each time. */
  misses: number;
}
const repeated: (Repeated | undefined)[] = [];
const LONGEST_REPEATED = 1024;
const PATIENCE = 8;

/** Where a member is remembered: by its position among the tokens before it, which one writer's records share. */
function slotOf(tape: Tape, token: number): number {
  return (token * 31 + tape.endAt(token - 1) - tape.startAt(token - 1)) & 127;
}

function writeRepeated(bytes: Uint8Array, tape: Tape, token: number, out: ByteWriter): boolean {
  const known = repeated[slotOf(tape, token)];
  const start = tape.startAt(token);
  if (known?.text.length !== tape.endAt(token) - start) return false;
  const { text } = known;
  for (let i = text.length - 1; i >= 0; i--) if (text[i] !== bytes[start + i]) return false;
  known.misses = 0;
  out.copy(known.canonical, 0, known.canonical.length);
  return true;
}

function learnRepeated(bytes: Uint8Array, tape: Tape, token: number, out: ByteWriter, from: number): void {
  const [start, end] = [tape.startAt(token), tape.endAt(token)];
  if (end - start > LONGEST_REPEATED || (tape.anyFlags & LONE_SURROGATE) !== 0) return;
  const slot = slotOf(tape, token);
  const known = repeated[slot];
  if (known !== undefined && known.misses < PATIENCE) {
    known.misses += 1;
    return;
  }
  repeated[slot] = { text: bytes.slice(start, end), canonical: out.bytes().slice(from), misses: 0 };
}

/** False when what was written holds half of a surrogate pair, which has no UTF-8. Values that no reader keeps may. */
export function isEncodable(tape: Tape, canonical: Uint8Array): boolean {
  return tape.firstLoneSurrogate < 0 || firstInvalidUtf8(canonical, 0, canonical.length) < 0;
}

function writeNumber(bytes: Uint8Array, tape: Tape, token: number, out: ByteWriter): void {
  const start = tape.startAt(token);
  const end = tape.endAt(token);
  if ((tape.flagsAt(token) & FLOAT) !== 0) {
    const text = decodeUtf8(bytes, start, end);
    out.ascii(floatRepr(Number(text)));
  } else if (end - start === 2 && bytes[start] === 0x2d && bytes[start + 1] === 0x30) {
    out.byte(0x30); // the integer -0 is 0 in Python
  } else {
    out.copy(bytes, start, end);
  }
}

/** Key tokens of an object ordered by code point (= by UTF-8 byte), the last of equal keys kept, into `keys`. */
function sortKeys(
  bytes: Uint8Array,
  tape: Tape,
  object: number,
  keys: number[],
  duplicates: DuplicateKey[],
): void {
  keys.length = 0;
  const end = tape.nextAt(object);
  for (let key = object + 1; key < end; key = tape.nextAt(key + 1)) keys.push(key);
  if (keys.length < 2) return;
  const inText = keys.slice();
  const known = knownOrder(bytes, tape, inText);
  if (known !== undefined) {
    for (let i = 0; i < known.length; i++) keys[i] = inText[known[i] ?? 0] ?? 0;
    return;
  }
  // Ties go by text position, so that of equal keys the last in the text comes last.
  const sorted = inText.slice().sort((a, b) => compareKeys(bytes, tape, a, b) || a - b);
  keys.length = 0;
  for (const key of sorted) {
    const previous = keys[keys.length - 1];
    if (previous !== undefined && compareKeys(bytes, tape, previous, key) === 0) {
      duplicates.push({ first: previous, again: key });
      keys.pop();
    }
    keys.push(key);
  }
  if (keys.length === inText.length) learnOrder(bytes, tape, inText, keys);
}

/** The order of the keys of an object seen before: writers give the same objects the same keys, again and again. */
interface KnownOrder {
  readonly keys: readonly Uint8Array[];
  readonly positions: readonly number[];
}

/** Objects of more members are sorted each time. */
const MOST_KEYS = 32;

/** Known orders per number of keys, the newest first. */
const knownOrders: KnownOrder[][] = Array.from({ length: MOST_KEYS + 1 }, () => []);

/** How many orders are kept per number of keys. */
const MOST_ORDERS = 4;

function knownOrder(bytes: Uint8Array, tape: Tape, keys: readonly number[]): readonly number[] | undefined {
  for (const order of knownOrders[keys.length] ?? []) {
    let same = true;
    for (let i = 0; same && i < keys.length; i++) same = isKey(bytes, tape, keys[i] ?? 0, order.keys[i]);
    if (same) return order.positions;
  }
  return undefined;
}

/** True when a key is written exactly so, quotes and escapes included. */
function isKey(bytes: Uint8Array, tape: Tape, token: number, written: Uint8Array | undefined): boolean {
  const from = tape.startAt(token);
  if (tape.endAt(token) - from !== written?.length) return false;
  for (let i = 1; i < written.length - 1; i++) if (bytes[from + i] !== written[i]) return false;
  return true;
}

function learnOrder(bytes: Uint8Array, tape: Tape, keys: readonly number[], sorted: readonly number[]): void {
  const orders = knownOrders[keys.length];
  if (orders === undefined || keys.some((key) => tape.endAt(key) - tape.startAt(key) > 64)) return;
  orders.unshift({
    keys: keys.map((key) => bytes.slice(tape.startAt(key), tape.endAt(key))),
    positions: sorted.map((key) => keys.indexOf(key)),
  });
  orders.length = Math.min(orders.length, MOST_ORDERS);
}

function compareKeys(bytes: Uint8Array, tape: Tape, a: number, b: number): number {
  if (((tape.flagsAt(a) | tape.flagsAt(b)) & ESCAPED) !== 0) {
    const left = decodedKey(bytes, tape, a);
    const right = decodedKey(bytes, tape, b);
    return compareBytes(left, 0, left.length, right, 0, right.length);
  }
  return compareBytes(
    bytes,
    tape.startAt(a) + 1,
    tape.endAt(a) - 1,
    bytes,
    tape.startAt(b) + 1,
    tape.endAt(b) - 1,
  );
}

function decodedKey(bytes: Uint8Array, tape: Tape, token: number): Uint8Array {
  const writer = new ByteWriter(64);
  writeDecoded(bytes, tape, token, writer);
  return writer.bytes();
}

function compareBytes(
  a: Uint8Array,
  aFrom: number,
  aTo: number,
  b: Uint8Array,
  bFrom: number,
  bTo: number,
): number {
  const shared = Math.min(aTo - aFrom, bTo - bFrom);
  for (let i = 0; i < shared; i++) {
    const difference = (a[aFrom + i] ?? 0) - (b[bFrom + i] ?? 0);
    if (difference !== 0) return difference;
  }
  return aTo - aFrom - (bTo - bFrom);
}
