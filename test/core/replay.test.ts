import assert from 'node:assert/strict';
import { applyEvent, fold, initialState } from '../../src/core/replay.ts';
import { plain, session, traceEvents } from '../support/events.ts';
import { journal, splice, type Lines } from '../support/journal.ts';

interface Expected {
  readonly user?: readonly string[];
  readonly assistant?: readonly string[];
  readonly results?: readonly unknown[];
  readonly stop?: string | null;
}

function replayed(lines: Lines) {
  const { transcript, toolResults, stop } = fold(traceEvents(lines));
  return {
    user: transcript.user.map(({ text }) => text),
    assistant: transcript.assistant.map(({ text }) => text),
    results: toolResults.map((payload) => plain(payload)),
    stop: stop.reason,
  };
}

const NOTHING = { user: [], assistant: [], results: [], stop: null };
const C1 = { tool_call_id: 'c1', tool: 'write_file', ok: true };

const CASES: readonly (readonly [name: string, lines: Lines, Expected])[] = [
  [
    'one turn',
    journal('start user:hi req resp:ho stop:done'),
    { user: ['hi'], assistant: ['ho'], stop: 'done' },
  ],
  ['a tool round trip', journal('start user:x call:c1 result:c1'), { user: ['x'], results: [C1] }],
  ['only observations', journal('start metric type:memory.read'), {}],
  ['session.start need not come first', journal('user:hi start'), { user: ['hi'] }],
  ['an empty content is a message', journal('user: resp:'), { user: [''], assistant: [''] }],
  ['a stream counts once, by its final chunk', journal('chunk:a chunk:b final:ab'), { assistant: ['ab'] }],
  [
    'observations after the stop change nothing',
    journal('start stop:done replay:2 branch:1'),
    { stop: 'done' },
  ],
  ['a stop without a reason', journal('start stop'), { stop: 'unknown' }],
  ['the last stop wins', journal('stop:a start stop:b'), { stop: 'b' }],
  [
    'an unknown type outside the state families',
    splice(journal('start user:hi stop:x'), 1, 0, journal('type:vendor.note')[0] ?? ''),
    { user: ['hi'], stop: 'x' },
  ],
];

describe('fold(events): the replayed state', () => {
  for (const [name, lines, expected] of CASES) {
    it(name, () => assert.deepEqual(replayed(lines), { ...NOTHING, ...expected }));
  }

  it('counts what was applied, and keeps the recorded numbers', () => {
    const { appliedEvents, lastSequence } = fold(traceEvents(journal('start user:hi resp:ho').slice(1)));
    assert.deepEqual({ appliedEvents, lastSequence }, { appliedEvents: 2, lastSequence: 2 });
  });

  it('before the first event there is nothing', () => {
    const { appliedEvents, lastSequence } = fold([]);
    assert.deepEqual({ appliedEvents, lastSequence }, { appliedEvents: 0, lastSequence: null });
    assert.deepEqual(replayed([]), NOTHING);
  });

  it('does not change the events, and two folds share nothing', () => {
    const events = traceEvents(session(['user.message', { content: 'x' }], ['tool.result', { ok: true }]));
    const before = JSON.stringify(events);
    const [one, other] = [fold(events), fold(events)];
    one.toolResults.pop();
    assert.equal(other.toolResults.length, 1);
    assert.equal(JSON.stringify(events), before);
  });

  it('step by step it is the same as at once, at every cursor', () => {
    const events = traceEvents(
      journal('start user:hi call:c1 result:c1 chunk:a final:ab stop:done replay:4'),
    );
    const state = initialState();
    for (const [index, event] of events.entries()) {
      applyEvent(state, event);
      assert.deepEqual(state, fold(events.slice(0, index + 1)));
    }
  });
});
