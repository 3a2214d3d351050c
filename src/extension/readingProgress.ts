import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from './disposables.ts';
import type { JournalSession } from './journalSession.ts';
import { inBackground, type Log } from './log.ts';
import { labelText } from './plainText.ts';
import { PATIENCE_MS } from './progress.ts';
import type { Sessions } from './sessions.ts';

/** Shows how far the reading of a journal has come once it takes longer than half a second, and lets it be stopped. */
export function showReading(sessions: Pick<Sessions, 'onDidOpen'>, log: Log): Disposable {
  return sessions.onDidOpen((session) => {
    const store = new DisposableStore();
    let timer: NodeJS.Timeout | undefined;
    let isShown = false;
    const look = () => {
      if (!isReading(session)) {
        clearTimeout(timer);
        timer = undefined;
        return;
      }
      if (isShown) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        if (!isReading(session)) return;
        isShown = true;
        const shown = show(session).finally(() => (isShown = false));
        inBackground(log, 'reading progress', shown);
      }, PATIENCE_MS);
    };
    store.add(
      session.onDidChange(({ kind }) => {
        if (kind !== 'closed') look();
        else {
          clearTimeout(timer);
          store.dispose();
        }
      }),
    );
    look();
  });
}

function isReading({ closed, engine, snapshot }: JournalSession): boolean {
  return !closed && engine.alive && snapshot.state.kind === 'reading';
}

async function show(session: JournalSession): Promise<void> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: `Reading ${labelText(session.name, 100)}`,
    cancellable: true,
  };
  await vscode.window.withProgress(options, async (progress, token) => {
    token.onCancellationRequested(() => void session.engine.call('cancel', {}).catch(() => undefined));
    let told = 0;
    await new Promise<void>((resolve) => {
      const report = () => {
        const { state } = session.snapshot;
        if (!isReading(session) || state.kind !== 'reading') {
          changes.dispose();
          resolve();
          return;
        }
        const share = Math.floor((100 * state.bytesRead) / Math.max(1, state.bytesTotal));
        if (share > told) progress.report({ increment: share - told, message: `${share} %` });
        told = Math.max(told, share);
      };
      const changes = session.onDidChange(report);
      report();
    });
  });
}
