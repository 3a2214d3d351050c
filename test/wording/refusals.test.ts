import assert from 'node:assert/strict';
import { branchIdFault } from '../../src/core/branchId.ts';
import type { Violation } from '../../src/core/violation.ts';
import type { BranchRefusal, ReadFailure } from '../../src/protocol.ts';
import {
  describeBranchIdFault,
  describeBranchRefusal,
  describeReadFailure,
  describeReplayStop,
} from '../../src/wording/refusals.ts';
import { HOSTILE, sentence } from './sentence.ts';

const violation: Violation = {
  code: 'parent-unknown',
  parent: HOSTILE,
  at: { line: 6, start: 0, end: 1, offset: 0 },
};

describe('refusals in words', () => {
  const reasons: readonly ReadFailure[] = ['not-found', 'not-a-file', 'no-permission', 'io-error'];
  for (const reason of reasons) {
    it(`a file that cannot be read: ${reason}`, () => sentence(describeReadFailure(reason, `${HOSTILE}.`)));
  }

  it('only an error that is none of these has the words of the system', () => {
    assert.match(describeReadFailure('io-error', 'EIO: i/o error.'), /EIO/);
    assert.doesNotMatch(describeReadFailure('not-found', 'ENOENT'), /ENOENT/);
  });

  const refusals: readonly BranchRefusal[] = [
    { reason: 'row-outside' },
    { reason: 'not-an-event' },
    { reason: 'error-in-prefix', violation },
    { reason: 'fingerprint-unavailable' },
  ];
  for (const refusal of refusals) {
    it(`a branch: ${refusal.reason}`, () => sentence(describeBranchRefusal(refusal)));
  }

  it('the place of the error is counted from 1', () => {
    assert.match(describeBranchRefusal({ reason: 'error-in-prefix', violation }), /Line 7: Parent /);
  });

  it('where a replay stops', () => {
    const stop = { row: 6, lastSequence: 4, violation };
    sentence(describeReplayStop(stop));
    assert.match(describeReplayStop(stop), /^Replay stops after sequence 4, at line 7: Parent /);
    assert.match(
      describeReplayStop({ ...stop, lastSequence: null }),
      /^Replay stops before the first event, /,
    );
    assert.match(describeReplayStop({ ...stop, lastSequence: 0 }), /^Replay stops after sequence 0, /);
  });

  for (const id of ['', 'x'.repeat(101), '../x', 'nul']) {
    it(`a branch id: ${branchIdFault(id) ?? ''}`, () => {
      const fault = branchIdFault(id);
      assert.ok(fault);
      sentence(describeBranchIdFault(fault));
    });
  }
});
