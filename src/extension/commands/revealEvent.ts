import * as vscode from 'vscode';
import { EDITOR_ID } from '../ids.ts';
import type { Sessions } from '../sessions.ts';
import { fileUri, placeOf } from './target.ts';

/**
 * Shows an event where its journal is open: in our editor, or in the text editor when only that is on screen (the
 * caret follows the cursor). With neither, our editor opens. Runs from links, so a wrong argument is ignored.
 */
export async function revealEvent(sessions: Sessions, argument: unknown): Promise<void> {
  const place = placeOf(argument);
  const uri = place && fileUri(place.uri);
  if (!place || !uri) return;
  const looksOnly = 'row' in place && place.look === true;
  if (!(looksOnly && isOnlyText(uri)))
    await vscode.commands.executeCommand('vscode.openWith', uri, EDITOR_ID);
  const session = sessions.open(uri);
  await session.whenSettled();
  const row = 'row' in place ? place.row : await session.engine.call('rowAtLine', { line: place.line });
  if (row !== null) session.moveCursor(row, looksOnly ? 'look' : 'command');
}

/** True when the file is on screen as text, and nowhere open in our editor. */
function isOnlyText(uri: vscode.Uri): boolean {
  const same = (other: vscode.Uri) => other.toString() === uri.toString();
  const inOurs = vscode.window.tabGroups.all.some((group) =>
    group.tabs.some(
      (tab) =>
        tab.input instanceof vscode.TabInputCustom && tab.input.viewType === EDITOR_ID && same(tab.input.uri),
    ),
  );
  return !inOurs && vscode.window.visibleTextEditors.some((editor) => same(editor.document.uri));
}
