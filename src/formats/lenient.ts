// Native values, read leniently: what is there in the expected shape is taken, the rest is left where it is.

import type * as z from 'zod';
import { mendSurrogates } from '../core/json/mend.ts';
import { scanJson, skipWhitespace } from '../core/json/scan.ts';
import { ARRAY, LITERAL, NUMBER, OBJECT, STRING, Tape } from '../core/json/tape.ts';
import { isJsonObject, valueAt, type JsonObject, type JsonValue } from '../core/json/value.ts';
import type { JsonRecord } from '../core/record.ts';
import { fits, isOther } from './fits.ts';

/**
 * What of a record fits the schema of its type: the record itself where it fits as a whole. Top-level members of another
 * shape are left out, so that the rest of the record still counts; undefined when it does not fit without them either.
 */
export function readAs<T extends z.ZodType>(schema: T, value: unknown): z.infer<T> | undefined {
  if (fits(schema, value)) return value;
  if (isOther(schema, value)) return undefined;
  const whole = schema.safeParse(value);
  if (whole.success) return whole.data;
  if (!isJsonObject(value)) return undefined;
  const odd = new Set(whole.error.issues.map((issue) => issue.path[0]));
  const fitting = Object.fromEntries(Object.entries(value).filter(([key]) => !odd.has(key)));
  return schema.safeParse(fitting).data;
}

/** A string, undefined for anything else. */
export function textIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The objects of an array; none where it is no array. */
export function objectsIn(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** A finite number, also one that only a bigint holds exactly. */
export function numberIn(value: unknown): number | undefined {
  if (typeof value === 'bigint') return Number(value);
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** Milliseconds since 1970 as RFC 3339, undefined for what is no time of the years 0 to 9999. */
export function timeOfMillis(value: unknown): string | undefined {
  const millis = numberIn(value);
  if (millis === undefined || millis < -62_167_219_200_000 || millis > 253_402_300_799_999) return undefined;
  return new Date(millis).toISOString();
}

/** The members that are there: a payload has no key without a value. */
export function present(members: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  const kept: JsonObject = {};
  for (const key in members) {
    const value = members[key];
    if (value !== undefined) kept[key] = value;
  }
  return kept;
}

const argumentsTape = new Tape();

/** True for a text with integers that a double may not hold, or with what may be half of a surrogate pair. */
function isOdd(text: string): boolean {
  return /\d{16}|\\u[dD][89a-fA-F]/.test(text) || hasHalf(text);
}

/** True for a text with half of a surrogate pair. A pattern for that costs several times as much. */
function hasHalf(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if ((unit & 0xf800) !== 0xd800) continue;
    if (unit >= 0xdc00 || (text.charCodeAt(i + 1) & 0xfc00) !== 0xdc00) return true;
    i += 1;
  }
  return false;
}

/** Arguments of a tool call: an object where they are a JSON text of one, else as they are. */
export function argumentsIn(value: JsonValue | undefined): JsonValue {
  if (typeof value !== 'string') return value ?? {};
  if (!/^\s*\{/.test(value)) return value;
  const plain = isOdd(value) ? undefined : parsed(value);
  return isJsonObject(plain) ? plain : scannedArguments(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The general way: what the platform's reader refuses may still be an object. */
function scannedArguments(value: string): JsonValue {
  const bytes = mendSurrogates(new TextEncoder().encode(value));
  const scanned = scanJson(bytes, 0, bytes.length, argumentsTape);
  if (!scanned.ok || skipWhitespace(bytes, scanned.end, bytes.length) < bytes.length) return value;
  return valueAt(bytes, argumentsTape, 0);
}

/** Token of a string member of the object at a token, -1 where there is none. */
export function stringToken(record: JsonRecord, key: string, object = 0): number {
  const token = object < 0 ? -1 : record.member(key, object);
  return token > 0 && record.tape.kindAt(token) === STRING ? token : -1;
}

/** Text of a string member of the object at a token, undefined where there is none. */
export function textMember(record: JsonRecord, key: string, object = 0): string | undefined {
  const token = stringToken(record, key, object);
  return token < 0 ? undefined : record.string(token);
}

/** A number member of the object at a token, undefined where there is none. */
export function numberMember(record: JsonRecord, key: string, object = 0): number | undefined {
  return numberAt(record, object < 0 ? -1 : record.member(key, object));
}

/** The number at a token, undefined for another value and for none. */
export function numberAt(record: JsonRecord, token: number): number | undefined {
  if (token < 0 || record.tape.kindAt(token) !== NUMBER) return undefined;
  const value = record.number(token);
  return Number.isFinite(value) ? value : undefined;
}

/** True when the token is the literal `true`. */
export function isTrue(record: JsonRecord, token: number): boolean {
  const { tape, text } = record;
  return token > 0 && tape.kindAt(token) === LITERAL && text.bytes[tape.startAt(token)] === 0x74;
}

/** True when the text of a string token begins with an ASCII text that needs no escapes. */
export function beginsWith(record: JsonRecord, token: number, start: string): boolean {
  const { tape, text } = record;
  if (token < 0 || tape.kindAt(token) !== STRING) return false;
  const from = tape.startAt(token) + 1;
  for (let i = 0; i < start.length; i++) if (text.bytes[from + i] !== start.charCodeAt(i)) return false;
  return true;
}

/** Tokens of the objects in the array at a token. */
export function objectTokens(record: JsonRecord, array: number): number[] {
  const { tape } = record;
  const tokens: number[] = [];
  if (array < 0 || tape.kindAt(array) !== ARRAY) return tokens;
  for (let token = array + 1; token < tape.nextAt(array); token = tape.nextAt(token)) {
    if (tape.kindAt(token) === OBJECT) tokens.push(token);
  }
  return tokens;
}
