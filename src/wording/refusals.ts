// Why something could not be done, in words that say what to do next.

import type { BranchIdFault } from '../core/branchId.ts';
import type { QueryFault } from '../core/query.ts';
import type { BranchRefusal, ReadFailure, ReplayStop } from '../protocol.ts';
import { neutralise } from './quote.ts';
import { describeViolation } from './violations.ts';

const READ_FAILURES: Readonly<Record<ReadFailure, string>> = {
  'not-found':
    'The file does not exist. It may have been moved, archived or deleted by the agent that wrote it.',
  'not-a-file': 'This is a folder or a device, not a file.',
  'no-permission': 'You have no permission to read the file. Change its permissions, or open a copy.',
  'io-error': 'The file could not be read.',
  cancelled: 'Reading was cancelled.',
};

/** Why the file could not be opened at all. `detail` is the system's own message. */
export function describeReadFailure(reason: ReadFailure, detail: string): string {
  return reason === 'io-error' ? `${READ_FAILURES[reason]} ${neutralise(detail)}` : READ_FAILURES[reason];
}

/** Why the replay goes no further, and where. */
export function describeReplayStop({ lastSequence, violation }: ReplayStop): string {
  const where = lastSequence === null ? 'before the first event' : `after sequence ${lastSequence}`;
  return `Replay stops ${where}, at line ${violation.at.line + 1}: ${describeViolation(violation)}`;
}

/** Why no branch can be made here. */
export function describeBranchRefusal(refusal: BranchRefusal): string {
  switch (refusal.reason) {
    case 'row-outside':
      return 'There is no such event in this journal.';
    case 'not-an-event':
      return 'This line is no event. Choose an event to branch from.';
    case 'error-in-prefix':
      return `The events up to here are not whole, so a branch could not be audited. Line ${refusal.violation.at.line + 1}: ${describeViolation(refusal.violation)} Choose an event before it.`;
    case 'fingerprint-unavailable':
      return 'The fingerprint of these events is unavailable (a lone surrogate has no UTF-8), so a branch could not be audited. Choose an earlier event.';
  }
}

/** What is wrong with a search. */
export function describeQueryFault(fault: QueryFault): string {
  if (fault.part !== 'text') return 'A time is written like 2026-08-10T00:00:00Z.';
  return `Not a valid pattern: ${neutralise(fault.detail.replace(/^error parsing regexp: /, '').replace('(?i)', ''))}.`;
}

const ID_FAULTS: Readonly<Record<BranchIdFault, string>> = {
  empty: 'Give the branch an id.',
  'too-long': 'The id is longer than 100 characters.',
  unsafe:
    'The id becomes part of a file name: use letters, digits, dots, hyphens and underscores, and start with a letter or digit.',
  reserved: 'This name is reserved by Windows.',
};

/** What is wrong with a branch id. */
export function describeBranchIdFault(fault: BranchIdFault): string {
  return ID_FAULTS[fault];
}
