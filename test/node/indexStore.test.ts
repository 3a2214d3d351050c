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
    const known = new Set<string>();
    for (const [i, name] of ['/a', '/b', '/c'].entries()) {
      at(name).save(bytes(100));
      const [saved = ''] = fs.readdirSync(store()).filter((found) => !known.has(found));
      known.add(saved);
      fs.utimesSync(path.join(store(), saved), i, i);
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

  it('knows a file, and the state that every write changes', () => {
    const file = folder.write('journal', 'a');
    const keeper = indexStore(store(), file);
    const before = keeper.identity();
    assert.notEqual(before, undefined);
    assert.deepEqual(keeper.identity(), before);
    fs.appendFileSync(file, 'b');
    const grown = keeper.identity();
    assert.equal(grown?.file, before?.file);
    assert.notEqual(grown?.state, before?.state);
    fs.renameSync(folder.write('other', 'ab'), file);
    assert.notEqual(keeper.identity()?.file, before?.file);
    assert.equal(indexStore(store(), folder.path('none')).identity(), undefined);
  });

  it('does without when it cannot write', () => {
    const file = folder.write('a file', '');
    const keeper = indexStore(file, '/a');
    keeper.save(bytes(1));
    assert.equal(keeper.load(), undefined);
  });
});
