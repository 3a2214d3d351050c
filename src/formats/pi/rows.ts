// What the types of Pi's records are to the replay.

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
  'custom',
]);

const TOLD: ReadonlySet<string> = new Set([
  'message',
  'compaction',
  'branch_summary',
  'context_edit',
  'custom_message',
  'usage',
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
  return type === 'custom' || statusOfType(type) === 'unknown';
}

/** How a message leaves the turn that it belongs to. */
export const NO_TURN = 0;
export const OPEN = 1;
export const COMPLETED = 2;
export const FAILED = 3;
export const INTERRUPTED = 4;

/** The turn after a message; messages that belong to none leave it as it was. */
export function turnAfter(role: string | undefined, stopReason: string | undefined): number {
  if (role === 'user' || role === 'toolResult') return OPEN;
  if (role !== 'assistant') return NO_TURN;
  if (stopReason === 'error') return FAILED;
  if (stopReason === 'aborted') return INTERRUPTED;
  return stopReason === 'toolUse' ? OPEN : COMPLETED;
}

/** The `reason` of a `session.stop`, undefined while the turn is open. */
export function stopReasonOf(turn: number): string | undefined {
  return [undefined, undefined, 'completed', 'error', 'interrupted'][turn];
}
