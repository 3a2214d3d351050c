import * as fs from 'node:fs';
import * as path from 'node:path';
import { STDIN } from './openSource.ts';

/**
 * The files that were named, and every `.jsonl` below the folders that were named, in the order of their names.
 * Links inside folders are not followed. What does not exist is kept, to be reported when it is opened.
 */
export function findJournals(names: readonly string[]): string[] {
  return names.flatMap((name) =>
    name !== STDIN && isFolder(name) && !name.endsWith('.jsonl') ? below(name) : [name],
  );
}

function isFolder(name: string): boolean {
  return fs.statSync(name, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function below(folder: string): string[] {
  const found: string[] = [];
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const entry of fs.readdirSync(next, { withFileTypes: true })) {
      const entryPath = path.join(next, entry.name);
      if (entry.isDirectory()) waiting.push(entryPath);
      else if (entry.isFile() && entry.name.endsWith('.jsonl')) found.push(entryPath);
    }
  }
  return found.sort();
}
