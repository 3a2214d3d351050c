import { ESCAPED, OBJECT, type Tape } from './tape.ts';

/** Objects of more members are left to a closer look. */
const MOST_KEYS = 32;
const keys = new Int32Array(MOST_KEYS);

/**
 * True when no object of a scanned text has a key twice. False when one has, or when telling takes a closer look: keys
 * with escapes, objects of many members.
 */
export function hasDistinctKeys(bytes: Uint8Array, tape: Tape): boolean {
  for (let object = 0; object < tape.count; object++) {
    if (tape.kindAt(object) !== OBJECT) continue;
    const end = tape.nextAt(object);
    let count = 0;
    let seen = 0;
    for (let key = object + 1; key < end; key = tape.nextAt(key + 1)) {
      if (count === MOST_KEYS || (tape.flagsAt(key) & ESCAPED) !== 0) return false;
      // Keys that are alike have the same mark. Most marks are seen once, and then nothing is compared.
      const mark = 1 << markOf(bytes, tape.startAt(key), tape.endAt(key));
      if ((seen & mark) !== 0) {
        for (let i = 0; i < count; i++) if (isSameKey(bytes, tape, keys[i] ?? 0, key)) return false;
      }
      seen |= mark;
      keys[count] = key;
      count += 1;
    }
  }
  return true;
}

/** A small number that depends on the length, the ends and the middle of a key. */
function markOf(bytes: Uint8Array, from: number, to: number): number {
  const first = bytes[from + 1] ?? 0;
  const last = bytes[to - 2] ?? 0;
  const middle = bytes[(from + to) >> 1] ?? 0;
  return ((to - from) * 5 + first * 3 + last * 7 + middle * 11) & 31;
}

function isSameKey(bytes: Uint8Array, tape: Tape, a: number, b: number): boolean {
  const from = tape.startAt(a);
  const other = tape.startAt(b);
  const length = tape.endAt(a) - from;
  if (tape.endAt(b) - other !== length) return false;
  // From the last character: keys of one object begin alike more often than they end alike.
  for (let i = length - 2; i > 0; i--) if (bytes[from + i] !== bytes[other + i]) return false;
  return true;
}
