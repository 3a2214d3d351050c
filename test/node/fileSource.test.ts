import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { FileUnreadable, openFileSource } from '../../src/node/fileSource.ts';
import type { ReadFailure } from '../../src/protocol.ts';
import { temporaryFolder } from '../support/cli.ts';

const isWindows = process.platform === 'win32';
const isRoot = process.getuid?.() === 0;

/** Open files of this process, where the system tells. */
const openFiles = () => (fs.existsSync('/proc/self/fd') ? fs.readdirSync('/proc/self/fd').length : 0);

function unreadable(reason: ReadFailure) {
  return (error: unknown) => {
    assert.ok(error instanceof FileUnreadable);
    assert.equal(error.reason, reason);
    assert.notEqual(error.message, '');
    return true;
  };
}

describe('a file that cannot be opened', () => {
  const folder = temporaryFolder();

  const cases: readonly (readonly [name: string, reason: ReadFailure, make: () => string, skip?: boolean])[] =
    [
      ['it is missing', 'not-found', () => folder.path('missing.jsonl')],
      ['its folder is missing', 'not-found', () => folder.path('missing/x.jsonl')],
      ['its folder is a file', 'not-found', () => `${folder.write('file', '')}/x.jsonl`, isWindows],
      ['a link that leads nowhere', 'not-found', () => linked('nowhere', folder.path('missing')), isWindows],
      ['a folder', 'not-a-file', () => made('folder.jsonl', (path) => fs.mkdirSync(path)), isWindows],
      [
        'a pipe that nobody writes to',
        'not-a-file',
        () => made('pipe', (path) => execFileSync('mkfifo', [path])),
        isWindows,
      ],
      ['a device', 'not-a-file', () => '/dev/null', isWindows],
      ['a device without end', 'not-a-file', () => '/dev/zero', !fs.existsSync('/dev/zero')],
      [
        'no permission',
        'no-permission',
        () => made('secret', (path) => fs.writeFileSync(path, 'x', { mode: 0 })),
        isWindows || isRoot,
      ],
      ['a link to itself', 'io-error', () => linked('loop', folder.path('loop')), isWindows],
    ];

  function made(name: string, make: (path: string) => unknown): string {
    make(folder.path(name));
    return folder.path(name);
  }
  function linked(name: string, target: string): string {
    return made(name, (path) => fs.symlinkSync(target, path));
  }

  for (const [name, reason, make, skip = false] of cases) {
    (skip ? it.skip : it)(`${name}: ${reason}`, () => {
      const path = make();
      const before = openFiles();
      assert.throws(() => openFileSource(path), unreadable(reason));
      assert.equal(openFiles(), before, 'nothing is left open');
    });
  }
});

describe('a file source', () => {
  const folder = temporaryFolder();
  const TEXT = '0123456789';
  const opened = (text = TEXT) => openFileSource(folder.write('x.jsonl', text));

  const ranges: readonly (readonly [offset: number, length: number, expected: string])[] = [
    [0, 10, TEXT],
    [3, 4, '3456'],
    [8, 100, '89'],
    [10, 5, ''],
    [1000, 5, ''],
    [4, 0, ''],
  ];
  for (const [offset, length, expected] of ranges) {
    it(`reads ${length} bytes from ${offset}: ${JSON.stringify(expected)}`, () => {
      const source = opened();
      assert.equal(Buffer.from(source.read(offset, length)).toString(), expected);
      source.close();
    });
  }

  it('gives each read a buffer of its own', () => {
    const source = opened();
    const first = source.read(0, 5);
    source.read(5, 5);
    assert.equal(Buffer.from(first).toString(), '01234');
    source.close();
  });

  it('reads a large file whole', () => {
    const source = opened('x'.repeat(5 << 20));
    assert.equal(source.size(), 5 << 20);
    assert.equal(source.read(0, 5 << 20).length, 5 << 20);
    source.close();
  });

  it('sees the file grow, and reads it on when its name is gone', () => {
    const source = opened();
    fs.appendFileSync(folder.path('x.jsonl'), 'more');
    assert.equal(source.size(), 14);
    if (!isWindows) fs.rmSync(folder.path('x.jsonl'));
    assert.equal(Buffer.from(source.read(10, 10)).toString(), 'more');
    source.close();
  });

  it('reads into a buffer that is used again, as far as the file goes', () => {
    const source = opened();
    const buffer = new Uint8Array(4);
    const read = (offset: number) => {
      const count = source.readInto?.(offset, buffer) ?? -1;
      return Buffer.from(buffer.subarray(0, count)).toString();
    };
    assert.deepEqual([read(0), read(4), read(8), read(10), read(1000)], ['0123', '4567', '89', '', '']);
    source.close();
    assert.throws(() => source.readInto?.(0, buffer), unreadable('io-error'));
  });

  const inPlaceOf = (make: (path: string) => void) => (path: string) => {
    fs.rmSync(path);
    make(path);
  };
  const replaced: readonly (readonly [name: string, change: (path: string) => void, stays: boolean])[] = [
    ['it grows', (path) => fs.appendFileSync(path, 'more'), true],
    ['it is cut', (path) => fs.truncateSync(path, 2), true],
    ['its name is gone', (path) => fs.rmSync(path), false],
    ['another one takes its name', (path) => fs.renameSync(folder.write('new', TEXT), path), false],
    ['a folder takes its name', inPlaceOf(fs.mkdirSync), false],
    ['a link to itself takes its name', inPlaceOf((path) => fs.symlinkSync(path, path)), false],
  ];
  for (const [name, change, stays] of replaced)
    it(`is ${stays ? 'still' : 'no more'} in place when ${name}`, function () {
      if (isWindows) this.skip();
      const path = folder.path(`${name}.jsonl`);
      fs.writeFileSync(path, TEXT);
      const source = openFileSource(path);
      assert.equal(source.isInPlace(), true);
      change(path);
      assert.equal(source.isInPlace(), stays);
      source.close();
    });

  it('that was closed cannot be read', () => {
    const source = opened();
    source.close();
    assert.throws(() => source.size(), unreadable('io-error'));
    assert.throws(() => source.read(0, 1), unreadable('io-error'));
  });

  it('follows a link to a file', function () {
    if (isWindows) this.skip();
    folder.write('target', TEXT);
    fs.symlinkSync(folder.path('target'), folder.path('link'));
    const source = openFileSource(folder.path('link'));
    assert.equal(source.size(), 10);
    source.close();
  });
});
