import assert from 'node:assert/strict';
import type { BaseTrouble, BaseTroubleCode, Inheritance } from '../../src/protocol.ts';
import { describeBaseTrouble, describeInheritance } from '../../src/wording/inheritance.ts';

const log = (name: string, rows: number, damaged = 0) => ({ path: `/logs/${name}.jsonl`, rows, damaged });
const trouble = (code: BaseTroubleCode, changes: Partial<BaseTrouble> = {}): BaseTrouble => ({
  ...{ code, id: 'p', path: '/logs/p.jsonl', wanted: 9, there: 4 },
  ...changes,
});

describe('what comes before a log, in words', () => {
  const whole: Inheritance = { id: 'p', records: 9, from: [log('p', 9)], trouble: null };
  const rows: readonly (readonly [Partial<Inheritance>, string])[] = [
    [{}, '9 records inherited from p.jsonl.'],
    [{ records: 1, from: [log('p', 1)] }, '1 record inherited from p.jsonl.'],
    [{ from: [log('p', 5), log('q', 4)] }, '9 records inherited from p.jsonl and q.jsonl.'],
    [{ from: [log('p', 0), log('q', 9)] }, '9 records inherited from q.jsonl.'],
    [{ from: [log('p', 9, 2)] }, '9 records inherited from p.jsonl, 2 of them damaged.'],
    [
      { from: [log('p', 4)], trouble: trouble('too-short') },
      '4 records inherited from p.jsonl. p.jsonl ends after 4 records, 9 are wanted.',
    ],
    [
      { from: [], trouble: trouble('other-format') },
      '9 records come before this log. p.jsonl is no log of the same agent.',
    ],
    [{ from: [log('a\u202eb\n', 9)] }, '9 records inherited from aU+202Eb␊.jsonl.'],
  ];
  for (const [changes, words] of rows)
    it(words, () => assert.equal(describeInheritance({ ...whole, ...changes }), words));

  const codes: Readonly<Record<BaseTroubleCode, string>> = {
    'not-here': 'The log of session p is not here: put it beside this one.',
    'not-readable': 'p.jsonl cannot be read.',
    'other-format': 'p.jsonl is no log of the same agent.',
    'other-session': 'p.jsonl is the log of another session than its name says.',
    cycle: 'p.jsonl builds on itself, or on what builds on it.',
    'too-long': 'Too many logs build on each other; what is before session p is left out.',
    'too-short': 'p.jsonl ends after 4 records, 9 are wanted.',
  };
  it('why something of it is not at hand', () => {
    for (const [code, words] of Object.entries(codes)) {
      const one = [trouble('not-here', { path: null }), ...ALL.map((each) => trouble(each))].find(
        (each) => each.code === code,
      );
      assert.equal(one && describeBaseTrouble(one), words);
    }
    const long = describeBaseTrouble(trouble('not-here', { id: 'x'.repeat(9999), path: null }));
    assert.ok(long.length < 200);
  });
});

const ALL: readonly BaseTroubleCode[] = [
  'not-readable',
  'other-format',
  'other-session',
  'cycle',
  'too-long',
  'too-short',
];
