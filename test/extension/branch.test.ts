import assert from 'node:assert/strict';
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Lineage } from '../../src/core/branch.ts';
import { branchWarning } from '../../src/extension/branchWarning.ts';
import { seeBytes, stillBeginsWith } from '../../src/extension/parentGuard.ts';

const lineage: Lineage = {
  branch_id: 'retry',
  parent_session_id: 's',
  parent_run_id: 'r',
  fork_sequence: 2,
  inherited_event_ids: ['e0', 'e1', 'e2'],
  parent_fingerprint: 'ab',
};

describe('the warning before a branch', () => {
  it('says first that file effects are not rolled back', () => {
    assert.match(branchWarning(lineage, [], 'x.json').message, /not rolled back/);
  });

  it('lists the changed files with their events', () => {
    const { detail } = branchWarning(
      lineage,
      [{ path: 'src/a.ts', sequences: [4, 9] }],
      'x.retry.branch.json',
    );
    assert.match(detail, /src\/a\.ts \(#4, #9\)/);
    assert.match(detail, /3 events/);
    assert.match(detail, /x\.retry\.branch\.json/);
  });

  it('says of an agent’s log that the lineage is over the events it is read as', () => {
    const words = /events that this agent’s log is read as/;
    assert.doesNotMatch(branchWarning(lineage, [], 'x').detail, words);
    assert.match(branchWarning(lineage, [], 'x', { isNormalised: true }).detail, words);
  });

  it('says so when the log shows no changed file', () => {
    assert.match(branchWarning(lineage, [], 'x').detail, /shows no file changed after #2/);
  });

  it('lists fifteen files and counts the others', () => {
    const effects = Array.from({ length: 20 }, (_, i) => ({ path: `f${i}`, sequences: [i] }));
    const { detail } = branchWarning(lineage, effects, 'x');
    assert.match(detail, /f14 /);
    assert.doesNotMatch(detail, /f15 /);
    assert.match(detail, /and 5 more/);
  });

  it('shows hostile paths on one line, bounded', () => {
    const { detail } = branchWarning(
      lineage,
      [{ path: `a\n\n\u202eb${'c'.repeat(9_999)}`, sequences: [3] }],
      'x',
    );
    assert.ok(detail.length < 1_000);
    assert.match(detail, /\n {2}a \ufffdbc+… \(#3\)\n/);
  });
});

describe('the guard of the parent', () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'guard-'));
    file = join(folder, 'a.jsonl');
  });
  afterEach(() => rm(folder, { recursive: true }));

  const cases: readonly (readonly [string, string, (path: string) => Promise<void>, boolean])[] = [
    ['nothing happened', 'one\n', () => Promise.resolve(), true],
    ['an agent appended', 'one\n', (path) => appendFile(path, 'two\n'), true],
    ['an agent appended to an empty file', '', (path) => appendFile(path, 'two\n'), true],
    ['a byte changed', 'one\n', (path) => writeFile(path, 'oNe\n'), false],
    ['the file was cut', 'one\n', (path) => writeFile(path, 'one'), false],
  ];
  for (const [name, content, meanwhile, expected] of cases)
    it(`${name}: ${expected ? 'untouched' : 'changed'}`, async () => {
      await writeFile(file, content);
      const seen = await seeBytes(file);
      await meanwhile(file);
      assert.equal(await stillBeginsWith(file, seen), expected);
    });
});
