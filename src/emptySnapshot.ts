import type { JournalSnapshot, ReadState } from './protocol.ts';

/** The header of a journal of which nothing is known: not read yet, or not readable. */
export function emptySnapshot(state: ReadState, generation = 0): JournalSnapshot {
  return {
    generation,
    state,
    format: 'empty',
    sessionId: null,
    runId: null,
    rows: 0,
    events: 0,
    totals: { error: 0, warning: 0, information: 0 },
    stopReason: null,
    fingerprint: null,
    replayStop: null,
    agent: null,
    bytes: 0,
  };
}
