import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { cli, temporaryFolder } from '../support/cli.ts';
import { bytesOf, edit, journal, problems, rewrite, splice, textOf, type Lines } from '../support/journal.ts';

const LINES = journal('start user:hi req resp:ho stop:done');
const GAP = splice(LINES, 2, 1);

const json = (input: Lines | string | Uint8Array) => {
  const { code, out, err } = cli(['validate', '-', '--format', 'json'], { input: bytesOf(input) });
  const reports: unknown = JSON.parse(out);
  return { code, err, reports };
};

describe('validate --format json', () => {
  it('a sound journal: 0', () => {
    assert.deepEqual(json(LINES), {
      code: 0,
      err: '',
      reports: [{ file: '-', events: 5, violations: [], totals: { error: 0, warning: 0, information: 0 } }],
    });
  });

  it('a violation: 1, with its place from 1, its event, its message and the other place', () => {
    const lines = edit(LINES, 3, { parent_event_id: 'evt-004' });
    const column = (lines[3] ?? '').indexOf('"evt-004"') + 1;
    const { code, reports } = json(lines);
    assert.equal(code, 1);
    assert.deepEqual(reports, [
      {
        file: '-',
        events: 5,
        violations: [
          {
            code: 'parent-future',
            severity: 'error',
            line: 4,
            column,
            endColumn: column + 9,
            sequence: 3,
            eventId: 'evt-003',
            message: 'Parent “evt-004” comes later in the journal; a parent is an earlier event.',
            related: [{ line: 5, column: 37, endColumn: 46, message: 'The parent (sequence 4)' }],
          },
        ],
        totals: { error: 1, warning: 0, information: 0 },
      },
    ]);
  });

  it('names and their order, which scripts rely on', () => {
    const { out } = cli(['validate', '-', '--format', 'json'], {
      input: textOf(edit(LINES, 3, { parent_event_id: 'evt-004' })),
    });
    const keys = [...out.matchAll(/^ *"(\w+)":/gm)].map(([, key]) => key);
    assert.deepEqual(keys, [
      ...['file', 'events', 'violations'],
      ...['code', 'severity', 'line', 'column', 'endColumn', 'sequence', 'eventId', 'message', 'related'],
      ...['line', 'column', 'endColumn', 'message'],
      ...['totals', 'error', 'warning', 'information'],
    ]);
  });

  it('what a violation does not know it leaves out', () => {
    const { out } = cli(['validate', '-', '--format', 'json'], { input: `${textOf(LINES)}{"a":\n` });
    assert.doesNotMatch(out, /"(sequence|eventId|related)"/);
  });

  it('columns are UTF-16 units of the line as an editor shows it', () => {
    const wide = rewrite(edit(LINES, 1, { extra: 1 }), 1, (line) =>
      line.replace('"trace', '"😀é": 0, "trace'),
    );
    const places = problems(wide).map((problem) => / ?@(\d+:\d+-\d+) /.exec(problem)?.[1]);
    const { out } = cli(['validate', '-', '--format', 'json'], { input: textOf(wide) });
    const printed = [...out.matchAll(/"line": (\d+),\s+"column": (\d+),\s+"endColumn": (\d+)/g)];
    assert.deepEqual(
      printed.map(([, line, from, to]) => `${line}:${from}-${to}`),
      places,
    );
    assert.equal(places[0], '2:2-7');
  });

  const exits: readonly (readonly [name: string, input: Lines | string, code: number])[] = [
    ['warnings alone', edit(LINES, 1, { extra: 1 }), 0],
    ['information alone', LINES.join('\n'), 0],
    ['an unfinished last record', LINES.join('\n').slice(0, -9), 0],
    ['an error', GAP, 1],
    ['an empty file', '', 0],
    ['JSON of another kind', '{"id":1}\n', 0],
    ['no JSON', 'hello\nworld\n', 1],
  ];
  for (const [name, input, code] of exits) it(`${name}: ${code}`, () => assert.equal(json(input).code, code));

  it('says of other files what they are', () => {
    assert.match(json('').err, /^-: no events\n$/);
    assert.match(json('{"id":1}\n').err, /^-: not a session journal that this tool knows\n$/);
  });
});

describe('validate: text', () => {
  it('one line per violation as editors know them, and a summary', () => {
    const { code, out } = cli(['validate', '-'], { input: textOf(GAP) });
    assert.equal(code, 1);
    assert.match(
      out,
      /^-:3:83: error sequence-gap: Sequence gap: found 3, expected 2\. [^\n]*\n-: 4 events, 1 error, 0 warnings, 0 information\n$/,
    );
  });

  it('hostile text cannot break or turn a line', () => {
    const hostile = edit(LINES, 1, { parent_event_id: 'a\nb\u001b[31m\u202ec' });
    const { out } = cli(['validate', '-'], { input: textOf(hostile) });
    assert.equal(out.trimEnd().split('\n').length, 2);
    assert.doesNotMatch(out, /[^\P{C}\n]/u);
  });

  it('50,000 violations are all printed', () => {
    const { code, out } = cli(['validate', '-'], {
      input: `${LINES[0] ?? ''}\n${'{"a":}\n'.repeat(50_000)}`,
    });
    assert.equal(code, 1);
    assert.equal(out.trimEnd().split('\n').length, 50_001);
  }).timeout(60_000);
});

describe('validate: many files', () => {
  const folder = temporaryFolder();
  before(() => {
    fs.mkdirSync(folder.path('logs/deep'), { recursive: true });
    fs.mkdirSync(folder.path('logs/folder.jsonl'));
    folder.write('good.jsonl', textOf(LINES));
    folder.write('logs/b.jsonl', textOf(GAP));
    folder.write('logs/a.trace.jsonl', textOf(LINES));
    folder.write('logs/deep/c.jsonl', '');
    folder.write('logs/notes.txt', 'no journal');
    if (process.platform !== 'win32') fs.symlinkSync(folder.path('logs'), folder.path('logs/deep/again'));
  });

  /** File names of the reports, relative to the folder. */
  function validated(...names: readonly string[]) {
    const { code, out, err } = cli([
      'validate',
      ...names.map((name) => folder.path(name)),
      '--format',
      'json',
    ]);
    const files = [...out.matchAll(/"file": "(.*)"/g)].map(([, file]) =>
      path.relative(folder.path(), file ?? ''),
    );
    return { code, files: files.map((file) => file.replaceAll(path.sep, '/')), err };
  }

  it('in the order in which they are named', () => {
    const { code, files } = validated('logs/b.jsonl', 'good.jsonl');
    assert.deepEqual({ code, files }, { code: 1, files: ['logs/b.jsonl', 'good.jsonl'] });
  });

  it('a folder: every .jsonl below it by name, and links are not followed', () => {
    const { code, files } = validated('logs');
    assert.deepEqual(
      { code, files },
      { code: 1, files: ['logs/a.trace.jsonl', 'logs/b.jsonl', 'logs/deep/c.jsonl'] },
    );
  });

  it('one that cannot be read does not hide the others, and decides the exit code', () => {
    const { code, files, err } = validated('missing.jsonl', 'good.jsonl', 'logs/folder.jsonl');
    assert.deepEqual({ code, files }, { code: 2, files: ['good.jsonl'] });
    assert.match(err, /missing\.jsonl: The file does not exist[^]*folder\.jsonl: This is a folder/);
  });

  it('a folder without any is nothing to validate', () => {
    fs.mkdirSync(folder.path('none'));
    const { code, files, err } = validated('none');
    assert.deepEqual({ code, files, err }, { code: 2, files: [], err: 'no .jsonl file found\n' });
  });

  it('text: a summary over all', () => {
    const { code, out } = cli(['validate', folder.path('logs'), folder.path('missing.jsonl')]);
    assert.equal(code, 2);
    assert.match(out, /\n3 files, 9 events, 1 error, 0 warnings, 0 information, 1 could not be read\n$/);
  });

  it('sarif: one log over all, with absolute files as URIs', () => {
    const { code, out } = cli(['validate', folder.path('logs'), '--format', 'sarif']);
    const log: unknown = JSON.parse(out);
    assert.equal(code, 1);
    assert.ok(typeof log === 'object' && log !== null && 'runs' in log && Array.isArray(log.runs));
    assert.equal(log.runs.length, 1);
    assert.match(out, /"uri": "file:\/\/\/[^"]*\/logs\/b\.jsonl"/);
  });
});
