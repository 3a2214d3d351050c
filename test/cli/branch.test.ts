import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { bundle } from '../support/built.ts';
import { cli, run, temporaryFolder } from '../support/cli.ts';
import { branchFile } from '../support/cliViews.ts';
import { fingerprintOf } from '../support/canonical.ts';
import { edit, events, idOf, journal, rewrite, textOf, type Lines } from '../support/journal.ts';

const spec =
  'start user:hello req resp:hi call:c1 result:c1 patch:src/a.ts patch:b.ts patch:src/a.ts stop:completed';
const lines = journal(spec);

describe('branch', () => {
  const folder = temporaryFolder();
  const parent = (input: Lines = lines, name = 'session.trace.jsonl') => folder.write(name, textOf(input));
  const recordOf = (file: string) => branchFile.parse(JSON.parse(fs.readFileSync(file, 'utf8')));
  const clean = () => {
    for (const name of fs.readdirSync(folder.path())) fs.rmSync(folder.path(name), { recursive: true });
  };
  beforeEach(clean);

  it('writes the record beside the parent, and prints its path', () => {
    const { code, out, err } = cli(['branch', parent(), '--at', '3', '--id', 'other-way']);
    assert.deepEqual([code, out, err], [0, `${folder.path('session.other-way.branch.json')}\n`, '']);
    const { context, ...lineage } = recordOf(out.trim());
    assert.deepEqual(lineage, {
      branch_id: 'other-way',
      parent_session_id: 'session-1',
      parent_run_id: 'run-1',
      fork_sequence: 3,
      inherited_event_ids: [0, 1, 2, 3].map(idOf),
      parent_fingerprint: fingerprintOf(events(spec).slice(0, 4)),
    });
    const { parent_file: parentFile, created_by: by, created_at: at, effects_after_fork: effects } = context;
    assert.deepEqual([parentFile, by], ['session.trace.jsonl', 'session-journal 0.1.0']);
    assert.ok(Math.abs(Date.parse(at) - Date.now()) < 60_000);
    assert.deepEqual(effects, [
      { path: 'src/a.ts', sequences: [6, 8] },
      { path: 'b.ts', sequences: [7] },
    ]);
  });

  it('the six fields of the chapter first, in its order', () => {
    cli(['branch', parent(), '--at', '0', '--id', 'b']);
    assert.deepEqual(
      Object.keys(recordOf(folder.path('session.b.branch.json'))),
      Object.keys(branchFile.shape),
    );
  });

  const names: readonly (readonly [string, string])[] = [
    ['session.trace.jsonl', 'session.b.branch.json'],
    ['session.jsonl', 'session.b.branch.json'],
    ['SESSION.TRACE.JSONL', 'SESSION.b.branch.json'],
    ['my session é.v2.trace.jsonl', 'my session é.v2.b.branch.json'],
    ['log.txt', 'log.txt.b.branch.json'],
  ];
  for (const [name, record] of names)
    it(`${name} → ${record}`, () => {
      const { out } = cli(['branch', parent(lines, name), '--at', '1', '--id', 'b']);
      assert.equal(out, `${folder.path(record)}\n`);
    });

  it('leaves the parent as it was, byte for byte, and nothing else behind', () => {
    const file = parent();
    const before = fs.statSync(file, { bigint: true });
    assert.equal(cli(['branch', file, '--at', '3', '--id', 'b']).code, 0);
    const { mtimeNs, ino, size } = fs.statSync(file, { bigint: true });
    assert.deepEqual([mtimeNs, ino, size], [before.mtimeNs, before.ino, before.size]);
    assert.equal(fs.readFileSync(file, 'utf8'), textOf(lines));
    assert.deepEqual(fs.readdirSync(folder.path()).sort(), ['session.b.branch.json', 'session.trace.jsonl']);
  });

  it('never overwrites: the file that is there stays, and 2', () => {
    const file = parent();
    folder.write('session.b.branch.json', 'mine');
    const { code, out, err } = cli(['branch', file, '--at', '3', '--id', 'b']);
    assert.deepEqual([code, out], [2, '']);
    assert.match(err, /already exists/);
    assert.equal(fs.readFileSync(folder.path('session.b.branch.json'), 'utf8'), 'mine');
    assert.deepEqual(fs.readdirSync(folder.path()).length, 2);
  });

  it('nor a link that leads nowhere, nor a folder', () => {
    const file = parent();
    fs.symlinkSync(folder.path('elsewhere'), folder.path('session.b.branch.json'));
    fs.mkdirSync(folder.path('session.c.branch.json'));
    assert.equal(cli(['branch', file, '--at', '3', '--id', 'b']).code, 2);
    assert.equal(cli(['branch', file, '--at', '3', '--id', 'c']).code, 2);
    assert.equal(fs.existsSync(folder.path('elsewhere')), false);
  });

  it('--out, and standard input', () => {
    const out = folder.path('record.json');
    assert.deepEqual(cli(['branch', parent(), '--at', '1', '--id', 'b', '--out', out]).out, `${out}\n`);
    assert.equal(recordOf(out).fork_sequence, 1);
    const other = folder.path('other.json');
    assert.equal(
      cli(['branch', '-', '--at', '1', '--id', 'b', '--out', other], { input: textOf(lines) }).code,
      0,
    );
    assert.equal(recordOf(other).parent_fingerprint, recordOf(out).parent_fingerprint);
    assert.equal(cli(['branch', '-', '--at', '1', '--id', 'b'], { input: textOf(lines) }).code, 2);
  });

  it('--out onto the parent itself changes nothing', () => {
    const file = parent();
    assert.equal(cli(['branch', file, '--at', '1', '--id', 'b', '--out', file]).code, 2);
    assert.equal(fs.readFileSync(file, 'utf8'), textOf(lines));
  });

  it('before a fault: the prefix is whole, and that is what is inherited', () => {
    const ran = cli(['branch', parent(edit(lines, 3, { timestamp: 'x' })), '--at', '2', '--id', 'b']);
    assert.deepEqual([ran.code, ran.err], [0, '']);
  });

  const refused: readonly (readonly [string, Lines, readonly string[], 1 | 2, RegExp])[] = [
    ['an empty id', lines, ['--at', '1', '--id', ''], 2, /--id/],
    ['an unsafe id', lines, ['--at', '1', '--id', '../x'], 2, /--id/],
    ['a reserved id', lines, ['--at', '1', '--id', 'nul'], 2, /--id/],
    ['no id', lines, ['--at', '1'], 2, /--id/],
    ['no cursor', lines, ['--id', 'b'], 2, /--at/],
    ['a cursor outside the journal', lines, ['--at', '10', '--id', 'b'], 2, /outside/],
    ['an error in the prefix', edit(lines, 1, { timestamp: 'x' }), ['--at', '3', '--id', 'b'], 1, /Line 2/],
    [
      'no fingerprint',
      rewrite(lines, 1, (line) => line.replace('hello', '\\ud800')),
      ['--at', '3', '--id', 'b'],
      1,
      /surrogate/,
    ],
    ['no events', [], ['--at', '0', '--id', 'b'], 1, /no events/],
  ];
  for (const [name, input, args, code, words] of refused)
    it(`refused: ${name}`, () => {
      const ran = cli(['branch', parent(input), ...args]);
      assert.deepEqual([ran.code, ran.out], [code, '']);
      assert.match(ran.err, words);
      assert.deepEqual(fs.readdirSync(folder.path()), ['session.trace.jsonl']);
    });

  it('a folder that cannot be written to: 2, and why', function () {
    if (process.getuid?.() !== 0) this.skip();
    const file = parent();
    fs.chmodSync(file, 0o644);
    fs.chmodSync(folder.path(), 0o755);
    const { code, out, err } = cli(['branch', file, '--at', '1', '--id', 'b'], { uid: 65534 });
    assert.deepEqual([code, out], [2, '']);
    assert.match(err, /EACCES|permission/i);
    assert.deepEqual(fs.readdirSync(folder.path()), ['session.trace.jsonl']);
  });

  it('a folder that does not exist: 2', () => {
    const { code, err } = cli([
      'branch',
      parent(),
      '--at',
      '1',
      '--id',
      'b',
      '--out',
      folder.path('no/where.json'),
    ]);
    assert.equal(code, 2);
    assert.match(err, /ENOENT|does not exist/);
  });

  it('a disk that takes no more: 2, and nothing is left behind', function () {
    if (process.platform === 'win32') this.skip();
    const file = parent();
    const command = 'ulimit -f 0; exec "$0" "$@"';
    const { code, out } = run('bash', [
      '-c',
      command,
      process.execPath,
      bundle('cli.js'),
      'branch',
      file,
      '--at',
      '1',
      '--id',
      'b',
    ]);
    assert.deepEqual([code, out], [2, '']);
    assert.deepEqual(fs.readdirSync(folder.path()), [path.basename(file)]);
  });
});
