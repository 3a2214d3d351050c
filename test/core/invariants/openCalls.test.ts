import assert from 'node:assert/strict';
import { utf8Of } from '../../../src/core/idTable.ts';
import { ANSWERED, EARLY, OPEN, OpenCalls } from '../../../src/core/invariants/openCalls.ts';

/** Steps like `?a` (a request) and `!a` (a result), each at its own row. */
function after(steps: string): OpenCalls {
  const calls = new OpenCalls();
  for (const [row, step] of steps.split(' ').entries()) {
    const id = utf8Of(step.slice(1));
    if (step.startsWith('?')) calls.request(id, row, row * 10);
    else if (!calls.answer(id)) calls.answerEarly(id);
  }
  return calls;
}

const CASES: readonly (readonly [steps: string, state: number, open: readonly number[]])[] = [
  ['?a', OPEN, [0]],
  ['?a !a', ANSWERED, []],
  ['!a', EARLY, []],
  ['!a ?a', ANSWERED, []],
  ['?a !a ?a', OPEN, [2]],
  ['?a ?b ?a', OPEN, [1, 2]],
  ['?b ?a !b', OPEN, [1]],
  ['?b', 0, [0]],
];

describe('open calls', () => {
  for (const [steps, state, open] of CASES) {
    it(steps, () => {
      const calls = after(steps);
      assert.equal(calls.stateOf(utf8Of('a')), state);
      assert.deepEqual(
        calls.open(),
        open.map((row) => ({ row, ordinal: row * 10 })),
      );
    });
  }
});
