import assert from 'node:assert/strict';
import { Aborted } from '../../src/engine/turns.ts';
import type { BranchPlan } from '../../src/protocol.ts';
import { fingerprintOf } from '../support/canonical.ts';
import { NEVER, opened, turnsOf } from '../support/engine.ts';
import { edit, events, idOf, journal, rewrite, splice, type Lines } from '../support/journal.ts';

const SPEC = 'start user:hi patch:a call:c1 result:c1 patch:b patch:a stop:done';
const LINES = journal(SPEC);

const planAt = async (input: Lines | string, row: number) => (await opened(input)).planBranch(row, NEVER);

/** A plan in a word or two. */
function shown(plan: BranchPlan): string {
  if (plan.ok) return `after ${plan.lineage.fork_sequence}`;
  const { refusal } = plan;
  return refusal.reason === 'error-in-prefix' ? `error-in-prefix ${refusal.violation.code}` : refusal.reason;
}

describe('planBranch: what a branch would record', () => {
  for (const row of LINES.keys()) {
    it(`after row ${row}: exactly the events up to it, and their fingerprint`, async () => {
      const plan = await planAt(LINES, row);
      assert.ok(plan.ok);
      assert.deepEqual(plan.lineage, {
        branch_id: '',
        parent_session_id: 'session-1',
        parent_run_id: 'run-1',
        fork_sequence: row,
        inherited_event_ids: Array.from({ length: row + 1 }, (_, sequence) => idOf(sequence)),
        parent_fingerprint: fingerprintOf(events(SPEC).slice(0, row + 1)),
      });
    });
  }

  const effects: readonly (readonly [row: number, effects: readonly string[]])[] = [
    [0, ['a@2,6', 'b@5']],
    [2, ['b@5', 'a@6']],
    [5, ['a@6']],
    [6, []],
  ];
  for (const [row, expected] of effects) {
    it(`after row ${row} the log shows changed: ${expected.join(' ') || 'nothing'}`, async () => {
      const plan = await planAt(LINES, row);
      assert.ok(plan.ok);
      assert.deepEqual(
        plan.effects.map(({ path, sequences }) => `${path}@${sequences.join()}`),
        expected,
      );
    });
  }

  it('effects beyond a fault are effects all the same', async () => {
    const plan = await planAt(splice(LINES, 4, 1), 1);
    assert.ok(plan.ok);
    assert.deepEqual(
      plan.effects.map(({ path }) => path),
      ['a', 'b'],
    );
  });

  it('a retry is inherited once', async () => {
    const plan = await planAt(splice(LINES, 2, 0, LINES[1] ?? ''), 3);
    assert.ok(plan.ok);
    assert.deepEqual(plan.lineage.inherited_event_ids, [idOf(0), idOf(1), idOf(2)]);
  });
});

describe('planBranch: refusals', () => {
  const gap = splice(LINES, 3, 1);
  const torn = splice(LINES, 3, 0, '{"trace_version":"0.1.0","seq');
  const glued = [(LINES[0] ?? '') + (LINES[1] ?? ''), ...LINES.slice(2)];
  const surrogate = rewrite(LINES, 1, (line) => line.replace('"hi"', '"\\ud800"'));
  const twoFaults = edit(surrogate, 3, { actor: null });

  const cases: readonly (readonly [name: string, input: Lines | string, row: number, plan: string])[] = [
    ['above the first row', LINES, -1, 'row-outside'],
    ['below the last', LINES, 8, 'row-outside'],
    ['between rows', LINES, 1.5, 'row-outside'],
    ['in an empty file', '', 0, 'row-outside'],
    ['in a file of another kind', '{"id":1}\n', 0, 'row-outside'],
    ['at a gap', gap, 3, 'error-in-prefix sequence-gap'],
    ['beyond a gap', gap, 5, 'error-in-prefix sequence-gap'],
    ['before a gap', gap, 2, 'after 2'],
    ['at an event that is none', edit(LINES, 2, { actor: null }), 2, 'error-in-prefix schema'],
    // The replay goes past these, but nobody could audit such a prefix.
    ['at a fragment', torn, 3, 'error-in-prefix record-torn'],
    ['beyond a fragment', torn, 5, 'error-in-prefix record-torn'],
    ['before a fragment', torn, 2, 'after 2'],
    ['at the second of glued records', glued, 1, 'error-in-prefix records-glued'],
    ['at the first of them', glued, 0, 'after 0'],
    ['beyond glued records', glued, 4, 'error-in-prefix records-glued'],
    ['at a lone surrogate', surrogate, 1, 'fingerprint-unavailable'],
    ['before a lone surrogate', surrogate, 0, 'after 0'],
    ['beyond a lone surrogate', surrogate, 5, 'fingerprint-unavailable'],
    ['beyond that and a fault', twoFaults, 5, 'error-in-prefix schema'],
    ['at a retry', splice(LINES, 2, 0, LINES[1] ?? ''), 2, 'not-an-event'],
    ['at an unfinished last record', LINES.join('\n').slice(0, -20), 7, 'not-an-event'],
    // Warnings and information stand in no branch's way.
    ['at an unknown field', edit(LINES, 1, { extra: 1 }), 1, 'after 1'],
    ['in a journal with CR LF', LINES.join('\r\n'), 1, 'after 1'],
  ];
  for (const [name, input, row, expected] of cases) {
    it(`${name}: ${expected}`, async () => assert.equal(shown(await planAt(input, row)), expected));
  }

  it('an abort rejects', async () => {
    const many = journal(['start', ...Array.from({ length: 200 }, () => 'metric')].join(' '));
    const controller = new AbortController();
    const journalOpened = await opened(
      many,
      turnsOf(1_000, () => controller.abort()),
    );
    await assert.rejects(journalOpened.planBranch(200, controller.signal), Aborted);
  });
});
