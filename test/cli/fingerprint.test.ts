import assert from 'node:assert/strict';
import { fingerprintOf } from '../support/canonical.ts';
import { cli } from '../support/cli.ts';
import { corpusBytes, overCorpus } from '../support/corpus.ts';
import { edit, events, journal, rewrite, splice, textOf, type Lines } from '../support/journal.ts';

const SPEC = 'start user:hi req resp:ho stop:done';
const LINES = journal(SPEC);
const prefix = (count: number) => fingerprintOf(events(SPEC).slice(0, count));

const fingerprint = (input: Lines | string, ...args: readonly string[]) =>
  cli(['fingerprint', '-', ...args], { input: textOf(input) });

describe('fingerprint', () => {
  it('prints the hex of the whole journal alone on a line', () => {
    assert.deepEqual(fingerprint(LINES), { code: 0, out: `${prefix(5)}\n`, err: '' });
  });

  it('of every exact prefix', () => {
    for (const until of [0, 2, 4])
      assert.equal(fingerprint(LINES, '--until', String(until)).out, `${prefix(until + 1)}\n`);
  });

  const GAP = splice(LINES, 3, 1);
  const SURROGATE = rewrite(LINES, 2, (line) => line.replace('"turn":1', '"turn":"\\ud800"'));
  const cases: readonly (readonly [
    name: string,
    input: Lines | string,
    args: readonly string[],
    code: number,
    said: string | RegExp,
  ])[] = [
    // Given wherever the events are whole, whatever else the journal is warned of.
    [
      'warnings are no obstacle',
      rewrite(LINES, 1, (line) => line.replace('{', '{"trace_version":"x",')),
      [],
      0,
      prefix(5),
    ],
    [
      'the layout of the text does not matter',
      LINES.map((line) => line.replaceAll(',"', ' , "')).join('\r\n'),
      [],
      0,
      prefix(5),
    ],
    ['a retry is counted once', splice(LINES, 2, 0, LINES[1] ?? ''), [], 0, prefix(5)],
    ['a fragment that hid nothing', splice(LINES, 2, 0, '{"trace_version":"0.1.0","se'), [], 0, prefix(5)],
    ['before a fault', GAP, ['--until', '2'], 0, prefix(3)],
    ['before a lone surrogate', SURROGATE, ['--until', '1'], 0, prefix(2)],
    // Refused otherwise.
    ['at a fault', GAP, [], 1, /^-:4:\d+: sequence-gap: Sequence gap/],
    ['beyond a fault', GAP, ['--until', '4'], 1, /^-:4:\d+: sequence-gap: /],
    ['an event that is none', edit(LINES, 0, { actor: null }), [], 1, /^-:1:\d+: schema: /],
    [
      'from a lone surrogate on',
      SURROGATE,
      ['--until', '2'],
      1,
      /unavailable: a lone surrogate has no UTF-8/,
    ],
    ['an empty file', '', [], 1, /no events of a known journal format/],
    ['JSON of another kind', '{"id":1}\n', [], 1, /no events of a known journal format/],
    ['beyond the end', LINES, ['--until', '5'], 2, /sequence 5 is outside the journal, which ends at 4/],
  ];
  for (const [name, input, args, code, said] of cases) {
    it(`${name}: ${code}`, () => {
      const ran = fingerprint(input, ...args);
      assert.equal(ran.code, code);
      if (typeof said === 'string') assert.equal(ran.out, `${said}\n`);
      else {
        assert.equal(ran.out, '');
        assert.match(ran.err, said);
      }
    });
  }
});

overCorpus('corpus: fingerprint', () => {
  const golden = corpusBytes('trace01', 's07-session-replay-golden.trace.jsonl');
  for (const [until, hex] of [
    ['4', '1288ae16a0df9408d7a7394b16e7f29367b34832eeca1d9488ca8a410be3cb2e'],
    ['2', '1e38d6f6527a0c7a8cbf0e78bc9424aba27dcd718bf370f948f2e8cf030923fb'],
  ] as const) {
    it(`the golden trace of s07 until ${until}`, () => {
      assert.equal(cli(['fingerprint', '-', '--until', until], { input: golden }).out, `${hex}\n`);
    });
  }
});
