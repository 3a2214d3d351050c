// What was read of journals, kept in a folder of the extension: one file per journal, the least recently used ones gone
// when there are too many. Never beside the user's file, and never needed: whatever goes wrong here costs time only.

import { createHash, randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { FileIdentity, Keeper } from '../engine/keeper.ts';

/** Journals of fewer bytes are read as fast as what was kept of them. */
const LEAST_BYTES = 4 * 1024 * 1024;

/** Most bytes and files that are kept. */
const MOST_BYTES = 512 * 1024 * 1024;
const MOST_FILES = 200;

const ENDING = '.index';

/** Keeps what was read of the journal at `file` in `folder`. */
export function indexStore(
  folder: string,
  file: string,
  { least = LEAST_BYTES, mostBytes = MOST_BYTES, mostFiles = MOST_FILES } = {},
): Keeper {
  const name = createHash('sha256').update(file).digest('hex').slice(0, 32);
  const kept = path.join(folder, `${name}${ENDING}`);
  return {
    least,
    identity: () => identityOf(file),
    load: () =>
      attempt(() => {
        const bytes = fs.readFileSync(kept);
        const now = new Date();
        fs.utimesSync(kept, now, now);
        return bytes;
      }),
    save: (parts) => {
      attempt(() => {
        fs.mkdirSync(folder, { recursive: true });
        const temporary = path.join(folder, `${name}.${randomBytes(6).toString('hex')}.tmp`);
        writeAll(temporary, parts);
        fs.renameSync(temporary, kept);
        evict(folder, mostBytes, mostFiles);
      });
    },
  };
}

function writeAll(file: string, parts: readonly Uint8Array[]): void {
  const fd = fs.openSync(file, 'wx');
  try {
    for (const part of parts) fs.writeFileSync(fd, part);
  } finally {
    fs.closeSync(fd);
  }
}

/** Device and inode of a file, and its size and times: every write changes one of these. */
function identityOf(file: string): FileIdentity | undefined {
  return attempt(() => {
    const { dev, ino, size, mtimeNs, ctimeNs } = fs.statSync(file, { bigint: true });
    return { file: `${dev} ${ino}`, state: `${size} ${mtimeNs} ${ctimeNs}` };
  });
}

/** Lets the files go that were used longest ago, and what a crash has left. */
function evict(folder: string, mostBytes: number, mostFiles: number): void {
  const files = fs.readdirSync(folder).map((name) => {
    const file = path.join(folder, name);
    const { size, mtimeMs } = fs.statSync(file);
    return { file, size, mtimeMs, isOurs: name.endsWith(ENDING) };
  });
  files.sort((a, b) => b.mtimeMs - a.mtimeMs);
  let [bytes, count] = [0, 0];
  for (const { file, size, isOurs } of files) {
    bytes += size;
    count += 1;
    if (!isOurs || bytes > mostBytes || count > mostFiles) fs.unlinkSync(file);
  }
}

function attempt<T>(operation: () => T): T | undefined {
  try {
    return operation();
  } catch {
    return undefined;
  }
}
