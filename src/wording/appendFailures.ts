// Why a journal could not be appended to, in words that say what to do next.

import type { AppendFailure } from '../core/appendFailure.ts';
import { neutralise, quote } from './quote.ts';
import { describeViolation } from './violations.ts';

/** One sentence or two: what stands in the way, and what to do. */
export function describeAppendFailure(failure: AppendFailure): string {
  switch (failure.reason) {
    case 'locked': {
      const lock = quote(failure.lock);
      if (failure.holder === undefined)
        return `Another writer may be at work: the lock ${lock} cannot be read. Delete it if no writer is running.`;
      const { pid, host, since } = failure.holder;
      return `Another writer is at work: process ${pid} on ${quote(host)} has held the lock since ${neutralise(since)}. Wait until it is done. If no such process is there, delete ${lock}.`;
    }
    case 'not-a-file':
      return 'This is a folder, a pipe or a device. Only a file can be appended to durably.';
    case 'no-folder':
      return 'The folder of the journal does not exist.';
    case 'no-permission':
      return 'You have no permission to write here, or the file system is read-only.';
    case 'not-durable':
      return 'This file system does not confirm that bytes are on the disk, so nothing could be acknowledged. Use a local disk.';
    case 'no-space':
      return 'The disk or the quota is full. Make room and append again; a retry never doubles a record.';
    case 'size-limit':
      return 'The file would grow beyond the size that is allowed for it.';
    case 'io-error':
      return `The journal could not be written: ${neutralise(failure.detail.replace(/\.$/, ''))}. Append again; a retry never doubles a record.`;
    case 'lock-lost':
      return 'The lock of this writer is gone: somebody deleted it. Nothing more is written.';
    case 'journal-changed':
      return `Somebody else wrote to the journal, cut it or replaced it: it should have ${failure.expected} bytes and has ${failure.found}. Nothing more is written.`;
    case 'journal-unsound':
      return `The journal is not sound, so nothing is appended to it. Line ${failure.violation.at.line + 1}: ${describeViolation(failure.violation)}`;
    case 'closed':
      return 'This writer is closed.';
  }
}
