import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
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
  let known = identity(session.path);
  let timer: NodeJS.Timeout | undefined;
  let pause = PAUSE_MS;
  const check = async () => {
    const found = await identity(session.path);
    if (found === (await known) || store.disposed) return;
    known = Promise.resolve(found);
    const startedAt = Date.now();
    await session.follow();
    pause = Math.max(PAUSE_MS, (Date.now() - startedAt) * REST);
  };
  const soon = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      inBackground(log, 'file change', check());
    }, pause);
  };
  // All files of the folder, and then ours: a file name may hold what a glob pattern would misread.
  const pattern = new vscode.RelativePattern(vscode.Uri.file(dirname(session.path)), '*');
  const watcher = store.add(vscode.workspace.createFileSystemWatcher(pattern));
  const mine = ({ fsPath }: vscode.Uri) => {
    if (basename(fsPath) === session.name) soon();
  };
  for (const event of [watcher.onDidChange, watcher.onDidCreate, watcher.onDidDelete]) store.add(event(mine));
  const poll = setInterval(soon, POLL_MS);
  store.add(
    onDispose(() => {
      clearTimeout(timer);
      clearInterval(poll);
    }),
  );
}

async function identity(path: string): Promise<string> {
  try {
    const { size, mtimeMs, ino } = await stat(path);
    return `${size} ${mtimeMs} ${ino}`;
  } catch {
    return 'none';
  }
}
