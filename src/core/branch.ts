// A branch is lineage as a record: which exact prefix of which run it inherits. The parent is never touched, nothing
// is copied, and nothing is promised about a response that was not made (chapter, step 6).

import type { TraceEvent } from './schema.ts';

/** The six lineage fields, named and ordered as in the chapter. */
export interface Lineage {
  readonly branch_id: string;
  readonly parent_session_id: string;
  readonly parent_run_id: string;
  readonly fork_sequence: number;
  readonly inherited_event_ids: readonly string[];
  readonly parent_fingerprint: string;
}

/**
 * The lineage of a branch after the last of `prefix`: the whole events from sequence 0, in order. `fingerprint` is
 * that of exactly this prefix. Throws RangeError for an empty prefix.
 */
export function lineageOf(branchId: string, prefix: readonly TraceEvent[], fingerprint: string): Lineage {
  const first = prefix[0];
  const last = prefix[prefix.length - 1];
  if (first === undefined || last === undefined) throw new RangeError('a branch inherits at least one event');
  return {
    branch_id: branchId,
    parent_session_id: first.session_id,
    parent_run_id: first.provenance.run_id,
    fork_sequence: last.sequence,
    inherited_event_ids: prefix.map((event) => event.event_id),
    parent_fingerprint: fingerprint,
  };
}
