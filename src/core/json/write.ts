// Plain JSON data → text, at any depth, with every digit of big integers.

import { isJsonObject, type JsonValue } from './value.ts';

interface Open {
  readonly keys: readonly string[] | undefined;
  readonly values: readonly JsonValue[];
  position: number;
}

/**
 * JSON text of a value, members in their own order. `indent` is the white space per level; empty gives compact text.
 * An infinite double is written as the literal that reads back to it, NaN (which JSON cannot say) as null.
 */
export function writeJson(root: JsonValue, indent = ''): string {
  const parts: string[] = [];
  const open: Open[] = [];
  const newLine = () => (indent === '' ? '' : `\n${indent.repeat(open.length)}`);
  let value = root;
  for (;;) {
    if (Array.isArray(value)) {
      parts.push('[');
      open.push({ keys: undefined, values: value, position: 0 });
    } else if (isJsonObject(value)) {
      parts.push('{');
      open.push({ keys: Object.keys(value), values: Object.values(value), position: 0 });
    } else {
      parts.push(scalarText(value));
    }
    for (;;) {
      const level = open[open.length - 1];
      if (level === undefined) return parts.join('');
      if (level.position < level.values.length) {
        if (level.position > 0) parts.push(',');
        parts.push(newLine());
        const key = level.keys?.[level.position];
        if (key !== undefined) parts.push(JSON.stringify(key), indent === '' ? ':' : ': ');
        value = level.values[level.position] ?? null;
        level.position += 1;
        break;
      }
      open.pop();
      if (level.values.length > 0) parts.push(newLine());
      parts.push(level.keys === undefined ? ']' : '}');
    }
  }
}

function scalarText(value: JsonValue): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'number' || Number.isFinite(value))
    return Object.is(value, -0) ? '-0.0' : JSON.stringify(value);
  return Number.isNaN(value) ? 'null' : value > 0 ? '1e999' : '-1e999';
}
