// Observation events: what a journal records of itself after the session has stopped (chapter, step 7). They are facts
// about operations on the journal, not another turn of the model.

import type { Lineage } from './branch.ts';
import type { JsonObject } from './json/value.ts';

export interface Observation {
  readonly type: 'session.replay' | 'session.branch';
  readonly payload: JsonObject;
}

/** A replay of the first `appliedEvents` events, and what it came to. */
export function replayObservation(replay: {
  readonly appliedEvents: number;
  readonly stopReason: string | null;
  readonly fingerprint: string;
}): Observation {
  const { appliedEvents, stopReason, fingerprint } = replay;
  return {
    type: 'session.replay',
    payload: { applied_events: appliedEvents, stop_reason: stopReason, fingerprint },
  };
}

/** A branch that was made. */
export function branchObservation(lineage: Lineage): Observation {
  return {
    type: 'session.branch',
    payload: {
      branch_id: lineage.branch_id,
      parent_run_id: lineage.parent_run_id,
      fork_sequence: lineage.fork_sequence,
      inherited_events: lineage.inherited_event_ids.length,
      parent_fingerprint: lineage.parent_fingerprint,
    },
  };
}
