// Disks that are really full: a small file system in memory, where the test may mount one, and a limit on file sizes.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { bundle } from '../../support/built.ts';
import { run, temporaryFolder } from '../../support/cli.ts';
import { altered, journal, textOf } from '../../support/journal.ts';
import { writing } from './support.ts';

const lines = journal(`start ${'metric '.repeat(400)}stop`);

/** The answers of `append`, by status. */
function statusesOf(out: string): string[] {
  return out
    .split('\n')
    .slice(0, -1)
    .map((line) => /^\{"status":"([a-z-]+)"/.exec(line)?.[1] ?? line);
}

function durableOf(out: string): number {
  return statusesOf(out).filter((status) => status !== 'rejected').length;
}

describe('a full disk', () => {
  // Before the folder goes.
  after(() => void run('umount', [mounted()]));
  const folder = temporaryFolder();
  const mounted = () => folder.path('mounted');

  before(function () {
    if (process.platform !== 'linux' || process.getuid?.() !== 0) this.skip();
    fs.mkdirSync(mounted());
    if (run('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', mounted()]).code !== 0) this.skip();
  });

  it('what is acknowledged is there, the rest is rejected, and with room it goes on where it stopped', () => {
    const file = `${mounted()}/a.trace.jsonl`;
    fs.writeFileSync(`${mounted()}/filler`, 'x'.repeat(128 << 10));
    const large = lines.map((line) => altered(line, { payload: { text: 'y'.repeat(2000) } }));
    const append = () => run(process.execPath, [bundle('cli.js'), 'append', file], { input: textOf(large) });
    const first = append();
    assert.equal(first.code, 2);
    assert.match(first.err, /no-space: The disk or the quota is full/);
    assert.ok(statusesOf(first.out).includes('rejected'));
    const kept = durableOf(first.out);
    assert.ok(kept > 0);
    assert.equal(fs.readFileSync(file, 'utf8'), textOf(large.slice(0, kept)));
    assert.deepEqual(fs.readdirSync(mounted()).sort(), ['a.trace.jsonl', 'filler']);

    fs.rmSync(`${mounted()}/filler`);
    run('mount', ['-o', 'remount,size=4m', mounted()]);
    const second = append();
    assert.equal(second.code, 0);
    assert.equal(durableOf(second.out), large.length);
    assert.equal(fs.readFileSync(file, 'utf8'), textOf(large));
  });
});

describe('a limit on the size of files', () => {
  const folder = temporaryFolder();

  it('is told, and the journal ends with a whole record', function () {
    if (process.platform === 'win32') this.skip();
    const file = folder.path('limited.trace.jsonl');
    const limited = [
      '-c',
      'ulimit -f 40; exec "$0" "$@"',
      process.execPath,
      bundle('cli.js'),
      'append',
      file,
    ];
    const { code, out, err } = run('sh', limited, { input: textOf(lines) });
    assert.equal(code, 2);
    assert.match(err, /size-limit: The file would grow/);
    assert.equal(fs.readFileSync(file, 'utf8'), textOf(lines.slice(0, durableOf(out))));
    writing(file, (writer) => writer.appendMany(lines));
    assert.equal(fs.readFileSync(file, 'utf8'), textOf(lines));
  });
});
