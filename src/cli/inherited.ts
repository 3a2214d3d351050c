// What the commands show of the history that comes before a log: of its own, and marked as what it is.

import { applyEvent, initialState } from '../core/replay.ts';
import type { Usage } from '../core/projections/usage.ts';
import type { InheritedHistory } from '../engine/inheritedHistory.ts';
import { tallyOf, type Tally } from '../engine/tally.ts';

/** What `replay --format json` prints as `inherited`, for a log that holds only the difference to another one. */
export function inheritedJson(history: InheritedHistory) {
  const state = initialState();
  for (const { event } of history.inOrder()) applyEvent(state, event);
  return {
    from: history.told().from.map(({ path, rows }) => ({ file: path, records: rows })),
    user_messages: state.transcript.user.map(({ text }) => text),
    assistant_messages: state.transcript.assistant.map(({ text }) => text),
    tool_results: state.toolResults,
  };
}

/** Adds what the logs before hold to what a log itself holds of inherited history. */
export function withBase(history: InheritedHistory | undefined, copied: Tally): Tally {
  if (history === undefined) return copied;
  const { inherited } = tallyOf(history.inOrder(), () => true);
  return {
    userMessages: copied.userMessages + inherited.userMessages,
    assistantMessages: copied.assistantMessages + inherited.assistantMessages,
    toolCalls: copied.toolCalls + inherited.toolCalls,
    toolResults: copied.toolResults + inherited.toolResults,
  };
}

/** Usage of what was inherited: a log whose totals go on from those before has told it, whether these are here or not. */
export function inheritedUsage(history: InheritedHistory | undefined, told: Usage): Usage {
  return told.total > 0 || history === undefined ? told : history.usage();
}
