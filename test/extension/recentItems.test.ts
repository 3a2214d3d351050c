import assert from 'node:assert/strict';
import { recentItem } from '../../src/extension/recentItems.ts';
import type { RecentSession } from '../../src/node/recentSessions.ts';

const NOW = Date.UTC(2026, 8, 14, 12);
const SESSION: RecentSession = {
  ...{ path: '/h/.codex/sessions/a.jsonl', agent: 'Codex', project: '/home/mira/shop', message: 'Fix it.' },
  ...{ bytes: 2650, changed: NOW - 3 * 3_600_000 },
};

describe('an item of the recent sessions', () => {
  const rows: readonly (readonly [
    name: string,
    session: Partial<RecentSession>,
    expected: readonly string[],
  ])[] = [
    [
      'message, agent, age, project and size',
      {},
      ['Fix it.', 'Codex · 3 hours ago', '/home/mira/shop · 3 KB'],
    ],
    [
      'without a message: the name of the file',
      { message: null },
      ['a.jsonl', 'Codex · 3 hours ago', '/home/mira/shop · 3 KB'],
    ],
    [
      'without a project',
      { project: null, bytes: 12_340_000 },
      ['Fix it.', 'Codex · 3 hours ago', '12.3 MB'],
    ],
    ['yesterday', { changed: NOW - 86_400_000 }, ['Fix it.', 'Codex · 1 day ago', '/home/mira/shop · 3 KB']],
    ['a clock ahead', { changed: NOW + 9e9 }, ['Fix it.', 'Codex · just now', '/home/mira/shop · 3 KB']],
    [
      'hostile text: one line, no icons, nothing hidden',
      { message: '$(alert)\n\u202Edone' },
      ['$ (alert) \ufffddone', 'Codex · 3 hours ago', '/home/mira/shop · 3 KB'],
    ],
  ];
  for (const [name, session, expected] of rows)
    it(name, () => {
      const { label, description, detail } = recentItem({ ...SESSION, ...session }, NOW);
      assert.deepEqual([label, description, detail], expected);
    });
});
