import * as vscode from 'vscode';

/** Work that is done sooner shows no progress. */
export const PATIENCE_MS = 500;

/**
 * Shows that `work` is going on once it takes longer than half a second; hands back what it gives. With `cancel` it can
 * be stopped, and rejects as it does then.
 */
export async function withPatience<T>(title: string, work: Promise<T>, cancel?: () => void): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<'too long'>((resolve) => {
    timer = setTimeout(() => resolve('too long'), PATIENCE_MS);
  });
  try {
    const first = await Promise.race([work.then(() => 'done' as const), tooLong]);
    if (first === 'done') return await work;
    return await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title, cancellable: cancel !== undefined },
      (_progress, token) => {
        token.onCancellationRequested(() => cancel?.());
        return work;
      },
    );
  } finally {
    clearTimeout(timer);
  }
}
