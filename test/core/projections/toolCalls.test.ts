import assert from 'node:assert/strict';
import { toolCalls } from '../../../src/core/projections/toolCalls.ts';
import { toolResults } from '../../../src/core/projections/toolResults.ts';
import { writeJson } from '../../../src/core/json/write.ts';
import { plain, session, stateOf, traceEvents, type Happening } from '../../support/events.ts';
import { idOf, timeOf, type Changes } from '../../support/journal.ts';

const call = (id: string | undefined, more: Changes = {}): Happening => [
  'tool.request',
  { ...(id !== undefined && { tool_call_id: id }), tool: 'ls', arguments: { path: '.' } },
  more,
];
const result = (id: string | undefined, more: Changes = {}): Happening => [
  'tool.result',
  { ...(id !== undefined && { tool_call_id: id }), tool: 'ls', ok: true, result: 'r' },
  more,
];

const callsOf = (...happenings: readonly Happening[]) =>
  stateOf(toolCalls, traceEvents(session(...happenings)));

/** `ID REQUEST>RESULT OK LATENCY`, with `-` for what is not there. */
function paired(...happenings: readonly Happening[]): string[] {
  return callsOf(...happenings).map(({ callId, sequence, result: outcome }) => {
    const [to, ok, latency] = [outcome?.sequence, outcome?.ok, outcome?.latency].map((value) => value ?? '-');
    return `${callId ?? '-'} ${sequence}>${String(to)} ${String(ok)} ${String(latency)}`;
  });
}

const pairs: readonly (readonly [
  name: string,
  happenings: readonly Happening[],
  paired: readonly string[],
])[] = [
  ['a request and its result', [call('a'), result('a')], ['a 0>1 true 1000']],
  ['unanswered', [call('a')], ['a 0>- - -']],
  [
    'parallel, answered in another order',
    [call('a'), call('b'), result('b'), result('a')],
    ['a 0>3 true 3000', 'b 1>2 true 1000'],
  ],
  ['an orphan is a call of its own', [call('a'), result('x')], ['a 0>- - -', 'x 1>1 true -']],
  [
    'an id used again after its answer',
    [call('a'), result('a'), call('a'), result('a')],
    ['a 0>1 true 1000', 'a 2>3 true 1000'],
  ],
  [
    'an id used twice: the later request is answered first',
    [call('a'), call('a'), result('a')],
    ['a 0>- - -', 'a 1>2 true 1000'],
  ],
  [
    'a second result is an orphan',
    [call('a'), result('a'), result('a')],
    ['a 0>1 true 1000', 'a 2>2 true -'],
  ],
  // Without a call id the result's parent says which call it answers.
  ['no call id: by the parent', [call(undefined), result(undefined)], ['- 0>1 true 1000']],
  [
    'no call id: not the nearest, but the parent',
    [call(undefined), call(undefined), result(undefined, { parent_event_id: idOf(0) })],
    ['- 0>2 true 2000', '- 1>- - -'],
  ],
  [
    'no call id, no parent',
    [call(undefined), result(undefined, { parent_event_id: undefined })],
    ['- 0>- - -', '- 1>1 true -'],
  ],
  ['a call id never answers one without', [call(undefined), result('a')], ['- 0>- - -', 'a 1>1 true -']],
  // Latency: as measured, else by the clock, else unknown.
  ['the recorded duration', [call('a'), result('a', { duration_ms: 12.5 })], ['a 0>1 true 12.5']],
  ['a recorded duration of nothing', [call('a'), result('a', { duration_ms: 0 })], ['a 0>1 true 0']],
  ['a duration of an orphan', [result('a', { duration_ms: 3 })], ['a 0>0 true 3']],
  ['a clock that went back', [call('a', { timestamp: timeOf(9) }), result('a')], ['a 0>1 true -']],
  [
    'other time zones',
    [call('a', { timestamp: '2026-08-10T02:00:00+02:00' }), result('a')],
    ['a 0>1 true 1000'],
  ],
];

describe('tool calls: requests with their results', () => {
  for (const [name, happenings, expected] of pairs) {
    it(name, () => assert.deepEqual(paired(...happenings), expected));
  }

  const values: readonly (readonly [
    name: string,
    payload: Happening[1],
    ok: boolean | null,
    value: unknown,
  ])[] = [
    ['result', { ok: true, result: { n: 1 }, summary: 's' }, true, { n: 1 }],
    ['an empty result', { ok: true, result: '', summary: 's' }, true, ''],
    ['summary', { ok: true, summary: 's', error: 'e' }, true, 's'],
    ['error', { ok: false, error: 'e' }, false, 'e'],
    ['none of them: the payload', { exit: 3 }, null, { exit: 3 }],
    ['ok that is no boolean', { ok: 'yes', result: 1 }, null, 1],
  ];
  for (const [name, payload, ok, value] of values) {
    it(`the outcome by ${name}`, () => {
      const [made] = callsOf(['tool.result', payload]);
      assert.deepEqual({ ok: made?.result?.ok, value: plain(made?.result?.value ?? null) }, { ok, value });
    });
  }

  it('the request as it was made', () => {
    const [made] = callsOf(call('a'));
    assert.deepEqual(
      { ...made, arguments: plain(made?.arguments ?? null) },
      {
        sequence: 0,
        eventId: idOf(0),
        callId: 'a',
        tool: 'ls',
        arguments: { path: '.' },
        timestamp: timeOf(0),
        result: null,
      },
    );
  });

  it('other events, and ids that are no text, are no calls', () => {
    assert.deepEqual(
      paired(['approval.request', { tool_call_id: 'a' }], ['model.response', { tool_calls: [] }]),
      [],
    );
    assert.deepEqual(paired(['tool.request', { tool_call_id: 3, tool: null }]), ['- 0>- - -']);
  });
});

describe('tool results: the payload of each, as recorded', () => {
  it('whole, in order, digits and all', () => {
    const lines = session(result('a'), call('b'), ['tool.result', { n: 0, proto: 1 }]);
    const digits = lines.map((line) =>
      line.replace('"n":0', '"n":12345678901234567890').replace('"proto"', '"__proto__"'),
    );
    assert.deepEqual(
      stateOf(toolResults, traceEvents(digits)).map((payload) => writeJson(payload)),
      ['{"tool_call_id":"a","tool":"ls","ok":true,"result":"r"}', '{"n":12345678901234567890,"__proto__":1}'],
    );
  });
});
