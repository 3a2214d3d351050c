import * as vscode from 'vscode';
import { EDITOR_ID } from '../ids.ts';
import type { JournalSession } from '../journalSession.ts';
import { tell } from '../notify.ts';
import type { Sessions } from '../sessions.ts';

/** Opens a journal in the plain text editor, at the line of the cursor when the journal is open. */
export async function openAsText(sessions: Sessions, argument: unknown): Promise<void> {
  const uri = chosenFile(sessions, argument);
  if (!uri) return;
  const line = await lineOfCursor(sessions.get(uri));
  const options: vscode.TextDocumentShowOptions =
    line === undefined ? {} : { selection: new vscode.Range(line, 0, line, 0) };
  await vscode.commands.executeCommand('vscode.openWith', uri, 'default', options);
}

/** Opens a file in our editor. */
export async function openAsJournal(sessions: Sessions, argument: unknown): Promise<void> {
  const uri = chosenFile(sessions, argument);
  if (uri) await vscode.commands.executeCommand('vscode.openWith', uri, EDITOR_ID);
  else tell('Open a .jsonl file first.');
}

/** The file of an explorer item or an editor title; else that of the active tab. */
function chosenFile(sessions: Sessions, argument: unknown): vscode.Uri | undefined {
  if (argument instanceof vscode.Uri) return argument;
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  if (input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom) return input.uri;
  return sessions.active && vscode.Uri.parse(sessions.active.key, true);
}

async function lineOfCursor(session: JournalSession | undefined): Promise<number | undefined> {
  if (!session?.engine.alive || session.snapshot.rows === 0) return undefined;
  const page = await session.engine.call('rows', { from: session.cursor, count: 1 });
  return page.rows[0]?.line;
}
