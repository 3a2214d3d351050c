import assert from 'node:assert/strict';
import { stopState } from '../../../src/core/projections/stopState.ts';
import { session, stateOf, traceEvents, type Happening } from '../../support/events.ts';

const stop = (payload: Happening[1]): Happening => ['session.stop', payload];

const CASES: readonly (readonly [name: string, happenings: readonly Happening[], reason: string | null])[] = [
  ['no stop', [['session.start', { reason: 'x' }]], null],
  ['its reason', [stop({ reason: 'completed' })], 'completed'],
  ['without a reason: unknown', [stop({})], 'unknown'],
  ['an empty reason is one', [stop({ reason: '' })], ''],
  ['a reason that is no text', [stop({ reason: null })], 'null'],
  ['the last wins', [stop({ reason: 'a' }), stop({})], 'unknown'],
  ['agents stop too, and the session goes on', [['agent.stop', { reason: 'x' }]], null],
  ['observations after it', [stop({ reason: 'a' }), ['session.replay', { stop_reason: 'b' }]], 'a'],
];

describe('stop state', () => {
  for (const [name, happenings, reason] of CASES) {
    it(name, () => assert.deepEqual(stateOf(stopState, traceEvents(session(...happenings))), { reason }));
  }
});
