import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from './disposables.ts';
import type { JournalSession } from './journalSession.ts';
import { Latest } from './latest.ts';
import { inBackground, type Log } from './log.ts';
import type { Sessions } from './sessions.ts';

/**
 * Keeps the caret of a journal's plain text editor and the cursor together. Two things keep them from chasing each
 * other: only the caret of the editor that has the focus moves the cursor, and a cursor that the caret moved does
 * not move the caret.
 */
export function syncText(sessions: Pick<Sessions, 'get' | 'onDidOpen'>, log: Log): Disposable {
  const store = new DisposableStore();
  const fromText = store.add(new Latest());
  store.add(
    vscode.window.onDidChangeTextEditorSelection(({ textEditor, selections }) => {
      const session = sessions.get(textEditor.document.uri);
      const line = selections[0]?.active.line;
      if (!session || line === undefined || !hasFocus(textEditor)) return;
      inBackground(
        log,
        'caret',
        fromText.run((signal) => followCaret(session, line, signal)),
      );
    }),
  );
  store.add(
    sessions.onDidOpen((session) => {
      const fromCursor = new Latest();
      session.onDidChange((change) => {
        if (change.kind === 'closed') fromCursor.dispose();
        else if (change.kind === 'cursor' && change.by !== 'text')
          inBackground(
            log,
            'line',
            fromCursor.run((signal) => showLine(session, signal)),
          );
      });
    }),
  );
  return store;
}

/** The active *tab* is asked, too: the active text editor stays the last one while our page has the focus. */
function hasFocus(editor: vscode.TextEditor): boolean {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return (
    editor === vscode.window.activeTextEditor &&
    input instanceof vscode.TabInputText &&
    input.uri.toString() === editor.document.uri.toString()
  );
}

async function followCaret(session: JournalSession, line: number, signal: AbortSignal): Promise<void> {
  if (session.snapshot.state.kind !== 'ready' || !session.engine.alive) return;
  const row = await session.engine.call('rowAtLine', { line }, signal);
  if (row !== null && row !== session.cursor) session.moveCursor(row, 'text');
}

async function showLine(session: JournalSession, signal: AbortSignal): Promise<void> {
  const editors = () =>
    vscode.window.visibleTextEditors.filter((editor) => editor.document.uri.toString() === session.key);
  if (editors().length === 0) return;
  const { rows } = await session.engine.call('rows', { from: session.cursor, count: 1 }, signal);
  const line = rows[0]?.line;
  if (line === undefined || signal.aborted) return;
  for (const editor of editors()) {
    if (line >= editor.document.lineCount || editor.selection.active.line === line) continue;
    editor.selection = new vscode.Selection(line, 0, line, 0);
    editor.revealRange(
      new vscode.Range(line, 0, line, 0),
      vscode.TextEditorRevealType.InCenterIfOutsideViewport,
    );
  }
}
