import { open } from 'node:fs/promises';
import * as vscode from 'vscode';
import { isJournalFile } from './commands/target.ts';
import { DisposableStore, type Disposable } from './disposables.ts';
import { COMMANDS, CONTEXT_KEYS, SETTINGS } from './ids.ts';
import { inBackground, type Log } from './log.ts';
import { noticeText } from './plainText.ts';
import type { Sessions } from './sessions.ts';
import { looksLikeJournal, SNIFF_BYTES } from './sniff.ts';
import { shownTabs } from './tabs.ts';

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
  const verdicts = new Map<string, Promise<boolean>>();

  const look = async () => {
    const tabs = shownTabs(vscode.window.tabGroups).filter(
      (tab) => tab.kind === 'text' && tab.visible && isJournalFile(tab.uri),
    );
    const known: vscode.Uri[] = [];
    for (const { uri, active } of tabs) {
      const verdict = verdicts.get(uri.fsPath) ?? isJournal(uri.fsPath);
      verdicts.set(uri.fsPath, verdict);
      if (!(await verdict)) {
        verdicts.delete(uri.fsPath); // it may become one: asked again when it is looked at again
        continue;
      }
      known.push(uri);
      if (active && !sessions.get(uri)) inBackground(log, 'offer', offer(uri, memory));
    }
    // A window that shows a remote folder knows paths, not our URIs; on Windows it may know either form.
    const paths = known.flatMap((uri) => [uri.fsPath, uri.path]);
    await vscode.commands.executeCommand('setContext', CONTEXT_KEYS.recognised, paths);
  };
  const refresh = () => inBackground(log, 'recognise', look());
  store.add(vscode.window.tabGroups.onDidChangeTabs(refresh));
  store.add(vscode.window.tabGroups.onDidChangeTabGroups(refresh));
  store.add(vscode.workspace.onDidSaveTextDocument(refresh));
  refresh();
  return store;
}

async function isJournal(path: string): Promise<boolean> {
  try {
    const file = await open(path, 'r');
    try {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
      return looksLikeJournal(buffer.toString('utf8', 0, bytesRead), bytesRead < SNIFF_BYTES);
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
