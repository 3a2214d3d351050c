import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { DisposableStore, onDispose, type Disposable } from './disposables.ts';
import type { JournalSession } from './journalSession.ts';
import { inBackground, type Log } from './log.ts';
import type { Sessions } from './sessions.ts';

/** At least this long between two looks, and at least {@link REST} times as long as the last one took. */
const PAUSE_MS = 100;
const REST = 2;
/** A look without any hint: watchers miss changes, on network drives above all. */
const POLL_MS = 3_000;

/** Follows the file of each open journal. The watcher is a hint; size, time and inode decide. */
export function followFileChanges(sessions: Pick<Sessions, 'onDidOpen'>, log: Log): Disposable {
  return sessions.onDidOpen((session) => {
    if (vscode.Uri.parse(session.key, true).scheme !== 'file') return;
    const store = new DisposableStore();
    session.onDidChange((change) => {
      if (change.kind === 'closed') store.dispose();
    });
    follow(session, store, log);
  });
}

function follow(session: JournalSession, store: DisposableStore, log: Log): void {
  let known = stamp(session.path);
  let timer: NodeJS.Timeout | undefined;
  let pause = PAUSE_MS;
  let suspect: Stamp | undefined;
  const check = async (isPoll: boolean) => {
    const [before, found] = [await known, await stamp(session.path)];
    if (store.disposed) return;
    const isSame = isDeepStrictEqual(found, before);
    // A poll looks again all the same: what came while the last look ended may have left no further hint.
    if (isSame && !(isPoll && session.snapshot.state.kind === 'ready' && !session.hasFailed())) return;
    const isInPlace = !isSame && found?.size === before?.size && found?.ino === before?.ino;
    // A write may show its time before its length: bytes were changed where they stand if that is so a moment later.
    if (isInPlace && !isDeepStrictEqual(found, suspect)) {
      suspect = found;
      soon();
      return;
    }
    known = Promise.resolve(found);
    const startedAt = Date.now();
    await (isInPlace ? session.reload() : session.follow());
    pause = Math.max(PAUSE_MS, (Date.now() - startedAt) * REST);
  };
  const soon = (isPoll = false) => {
    timer ??= setTimeout(() => {
      timer = undefined;
      inBackground(log, 'file change', check(isPoll));
    }, pause);
  };
  // All files of the folder, and then ours: a file name may hold what a glob pattern would misread.
  const pattern = new vscode.RelativePattern(vscode.Uri.file(dirname(session.path)), '*');
  const watcher = store.add(vscode.workspace.createFileSystemWatcher(pattern));
  const mine = ({ fsPath }: vscode.Uri) => {
    if (basename(fsPath) === session.name) soon();
  };
  for (const event of [watcher.onDidChange, watcher.onDidCreate, watcher.onDidDelete]) store.add(event(mine));
  const poll = setInterval(() => soon(true), POLL_MS);
  store.add(
    onDispose(() => {
      clearTimeout(timer);
      clearInterval(poll);
    }),
  );
}

interface Stamp {
  readonly size: number;
  readonly mtimeMs: number;
  readonly ino: number;
}

/** What tells one state of a file from another; undefined while there is none. */
async function stamp(path: string): Promise<Stamp | undefined> {
  try {
    const { size, mtimeMs, ino } = await stat(path);
    return { size, mtimeMs, ino };
  } catch {
    return undefined;
  }
}
