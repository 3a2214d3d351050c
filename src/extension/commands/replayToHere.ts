import * as vscode from 'vscode';
import { VIEWS } from '../ids.ts';
import { tell } from '../notify.ts';
import type { Sessions } from '../sessions.ts';
import { targetOf } from './target.ts';

/** Moves the cursor to an event and shows the state there. The editor that has the event stays as it is. */
export async function replayToHere(sessions: Sessions, argument: unknown): Promise<void> {
  const target = await targetOf(sessions, argument);
  if (!target) {
    tell('Open a session journal first, then choose an event to replay to.');
    return;
  }
  target.session.moveCursor(target.row, 'command');
  await vscode.commands.executeCommand(`${VIEWS.replay}.focus`);
}
