import assert from 'node:assert/strict';
import { testKernel } from '../support/kernel.ts';
import { mailboxes, runningAhead } from '../../src/node/runAhead.ts';

/** A kernel that notes its runs; each fills as many rows as it is given bytes. */
function noting() {
  const runs: string[] = [];
  const run = (from: number, to: number) => {
    runs.push(`${from}-${to}`);
    return to - from;
  };
  return { runs, kernel: { ...testKernel(), run } };
}

describe('a run that another thread may do', () => {
  it('is done here when nobody has begun it', () => {
    const { runs, kernel } = noting();
    const ahead = runningAhead(kernel, mailboxes(1), 0);
    ahead.begin?.('run', 10, 13);
    assert.deepEqual([ahead.run(10, 13), ahead.run(13, 20)], [3, 7]);
    assert.deepEqual(runs, ['10-13', '13-20']);
  });

  it('is taken back: it is not begun afterwards', () => {
    const { runs, kernel } = noting();
    const shared = mailboxes(2);
    const [one, other] = [runningAhead(kernel, shared, 0), runningAhead(kernel, shared, 1)];
    one.begin?.('run', 0, 1);
    other.begin?.('run', 5, 7);
    assert.deepEqual([other.run(5, 7), one.run(0, 1)], [2, 1]);
    assert.deepEqual(runs, ['5-7', '0-1']);
    assert.ok(new Int32Array(shared).subarray(16).every((word, i) => i % 16 > 0 || word === 0));
  });
});
