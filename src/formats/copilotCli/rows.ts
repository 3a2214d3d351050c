// What the types of Copilot CLI's records are to the replay.

import type { RowStatus } from '../native.ts';

const TOLD: ReadonlySet<string> = new Set([
  'session.start',
  'session.resume',
  'session.error',
  'session.compaction_complete',
  'session.truncation',
  'session.snapshot_rewind',
  'session.shutdown',
  'user.message',
  'assistant.message',
  'assistant.usage',
  'tool.user_requested',
  'tool.execution_start',
  'tool.execution_complete',
  'system.message',
  'subagent.started',
  'subagent.completed',
  'subagent.failed',
  'skill.invoked',
  'permission.requested',
  'permission.completed',
  'abort',
]);

/** Families whose other types are bookkeeping, or deltas of what is told whole. */
const FAMILIES =
  /^(?:session|assistant|tool|subagent|hook|permission|user_input|elicitation|system|pending_messages|external_tool|command|mcp|skill|capabilities|exit_plan_mode|auto_mode|sampling|model)\./;

/** The status of a record of a type that nothing else is known of. */
export function statusOfType(type: string): RowStatus {
  if (TOLD.has(type)) return 'active';
  return FAMILIES.test(type) ? 'folded' : 'unknown';
}
