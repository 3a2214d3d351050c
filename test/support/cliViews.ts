// The JSON that the command line prints, checked for its shape while it is read.

import * as z from 'zod';

const range = { line: z.int().min(1), column: z.int().min(1), endColumn: z.int().min(1) };

/** One element of `validate --format json`, and nothing more. */
export const fileReport = z.strictObject({
  file: z.string(),
  events: z.int().min(0),
  violations: z.array(
    z.strictObject({
      code: z.string(),
      severity: z.enum(['error', 'warning', 'information']),
      ...range,
      sequence: z.int().optional(),
      eventId: z.string().optional(),
      message: z.string().min(1),
      related: z.array(z.strictObject({ ...range, message: z.string().min(1) })).optional(),
    }),
  ),
  totals: z.strictObject({ error: z.int(), warning: z.int(), information: z.int() }),
});
export type FileReport = z.infer<typeof fileReport>;

/** What `validate --format json` printed. */
export function reportsOf(out: string): FileReport[] {
  return z.array(fileReport).parse(JSON.parse(out));
}

/** What `replay --format json` prints, and nothing more. */
export const replayView = z.strictObject({
  session_id: z.string(),
  run_id: z.string(),
  applied_events: z.int(),
  user_messages: z.array(z.string()),
  assistant_messages: z.array(z.string()),
  tool_results: z.array(z.record(z.string(), z.unknown())),
  stop_reason: z.string().nullable(),
  fingerprint: z.string().nullable(),
});

/** What a branch record holds. */
export const branchFile = z.strictObject({
  branch_id: z.string(),
  parent_session_id: z.string(),
  parent_run_id: z.string(),
  fork_sequence: z.int(),
  inherited_event_ids: z.array(z.string()),
  parent_fingerprint: z.string(),
  context: z.looseObject({ parent_file: z.string(), created_at: z.string(), created_by: z.string() }),
});

const counts = {
  user_messages: z.int(),
  assistant_messages: z.int(),
  tool_calls: z.int(),
  tool_results: z.int(),
  usage: z.strictObject({
    ...{ input: z.int(), output: z.int(), cache_read: z.int(), cache_write: z.int(), total: z.int() },
  }),
};

/** What `inspect --format json` prints, and nothing more. */
export const inspection = z.strictObject({
  format: z.string(),
  generation: z.string().nullable(),
  agent_version: z.string().nullable(),
  session_id: z.string().nullable(),
  records: z.int(),
  skipped: z.int(),
  unknown_records: z.int(),
  ...counts,
  inherited: z.strictObject(counts),
  branches: z.int(),
  violations: z.strictObject({ error: z.int(), warning: z.int(), information: z.int() }),
  base: z.strictObject({ found: z.boolean(), file: z.string().nullable(), ordinals: z.int() }).optional(),
});
