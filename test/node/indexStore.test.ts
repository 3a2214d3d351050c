import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { indexStore } from '../../src/node/indexStore.ts';
import { temporaryFolder } from '../support/cli.ts';

describe('the index store', () => {
  const folder = temporaryFolder();
  const store = () => folder.path('store');
  const bytes = (size: number) => [new Uint8Array(size).fill(7)];
  const files = () => fs.readdirSync(store()).length;
  afterEach(() => fs.rmSync(store(), { recursive: true, force: true }));

  it('gives back what it was given, for the same journal alone', () => {
    indexStore(store(), '/a').save([Uint8Array.of(1, 2), Uint8Array.of(3)]);
    assert.deepEqual([...(indexStore(store(), '/a').load() ?? [])], [1, 2, 3]);
    assert.equal(indexStore(store(), '/b').load(), undefined);
  });

  it('lets the least recently used go', () => {
    const limits = { mostBytes: 1000, mostFiles: 3 };
    const at = (name: string) => indexStore(store(), name, limits);
    for (const [i, name] of ['/a', '/b', '/c'].entries()) {
      at(name).save(bytes(100));
      const file = fs.readdirSync(store()).map((found) => path.join(store(), found));
      const newest = file.sort((a, b) => fs.statSync(b).ctimeMs - fs.statSync(a).ctimeMs)[0] ?? '';
      fs.utimesSync(newest, i, i);
    }
    at('/a').load();
    at('/d').save(bytes(100));
    assert.deepEqual(
      ['/a', '/b', '/c', '/d'].map((name) => at(name).load() !== undefined),
      [true, false, true, true],
    );
    at('/e').save(bytes(950));
    assert.equal(files(), 1);
  });

  it('knows a file by its state: every write makes it another', () => {
    const file = folder.write('journal', 'a');
    const keeper = indexStore(store(), file);
    const before = keeper.identity();
    assert.equal(keeper.identity(), before);
    fs.appendFileSync(file, 'b');
    assert.notEqual(keeper.identity(), before);
    assert.equal(indexStore(store(), folder.path('none')).identity(), '');
  });

  it('does without when it cannot write', () => {
    const file = folder.write('a file', '');
    const keeper = indexStore(file, '/a');
    keeper.save(bytes(1));
    assert.equal(keeper.load(), undefined);
  });
});
