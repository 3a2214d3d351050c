import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { appendArguments, appendRefusal } from '../../src/extension/appendRefusal.ts';
import { fingerprintOf } from '../support/canonical.ts';
import { cli, temporaryFolder } from '../support/cli.ts';
import { eventOf, journal, textOf } from '../support/journal.ts';
import { sentence } from '../wording/sentence.ts';

describe('appending from the editor', () => {
  const good = { isAllowed: true, isTrusted: true, scheme: 'file', format: 'trace01' } as const;

  it('is done only where it is allowed, trusted and durable', () => {
    assert.equal(appendRefusal(good), undefined);
  });

  const refused = [
    ['off', { ...good, isAllowed: false }, /setting/],
    ['not trusted', { ...good, isTrusted: false }, /not trusted/],
    ['not on a disk', { ...good, scheme: 'vscode-vfs' }, /local disk/],
    ['a log of an agent', { ...good, format: 'agent' }, /its agent’s own/],
    ['binary frames', { ...good, format: 'frames' }, /its agent’s own/],
  ] as const;
  for (const [name, circumstances, words] of refused)
    it(`refused: ${name}`, () => {
      const refusal = appendRefusal(circumstances) ?? '';
      sentence(refusal);
      assert.match(refusal, words);
    });

  describe('by the command line', () => {
    const folder = temporaryFolder();
    const lines = journal('start user:hi stop:done');
    const appended = (file: string) =>
      eventOf(fs.readFileSync(file, 'utf8').trimEnd().split('\n').at(-1))['payload'];

    it('a replay', () => {
      const file = folder.write('-replay.jsonl', textOf(lines));
      assert.equal(cli(appendArguments(file, { kind: 'replay', sequence: 1 })).code, 0);
      const payload = {
        applied_events: 2,
        stop_reason: null,
        fingerprint: fingerprintOf(lines.slice(0, 2).map(eventOf)),
      };
      assert.deepEqual(appended(file), payload);
    });

    it('a branch', () => {
      const file = folder.write('-branch.jsonl', textOf(lines));
      assert.equal(cli(appendArguments(file, { kind: 'branch', sequence: 0, id: 'b' })).code, 0);
      assert.deepEqual(appended(file), {
        branch_id: 'b',
        parent_run_id: 'run-1',
        fork_sequence: 0,
        inherited_events: 1,
        parent_fingerprint: fingerprintOf(lines.slice(0, 1).map(eventOf)),
      });
    });

    it('an id is never taken for an option', () => {
      const file = folder.write('-id.jsonl', textOf(lines));
      const { code, err } = cli(appendArguments(file, { kind: 'branch', sequence: 0, id: '--help' }));
      assert.equal(code, 2);
      assert.match(err, /^--id: /);
    });
  });
});
