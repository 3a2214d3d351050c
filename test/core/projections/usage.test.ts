import assert from 'node:assert/strict';
import { usage, type Usage } from '../../../src/core/projections/usage.ts';
import type { JsonMembers } from '../../support/canonical.ts';
import { session, stateOf, traceEvents, type Happening } from '../../support/events.ts';

const NONE: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0, cost: null, responses: 0 };
const response = (used: JsonMembers): Happening => ['model.response', { content: '', usage: used }];
const chunk = (used: JsonMembers, final: boolean): Happening => [
  'model.response',
  { delta: 'x', final, usage: used },
];

const used = { input_tokens: 10, output_tokens: 3 };

const CASES: readonly (readonly [name: string, happenings: readonly Happening[], Partial<Usage>])[] = [
  ['nothing recorded', [['model.response', { content: '' }]], {}],
  ['one response', [response(used)], { input: 10, output: 3, total: 13, responses: 1 }],
  ['two', [response(used), response(used)], { input: 20, output: 6, total: 26, responses: 2 }],
  ['an empty object is a response', [response({})], { responses: 1 }],
  // Streams: each chunk repeats what the final one says.
  [
    'chunks are not counted',
    [chunk(used, false), chunk(used, false), chunk(used, true)],
    { input: 10, output: 3, total: 13, responses: 1 },
  ],
  ['an unfinished stream', [chunk(used, false)], {}],
  // The names of other writers.
  [
    'other names',
    [response({ prompt_tokens: 1, completion_tokens: 2, total_tokens: 5 })],
    { input: 1, output: 2, total: 5, responses: 1 },
  ],
  [
    'short names',
    [response({ input: 1, output: 2, total: 3, cache_read: 4, cache_write: 5 })],
    { input: 1, output: 2, total: 3, cacheRead: 4, cacheWrite: 5, responses: 1 },
  ],
  [
    'caches',
    [response({ cache_read_input_tokens: 7, cache_creation_input_tokens: 8 })],
    { cacheRead: 7, cacheWrite: 8, responses: 1 },
  ],
  [
    'the first name wins',
    [response({ input_tokens: 1, input: 2, prompt_tokens: 3 })],
    { input: 1, total: 1, responses: 1 },
  ],
  [
    'a recorded total of nothing',
    [response({ ...used, total_tokens: 0 })],
    { input: 10, output: 3, total: 0, responses: 1 },
  ],
  // Cost is what the log names, never computed.
  [
    'cost',
    [response({ cost_usd: 0.25 }), response({ cost: 0.5 }), response({})],
    { cost: 0.75, responses: 3 },
  ],
  ['a cost of nothing is known', [response({ cost: 0 })], { cost: 0, responses: 1 }],
  // Figures that are none.
  [
    'odd figures',
    [response({ input_tokens: '10', output_tokens: -3, total_tokens: null, cost: true })],
    { responses: 1 },
  ],
  ['usage that is no object', [['model.response', { content: '', usage: 3 }]], {}],
  [
    'usage of another event',
    [
      ['model.request', { usage: used }],
      ['metric.sample', { usage: used }],
    ],
    {},
  ],
];

describe('usage', () => {
  for (const [name, happenings, expected] of CASES) {
    it(name, () =>
      assert.deepEqual(stateOf(usage, traceEvents(session(...happenings))), { ...NONE, ...expected }),
    );
  }

  it('numbers that no double holds are no figures', () => {
    const [line = ''] = session(response({ input_tokens: 0, output_tokens: 1 }));
    for (const odd of ['12345678901234567890', '1e999']) {
      const events = traceEvents([line.replace('"input_tokens":0', `"input_tokens":${odd}`)]);
      assert.deepEqual(stateOf(usage, events), { ...NONE, output: 1, total: 1, responses: 1 });
    }
  });
});
