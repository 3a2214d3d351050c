import assert from 'node:assert/strict';
import fc from 'fast-check';
import { doubtSource, readCheckpoint, REDUCERS, writeCheckpoint } from '../../src/core/checkpoint.ts';
import { scanJson } from '../../src/core/json/scan.ts';
import { Tape } from '../../src/core/json/tape.ts';
import { valueAt, type JsonValue } from '../../src/core/json/value.ts';
import { applyEvent, fold, initialState, type ReplayState } from '../../src/core/replay.ts';
import { session, traceEvents, type Happening } from '../support/events.ts';

const FINGERPRINT = '0'.repeat(64);

function json(text: string): JsonValue {
  const bytes = new TextEncoder().encode(text);
  const tape = new Tape();
  assert.ok(scanJson(bytes, 0, bytes.length, tape).ok);
  return valueAt(bytes, tape, 0);
}

/** The state through a checkpoint, as another process would read it. */
function throughText(state: ReplayState): ReplayState {
  const read = readCheckpoint(json(writeCheckpoint(state, FINGERPRINT)));
  assert.ok(!('reason' in read));
  return { ...initialState(), ...read.state };
}

const text = fc.string({ unit: 'grapheme', maxLength: 20 });
const id = fc.constantFrom('c1', 'c2', 'c3');
const happening: fc.Arbitrary<Happening> = fc.oneof(
  text.map((content): Happening => ['user.message', { content }]),
  text.map((content): Happening => ['model.response', { content }]),
  fc
    .tuple(text, fc.boolean())
    .map(([accumulated, final]): Happening => ['model.response', { accumulated, final }]),
  fc.tuple(id, text).map(([call, tool]): Happening => ['tool.request', { tool_call_id: call, tool }]),
  fc
    .tuple(id, fc.boolean())
    .map(([call, ok]): Happening => ['tool.result', { tool_call_id: call, ok, n: 1.5 }]),
  text.map((reason): Happening => ['session.stop', { reason }]),
);

describe('a checkpoint', () => {
  it('replay from it plus the tail equals replay from zero, wherever it is cut', () => {
    fc.assert(
      fc.property(fc.array(happening, { minLength: 1, maxLength: 30 }), fc.nat(), (happenings, cut) => {
        const events = traceEvents(session(...happenings));
        const at = 1 + (cut % events.length);
        const restored = throughText(fold(events.slice(0, at)));
        for (const event of events.slice(at)) applyEvent(restored, event);
        assert.deepStrictEqual(restored, fold(events));
      }),
    );
  });

  it('keeps every digit, every key and text of any kind', () => {
    const [line = ''] = session(['tool.result', { tool_call_id: 'c', marker: 0 }]);
    const odd =
      '{"tool_call_id":"c","n":123456789012345678901234567890,"m":-0.0,"__proto__":{"p":1},"é":"\\u0000😀"}';
    const events = traceEvents([line.replace(/"payload":\{[^}]*\}/, `"payload":${odd}`)]);
    assert.deepStrictEqual(throughText(fold(events)), fold(events));
  });

  it('of nothing there is none', () => {
    assert.throws(() => writeCheckpoint(initialState(), FINGERPRINT), RangeError);
  });

  it('names every reducer whose state it holds', () => {
    assert.deepEqual(Object.keys(REDUCERS), ['transcript', 'tool-results', 'tool-calls', 'stop-state']);
  });

  const good = writeCheckpoint(fold(traceEvents(session(['user.message', { content: 'hi' }]))), FINGERPRINT);
  const doubts: readonly (readonly [string, string, string])[] = [
    ['another form', good.replace('"checkpoint_version": 1', '"checkpoint_version": 9'), 'other-version'],
    ['another reducer', good.replace('"stop-state": 1', '"stop-state": 0'), 'other-reducer'],
    ['a reducer too few', good.replace(/"stop-state": 1\n/, '"x": 1\n'), 'other-reducer'],
    ['no object', '[]', 'not-a-checkpoint'],
    ['a fingerprint that is none', good.replace(FINGERPRINT, 'x'), 'not-a-checkpoint'],
    ['a message that is none', good.replace('"text": "hi"', '"text": 1'), 'not-a-checkpoint'],
    ['a state too many', good.replace('"stop-state": {', '"x": {},\n"stop-state": {'), 'not-a-checkpoint'],
  ];
  for (const [name, checkpoint, reason] of doubts)
    it(`is not used in doubt: ${name}`, () => {
      assert.notEqual(checkpoint, good);
      const read = readCheckpoint(json(checkpoint));
      assert.equal('reason' in read && read.reason, reason);
    });

  it('nor when its source is another', () => {
    const read = readCheckpoint(json(good));
    assert.ok(!('reason' in read));
    assert.equal(
      doubtSource(read, () => FINGERPRINT),
      undefined,
    );
    assert.equal(doubtSource(read, () => '1'.repeat(64))?.reason, 'other-source');
    assert.equal(doubtSource(read, () => undefined)?.reason, 'other-source');
  });
});
