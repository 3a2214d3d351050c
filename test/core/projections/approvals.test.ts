import assert from 'node:assert/strict';
import { approvals } from '../../../src/core/projections/approvals.ts';
import { session, stateOf, traceEvents, type Happening } from '../../support/events.ts';

const id = (call: string | undefined) => (call === undefined ? {} : { tool_call_id: call });
const ask = (call?: string): Happening => ['approval.request', { ...id(call), tool: 'sh' }];
const decide = (call: string | undefined, outcome: string): Happening => [
  'approval.decision',
  { ...id(call), tool: 'sh', outcome, reason: 'r' },
];

/** `CALL REQUEST>DECISION OUTCOME`, with `-` for what is not there. */
function decided(...happenings: readonly Happening[]): string[] {
  return stateOf(approvals, traceEvents(session(...happenings))).map(
    ({ callId, sequence, decision }) =>
      `${callId ?? '-'} ${sequence}>${String(decision?.sequence ?? '-')} ${decision?.outcome ?? '-'}`,
  );
}

const CASES: readonly (readonly [
  name: string,
  happenings: readonly Happening[],
  decided: readonly string[],
])[] = [
  ['asked and decided', [ask('a'), decide('a', 'allow')], ['a 0>1 allow']],
  ['open', [ask('a')], ['a 0>- -']],
  [
    'two, decided in another order',
    [ask('a'), ask('b'), decide('b', 'deny'), decide('a', 'allow')],
    ['a 0>3 allow', 'b 1>2 deny'],
  ],
  [
    'asked again after a decision',
    [ask('a'), decide('a', 'deny'), ask('a'), decide('a', 'allow')],
    ['a 0>1 deny', 'a 2>3 allow'],
  ],
  ['a decision that nobody asked for', [decide('x', 'allow')], ['x 0>0 allow']],
  ['without call ids', [ask(), decide(undefined, 'allow')], ['- 0>1 allow']],
  [
    'other decisions',
    [
      ['network.decision', { outcome: 'deny' }],
      ['trust.decision', { outcome: 'deny' }],
    ],
    [],
  ],
];

describe('approvals', () => {
  for (const [name, happenings, expected] of CASES) {
    it(name, () => assert.deepEqual(decided(...happenings), expected));
  }

  it('who asked for what, and why it was decided so', () => {
    assert.deepEqual(stateOf(approvals, traceEvents(session(ask('a'), decide('a', 'deny')))), [
      { sequence: 0, callId: 'a', tool: 'sh', decision: { sequence: 1, outcome: 'deny', reason: 'r' } },
    ]);
  });
});
