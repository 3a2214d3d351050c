import * as z from 'zod';

/** A branch record as it is read back. What stands around the six lineage fields is optional and may grow. */
export const branchRecord = z.looseObject({
  branch_id: z.string().min(1),
  parent_session_id: z.string(),
  parent_run_id: z.string(),
  fork_sequence: z.int().min(0),
  inherited_event_ids: z.array(z.string()),
  parent_fingerprint: z.string().regex(/^[0-9a-f]{64}$/),
  context: z.looseObject({ parent_file: z.string().optional() }).optional(),
});
