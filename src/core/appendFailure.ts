// Why a journal cannot be appended to, as data. What is wrong with one record is a violation like any other; this is
// about the file, the disk and the other writer.

import type { Violation } from './violation.ts';

/** Who holds the lock of a journal. */
export interface LockHolder {
  readonly pid: number;
  readonly host: string;
  /** RFC 3339. */
  readonly since: string;
}

export type AppendFailure =
  /** Another writer is at work. `holder` is undefined when the lock cannot be read. */
  | { readonly reason: 'locked'; readonly lock: string; readonly holder: LockHolder | undefined }
  | { readonly reason: 'not-a-file' }
  | { readonly reason: 'no-folder' }
  | { readonly reason: 'no-permission' }
  /** The file system does not say when bytes are on the disk, so nothing could be acknowledged. */
  | { readonly reason: 'not-durable' }
  | { readonly reason: 'no-space' }
  | { readonly reason: 'size-limit' }
  | { readonly reason: 'io-error'; readonly detail: string }
  /** The lock is no longer there, or is another one. */
  | { readonly reason: 'lock-lost' }
  /** Somebody without the lock wrote to the file, cut it, or put another one in its place. */
  | { readonly reason: 'journal-changed'; readonly expected: number; readonly found: number }
  /** The journal breaks a rule already: what follows could not be sound. */
  | { readonly reason: 'journal-unsound'; readonly violation: Violation }
  /** An earlier failure, or `close`, ended this writer. */
  | { readonly reason: 'closed' };
