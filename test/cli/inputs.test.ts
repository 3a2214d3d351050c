// Whatever is named on the command line: what is no file is refused with words, and what is one stays as it was.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { cli, run, temporaryFolder } from '../support/cli.ts';
import { reportsOf } from '../support/cliViews.ts';
import { bytesOf, edit, journal, textOf } from '../support/journal.ts';

const lines = journal('start user:hello req resp:hi stop:completed');
const broken = edit(lines, 2, { sequence: 4 });

describe('inputs of the command line', () => {
  const folder = temporaryFolder();
  const bad = () => folder.write('bad.trace.jsonl', textOf(broken));

  const unreadable: readonly (readonly [string, () => string, RegExp])[] = [
    ['a missing file', () => folder.path('missing.jsonl'), /does not exist/],
    ['a file in a file', () => `${bad()}/x.jsonl`, /does not exist/],
    ['a folder with the name of a journal', () => folder.path(made('folder.jsonl')), /folder or a device/],
    ['a device', () => '/dev/null', /folder or a device/],
    ['an endless device', () => '/dev/zero', /folder or a device/],
    ['a pipe that nobody writes to', () => folder.path(pipe('pipe.jsonl')), /folder or a device/],
    ['a link that leads nowhere', () => folder.path(link('link.jsonl')), /does not exist/],
    ['a name of 5,000 characters', () => folder.path('x'.repeat(5000)), /could not be read/],
  ];
  for (const [name, file, words] of unreadable)
    it(`${name}: 2, and why`, function () {
      if (process.platform === 'win32') this.skip();
      for (const command of ['validate', 'replay']) {
        const { code, err } = cli([command, file()]);
        assert.equal(code, 2);
        assert.match(err, words);
        assert.doesNotMatch(err, /\n\s+at /, 'no stack trace');
      }
    });

  function made(name: string): string {
    fs.mkdirSync(folder.path(name), { recursive: true });
    return name;
  }

  function pipe(name: string): string {
    if (!fs.existsSync(folder.path(name))) run('mkfifo', [folder.path(name)]);
    return name;
  }

  function link(name: string): string {
    if (fs.lstatSync(folder.path(name), { throwIfNoEntry: false }) === undefined)
      fs.symlinkSync(folder.path('nowhere'), folder.path(name));
    return name;
  }

  it('what cannot be read does not hide what can', function () {
    if (process.getuid?.() !== 0) this.skip();
    const nobody = 65534;
    fs.chmodSync(folder.path(), 0o755);
    fs.mkdirSync(folder.path('all/secret'), { recursive: true, mode: 0o755 });
    fs.chmodSync(folder.path('all/secret'), 0o700);
    folder.write('all/good.jsonl', textOf(lines));
    const names = [`${bad()}/x`, 'x'.repeat(5000), folder.path('all')];
    const { code, out, err } = cli(['validate', ...names, '--format', 'json'], { uid: nobody });
    assert.deepEqual([code, reportsOf(out).map(({ file }) => file)], [2, [folder.path('all/good.jsonl')]]);
    assert.match(err, /all\/secret: .*no permission/);
  });

  it('the exact bytes of standard input', () => {
    const bytes = Uint8Array.of(0xef, 0xbb, 0xbf, 0xff, 0x00, 0x0d, 0x0a);
    const { code, out } = cli(['validate', '-', '--format', 'json'], { input: bytes });
    const found = reportsOf(out)[0]?.violations.map(({ code: name, line }) => `${name}@${line}`);
    assert.deepEqual([code, found?.toSorted()], [1, ['bom@1', 'crlf@1', 'utf8-invalid@1']]);
  });

  it('an empty standard input', () => {
    assert.equal(cli(['validate', '-'], { input: '' }).code, 0);
    assert.equal(cli(['replay', '-'], { input: '' }).code, 1);
  });

  it('a file whose name begins with a dash', () => {
    folder.write('-x.jsonl', textOf(lines));
    assert.equal(cli(['validate', '--', folder.path('-x.jsonl')]).code, 0);
  });

  it('a name with spaces, quotes and letters of all kinds', () => {
    const file = folder.write('a b "c" é😀.jsonl', textOf(lines));
    assert.deepEqual(
      reportsOf(cli(['validate', file, '--format', 'json']).out).map((report) => report.file),
      [file],
    );
  });

  it('a megabyte of noise', () => {
    const noise = Uint8Array.from({ length: 1 << 20 }, (_, i) => Math.imul(i, 2654435761) >>> 13);
    assert.equal(cli(['validate', folder.write('noise.jsonl', noise)]).code, 1);
  });

  it('is read, and never changed', () => {
    const file = bad();
    const before = fs.statSync(file, { bigint: true });
    for (const command of ['validate', 'replay', 'fingerprint']) cli([command, file]);
    const after = fs.statSync(file, { bigint: true });
    assert.deepEqual([after.mtimeNs, after.ino, after.size], [before.mtimeNs, before.ino, before.size]);
    assert.deepEqual(new Uint8Array(fs.readFileSync(file)), bytesOf(broken));
  });
});
