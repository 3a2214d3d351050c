import { open } from 'node:fs/promises';
import * as vscode from 'vscode';
import { isJournalFile } from './commands/target.ts';
import { DisposableStore, type Disposable } from './disposables.ts';
import { COMMANDS, CONTEXT_KEYS, SETTINGS } from './ids.ts';
import { Latest } from './latest.ts';
import { inBackground, type Log } from './log.ts';
import { noticeText } from './plainText.ts';
import type { Sessions } from './sessions.ts';
import { looksLikeJournal, SNIFF_BYTES } from './sniff.ts';
import { shownTabs, type ShownTab } from './tabs.ts';

/** Files whose offer was made, remembered over restarts. */
const OFFERED_KEY = 'offeredFiles';
const OFFERS_REMEMBERED = 200;

/**
 * Recognises journals among the `.jsonl` files that are open as text. They get the title-bar button and the line
 * menus (through a context key), and once per file an offer to open them in our editor.
 */
export function recogniseJournals(
  sessions: Pick<Sessions, 'get'>,
  memory: vscode.Memento,
  log: Log,
): Disposable {
  const store = new DisposableStore();
  const latest = store.add(new Latest());
  /** A journal stays one; anything else may become one and is looked at again. */
  const journals = new Set<string>();

  const look = async (signal: AbortSignal) => {
    for (const { uri, active } of visibleTexts()) {
      if (!journals.has(uri.fsPath) && !(await isJournal(uri.fsPath))) continue;
      if (signal.aborted) return;
      journals.add(uri.fsPath);
      if (active && !sessions.get(uri)) inBackground(log, 'offer', offer(uri, memory));
    }
    // The window knows a path as the file system or as an address writes it; on Windows the two differ.
    const paths = visibleTexts()
      .filter(({ uri }) => journals.has(uri.fsPath))
      .flatMap(({ uri }) => [uri.fsPath, uri.path]);
    await vscode.commands.executeCommand('setContext', CONTEXT_KEYS.recognised, paths);
  };
  const refresh = () => inBackground(log, 'recognise', latest.run(look));
  store.add(vscode.window.tabGroups.onDidChangeTabs(refresh));
  store.add(vscode.window.tabGroups.onDidChangeTabGroups(refresh));
  store.add(vscode.workspace.onDidSaveTextDocument(refresh));
  refresh();
  return store;
}

/** The `.jsonl` files on disk that are on screen as text. */
function visibleTexts(): readonly ShownTab[] {
  return shownTabs(vscode.window.tabGroups).filter(
    ({ uri, kind, visible }) => kind === 'text' && visible && isJournalFile(uri),
  );
}

async function isJournal(path: string): Promise<boolean> {
  try {
    const file = await open(path, 'r');
    try {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
      return looksLikeJournal(buffer.subarray(0, bytesRead));
    } finally {
      await file.close();
    }
  } catch {
    return false; // unreadable: the text editor already says so
  }
}

async function offer(uri: vscode.Uri, memory: vscode.Memento): Promise<void> {
  const settings = vscode.workspace.getConfiguration();
  const offered = memory.get<string[]>(OFFERED_KEY, []);
  if (!settings.get<boolean>(SETTINGS.offerToOpen, true) || offered.includes(uri.fsPath)) return;
  await memory.update(OFFERED_KEY, [...offered, uri.fsPath].slice(-OFFERS_REMEMBERED));
  const openIt = 'Open as Session Journal';
  const never = "Don't Ask Again";
  const name = noticeText(uri.path.slice(uri.path.lastIndexOf('/') + 1));
  const choice = await vscode.window.showInformationMessage(
    `${name} is the journal of an agent session.`,
    openIt,
    never,
  );
  if (choice === openIt) await vscode.commands.executeCommand(COMMANDS.openAsJournal, uri);
  if (choice === never) await settings.update(SETTINGS.offerToOpen, false, vscode.ConfigurationTarget.Global);
}
