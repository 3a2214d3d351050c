import assert from 'node:assert/strict';
import { lineageOf } from '../../src/core/branch.ts';
import { idOf, journal } from '../support/journal.ts';
import { traceEvents } from '../support/events.ts';

const events = traceEvents(journal('start user:hi resp:ho stop'));

describe('lineageOf', () => {
  it('has the six fields of the chapter, in its order', () => {
    assert.deepEqual(Object.entries(lineageOf('b', events.slice(0, 3), 'ff')), [
      ['branch_id', 'b'],
      ['parent_session_id', 'session-1'],
      ['parent_run_id', 'run-1'],
      ['fork_sequence', 2],
      ['inherited_event_ids', [idOf(0), idOf(1), idOf(2)]],
      ['parent_fingerprint', 'ff'],
    ]);
  });

  it('forks at the first event too', () => {
    const { fork_sequence, inherited_event_ids } = lineageOf('b', events.slice(0, 1), 'ff');
    assert.deepEqual(
      { fork_sequence, inherited_event_ids },
      { fork_sequence: 0, inherited_event_ids: [idOf(0)] },
    );
  });

  it('of no event there is none', () => assert.throws(() => lineageOf('b', [], 'ff'), RangeError));
});
