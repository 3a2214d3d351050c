// What the types of Pi's records are to the replay.

import type { TurnState } from '../givenPlan.ts';
import type { RowStatus } from '../native.ts';

/** Bookkeeping: part of the tree, without an event of its own. */
const BOOKKEEPING: ReadonlySet<string> = new Set([
  'title',
  'title_change',
  'label',
  'session_info',
  'session_init',
  'model_change',
  'thinking_level_change',
  'mode_change',
  'service_tier_change',
  'mcp_tool_selection',
  'ttsr_injection',
  'credential_pin',
  'reset_boundary',
  'leaf',
  'custom',
]);

/** Of these, what the program writes by itself. */
const UNASKED: ReadonlySet<string> = new Set(['custom', 'credential_pin', 'model_usage']);

const TOLD: ReadonlySet<string> = new Set([
  'message',
  'compaction',
  'branch_summary',
  'context_edit',
  'custom_message',
  'usage',
  'model_usage',
]);

/** The status of a record on the active path. */
export function statusOfType(type: string): RowStatus {
  if (TOLD.has(type)) return 'active';
  return BOOKKEEPING.has(type) ? 'folded' : 'unknown';
}

/**
 * True for a record that the program writes by itself, without anything that the user did: appended to another branch
 * than the newest one, it tells that its writer did not see that one.
 */
export function isWrittenUnasked(type: string): boolean {
  return UNASKED.has(type) || statusOfType(type) === 'unknown';
}

/** The turn after a message; `none` for messages that leave it as it was. */
export function turnAfter(role: string | undefined, stopReason: string | undefined): TurnState {
  if (role === 'user' || role === 'toolResult') return 'open';
  if (role !== 'assistant') return 'none';
  if (stopReason === 'error') return 'error';
  if (stopReason === 'aborted') return 'interrupted';
  return stopReason === 'toolUse' ? 'open' : 'completed';
}
