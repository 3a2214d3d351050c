import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { cli, temporaryFolder } from '../support/cli.ts';
import { edit, journal, rewrite, splice, textOf, type Changes, type Lines } from '../support/journal.ts';

const LINES = journal('start user:hi req resp:ho stop:done');
const SAME = {
  verified: true,
  session_matches: true,
  run_matches: true,
  ids_match: true,
  fingerprint_matches: true,
  first_difference: null,
  grown_by: 2,
};

describe('verify-branch', () => {
  const folder = temporaryFolder();
  const parent = (input: Lines | string) => folder.write('x.trace.jsonl', textOf(input));
  const record = () => folder.path('x.b.branch.json');

  /** A branch after event 2 of the sound journal; the parent may change afterwards. */
  let written = '';
  before(() => {
    assert.equal(cli(['branch', parent(LINES), '--at', '2', '--id', 'b']).code, 0);
    written = fs.readFileSync(record(), 'utf8');
  });
  beforeEach(() => {
    parent(LINES);
    fs.writeFileSync(record(), written);
  });

  /** Writes the record anew with other members. */
  function alter(changes: Changes & { context?: Changes }): void {
    const text: unknown = JSON.parse(fs.readFileSync(record(), 'utf8'));
    assert.ok(typeof text === 'object' && text !== null && 'context' in text);
    assert.ok(typeof text.context === 'object');
    const context = { ...text.context, ...changes.context };
    fs.writeFileSync(record(), JSON.stringify({ ...text, ...changes, context }));
  }

  const verify = (...args: readonly string[]) => cli(['verify-branch', record(), ...args]);

  it('verified: 0, with names that scripts rely on, in their order', () => {
    const { code, out, err } = verify('--format', 'json');
    assert.deepEqual({ code, err }, { code: 0, err: '' });
    assert.equal(
      out,
      `${JSON.stringify({ record: record(), parent: folder.path('x.trace.jsonl'), ...SAME }, null, 2)}\n`,
    );
  });

  it('in words', () => {
    assert.match(
      verify().out,
      /^verified: .*x\.trace\.jsonl still has exactly the inherited events 0 to 2\. The parent has 2 further events after the fork\.\n$/,
    );
  });

  const ids = (from: number, more = {}) => ({
    ids_match: false,
    fingerprint_matches: false,
    first_difference: from,
    ...more,
  });
  const changed: readonly (readonly [
    name: string,
    lines: Lines | string,
    expected: Partial<typeof SAME> | object,
    said: RegExp,
  ])[] = [
    [
      'grown',
      [...LINES, ...journal('start user req resp stop metric').slice(5)],
      { grown_by: 3 },
      /3 further events/,
    ],
    ['cut at the fork', LINES.slice(0, 3), { grown_by: 0 }, /events 0 to 2\.\n$/],
    [
      'layout alone',
      LINES.map((line) => line.replaceAll(':', ' : ').replaceAll(/(\d\d) : (?=\d)/g, '$1:')),
      {},
      /^verified/,
    ],
    ['a fault after the fork', splice(LINES, 3, 1), { grown_by: 0 }, /^verified/],
    [
      'other content under the same ids',
      edit(LINES, 1, { payload: { content: 'bye' } }),
      { fingerprint_matches: false },
      /an event in 0 to 2 was changed under the same id/,
    ],
    [
      'another id',
      edit(edit(LINES, 1, { event_id: 'e' }), 2, { parent_event_id: 'e' }),
      ids(1),
      /the events differ from sequence 1 on/,
    ],
    ['truncated before the fork', LINES.slice(0, 2), ids(2, { grown_by: 0 }), /differ from sequence 2 on/],
    [
      'a fault in the prefix',
      edit(LINES, 1, { actor: null }),
      ids(1, { grown_by: 0 }),
      /differ from sequence 1 on/,
    ],
    [
      'another session',
      LINES.map((line) => line.replace('session-1', 'session-2')),
      { session_matches: false, fingerprint_matches: false },
      /it holds another session/,
    ],
    [
      'another run',
      LINES.map((line) => line.replace('run-1', 'run-2')),
      { run_matches: false, fingerprint_matches: false },
      /it holds another run/,
    ],
    [
      'empty',
      '',
      ids(0, { session_matches: false, run_matches: false, grown_by: 0 }),
      /it holds another session; .* differ from sequence 0 on/,
    ],
    [
      'no journal any more',
      '{"id":1}\n',
      ids(0, { session_matches: false, run_matches: false, grown_by: 0 }),
      /differ from sequence 0/,
    ],
  ];
  for (const [name, lines, expected, said] of changed) {
    const full = { ...SAME, ...expected };
    const verified = full.session_matches && full.run_matches && full.ids_match && full.fingerprint_matches;
    it(`the parent afterwards: ${name}`, () => {
      parent(lines);
      const { code, out } = verify('--format', 'json');
      const audit: unknown = JSON.parse(out);
      assert.deepEqual(audit, { record: record(), parent: folder.path('x.trace.jsonl'), ...full, verified });
      assert.equal(code, verified ? 0 : 1);
      assert.match(verify().out, said);
    });
  }

  it('the parent may be given, and may be standard input', () => {
    fs.renameSync(folder.path('x.trace.jsonl'), folder.path('moved.jsonl'));
    assert.equal(verify('--parent', folder.path('moved.jsonl')).code, 0);
    assert.equal(verify('--parent', '-').code, 1);
    assert.equal(cli(['verify-branch', record(), '--parent', '-'], { input: textOf(LINES) }).code, 0);
  });

  describe('a record cannot send the reader elsewhere: 2, and nothing is read', () => {
    const names = [
      '../../etc/passwd',
      '/etc/passwd',
      'sub/x.trace.jsonl',
      '..\\x.trace.jsonl',
      '',
      '..',
      '.',
      'a\u0000b',
      'x\u001b[31m',
    ];
    for (const name of names) {
      it(JSON.stringify(name), () => {
        alter({ context: { parent_file: name } });
        const { code, out, err } = verify();
        assert.deepEqual({ code, out }, { code: 2, out: '' });
        assert.match(err, /give --parent FILE|not a file/);
        assert.doesNotMatch(err, /[^\P{C}\n]/u);
      });
    }

    it('but a parent that is given is read, whatever the record names', () => {
      alter({ context: { parent_file: '../../etc/passwd' } });
      assert.equal(verify('--parent', folder.path('x.trace.jsonl')).code, 0);
    });

    it('a record without context, or whose parent is gone', () => {
      fs.rmSync(folder.path('x.trace.jsonl'));
      const { code, err } = verify();
      assert.equal(code, 2);
      assert.match(err, /x\.trace\.jsonl: the parent is not beside the record; give --parent FILE/);
    });
  });

  describe('what is no record: 2, with what is wrong', () => {
    const records: readonly (readonly [name: string, text: string | Changes, said: RegExp])[] = [
      ['an empty file', '', /not a branch record: it/],
      ['no JSON', '{', /not a branch record: it/],
      ['an array', '[]', /not a branch record: it/],
      ['a fork before the beginning', { fork_sequence: -1 }, /not a branch record: fork_sequence/],
      ['a fork between events', { fork_sequence: 1.5 }, /fork_sequence/],
      ['ids that are no text', { inherited_event_ids: [1] }, /inherited_event_ids\.0/],
      ['a fingerprint that is none', { parent_fingerprint: 'abc' }, /parent_fingerprint/],
      ['a fingerprint in capitals', { parent_fingerprint: 'F'.repeat(64) }, /parent_fingerprint/],
      ['no branch id', { branch_id: '' }, /branch_id/],
    ];
    for (const [name, text, said] of records) {
      it(name, () => {
        if (typeof text === 'string') fs.writeFileSync(record(), text);
        else alter(text);
        const { code, out, err } = verify();
        assert.deepEqual({ code, out }, { code: 2, out: '' });
        assert.match(err, said);
      });
    }

    it('a folder', () => assert.equal(cli(['verify-branch', folder.path()]).code, 2));
  });

  it('records of later versions, with more in them, are verified too', () => {
    alter({ checkpoint: { reducer: 7 }, context: { more: [1] } });
    assert.equal(verify().code, 0);
  });

  it('a record that names fewer or more ids than its fork', () => {
    for (const [kept, from] of [
      [['evt-000', 'evt-001'], 2],
      [['evt-000', 'evt-001', 'evt-002', 'evt-003'], 3],
    ] as const) {
      alter({ inherited_event_ids: kept });
      const { code, out } = verify();
      assert.equal(code, 1);
      assert.match(out, new RegExp(`differ from sequence ${from} on`));
    }
  });

  it('reads and changes nothing', () => {
    const before = fs
      .readdirSync(folder.path())
      .map((name) => [name, fs.readFileSync(folder.path(name), 'utf8')]);
    verify();
    const after = fs
      .readdirSync(folder.path())
      .map((name) => [name, fs.readFileSync(folder.path(name), 'utf8')]);
    assert.deepEqual(after, before);
  });

  it('a lone surrogate that came into the prefix makes the fingerprint unavailable: not verified', () => {
    parent(rewrite(LINES, 1, (line) => line.replace('"hi"', '"\\ud800"')));
    assert.equal(verify().code, 1);
  });
});
