import assert from 'node:assert/strict';
import { compactions, type Compaction } from '../../../src/core/projections/compactions.ts';
import { session, stateOf, traceEvents, type Happening } from '../../support/events.ts';

const UNKNOWN = { messagesRemoved: null, charactersBefore: null, charactersAfter: null };

const CASES: readonly (readonly [name: string, happening: Happening, Partial<Compaction> | undefined])[] = [
  [
    'a compaction',
    ['context.compact', { removed_messages: 4, original_chars: 900, final_chars: 100 }],
    { kind: 'compact', messagesRemoved: 4, charactersBefore: 900, charactersAfter: 100 },
  ],
  ['a pruning', ['context.prune', { dropped_messages: 2 }], { kind: 'prune', messagesRemoved: 2 }],
  [
    'nothing dropped is known',
    ['context.prune', { dropped_messages: 0, removed_messages: 3 }],
    { kind: 'prune', messagesRemoved: 0 },
  ],
  ['no figures', ['context.compact', {}], { kind: 'compact' }],
  [
    'figures that are none',
    ['context.compact', { removed_messages: '4', final_chars: null }],
    { kind: 'compact' },
  ],
  ['another event', ['checkpoint.create', { removed_messages: 4 }], undefined],
];

describe('compactions of the context', () => {
  for (const [name, happening, expected] of CASES) {
    it(name, () => {
      const state = stateOf(compactions, traceEvents(session(['user.message', {}], happening)));
      assert.deepEqual(state, expected === undefined ? [] : [{ sequence: 1, ...UNKNOWN, ...expected }]);
    });
  }
});
