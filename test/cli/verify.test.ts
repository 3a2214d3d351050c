import assert from 'node:assert/strict';
import { cli, temporaryFolder } from '../support/cli.ts';
import { bytesOf, edit, journal, rewrite, splice, textOf, type Lines } from '../support/journal.ts';

const LINES = journal('start user:hi resp:ho stop:done');
type Input = Lines | string | Uint8Array;

describe('verify GOLDEN FRESH', () => {
  const folder = temporaryFolder();

  function verified(golden: Input, fresh: Input) {
    const files = [
      folder.write('golden.jsonl', bytesOf(golden)),
      folder.write('fresh.jsonl', bytesOf(fresh)),
    ];
    const { code, out, err } = cli(['verify', ...files]);
    assert.equal(err, '');
    return { code, out: out.replaceAll(folder.path('/'), '') };
  }

  for (const [name, input] of [
    ['journals', LINES],
    ['empty files', ''],
    ['files that are no journals', 'hello'],
  ] as const) {
    it(`identical ${name}: 0`, () => {
      assert.deepEqual(verified(input, input), { code: 0, out: 'identical: golden.jsonl and fresh.jsonl\n' });
    });
  }

  const glue = (line: string) => `${line}{"a":1}`;
  const differences: readonly (readonly [name: string, golden: Input, fresh: Input, said: string])[] = [
    // By event and field.
    [
      'a value',
      LINES,
      edit(LINES, 1, { payload: { content: 'bye' } }),
      'line 2 (event 1): payload.content: "hi" in the first, "bye" in the second',
    ],
    [
      'the first of several',
      LINES,
      edit(edit(LINES, 3, { sequence: 9 }), 2, { actor: { kind: 'tool', id: 'x' } }),
      'line 3 (event 2): actor.kind: "model" in the first, "tool" in the second',
    ],
    [
      'a member more',
      LINES,
      edit(LINES, 1, { payload: { lang: 'en' } }),
      'line 2 (event 1): payload.lang: missing in the first, "en" in the second',
    ],
    [
      'a member less',
      edit(LINES, 1, { payload: { lang: 'en' } }),
      LINES,
      'line 2 (event 1): payload.lang: "en" in the first, missing in the second',
    ],
    [
      'a number of another spelling',
      edit(LINES, 1, { duration_ms: 1 }),
      rewrite(edit(LINES, 1, { duration_ms: 1 }), 1, (line) => line.replace('_ms":1', '_ms":1.0')),
      'line 2 (event 1): duration_ms: 1 in the first, 1.0 in the second',
    ],
    [
      'digits that no double holds',
      '{"sequence":0,"n":12345678901234567890}',
      '{"sequence":0,"n":12345678901234567891}',
      'line 1 (event 0): n: 12345678901234567890 in the first, 12345678901234567891 in the second',
    ],
    [
      'another value altogether',
      '[1]',
      '{"a":1}',
      'line 1: the value: [1] in the first, {"a":1} in the second',
    ],
    [
      'a sequence that is no number',
      '{"sequence":"1","a":1}',
      '{"sequence":"1","a":2}',
      'line 1: a: 1 in the first, 2 in the second',
    ],
    // Not the facts, but the bytes.
    [
      'white space alone',
      LINES,
      rewrite(LINES, 1, (line) => line.replace('{', '{ ')),
      'line 2 (event 1): only white space differs, from byte 2 of the line',
    ],
    [
      'CR LF',
      LINES,
      LINES.map((line) => `${line}\r`),
      `line 1 (event 0): only white space differs, from byte ${(LINES[0]?.length ?? 0) + 1} of the line`,
    ],
    ['no JSON', 'abc\n', 'abd\n', 'line 1: byte 3 of the line differs'],
    [
      'what is glued to a record',
      rewrite(LINES, 0, glue),
      rewrite(LINES, 0, (line) => glue(line).replace('"a":1', '"a":2')),
      `line 1: byte ${(LINES[0]?.length ?? 0) + 6} of the line differs`,
    ],
    // Not equally long.
    ['shorter', LINES, LINES.slice(0, 3), 'the second file ends after line 3; the first goes on'],
    ['longer', LINES.slice(0, 3), LINES, 'the first file ends after line 3; the second goes on'],
    ['empty', LINES, '', 'the second file ends after line 0; the first goes on'],
    [
      'no last line feed',
      LINES,
      textOf(LINES).trimEnd(),
      'line 4: only one of the files ends it with a line feed',
    ],
    [
      'a lost line is seen at the first event that is another',
      LINES,
      splice(LINES, 1, 1),
      'line 2 (event 1): event_id: "evt-001" in the first, "evt-002" in the second',
    ],
  ];
  for (const [name, golden, fresh, said] of differences) {
    it(`${name}: 1`, () =>
      assert.deepEqual(verified(golden, fresh), { code: 1, out: `different: ${said}\n` }));
  }

  it('long and hostile values are shown short and harmless', () => {
    const { out } = verified(
      LINES,
      rewrite(LINES, 1, (line) => line.replace('"hi"', `"\u202e${'x'.repeat(1e5)}"`)),
    );
    assert.match(out, /"hi" in the first, "U\+202Ex{198}… in the second\n$/);
  });

  it('one of the two may be standard input', () => {
    const file = folder.write('golden.jsonl', textOf(LINES));
    assert.equal(cli(['verify', file, '-'], { input: textOf(LINES) }).code, 0);
    assert.equal(cli(['verify', '-', file], { input: 'x' }).code, 1);
  });
});
