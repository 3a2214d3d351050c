// JSON values as plain data. Integers that a double cannot hold become bigints, so that nothing shown or printed has
// other digits than the file. Objects are made without a prototype: `__proto__` is just a key.

import { stringAt } from './strings.ts';
import { ARRAY, FLOAT, LONG_INTEGER, NON_FINITE, NUMBER, OBJECT, STRING, type Tape } from './tape.ts';
import { decodeUtf8 } from './utf8.ts';

export type JsonValue = null | boolean | number | bigint | string | JsonValue[] | JsonObject;
export interface JsonObject {
  [key: string]: JsonValue;
}

/** True for an object, as opposed to null, an array or a scalar. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value at token `root`. Of duplicate keys the last wins. Works at any depth. */
export function valueAt(bytes: Uint8Array, tape: Tape, root: number): JsonValue {
  const open: { container: JsonObject | JsonValue[]; end: number }[] = [];
  let result: JsonValue = null;
  let key: string | undefined;

  for (let token = root; token < tape.nextAt(root); token++) {
    let level = open[open.length - 1];
    while (level !== undefined && token >= level.end) {
      open.pop();
      level = open[open.length - 1];
    }
    if (level !== undefined && key === undefined && !Array.isArray(level.container)) {
      key = stringAt(bytes, tape, token);
      continue;
    }
    const kind = tape.kindAt(token);
    const value: JsonValue =
      kind === OBJECT ? newObject() : kind === ARRAY ? [] : scalarAt(bytes, tape, token, kind);
    if (level === undefined) result = value;
    else if (Array.isArray(level.container)) level.container.push(value);
    else level.container[key ?? ''] = value;
    key = undefined;
    if (kind === OBJECT || kind === ARRAY) {
      if (isJsonObject(value) || Array.isArray(value))
        open.push({ container: value, end: tape.nextAt(token) });
    }
  }
  return result;
}

function newObject(): JsonObject {
  return { __proto__: null };
}

function scalarAt(
  bytes: Uint8Array,
  tape: Tape,
  token: number,
  kind: number,
): null | boolean | number | bigint | string {
  if (kind === STRING) return stringAt(bytes, tape, token);
  const first = bytes[tape.startAt(token)];
  if (kind !== NUMBER) return first === LETTER_N ? null : first === LETTER_T;
  const flags = tape.flagsAt(token);
  if ((flags & (FLOAT | LONG_INTEGER | NON_FINITE)) === 0) return integerAt(bytes, tape, token);
  const text = decodeUtf8(bytes, tape.startAt(token), tape.endAt(token));
  if ((flags & NON_FINITE) !== 0) return text === 'NaN' ? NaN : text === 'Infinity' ? Infinity : -Infinity;
  const value = Number(text);
  const exact = (flags & FLOAT) !== 0 || Number.isSafeInteger(value);
  return exact ? value : BigInt(text);
}

const LETTER_N = 0x6e;
const LETTER_T = 0x74;
const MINUS = 0x2d;

/** An integer of at most 15 digits, which a double holds. Read off the bytes: a decoder call costs more than it. */
function integerAt(bytes: Uint8Array, tape: Tape, token: number): number {
  const isNegative = bytes[tape.startAt(token)] === MINUS;
  const end = tape.endAt(token);
  let value = 0;
  for (let i = tape.startAt(token) + (isNegative ? 1 : 0); i < end; i++)
    value = value * 10 + (bytes[i] ?? 0) - 0x30;
  return isNegative ? -value : value;
}
