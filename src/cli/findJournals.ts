import * as fs from 'node:fs';
import * as path from 'node:path';
import { STDIN } from './openSource.ts';

/**
 * The files that were named, and every `.jsonl` below the folders that were named (also a compressed one), in the order of their names.
 * Links inside folders are not followed. What does not exist, and a folder that cannot be listed, is kept, to be
 * reported when it is opened.
 */
export function findJournals(names: readonly string[]): string[] {
  return names.flatMap((name) =>
    name !== STDIN && isFolder(name) && !name.endsWith('.jsonl') ? below(name) : [name],
  );
}

function isFolder(name: string): boolean {
  try {
    return fs.statSync(name).isDirectory();
  } catch {
    return false;
  }
}

/** What is in a folder, undefined where that cannot be told. */
function list(folder: string): fs.Dirent[] | undefined {
  try {
    return fs.readdirSync(folder, { withFileTypes: true });
  } catch {
    return undefined;
  }
}

function below(folder: string): string[] {
  const found: string[] = [];
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const entries = list(next);
    if (entries === undefined) found.push(next);
    for (const entry of entries ?? []) {
      const entryPath = path.join(next, entry.name);
      if (entry.isDirectory()) waiting.push(entryPath);
      else if (entry.isFile() && /\.jsonl(?:\.zst)?$/.test(entry.name)) found.push(entryPath);
    }
  }
  return found.sort();
}
