import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Where agents keep their sessions, below the home of the person. */
const KNOWN = [
  ['.codex', 'sessions'],
  ['.claude', 'projects'],
  ['.pi', 'agent', 'sessions'],
  ['.reasonix'],
] as const;

/** Where Codex keeps what went cold. */
const CODEX = [
  ['.codex', 'sessions'],
  ['.codex', 'archived_sessions'],
] as const;

/** The folders that are looked through, and those of the setting: absolute ones, or below the home by `~`. */
export function sessionFolders(more: readonly string[], home: string = homedir()): readonly string[] {
  return foldersOf(KNOWN, more, home);
}

/** The folders that a log of Codex is looked for in, and those of the setting. */
export function codexFolders(more: readonly string[], home: string = homedir()): readonly string[] {
  return foldersOf(CODEX, more, home);
}

function foldersOf(
  known: readonly (readonly string[])[],
  more: readonly string[],
  home: string,
): readonly string[] {
  const given = more
    .map((folder) => (folder === '~' || /^~[\\/]/.test(folder) ? join(home, folder.slice(1)) : folder))
    .filter((folder) => isAbsolute(folder));
  return [...new Set([...known.map((parts) => join(home, ...parts)), ...given])];
}
