import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Where agents keep their sessions, below the home of the person. */
const KNOWN = [
  ['.codex', 'sessions'],
  ['.claude', 'projects'],
  ['.pi', 'agent', 'sessions'],
  ['.reasonix'],
] as const;

/** The folders that are looked through, and those of the setting: absolute ones, or below the home by `~`. */
export function sessionFolders(more: readonly string[], home: string = homedir()): readonly string[] {
  const given = more
    .map((folder) => (folder === '~' || /^~[\\/]/.test(folder) ? join(home, folder.slice(1)) : folder))
    .filter((folder) => isAbsolute(folder));
  return [...new Set([...KNOWN.map((parts) => join(home, ...parts)), ...given])];
}
