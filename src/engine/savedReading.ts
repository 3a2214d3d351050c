import { JournalIndex } from '../core/journalIndex.ts';
import type { JournalReader } from './reader.ts';
import type { SavedTrace } from './savedTrace.ts';

/** What is asked of a reader, and of what one has kept. */
export type Reading = Pick<JournalReader, 'index' | 'rows' | 'resume' | 'break' | 'atEnd' | 'fingerprint'>;

/** A reading that is over: it gives no rows, and does not go on. */
export function savedReading({ applied, fingerprint, break: fault, found }: SavedTrace): Reading {
  return {
    index: new JournalIndex(),
    *rows() {
      // All of them are in the index.
    },
    resume: () => false,
    break: fault ?? undefined,
    atEnd: () => ({ found, break: fault ?? undefined }),
    fingerprint: (events) => (events === applied ? (fingerprint ?? undefined) : undefined),
  };
}
