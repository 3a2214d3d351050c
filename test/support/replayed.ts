// The lists of a replayed state as the editor shows them, made from the reducers' state instead of the outline.

import { textOf } from '../../src/core/projections/reducer.ts';
import type { ReplayState } from '../../src/core/replay.ts';

/** Items of a list that are shown, and characters of a text. */
export const SHOWN = 100;
const LONGEST = 2_000;

/** What a view of the state holds beside cursor and fingerprint; `rowOf` gives the row of a sequence. */
export function shownState(state: ReplayState, rowOf: (sequence: number) => number = (sequence) => sequence) {
  const at = (sequence: number) => ({ row: rowOf(sequence), sequence });
  const message = ({ sequence, text }: { sequence: number; text: string }) => ({
    ...at(sequence),
    text: cut(text),
  });
  return {
    appliedEvents: state.appliedEvents,
    sequence: state.lastSequence,
    userMessages: newest(state.transcript.user.map(message)),
    assistantMessages: newest(state.transcript.assistant.map(message)),
    toolCalls: newest(
      state.toolCalls.map(({ sequence, callId, tool, arguments: given, result }) => ({
        ...at(sequence),
        callId: callId === null ? null : cut(callId),
        tool: cut(tool),
        arguments: cut(textOf(given)),
        result: result && { ...at(result.sequence), ok: result.ok, text: cut(textOf(result.value)) },
      })),
    ),
    stopReason: state.stop.reason === null ? null : cut(state.stop.reason),
  };
}

function newest<Item>(items: readonly Item[]) {
  return { total: items.length, items: items.slice(-SHOWN) };
}

function cut(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
