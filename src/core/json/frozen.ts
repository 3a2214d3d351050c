// A frozen copy of plain JSON data: whoever handed it in may go on changing theirs.

import { isJsonObject, type JsonObject, type JsonValue } from './value.ts';

/** Deepest nesting that is accepted. What is written must be read by others, and few readers go this deep. */
const MAX_DEPTH = 512;

/**
 * A deep copy of `value`, frozen at every level; objects have no prototype, and members that are undefined are left
 * out.
 * @throws {TypeError} for what JSON cannot say: functions, symbols, non-finite numbers, dates and other instances,
 * cycles, and nesting beyond 512 levels.
 */
export function frozenJson(value: unknown): JsonValue {
  return copy(value, 0, new Set());
}

/**
 * The same for an object.
 * @throws {TypeError} also when `value` is no object.
 */
export function frozenObject(value: unknown): JsonObject {
  const copied = frozenJson(value);
  if (!isJsonObject(copied)) throw new TypeError('not an object');
  return copied;
}

function copy(value: unknown, depth: number, around: Set<object>): JsonValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || typeof value === 'bigint')
    return value;
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError('a number that is not finite');
    return value;
  }
  if (typeof value !== 'object') throw new TypeError(`a ${typeof value} is no JSON value`);
  if (depth === MAX_DEPTH) throw new TypeError('nested too deeply');
  if (around.has(value)) throw new TypeError('a value that contains itself');
  around.add(value);
  const copied = Array.isArray(value)
    ? value.map((item: unknown) => copy(item, depth + 1, around))
    : copyMembers(value, depth, around);
  around.delete(value);
  Object.freeze(copied);
  return copied;
}

function copyMembers(object: object, depth: number, around: Set<object>): JsonObject {
  const prototype: unknown = Object.getPrototypeOf(object);
  if (prototype !== null && prototype !== Object.prototype) throw new TypeError('an instance of a class');
  const copied: JsonObject = { __proto__: null };
  for (const [key, member] of Object.entries(object)) {
    if (member !== undefined) copied[key] = copy(member, depth + 1, around);
  }
  return copied;
}
