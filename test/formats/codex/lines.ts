// Codex logs written as specs: one word per record, in the form of a generation.

import { linesOf } from '../../support/native.ts';

export type Line = Record<string, unknown>;

const TIME = '2026-01-01T00:00:00.000Z';

/** An envelope. `more` adds members beside the payload. */
export function line(type: string, payload: Line, more: Line = {}): Line {
  return { timestamp: TIME, type, payload, ...more };
}

export const item = (payload: Line, more?: Line) => line('response_item', payload, more);
export const event = (payload: Line, more?: Line) => line('event_msg', payload, more);
export const meta = (payload: Line = {}, more?: Line) =>
  line('session_meta', { id: 's1', cwd: '/w', cli_version: '0.98.0', model_provider: 'p', ...payload }, more);

export const said = (role: string, ...texts: readonly string[]): Line => {
  const type = role === 'assistant' ? 'output_text' : 'input_text';
  return { type: 'message', role, content: texts.map((text) => ({ type, text })) };
};

/** The item and the event of a user's message. */
export const userItem = (text: string) => item(said('user', text));
export const userEvent = (text: string) => event({ type: 'user_message', message: text });
export const answer = (text: string) => item(said('assistant', text));
export const answerEvent = (text: string) => event({ type: 'agent_message', message: text });
export const call = (id: string, name = 'shell', args = '{"a":1}') =>
  item({ type: 'function_call', name, arguments: args, call_id: id });
export const output = (id: string, text: unknown = 'done') =>
  item({ type: 'function_call_output', call_id: id, output: text });
export const rollback = (turns: number) => event({ type: 'thread_rolled_back', num_turns: turns });
export const started = (turn: string, more?: Line) => event({ type: 'task_started', turn_id: turn }, more);
export const completed = (turn: string, more: Line = {}) =>
  event({ type: 'task_complete', turn_id: turn, ...more });

/** A noted total of input, and of what the last request took. */
export const tokens = (total: number, last: number = total) =>
  event({
    type: 'token_count',
    info: { total_token_usage: figures(total), last_token_usage: figures(last) },
  });

export const figures = (input: number): Line => ({
  input_tokens: input,
  cached_input_tokens: 0,
  output_tokens: 1,
  total_tokens: input + 1,
});

/** Lines with the numbers of a paginated log. */
export function numbered(lines: readonly Line[], from = 0): Line[] {
  return lines.map((record, i) => ({ ordinal: from + i, ...record }));
}

export const log = (...lines: readonly Line[]): string => linesOf(lines);
