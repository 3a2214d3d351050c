// Small logs as agents write them, for what is the same whichever agent wrote.

/** A log of Codex: a question, a call with its result, an answer, and what they cost. */
export function codexLog(changes: { readonly id?: string; readonly call?: boolean } = {}): string[] {
  const { id = '01900000-0000-7000-8000-000000000001', call = true } = changes;
  let second = 0;
  const line = (type: string, payload: object) =>
    JSON.stringify({ timestamp: `2026-01-01T00:00:0${second++}.000Z`, type, payload });
  const message = (role: string, type: string, text: string) =>
    line('response_item', { type: 'message', role, content: [{ type, text }] });
  const usage = { input_tokens: 100, cached_input_tokens: 40, output_tokens: 10, total_tokens: 110 };
  return [
    line('session_meta', { id, timestamp: '2026-01-01T00:00:00.000Z', cwd: '/p', cli_version: '0.98.0' }),
    message('user', 'input_text', 'hi'),
    line('event_msg', { type: 'user_message', message: 'hi' }),
    line('response_item', { type: 'function_call', name: 'shell', arguments: '{"a":1}', call_id: 'c1' }),
    ...(call ? [line('response_item', { type: 'function_call_output', call_id: 'c1', output: 'done' })] : []),
    message('assistant', 'output_text', 'yes'),
    line('event_msg', {
      type: 'token_count',
      info: { total_token_usage: usage, last_token_usage: usage },
    }),
  ];
}

/** A tree of Pi: `a` answered twice, by `b` and then by `c`, which is the branch that goes on. */
export function piTree(): string[] {
  const entry = (id: string, parentId: string | null, role: string, text: string) => ({
    ...{ type: 'message', id, parentId, timestamp: '2026-01-01T00:00:01.000Z' },
    message: { role, content: [{ type: 'text', text }], ...(role === 'assistant' && { stopReason: 'stop' }) },
  });
  return [
    { type: 'session', version: 3, id: 'pi-1', timestamp: '2026-01-01T00:00:00.000Z', cwd: '/p' },
    entry('aaaaaaaa', null, 'user', 'hi'),
    entry('bbbbbbbb', 'aaaaaaaa', 'assistant', 'no'),
    entry('cccccccc', 'aaaaaaaa', 'assistant', 'yes'),
  ].map((record) => JSON.stringify(record));
}
