import * as vscode from 'vscode';
import { recentSessions } from '../../node/recentSessions.ts';
import { configuredFolders } from '../configuredFolders.ts';
import { EDITOR_ID } from '../ids.ts';
import { recentItem, type RecentItem } from '../recentItems.ts';
import { sessionFolders } from '../sessionFolders.ts';

/** Most sessions that are listed. */
const LISTED = 300;

/** The list is drawn anew at most this often while it grows. */
const REDRAW_MS = 100;

/** A quick pick over the sessions in the agents' folders, newest first. It fills while they are looked at. */
export async function openRecent(): Promise<void> {
  const folders = sessionFolders(configuredFolders());
  const chosen = await pick(folders);
  if (chosen !== undefined)
    await vscode.commands.executeCommand('vscode.openWith', vscode.Uri.file(chosen), EDITOR_ID);
}

async function pick(folders: readonly string[]): Promise<string | undefined> {
  const controller = new AbortController();
  const list = vscode.window.createQuickPick<
    RecentItem | (vscode.QuickPickItem & { readonly path?: string })
  >();
  list.title = 'Open Recent Agent Session';
  list.placeholder = 'Looking for sessions…';
  list.matchOnDescription = list.matchOnDetail = true;
  list.busy = true;
  try {
    const chosen = new Promise<string | undefined>((resolve) => {
      list.onDidAccept(() => resolve(list.selectedItems[0]?.path));
      list.onDidHide(() => resolve(undefined));
    });
    list.show();
    const filled = fill(list, folders, controller.signal);
    const path = await chosen;
    controller.abort();
    await filled;
    return path;
  } finally {
    controller.abort();
    list.dispose();
  }
}

async function fill(
  list: vscode.QuickPick<RecentItem | vscode.QuickPickItem>,
  folders: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const items: RecentItem[] = [];
  const now = Date.now();
  let drawn = 0;
  for await (const session of recentSessions({ folders, limit: LISTED, signal })) {
    items.push(recentItem(session, now));
    if (Date.now() - drawn < REDRAW_MS) continue;
    drawn = Date.now();
    draw(list, items);
  }
  if (signal.aborted) return;
  list.busy = false;
  if (items.length > 0) draw(list, items);
  list.placeholder =
    items.length > 0
      ? `${items.length} ${items.length === 1 ? 'session' : 'sessions'}, newest first`
      : 'No sessions found';
  if (items.length === 0)
    list.items = folders.map((folder) => ({
      label: `$(folder) ${folder}`,
      description: 'no sessions here',
      alwaysShow: true,
    }));
}

/** Puts in what was found so far; what the person has moved to stays. */
function draw(list: vscode.QuickPick<RecentItem | vscode.QuickPickItem>, items: readonly RecentItem[]): void {
  const [active] = list.activeItems;
  list.keepScrollPosition = true;
  list.items = [...items];
  if (active !== undefined) list.activeItems = [active];
}
