import { RemoteError } from '../rpc.ts';
import type { Disposable } from './disposables.ts';

/** The part of a `LogOutputChannel` that we use. Sizes, timings and codes go in; content of journals never does. */
export interface Log {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/**
 * A log that falls silent when it is closed. The channel itself throws then, and an answer that arrives while VS Code
 * shuts down would become an unhandled rejection.
 */
export function closingLog(channel: Log & Disposable): Log & Disposable {
  let open = true;
  const to = (level: keyof Log) => (message: string) => {
    if (open) channel[level](message);
  };
  return {
    debug: to('debug'),
    info: to('info'),
    warn: to('warn'),
    error: to('error'),
    dispose: () => {
      open = false;
      channel.dispose();
    },
  };
}

/** Names an error for the log: its class and, for system errors, its code; a message could quote a journal. */
export function errorName(error: unknown): string {
  if (RemoteError.isAbort(error)) return 'aborted';
  if (error instanceof RemoteError) return `RemoteError ${error.reason}`;
  if (!(error instanceof Error)) return typeof error;
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : '';
  return `${error.name}${code}`;
}

/** Lets a promise run on its own: a failure is logged, an abort is nothing, and no rejection goes unhandled. */
export function inBackground(log: Log, what: string, promise: PromiseLike<unknown>): void {
  promise.then(undefined, (error: unknown) => {
    // A closed channel was closed by us, or its end is in the log already.
    const expected =
      error instanceof RemoteError && (error.reason === 'aborted' || error.reason === 'closed');
    if (!expected) log.warn(`${what} failed: ${errorName(error)}`);
  });
}
