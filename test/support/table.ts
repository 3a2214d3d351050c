import assert from 'node:assert/strict';
import { problems, type Lines } from './journal.ts';

/** A journal and all that is found in it: nothing else may be reported. */
export type Case = readonly [name: string, input: Lines | string | Uint8Array, expected: readonly string[]];

/** One test per row: exactly the expected violations, with places, marked text and related places. */
export function finds(title: string, cases: readonly Case[]): void {
  describe(title, () => {
    for (const [name, input, expected] of cases) it(name, () => assert.deepEqual(problems(input), expected));
  });
}

/** One test per row: nothing is found. The near misses of a rule. */
export function findsNothing(title: string, cases: readonly (readonly [string, Lines | string])[]): void {
  describe(title, () => {
    for (const [name, input] of cases) it(name, () => assert.deepEqual(problems(input), []));
  });
}
