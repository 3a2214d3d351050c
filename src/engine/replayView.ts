import { toolCalls } from '../core/projections/toolCalls.ts';
import { textOf } from '../core/projections/reducer.ts';
import type { ReplayState } from '../core/replay.ts';
import type { Message } from '../core/projections/transcript.ts';
import type { ReplayedMessage, ReplayedToolCall } from '../protocol.ts';

/** Longest text of a message, arguments or result in a view. */
const TEXT_LIMIT = 2000;

type ToolCall = ReturnType<typeof toolCalls.initial>[number];

/** The parts of a replay view that come from the state. `rowOf` gives the row of an applied sequence. */
export function viewOf(state: ReplayState, rowOf: (sequence: number) => number) {
  const message = ({ sequence, text }: Message): ReplayedMessage => ({
    row: rowOf(sequence),
    sequence,
    text: cut(text),
  });
  const call = ({ sequence, callId, tool, arguments: args, result }: ToolCall): ReplayedToolCall => ({
    row: rowOf(sequence),
    sequence,
    callId: callId === null ? null : cut(callId),
    tool: cut(tool),
    arguments: cut(textOf(args)),
    result: result && {
      row: rowOf(result.sequence),
      sequence: result.sequence,
      ok: result.ok,
      text: cut(textOf(result.value)),
    },
  });
  return {
    appliedEvents: state.appliedEvents,
    sequence: state.lastSequence,
    userMessages: state.transcript.user.map(message),
    assistantMessages: state.transcript.assistant.map(message),
    toolCalls: state.toolCalls.map(call),
    stopReason: state.stop.reason === null ? null : cut(state.stop.reason),
  };
}

function cut(text: string): string {
  return text.length > TEXT_LIMIT ? `${text.slice(0, TEXT_LIMIT)}…` : text;
}
