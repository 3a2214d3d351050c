import { JournalIndex } from '../core/journalIndex.ts';
import type { JournalReader } from './reader.ts';
import type { SavedTrace } from './savedTrace.ts';

/** What is asked of a reader, and of what one has kept. */
export type Reading = Pick<JournalReader, 'index' | 'rows' | 'resume' | 'break' | 'atEnd' | 'fingerprint'>;

/** A reading that is over: it gives no more rows. Its end can be taken back, since it is not where the file ends now. */
export function savedReading({ applied, fingerprint, break: fault, end }: SavedTrace): Reading {
  return {
    index: new JournalIndex(),
    *rows() {
      // All of them are in the index.
    },
    resume: () => true,
    break: fault ?? undefined,
    atEnd: () => ({ found: end.found, break: end.break ?? undefined }),
    fingerprint: (events) => (events === applied ? (fingerprint ?? undefined) : undefined),
  };
}
