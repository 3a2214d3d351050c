import * as vscode from 'vscode';
import type { JournalSession } from '../journalSession.ts';
import { tellWarning } from '../notify.ts';
import type { Sessions } from '../sessions.ts';
import { targetOf } from './target.ts';

/** Copies the fingerprint of the prefix that ends at an event: the clicked one, or that of the cursor. */
export async function copyFingerprint(sessions: Sessions, argument: unknown): Promise<void> {
  const target = await targetOf(sessions, argument);
  if (!target) return;
  await target.session.whenSettled();
  const { fingerprint, sequence } = await target.session.engine.call('replay', { row: target.row });
  await copy(fingerprint, `the events through #${sequence}`);
}

/** Copies the fingerprint of all that can be replayed, as the header shows it. */
export async function copyWholeFingerprint(session: JournalSession): Promise<void> {
  const { fingerprint, replayStop } = session.snapshot;
  await copy(
    fingerprint,
    replayStop ? `the events through #${replayStop.lastSequence}` : 'the whole journal',
  );
}

async function copy(fingerprint: string | null, what: string): Promise<void> {
  if (fingerprint === null) {
    tellWarning(
      'There is no fingerprint to copy: nothing could be replayed, or the text of an event has no UTF-8.',
    );
    return;
  }
  await vscode.env.clipboard.writeText(fingerprint);
  vscode.window.setStatusBarMessage(`$(check) Copied the fingerprint of ${what}`, 4_000);
}
