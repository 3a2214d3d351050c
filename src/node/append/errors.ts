// The two ways in which an append does not happen: the record is not accepted, or the journal cannot be written to.

import type { AppendFailure } from '../../core/appendFailure.ts';
import type { Violation } from '../../core/violation.ts';

/** A record that would break a rule. Nothing was written; `violation` is the rule, with its evidence. */
export class AppendRejected extends Error {
  override readonly name = 'AppendRejected';
  constructor(readonly violation: Violation) {
    super(violation.code);
  }
}

/** The journal cannot be appended to. What was not acknowledged may not be there. */
export class AppendFailed extends Error {
  override readonly name = 'AppendFailed';
  constructor(
    readonly failure: AppendFailure,
    options?: ErrorOptions,
  ) {
    super(failure.reason === 'io-error' ? failure.detail : failure.reason, options);
  }
}

/** The system's code of an error, such as `ENOENT`; undefined where it has none. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

const REASONS: Readonly<
  Record<
    string,
    Exclude<AppendFailure['reason'], 'locked' | 'io-error' | 'journal-changed' | 'journal-unsound'>
  >
> = {
  ENOENT: 'no-folder',
  ENOTDIR: 'no-folder',
  EISDIR: 'not-a-file',
  ENXIO: 'not-a-file',
  ELOOP: 'not-a-file',
  EACCES: 'no-permission',
  EPERM: 'no-permission',
  EROFS: 'no-permission',
  ETXTBSY: 'no-permission',
  ENOSPC: 'no-space',
  EDQUOT: 'no-space',
  EFBIG: 'size-limit',
  EINVAL: 'not-durable',
  ENOTSUP: 'not-durable',
  EOPNOTSUPP: 'not-durable',
  ENOSYS: 'not-durable',
};

/** An error of the system as a failure to append. */
export function failureOf(error: unknown): AppendFailed {
  if (error instanceof AppendFailed) return error;
  const reason = REASONS[systemCode(error) ?? ''];
  if (reason !== undefined) return new AppendFailed({ reason }, { cause: error });
  const detail = error instanceof Error ? error.message : String(error);
  return new AppendFailed({ reason: 'io-error', detail }, { cause: error });
}
