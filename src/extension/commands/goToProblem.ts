import * as vscode from 'vscode';
import { noticeText } from '../plainText.ts';
import type { Sessions } from '../sessions.ts';

/** Moves the cursor of the active journal to the next violation, or the previous one, wrapping round. */
export async function goToProblem(sessions: Sessions, direction: 1 | -1): Promise<void> {
  const session = sessions.active;
  if (!session) return;
  await session.whenSettled();
  const row = await session.engine.call('nextProblem', { row: session.cursor, direction });
  if (row !== null) session.moveCursor(row, 'command');
  else vscode.window.setStatusBarMessage(`$(pass) No problems in ${noticeText(session.name)}`, 4_000);
}
