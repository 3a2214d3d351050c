// Holds a branch record against its parent as it is now. A parent may grow after the fork; its prefix may not change.

import type { Lineage } from './branch.ts';

/** What of the parent the record claims something about. */
export interface ParentPrefix {
  readonly sessionId: string | undefined;
  readonly runId: string | undefined;
  /** Ids of the parent's whole events, from sequence 0. */
  readonly eventIds: readonly string[];
  /** Fingerprint of the first `count` events, undefined when they are not there or it is unavailable. */
  fingerprint(count: number): string | undefined;
}

/** How a branch record compares with its parent. */
export interface LineageAudit {
  readonly verified: boolean;
  readonly sessionMatches: boolean;
  readonly runMatches: boolean;
  readonly idsMatch: boolean;
  readonly fingerprintMatches: boolean;
  /**
   * First sequence whose event differs from what the branch inherited. Null when none does, and when the ids agree but
   * the content does not: then it is somewhere in the prefix, and only the fingerprint shows it.
   */
  readonly firstDifference: number | null;
  /** Events of the parent after the fork. */
  readonly grownBy: number;
}

/** Audits a branch record against its parent. */
export function auditLineage(lineage: Lineage, parent: ParentPrefix): LineageAudit {
  const inherited = lineage.inherited_event_ids;
  const count = lineage.fork_sequence + 1;
  let firstDifference: number | null = null;
  for (let sequence = 0; sequence < Math.max(inherited.length, count); sequence++) {
    const id = inherited[sequence];
    if (id !== undefined && sequence < count && id === parent.eventIds[sequence]) continue;
    firstDifference = sequence;
    break;
  }
  const sessionMatches = lineage.parent_session_id === parent.sessionId;
  const runMatches = lineage.parent_run_id === parent.runId;
  const idsMatch = firstDifference === null;
  const fingerprintMatches = lineage.parent_fingerprint === parent.fingerprint(count);
  return {
    verified: sessionMatches && runMatches && idsMatch && fingerprintMatches,
    sessionMatches,
    runMatches,
    idsMatch,
    fingerprintMatches,
    firstDifference,
    grownBy: Math.max(0, parent.eventIds.length - count),
  };
}
