import assert from 'node:assert/strict';
import type { Lineage } from '../../src/core/branch.ts';
import { auditLineage, type LineageAudit, type ParentPrefix } from '../../src/core/lineage.ts';

const RECORD: Lineage = {
  branch_id: 'b',
  parent_session_id: 's',
  parent_run_id: 'r',
  fork_sequence: 2,
  inherited_event_ids: ['e0', 'e1', 'e2'],
  parent_fingerprint: 'f3',
};

/** A parent whose first N events have the fingerprint `fN`. */
function parentOf(eventIds: readonly string[], more: Partial<ParentPrefix> = {}): ParentPrefix {
  const fingerprint = (count: number) => (count <= eventIds.length ? `f${count}` : undefined);
  return { sessionId: 's', runId: 'r', eventIds, fingerprint, ...more };
}

const SAME = ['e0', 'e1', 'e2'];
const changedContent = { fingerprint: () => 'other' };
const unavailable = { fingerprint: () => undefined };

type Expected = Partial<LineageAudit>;
const MATCHES: LineageAudit = {
  verified: true,
  sessionMatches: true,
  runMatches: true,
  idsMatch: true,
  fingerprintMatches: true,
  firstDifference: null,
  grownBy: 0,
};
const ids = (firstDifference: number, more: Expected = {}): Expected => ({
  verified: false,
  idsMatch: false,
  firstDifference,
  ...more,
});
const noFingerprint: Expected = { verified: false, fingerprintMatches: false };

const CASES: readonly (readonly [name: string, parent: ParentPrefix, record: Partial<Lineage>, Expected])[] =
  [
    ['as it was', parentOf(SAME), {}, {}],
    ['grown', parentOf([...SAME, 'e3', 'e4']), {}, { grownBy: 2 }],
    ['other content under the same ids', parentOf(SAME, changedContent), {}, noFingerprint],
    ['content without a fingerprint', parentOf(SAME, unavailable), {}, noFingerprint],
    ['another id in the middle', parentOf(['e0', 'x', 'e2']), {}, ids(1)],
    ['another first id', parentOf(['x', 'e1', 'e2']), {}, ids(0)],
    ['cut off', parentOf(['e0', 'e1']), {}, ids(2, noFingerprint)],
    ['empty', parentOf([]), {}, ids(0, noFingerprint)],
    ['another session', parentOf(SAME, { sessionId: 'x' }), {}, { verified: false, sessionMatches: false }],
    ['another run', parentOf(SAME, { runId: 'x' }), {}, { verified: false, runMatches: false }],
    [
      'no session at all',
      parentOf(SAME, { sessionId: undefined }),
      {},
      { verified: false, sessionMatches: false },
    ],
    // A record that contradicts itself.
    ['fewer ids than the fork says', parentOf(SAME), { inherited_event_ids: ['e0', 'e1'] }, ids(2)],
    [
      'more ids than the fork says',
      parentOf([...SAME, 'e3']),
      { inherited_event_ids: [...SAME, 'e3'] },
      ids(3, { grownBy: 1 }),
    ],
    ['no ids', parentOf(SAME), { inherited_event_ids: [] }, ids(0)],
    ['a fork beyond all numbers', parentOf(SAME), { fork_sequence: 2 ** 52 }, ids(3, noFingerprint)],
  ];

describe('auditLineage: a branch record against its parent as it is now', () => {
  for (const [name, parent, record, expected] of CASES) {
    it(name, () =>
      assert.deepEqual(auditLineage({ ...RECORD, ...record }, parent), { ...MATCHES, ...expected }),
    );
  }
});
