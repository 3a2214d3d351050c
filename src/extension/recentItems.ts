// How a session looks in the list of recent ones. Plain data, and plain text: labels of a quick pick know `$(icons)`.

import { basename } from 'node:path';
import type { RecentSession } from '../node/recentSessions.ts';
import { labelText } from './plainText.ts';

/** The texts of one item. */
export interface RecentItem {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
  readonly path: string;
}

/** One session as an item; `now` is what its age is counted to. */
export function recentItem(session: RecentSession, now: number): RecentItem {
  const { agent, project, message, bytes, changed, path } = session;
  const said = plain(message ?? '', 120);
  const where = plain(project ?? '', 100);
  return {
    label: said === '' ? plain(basename(path), 120) : said,
    description: [agent, age(now - changed)].join(' · '),
    detail: [where, size(bytes)].filter((part) => part !== '').join(' · '),
    path,
  };
}

/** One line without icons: `$(` is how they begin. */
function plain(text: string, limit: number): string {
  return labelText(text, limit).replaceAll('$(', '$ (');
}

const STEPS: readonly (readonly [unit: string, milliseconds: number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

function age(milliseconds: number): string {
  for (const [unit, length] of STEPS) {
    const count = Math.floor(milliseconds / length);
    if (count >= 1) return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
  }
  return 'just now';
}

function size(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
