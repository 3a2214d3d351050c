// Where two JSON texts first differ, by the path of the value. Both are compared as written: a number of another
// spelling, or members in another order, is a difference.

import { OBJECT, ARRAY, type Tape } from './json/tape.ts';
import { decodeUtf8 } from './json/utf8.ts';
import { stringAt } from './json/strings.ts';
import type { ValuePath } from './violation.ts';

/** One side of a comparison: a text and its tokens. */
export interface Scanned {
  readonly bytes: Uint8Array;
  readonly tape: Tape;
}

/** The first difference: its path, and the two texts there (undefined where a side has no such member). */
export interface Difference {
  readonly path: ValuePath;
  readonly left: string | undefined;
  readonly right: string | undefined;
}

/** The first place where two values differ, undefined when they are written the same but for white space. */
export function firstDifference(left: Scanned, right: Scanned): Difference | undefined {
  const path: (string | number)[] = [];
  let a = 0;
  let b = 0;
  for (;;) {
    const kind = left.tape.kindAt(a);
    if (kind !== right.tape.kindAt(b) || (kind !== OBJECT && kind !== ARRAY)) {
      const [leftText, rightText] = [textAt(left, a), textAt(right, b)];
      return leftText === rightText ? undefined : { path, left: leftText, right: rightText };
    }
    const next = firstDifferentMember(left, a, right, b, kind === OBJECT);
    if (next === undefined) return undefined;
    path.push(next.step);
    if (next.a === undefined || next.b === undefined) {
      return {
        path,
        left: next.a === undefined ? undefined : textAt(left, next.a),
        right: next.b === undefined ? undefined : textAt(right, next.b),
      };
    }
    a = next.a;
    b = next.b;
  }
}

interface Member {
  readonly step: string | number;
  readonly a: number | undefined;
  readonly b: number | undefined;
}

function firstDifferentMember(
  left: Scanned,
  a: number,
  right: Scanned,
  b: number,
  object: boolean,
): Member | undefined {
  let at = a + 1;
  let bt = b + 1;
  const [aEnd, bEnd] = [left.tape.nextAt(a), right.tape.nextAt(b)];
  for (let position = 0; at < aEnd || bt < bEnd; position++) {
    const value = object ? 1 : 0;
    const [leftKey, rightKey] = object
      ? [keyAt(left, at, aEnd), keyAt(right, bt, bEnd)]
      : [position, position];
    if (at >= aEnd) return { step: rightKey ?? position, a: undefined, b: bt + value };
    const sameKey = !object || (bt < bEnd && textAt(left, at) === textAt(right, bt));
    if (bt >= bEnd || !sameKey) return { step: leftKey ?? position, a: at + value, b: undefined };
    if (!sameText(left, at + value, right, bt + value))
      return { step: leftKey ?? position, a: at + value, b: bt + value };
    at = left.tape.nextAt(at + value);
    bt = right.tape.nextAt(bt + value);
  }
  return undefined;
}

function keyAt(side: Scanned, token: number, end: number): string | undefined {
  return token < end ? stringAt(side.bytes, side.tape, token) : undefined;
}

/** Token by token, so that white space between tokens does not count. */
function sameText(left: Scanned, a: number, right: Scanned, b: number): boolean {
  const count = left.tape.nextAt(a) - a;
  if (count !== right.tape.nextAt(b) - b) return false;
  for (let i = 0; i < count; i++) {
    const kind = left.tape.kindAt(a + i);
    if (kind !== right.tape.kindAt(b + i)) return false;
    if (kind === OBJECT || kind === ARRAY) {
      if (left.tape.nextAt(a + i) - a !== right.tape.nextAt(b + i) - b) return false;
    } else if (textAt(left, a + i) !== textAt(right, b + i)) return false;
  }
  return true;
}

function textAt({ bytes, tape }: Scanned, token: number): string {
  return decodeUtf8(bytes, tape.startAt(token), tape.endAt(token));
}
