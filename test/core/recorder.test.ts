import assert from 'node:assert/strict';
import { nextEventId } from '../../src/core/nextEventId.ts';
import { fixedClock, Recorder, systemClock } from '../../src/core/recorder.ts';
import type { TraceEvent } from '../../src/core/schema.ts';
import { codes } from '../support/journal.ts';

const provenance: TraceEvent['provenance'] = {
  agent_id: 'test',
  snapshot_id: 'test-1',
  surface: 'sdk',
  harness_mode: 'fake',
  run_id: 'run-1',
};
const HARNESS = { kind: 'harness', id: 'h' } as const;
const start = { sessionId: 's', provenance, sequence: 0, last: undefined, previousId: undefined };
const recorder = (at = '2026-08-10T00:00:00Z') =>
  new Recorder(start, { clock: fixedClock(at), newId: () => 'evt-000' });

describe('Recorder', () => {
  it('fills in everything but type, actor and payload, in the order of the published traces', () => {
    const records = recorder();
    const { line } = records.record('session.start', HARNESS, { n: 1 });
    assert.equal(
      line,
      '{"trace_version":"0.1.0","event_id":"evt-000","session_id":"s","sequence":0,"timestamp":"2026-08-10T00:00:00Z",' +
        '"type":"session.start","actor":{"kind":"harness","id":"h"},"payload":{"n":1},"provenance":' +
        `${JSON.stringify(provenance)},"redaction":{"status":"clean","fields":[]}}`,
    );
    const { event } = records.record('session.stop', HARNESS, {}, { durationMs: 5 });
    assert.deepEqual(
      [event.sequence, event.event_id, event.parent_event_id, event.timestamp, event.duration_ms],
      [1, 'evt-001', 'evt-000', '2026-08-10T00:00:01Z', 5],
    );
  });

  it('makes sound journals', () => {
    const records = recorder();
    const lines = ['session.start', 'user.message', 'session.stop'].map(
      (type) => records.record(type, HARNESS, { content: 'é\ud83d\ude00' }).line,
    );
    assert.deepEqual(codes(lines), []);
  });

  it('parent and redaction, where they are given', () => {
    const records = recorder();
    records.record('session.start', HARNESS, {});
    records.record('user.message', HARNESS, {});
    const redaction = { status: 'redacted' as const, fields: ['payload.content'] };
    const { event } = records.record('model.request', HARNESS, {}, { parentEventId: 'evt-000', redaction });
    assert.deepEqual([event.parent_event_id, event.redaction], ['evt-000', redaction]);
  });

  it('freezes what it made, and shares nothing with what it was given', () => {
    const payload = { list: [{ x: 1 }] };
    const { event, line } = recorder().record('session.start', HARNESS, payload);
    payload.list[0] = { x: 2 };
    assert.match(line, /"list":\[\{"x":1\}\]/);
    assert.equal(JSON.stringify(event.payload), '{"list":[{"x":1}]}');
    const frozen = (value: unknown): boolean =>
      typeof value !== 'object' ||
      value === null ||
      (Object.isFrozen(value) && Object.values(value).every(frozen));
    assert.ok(frozen(event));
  });

  const cyclic: Record<string, unknown> = {};
  cyclic['self'] = cyclic;
  const wrong: readonly (readonly [string, unknown])[] = [
    ['a cycle', cyclic],
    ['a function', { f: () => 1 }],
    ['NaN', { n: NaN }],
    ['a date', { d: new Date(0) }],
    ['no object', 'text'],
    ['an array', [1]],
    ['too deep', JSON.parse(`{"a":${'['.repeat(600)}${']'.repeat(600)}}`)],
  ];
  for (const [name, payload] of wrong)
    it(`refuses ${name}, and does not count it`, () => {
      const records = recorder();
      assert.throws(() => records.record('session.start', HARNESS, payload));
      assert.equal(records.record('session.start', HARNESS, {}).event.sequence, 0);
    });

  it('what repeats is no cycle, what is undefined is left out, and __proto__ is just a key', () => {
    const twice = { a: 1 };
    const payload: unknown = { x: twice, y: twice, z: undefined, ...JSON.parse('{"__proto__":{"p":1}}') };
    Object.defineProperty(payload, '__proto__', { value: { p: 1 }, enumerable: true });
    const { line } = recorder().record('session.start', HARNESS, payload);
    assert.match(line, /"payload":\{"x":\{"a":1\},"y":\{"a":1\},"__proto__":\{"p":1\}\}/);
  });
});

describe('clocks', () => {
  it('the system’s: never before the last event, though it is set back', () => {
    const times = [1000, 3000, 2000, 4500];
    const clock = systemClock(() => times.shift() ?? 0);
    let last: string | undefined;
    const shown = [0, 1, 2, 3].map(() => (last = clock(last)));
    const expected = ['01', '03', '03', '04.500'].map((second) => `1970-01-01T00:00:${second}Z`);
    assert.deepEqual(shown, expected);
  });

  it('a fixed one: its time, and then a second later each', () => {
    const clock = fixedClock('2026-08-10T00:00:05Z');
    const first = clock('2026-08-10T00:00:04Z');
    assert.deepEqual(
      [first, clock(first), clock(undefined)],
      ['2026-08-10T00:00:05Z', '2026-08-10T00:00:06Z', '2026-08-10T00:00:05Z'],
    );
  });
});

describe('the id of the next event', () => {
  const uuid = '018f3c4e-0000-7000-8000-000000000007';
  const cases: readonly (readonly [previous: string | undefined, last: string | undefined, next: string])[] =
    [
      ['evt-003', 'evt-004', 'evt-005'],
      ['evt-998', 'evt-999', 'evt-1000'],
      ['evt-999', 'evt-1000', 'evt-1001'],
      ['7', '8', '9'],
      ['evt-09', 'evt-10', 'evt-11'],
      [undefined, undefined, 'new'],
      [undefined, 'evt-000', 'evt-001'],
      [undefined, 'evt-005', 'new'],
      [undefined, 'start', 'new'],
      ['evt-003', 'evt-005', 'new'],
      ['evt-004', 'evt-003', 'new'],
      ['a-003', 'b-004', 'new'],
      ['evt-3', 'evt-004', 'new'],
      ['018f3c4e-1111-7000-8000-000000000123', uuid, 'new'],
      ['start', 'stop', 'new'],
      ['x99999999999999999998', 'x99999999999999999999', 'new'],
    ];
  for (const [previous, last, next] of cases)
    it(`${previous ?? '-'}, ${last ?? '-'} → ${next}`, () => {
      const sequence = last === undefined ? 0 : previous === undefined ? 1 : 5;
      assert.equal(nextEventId({ previous, last, sequence, newId: () => 'new' }), next);
    });

  it('one that is taken is not used again', () => {
    const taken = { previous: 'e1', last: 'e2', sequence: 2, isTaken: (id: string) => id === 'e3' };
    assert.equal(nextEventId({ ...taken, newId: () => 'new' }), 'new');
  });
});
