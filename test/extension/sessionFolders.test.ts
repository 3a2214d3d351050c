import assert from 'node:assert/strict';
import { join } from 'node:path';
import { codexFolders, sessionFolders } from '../../src/extension/sessionFolders.ts';

const KNOWN = ['.codex/sessions', '.claude/projects', '.pi/agent/sessions', '.reasonix'].map((folder) =>
  join('/home/mira', folder),
);

describe('the folders of agents’ sessions', () => {
  const rows: readonly (readonly [given: readonly string[], more: readonly string[]])[] = [
    [[], []],
    [['/var/sessions'], ['/var/sessions']],
    [
      ['~/more', '~'],
      [join('/home/mira', 'more'), join('/home/mira', '')],
    ],
    [['relative', '', '~mira/x'], []],
    [[join('/home/mira', '.reasonix')], []],
  ];
  for (const [given, more] of rows)
    it(JSON.stringify(given), () => {
      const found = sessionFolders(given, '/home/mira').map((folder) => join(folder));
      assert.deepEqual(found, [...KNOWN, ...more.map((folder) => join(folder))]);
    });

  it('those that a log of Codex is looked for in', () => {
    assert.deepEqual(
      codexFolders(['~/more', 'relative'], '/home/mira').map((folder) => join(folder)),
      ['.codex/sessions', '.codex/archived_sessions', 'more'].map((folder) => join('/home/mira', folder)),
    );
  });
});
