import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { eventText } from '../../src/core/eventText.ts';
import { traceEvent } from '../../src/core/schema.ts';
import type { LogIdentity, NativeEvent } from '../../src/formats/native.ts';
import { Numberer, numberingOf } from '../../src/formats/numbered.ts';
import { codes } from '../support/journal.ts';

const IDENTITY: LogIdentity = {
  generation: 'v1',
  agentVersion: '1.2',
  sessionId: 'session-1',
  runId: null,
  ...{ cwd: null, model: null, links: [] },
};
const START = '2026-08-10T00:00:00Z';
const NUMBERING = numberingOf('codex', IDENTITY, null, START);

function said(content: string, more: Partial<NativeEvent> = {}): NativeEvent {
  return { type: 'user.message', actor: { kind: 'user', id: 'user' }, payload: { content }, ...more };
}

/** Numbers records, each given as its events; each record is on the line of its position. */
function number(...records: readonly (readonly NativeEvent[])[]) {
  const numberer = new Numberer(NUMBERING, new Map());
  return records.flatMap((natives, line) => numberer.number(natives, line));
}

const links = (...records: readonly (readonly NativeEvent[])[]) =>
  number(...records).map(({ event_id: id, parent_event_id: parent }) => `${id}<${parent ?? ''}`);

describe('numbered: ids and parents', () => {
  const rows: readonly (readonly [name: string, records: NativeEvent[][], expected: string[]])[] = [
    ['without ids the line names the event', [[said('a')], [said('b')]], ['L1<', 'L2<L1']],
    ['a native id is kept', [[said('a', { id: 'x' })], [said('b', { id: 'y' })]], ['x<', 'y<x']],
    [
      'events of one record are counted',
      [
        [said('a', { id: 'x' }), said('b', { id: 'x' }), said('c', { id: 'x' })],
        [said('d'), said('e')],
      ],
      ['x<', 'x#2<x', 'x#3<x#2', 'L2<x#3', 'L2#2<L2'],
    ],
    [
      'each may have an id of its own',
      [[said('a', { id: 'x' }), said('b', { id: 'y' }), said('c', { id: 'y' })]],
      ['x<', 'y<x', 'y#2<y'],
    ],
    [
      'an id that is used again is none',
      [
        [said('a', { id: 'x' })],
        [said('b', { id: 'x' }), said('c', { id: 'x' })],
        [said('d', { parentId: 'x' })],
      ],
      ['x<', 'L2<x', 'L2#2<L2', 'L3<x'],
    ],
    [
      'nor one that looks as if made here',
      [
        [said('a', { id: 'L2' })],
        [said('b', { id: 'end' })],
        [said('c', { id: 'x#2' })],
        [said('d', { id: '' })],
      ],
      ['L1<', 'L2<L1', 'L3<L2', 'L4<L3'],
    ],
    ['nor one without end', [[said('a', { id: 'x'.repeat(257) })]], ['L1<']],
    [
      'the native parent where it came before',
      [[said('a', { id: 'x' })], [said('b', { id: 'y' })], [said('c', { id: 'z', parentId: 'x' })]],
      ['x<', 'y<x', 'z<x'],
    ],
    [
      'an unknown parent, a later one, itself: the event before',
      [
        [said('a', { id: 'x', parentId: 'y' })],
        [said('b', { id: 'y', parentId: 'nowhere' })],
        [said('c', { id: 'z', parentId: 'z' })],
      ],
      ['x<', 'y<x', 'z<y'],
    ],
    [
      'further events of a record follow the one before',
      [
        [said('a', { id: 'x' })],
        [said('b', { id: 'y' })],
        [said('c', { id: 'z', parentId: 'x' }), said('d', { id: 'z', parentId: 'x' })],
      ],
      ['x<', 'y<x', 'z<x', 'z#2<z'],
    ],
  ];
  for (const [name, records, expected] of rows) it(name, () => assert.deepEqual(links(...records), expected));

  it('two records on one line', () => {
    const numberer = new Numberer(NUMBERING, new Map());
    const ids = [...numberer.number([said('a')], 3), ...numberer.number([said('b')], 3)];
    assert.deepEqual(
      ids.map(({ event_id: id }) => id),
      ['L4', 'L4#2'],
    );
  });

  it('the closing events are on no line', () => {
    const numberer = new Numberer(NUMBERING, new Map());
    const ids = [...numberer.number([said('a')], 0), ...numberer.number([said('b'), said('c')], undefined)];
    assert.deepEqual(
      ids.map(({ event_id: id }) => id),
      ['L1', 'end', 'end#2'],
    );
  });
});

describe('numbered: times', () => {
  const times = (...stamps: readonly (string | undefined)[]) =>
    number(...stamps.map((timestamp) => [said('a', { timestamp })])).map(
      ({ timestamp, payload }) => `${timestamp}${payload['timestamp_carried'] === true ? ' carried' : ''}`,
    );

  it('without one the last is carried, and marked', () =>
    assert.deepEqual(times('2026-08-10T01:00:00Z', undefined), [
      '2026-08-10T01:00:00Z',
      '2026-08-10T01:00:00Z carried',
    ]));
  it('before the first one the given start', () => assert.deepEqual(times(undefined), [`${START} carried`]));
  it('what is no RFC 3339 is none', () =>
    assert.deepEqual(times('yesterday', '2026-08-10', '1754800000'), Array(3).fill(`${START} carried`)));
  it('kept as written, also where it goes back', () =>
    assert.deepEqual(times('2026-08-10T01:00:00.123456+02:00', '2026-08-09T00:00:00Z'), [
      '2026-08-10T01:00:00.123456+02:00',
      '2026-08-09T00:00:00Z',
    ]));
});

describe('numbered: what events share', () => {
  it('identity, provenance, redaction', () => {
    const [event] = number([
      said('a', { model: 'm', provider: 'p', durationMs: 5, inherited: true, timestamp: START }),
    ]);
    assert.deepEqual(event, {
      trace_version: '0.1.0',
      event_id: 'L1',
      session_id: 'session-1',
      sequence: 0,
      timestamp: START,
      type: 'user.message',
      actor: { kind: 'user', id: 'user' },
      payload: { content: 'a', inherited: true },
      provenance: {
        agent_id: 'codex',
        snapshot_id: '1.2',
        surface: 'cli',
        harness_mode: 'native',
        run_id: 'session-1',
        model: 'm',
        provider: 'p',
      },
      redaction: { status: 'clean', fields: [] },
      duration_ms: 5,
    });
  });

  for (const duration of [-1, NaN, Infinity])
    it(`a duration of ${duration} is none`, () =>
      assert.equal(number([said('a', { durationMs: duration })])[0]?.duration_ms, undefined));

  const names: readonly (readonly [string, Partial<LogIdentity>, string | null, string, string])[] = [
    ['the session', {}, null, 'session-1', 'session-1'],
    ['session and run', { runId: 'run-1' }, null, 'session-1', 'run-1'],
    ['a run alone', { sessionId: null, runId: 'run-1' }, null, 'run-1', 'run-1'],
    ['the file', { sessionId: null }, 'a b.jsonl', 'a b', 'a b'],
    ['a compressed file', { sessionId: '' }, 'a.jsonl.zst', 'a', 'a'],
    ['nothing', { sessionId: null }, null, 'codex', 'codex'],
  ];
  for (const [name, identity, file, session, run] of names)
    it(`named by ${name}`, () => {
      const { sessionId, provenance } = numberingOf('codex', { ...IDENTITY, ...identity }, file);
      assert.deepEqual([sessionId, provenance.run_id], [session, run]);
    });
});

describe('numbered: an actor without a name', () => {
  it('is called by its kind', () =>
    assert.deepEqual(number([said('a', { actor: { kind: 'agent', id: '' } })])[0]?.actor, {
      kind: 'agent',
      id: 'agent',
    }));
});

describe('numbered: what every event repeats is short', () => {
  const long = 'x'.repeat(100_000);

  it('names', () => {
    const identity = { ...IDENTITY, sessionId: long, runId: long, agentVersion: long };
    const numberer = new Numberer(numberingOf('codex', identity, null), new Map());
    const [event] = numberer.number([said('a', { model: long, provider: long })], 0);
    assert.ok(event !== undefined && eventText(event).length < 3000);
  });

  it('times', () => {
    const endless = `2026-08-10T00:00:00.${'0'.repeat(100_000)}Z`;
    assert.equal(number([said('a', { timestamp: endless })])[0]?.timestamp, START);
  });
});

describe('numbered: whatever comes', () => {
  const id = fc.option(fc.constantFrom('a', 'b', 'L1', 'L2#2', 'end', '__proto__', ''), { nil: undefined });
  const native = fc.record({
    type: fc.constantFrom('user.message', 'model.response', 'error'),
    actor: fc.constantFrom({ kind: 'user', id: 'u' } as const, { kind: 'agent', id: '' } as const),
    payload: fc.constant({ content: 'x' }),
    id,
    parentId: id,
    timestamp: fc.option(fc.constantFrom('2026-08-10T00:00:01Z', 'x'), { nil: undefined }),
  });
  const records = fc.array(fc.array(native, { maxLength: 3 }), { maxLength: 12 });

  it('gives sound Trace 0.1: ids once, parents earlier, no error', () => {
    fc.assert(
      fc.property(records, (natives) => {
        const events = number(...natives);
        for (const event of events) assert.equal(traceEvent.safeParse(event).success, true);
        const broken = codes(events.map(eventText)).filter(
          (code) => !/^(stop-missing|timestamp-backward|stream)/.test(code),
        );
        assert.deepEqual(broken, []);
      }),
    );
  });

  it('goes on from any record as if it had not stopped', () => {
    fc.assert(
      fc.property(records, fc.nat(12), (natives, stop) => {
        const ids = new Map<string, number>();
        const whole = new Numberer(NUMBERING, ids);
        let state = { ...whole.state };
        const expected = natives.flatMap((record, line) => {
          if (line === Math.min(stop, natives.length)) state = { ...whole.state };
          const events = whole.number(record, line);
          return line >= stop ? events : [];
        });
        const again = new Numberer(NUMBERING, ids, state);
        assert.deepEqual(
          natives.slice(stop).flatMap((record, at) => again.number(record, at + stop)),
          expected,
        );
      }),
    );
  });
});
