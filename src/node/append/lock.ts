// One writer at a time: a lock file beside the journal, which names its holder. It appears whole or not at all, and the
// lock of a dead process is succeeded by exactly one other.

import * as fs from 'node:fs';
import * as path from 'node:path';
import { AppendFailed, systemCode } from './errors.ts';
import { isGone, parseHolder, thisProcess, type Holder } from './holder.ts';

/** How often a lock that changes while it is looked at is looked at again. */
const ATTEMPTS = 8;
/** Takers that died while taking over from takers that died … */
const MAX_DEPTH = 4;

/** A lock that is held by this process. */
export interface WriterLock {
  /** True while the lock is there and is this one. */
  isHeld(): boolean;
  /** Takes the lock away, if it is still this one. */
  release(): void;
}

/**
 * Takes the lock at `file`.
 * @throws {AppendFailed} `locked` when somebody else has it; the system's error when no file can be made there.
 */
export function acquireLock(file: string): WriterLock {
  const own = thisProcess();
  if (take(file, own, 0) === 'succeeded') removeLeftovers(file, own);
  // The number of a deleted file is given to the next one: only with its time it is this one.
  const { dev, ino, mtimeMs } = fs.statSync(file);
  return {
    isHeld() {
      const now = fs.statSync(file, { throwIfNoEntry: false });
      return now?.ino === ino && now.dev === dev && now.mtimeMs === mtimeMs;
    },
    release() {
      const now = readHolder(file);
      if (now !== 'none' && now?.token === own.token) fs.rmSync(file, { force: true });
    },
  };
}

/**
 * Takes a free lock, or succeeds a dead holder. Two takers may both see the same dead holder; removing its lock would
 * let the slower one remove the faster one's. So the right to succeed a certain holder is a lock of its own, named after
 * that holder's token, and whoever has it looks once more before putting it in the old one's place, in one step.
 */
function take(file: string, own: Holder, depth: number): 'free' | 'succeeded' {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (create(file, own)) return 'free';
    const other = readHolder(file);
    if (other === 'none') continue;
    if (other === undefined || depth === MAX_DEPTH || !isGone(other, own)) throw locked(file, other);
    const succession = `${file}.${other.token}`;
    take(succession, own, depth + 1);
    const still = readHolder(file);
    if (still !== 'none' && still?.token === other.token) {
      fs.renameSync(succession, file);
      return 'succeeded';
    }
    fs.rmSync(succession, { force: true });
  }
  throw locked(file, undefined);
}

/** Makes the lock if the name is free. Its text is there as soon as its name is, also after a power cut. */
function create(file: string, own: Holder): boolean {
  const text = `${JSON.stringify(own)}\n`;
  const prepared = `${file}.${own.token}.new`;
  try {
    fs.writeFileSync(prepared, text, { flag: 'wx', flush: true });
    fs.linkSync(prepared, file);
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(systemCode(error) ?? '')) throw error;
    return createWithoutLinks(file, text);
  } finally {
    fs.rmSync(prepared, { force: true });
  }
}

function createWithoutLinks(file: string, text: string): boolean {
  try {
    fs.writeFileSync(file, text, { flag: 'wx', flush: true });
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Who holds a lock: `none` when there is no such file, undefined when it cannot be read as a lock. */
function readHolder(file: string): Holder | undefined | 'none' {
  try {
    return parseHolder(fs.readFileSync(file, 'utf8'));
  } catch (error) {
    return systemCode(error) === 'ENOENT' ? 'none' : undefined;
  }
}

/** What takers left that died while taking: with the lock in hand nobody else's right to it is worth anything. */
function removeLeftovers(file: string, own: Holder): void {
  const folder = path.dirname(file);
  for (const name of fs.readdirSync(folder)) {
    if (!name.startsWith(`${path.basename(file)}.`)) continue;
    const other = readHolder(path.join(folder, name));
    if (other !== 'none' && other !== undefined && isGone(other, own))
      fs.rmSync(path.join(folder, name), { force: true });
  }
}

function locked(lock: string, holder: Holder | undefined): AppendFailed {
  return new AppendFailed({ reason: 'locked', lock, holder });
}
