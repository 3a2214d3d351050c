import assert from 'node:assert/strict';
import type { AppendFailure } from '../../src/core/appendFailure.ts';
import type { CheckpointDoubt } from '../../src/core/checkpoint.ts';
import { describeAppendFailure } from '../../src/wording/appendFailures.ts';
import { describeCheckpointDoubt } from '../../src/wording/checkpointDoubts.ts';
import { HOSTILE, sentence } from './sentence.ts';

const violation = {
  code: 'parent-unknown',
  parent: HOSTILE,
  at: { line: 6, start: 0, end: 1, offset: 0 },
} as const;

describe('why a journal cannot be appended to', () => {
  const holder = { pid: 7, host: HOSTILE, since: HOSTILE };
  const failures: readonly AppendFailure[] = [
    { reason: 'locked', lock: HOSTILE, holder },
    { reason: 'locked', lock: HOSTILE, holder: undefined },
    { reason: 'not-a-file' },
    { reason: 'no-folder' },
    { reason: 'no-permission' },
    { reason: 'not-durable' },
    { reason: 'no-space' },
    { reason: 'size-limit' },
    { reason: 'io-error', detail: HOSTILE },
    { reason: 'lock-lost' },
    { reason: 'journal-changed', expected: 1, found: 2 },
    { reason: 'journal-unsound', violation },
    { reason: 'closed' },
  ];
  for (const failure of failures) it(failure.reason, () => sentence(describeAppendFailure(failure)));

  it('the writer at work is named', () => {
    assert.match(describeAppendFailure({ reason: 'locked', lock: 'l', holder }), /process 7 on /);
  });

  it('the line of the fault is counted from 1', () => {
    assert.match(describeAppendFailure({ reason: 'journal-unsound', violation }), /Line 7: Parent /);
  });
});

describe('why a checkpoint is not used', () => {
  const doubts: readonly CheckpointDoubt[] = [
    { reason: 'not-a-checkpoint', detail: HOSTILE },
    { reason: 'other-version', found: 2 },
    { reason: 'other-reducer', reducer: HOSTILE, found: undefined },
    { reason: 'other-source', found: undefined },
    { reason: 'other-source', found: '0' },
  ];
  for (const doubt of doubts) it(doubt.reason, () => sentence(describeCheckpointDoubt(doubt)));
});
