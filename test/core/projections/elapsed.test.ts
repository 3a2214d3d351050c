import assert from 'node:assert/strict';
import { elapsed, type Elapsed } from '../../../src/core/projections/elapsed.ts';
import { session, stateOf, traceEvents, type Happening } from '../../support/events.ts';
import type { Changes } from '../../support/journal.ts';

const at = (timestamp: string, more: Changes = {}): Happening => [
  'metric.sample',
  {},
  { timestamp, ...more },
];
const [noon, later, earlier] = ['2026-08-10T12:00:00Z', '2026-08-10T12:00:01.5Z', '2026-08-10T11:59:59Z'];
const elsewhere = '2026-08-10T14:00:00+02:00';

const CASES: readonly (readonly [name: string, happenings: readonly Happening[], Elapsed])[] = [
  ['nothing happened', [], { first: null, last: null, milliseconds: null, measured: 0 }],
  ['one event', [at(noon)], { first: noon, last: noon, milliseconds: 0, measured: 0 }],
  ['two', [at(noon), at(later)], { first: noon, last: later, milliseconds: 1500, measured: 0 }],
  [
    'the clock went back',
    [at(noon), at(earlier)],
    { first: earlier, last: noon, milliseconds: 1000, measured: 0 },
  ],
  [
    'back and forth',
    [at(noon), at(earlier), at(later)],
    { first: earlier, last: later, milliseconds: 2500, measured: 0 },
  ],
  [
    'the same instant elsewhere',
    [at(noon), at(elsewhere)],
    { first: noon, last: noon, milliseconds: 0, measured: 0 },
  ],
  [
    'durations add up',
    [at(noon, { duration_ms: 10 }), at(noon, { duration_ms: 0.5 }), at(noon)],
    { first: noon, last: noon, milliseconds: 0, measured: 10.5 },
  ],
  [
    'before 1970',
    [at('1969-12-31T23:59:59Z'), at('1970-01-01T00:00:01Z')],
    { first: '1969-12-31T23:59:59Z', last: '1970-01-01T00:00:01Z', milliseconds: 2000, measured: 0 },
  ],
];

describe('elapsed', () => {
  for (const [name, happenings, expected] of CASES) {
    it(name, () => {
      const events = happenings.length === 0 ? [] : traceEvents(session(...happenings));
      assert.equal(events.length, happenings.length);
      assert.deepEqual(stateOf(elapsed, events), expected);
    });
  }
});
