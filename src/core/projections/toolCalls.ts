import type { JsonValue } from '../json/value.ts';
import { instantOf } from '../timestamp.ts';
import type { Reducer } from './reducer.ts';

export interface ToolOutcome {
  readonly sequence: number;
  /** Null when the result does not say. */
  readonly ok: boolean | null;
  readonly value: JsonValue;
  /** Milliseconds: the recorded duration, else the time between request and result, null when neither is known. */
  readonly latency: number | null;
}

export interface ToolCall {
  /** Sequence of the request, or of the result where there is no request. */
  readonly sequence: number;
  readonly eventId: string;
  readonly callId: string | null;
  readonly tool: string;
  readonly arguments: JsonValue;
  /** RFC 3339. */
  readonly timestamp: string;
  result: ToolOutcome | null;
}

/** Tool requests paired with their results: by call id, or by the result's parent where a log has no call ids. */
export const toolCalls: Reducer<ToolCall[]> = {
  name: 'tool-calls',
  version: 3,
  initial: () => [],
  apply(calls, { type, sequence, payload, event_id, parent_event_id, timestamp, duration_ms }) {
    if (type !== 'tool.request' && type !== 'tool.result') return;
    const callId = typeof payload['tool_call_id'] === 'string' ? payload['tool_call_id'] : null;
    const tool = typeof payload['tool'] === 'string' ? payload['tool'] : '';
    const args = payload['arguments'] ?? null;
    const request = { sequence, eventId: event_id, callId, tool, arguments: args, timestamp, result: null };
    if (type === 'tool.request') {
      calls.push(request);
      return;
    }
    const answers = (call: ToolCall) =>
      call.result === null && (callId === null ? call.eventId === parent_event_id : call.callId === callId);
    const call = calls.findLast(answers);
    const ok = typeof payload['ok'] === 'boolean' ? payload['ok'] : null;
    const told = ['result', 'summary', 'error'].find((key) => Object.hasOwn(payload, key));
    const value = told === undefined ? payload : (payload[told] ?? null);
    const latency = duration_ms ?? (call === undefined ? null : between(call.timestamp, timestamp));
    const result = { sequence, ok, value, latency };
    if (call === undefined) calls.push({ ...request, arguments: null, result });
    else call.result = result;
  },
};

function between(from: string, to: string): number | null {
  const [start, end] = [instantOf(from), instantOf(to)];
  return start === undefined || end === undefined || end < start ? null : end - start;
}
