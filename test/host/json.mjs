// @ts-check
// JSON whose shape nobody has promised.
import { readFileSync } from 'node:fs';

/**
 * The value in a file, or undefined if there is no such file or it is not JSON.
 * @param {string} file
 * @returns {unknown}
 */
export function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
export function isRecord(value) {
  return typeof value === 'object' && value !== null;
}
