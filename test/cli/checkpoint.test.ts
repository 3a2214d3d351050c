import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { fingerprintOf } from '../support/canonical.ts';
import { cli, temporaryFolder } from '../support/cli.ts';
import { edit, events, journal, rewrite, splice, textOf, type Lines } from '../support/journal.ts';

const spec = 'start user:hello req resp:hi call:c1 result:c1 stop:done';
const lines = journal(spec);

describe('checkpoint', () => {
  const folder = temporaryFolder();
  const file = () => folder.path('x.trace.jsonl');
  const saved = () => folder.path('x.checkpoint.json');
  const write = (input: Lines) => folder.write('x.trace.jsonl', textOf(input));
  beforeEach(() => {
    for (const name of fs.readdirSync(folder.path())) fs.rmSync(folder.path(name));
    write(lines);
  });

  it('create: beside the journal, with reducer versions, sequence and fingerprint', () => {
    const { code, out, err } = cli(['checkpoint', 'create', file()]);
    assert.deepEqual([code, out, err], [0, `${saved()}\n`, '']);
    const checkpoint: unknown = JSON.parse(fs.readFileSync(saved(), 'utf8'));
    assert.ok(typeof checkpoint === 'object' && checkpoint !== null);
    assert.deepEqual(Object.keys(checkpoint), [
      'checkpoint_version',
      'reducers',
      'source_sequence',
      'source_fingerprint',
      'applied_events',
      'projections',
    ]);
    assert.ok('source_sequence' in checkpoint && 'source_fingerprint' in checkpoint);
    assert.deepEqual(
      [checkpoint.source_sequence, checkpoint.source_fingerprint],
      [6, fingerprintOf(events(spec))],
    );
    assert.equal(fs.readFileSync(file(), 'utf8'), textOf(lines));
  });

  it('create --until and --out; - prints it', () => {
    const { out } = cli(['checkpoint', 'create', file(), '--until', '2', '--out', '-']);
    const other = folder.path('other.json');
    assert.equal(cli(['checkpoint', 'create', file(), '--until', '2', '--out', other]).out, `${other}\n`);
    assert.equal(fs.readFileSync(other, 'utf8'), out);
    assert.match(out, /"source_sequence": 2,/);
    assert.ok(!fs.existsSync(saved()));
  });

  it('create again: an older one is replaced, anything else is not', () => {
    cli(['checkpoint', 'create', file(), '--until', '2']);
    assert.equal(cli(['checkpoint', 'create', file()]).code, 0);
    assert.match(fs.readFileSync(saved(), 'utf8'), /"source_sequence": 6,/);
    for (const mine of ['mine', '{}']) {
      fs.writeFileSync(saved(), mine);
      assert.notEqual(cli(['checkpoint', 'create', file()]).code, 0);
      assert.equal(fs.readFileSync(saved(), 'utf8'), mine);
    }
    assert.notEqual(cli(['checkpoint', 'create', file(), '--out', file()]).code, 0);
    assert.equal(fs.readFileSync(file(), 'utf8'), textOf(lines));
  });

  for (let until = 0; until < lines.length; until++)
    it(`verify: from ${until} on the same state comes out`, () => {
      cli(['checkpoint', 'create', file(), '--until', String(until)]);
      const expected = `verified: the checkpoint at sequence ${until} and ${lines.length - 1 - until} events after it\n`;
      for (const args of [[file()], [saved()], [saved(), '--journal', file()]])
        assert.deepEqual(cli(['checkpoint', 'verify', ...args]), { code: 0, out: expected, err: '' });
    });

  it('verify: a journal that has grown', () => {
    write(lines.slice(0, 4));
    cli(['checkpoint', 'create', file()]);
    write(lines);
    assert.match(cli(['checkpoint', 'verify', file()]).out, /sequence 3 and 3 events after it/);
  });

  const doubts: readonly (readonly [string, () => void, RegExp])[] = [
    [
      'another prefix',
      () => write(edit(lines, 1, { payload: { content: 'x' } })),
      /not those that it was made of/,
    ],
    ['a journal that ends before', () => write(lines.slice(0, 3)), /ends before/],
    ['a fault in the prefix', () => write(splice(lines, 2, 1)), /ends before/],
    ['another state', () => change('"hello"', '"bye"'), /not that of the events/],
    ['another reducer', () => change('"transcript": 1', '"transcript": 2'), /reducer “transcript”/],
    ['no reducer', () => change('"transcript": 1,', ''), /\(none\)/],
    ['another form', () => change('"checkpoint_version": 1', '"checkpoint_version": 2'), /form 2/],
    ['a member too few', () => change('"applied_events": 7,', ''), /no checkpoint: “applied_events”/],
    ['no JSON', () => change('{', ''), /no JSON/],
  ];
  for (const [name, spoil, words] of doubts)
    it(`verify: ${name}: 1, and why`, () => {
      cli(['checkpoint', 'create', file()]);
      spoil();
      const { code, out, err } = cli(['checkpoint', 'verify', file()]);
      assert.deepEqual([code, out], [1, '']);
      assert.match(err, words);
    });

  it('what cannot be used: 2', () => {
    assert.equal(cli(['checkpoint', 'verify', file()]).code, 2, 'no checkpoint beside it');
    assert.equal(cli(['checkpoint', 'create', folder.path('missing.jsonl')]).code, 2);
    assert.equal(cli(['checkpoint', 'create', file(), '--until', '7']).code, 2);
    assert.equal(cli(['checkpoint', 'create', '-'], { input: textOf(lines) }).code, 2);
    assert.equal(cli(['checkpoint', 'create', file(), '--out', folder.path('no/x.json')]).code, 2);
    assert.equal(cli(['checkpoint']).code, 2);
    assert.equal(cli(['checkpoint', 'nonsense', file()]).code, 2);
  });

  it('create: refused like a replay where the journal is not sound', () => {
    write(rewrite(lines, 1, (line) => line.slice(0, 90)));
    assert.equal(cli(['checkpoint', 'create', file()]).code, 1);
    assert.ok(!fs.existsSync(saved()));
  });

  function change(from: string, to: string): void {
    const text = fs.readFileSync(saved(), 'utf8');
    assert.ok(text.includes(from));
    fs.writeFileSync(saved(), text.replace(from, to));
  }
});
