// Sessions of three agents as they lie on a disk, small and made up: each with something that a person should see.

const START = Date.UTC(2026, 8, 14, 9, 30);

function timed(second: number): string {
  return new Date(START + second * 1000).toISOString();
}

function lines(records: readonly object[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

const CODEX_ID = '01a22718-56f5-73f0-a82f-000000000001';
export const CODEX_NAME = `rollout-2026-09-14T09-30-00-${CODEX_ID}.jsonl`;

/** A turn with a tool call, a record of a type that nobody knows, and a turn that was rolled back. */
export function codexLog(): string {
  const message = (role: string, text: string) => ({
    type: 'message',
    role,
    content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text }],
  });
  const turn = (user: string, ...answers: readonly object[]) => [
    { type: 'event_msg', payload: { type: 'user_message', message: user } },
    { type: 'response_item', payload: message('user', user) },
    ...answers.map((payload) => ({ type: 'response_item', payload })),
  ];
  const usage = { input_tokens: 1400, cached_input_tokens: 900, output_tokens: 70, total_tokens: 1470 };
  const records = [
    {
      type: 'session_meta',
      payload: { id: CODEX_ID, cwd: '/home/mira/shop', cli_version: '0.98.0', model_provider: 'sample' },
    },
    ...turn(
      'Why is the last page of the product list empty?',
      {
        type: 'function_call',
        name: 'shell',
        arguments: '{"command":["rg","pageCount"]}',
        call_id: 'call-1',
      },
      {
        type: 'function_call_output',
        call_id: 'call-1',
        output: 'src/pages.ts:12: Math.ceil(total / size) + 1',
      },
      message('assistant', 'The page count is one too high: `+ 1` in src/pages.ts, line 12.'),
    ),
    {
      type: 'event_msg',
      payload: { type: 'token_count', info: { total_token_usage: usage, last_token_usage: usage } },
    },
    { type: 'weather_report', payload: { sky: 'clear' } },
    ...turn(
      'Rewrite everything in another language.',
      message('assistant', 'Of course, I begin with the pages.'),
    ),
    { type: 'event_msg', payload: { type: 'thread_rolled_back', num_turns: 1 } },
    ...turn('Fix it, please.', message('assistant', 'Done: the count is right now.')),
  ];
  return lines(records.map((record, at) => ({ timestamp: timed(at), ...record })));
}

export const CLAUDE_ID = '4eaff789-3730-4396-86b1-000000000002';

/** A question that was asked twice: the first answer is on a branch that was left. A subagent's log lies beside it. */
export function claudeLog(): string {
  const common = { cwd: '/home/mira/shop', sessionId: CLAUDE_ID, version: '2.1.0', isSidechain: false };
  const said = (uuid: string, parentUuid: string | null, role: string, content: unknown, more = {}) => ({
    ...{ parentUuid, ...common, type: role, uuid },
    message: {
      role,
      content,
      ...(role === 'assistant' && { id: `msg-${uuid}`, model: 'sample-1' }),
      ...more,
    },
  });
  const usage = {
    input_tokens: 12,
    output_tokens: 34,
    cache_read_input_tokens: 5600,
    cache_creation_input_tokens: 0,
  };
  const call = { type: 'tool_use', id: 'toolu-1', name: 'Bash', input: { command: 'npm test' } };
  const records = [
    said('u1', null, 'user', 'Run the tests of the cart.'),
    said('a1', 'u1', 'assistant', [{ type: 'text', text: 'I run them.' }], { usage }),
    said('a2', 'u1', 'assistant', [{ type: 'text', text: 'I look at the cart first.' }], { usage }),
    said('u2', 'a2', 'user', 'No, run the tests.'),
    said('a3', 'u2', 'assistant', [{ type: 'text', text: 'Running them now.' }, call], { usage }),
    said('r1', 'a3', 'user', [{ type: 'tool_result', tool_use_id: 'toolu-1', content: '7 tests passed' }]),
    said('a4', 'r1', 'assistant', [{ type: 'text', text: 'All seven tests of the cart pass.' }], { usage }),
  ];
  return lines(records.map((record, at) => ({ ...record, timestamp: timed(at) })));
}

/** The log of a subagent of the session above. */
export function claudeSubagentLog(): string {
  const record = {
    ...{
      parentUuid: null,
      isSidechain: true,
      cwd: '/home/mira/shop',
      sessionId: CLAUDE_ID,
      version: '2.1.0',
    },
    ...{ type: 'user', uuid: 's1', agentId: 'abc123', timestamp: timed(3) },
    message: { role: 'user', content: 'Look for the tests.' },
  };
  return lines([record]);
}

export const PI_NAME = '2026-09-14T09-30-00-000Z_pi-session-3.jsonl';

/** Two branches: the last entry decides, so the first answer is abandoned. */
export function piLog(): string {
  const entry = (id: string, parentId: string | null, message: object, second: number) => ({
    ...{ type: 'message', id, parentId, timestamp: timed(second), message },
  });
  const user = (text: string) => ({ role: 'user', content: [{ type: 'text', text }] });
  const reply = (text: string) => ({
    ...{ role: 'assistant', content: [{ type: 'text', text }], model: 'sample-1', stopReason: 'stop' },
    usage: { input: 30, output: 20, cacheRead: 10, cacheWrite: 0, totalTokens: 60, cost: { total: 0.0012 } },
  });
  return lines([
    { type: 'session', version: 3, id: 'pi-session-3', timestamp: timed(0), cwd: '/home/mira/shop' },
    entry('m1', null, user('Name the colours of the shop.'), 1),
    entry('m2', 'm1', reply('Red and white.'), 2),
    entry('m3', 'm2', user('Only two?'), 3),
    entry('m4', 'm3', reply('Blue as well.'), 4),
    entry('m5', 'm1', reply('The style sheet names red, white and blue.'), 5),
    entry('m6', 'm5', user('Thank you.'), 6),
    entry('m7', 'm6', reply('You are welcome.'), 7),
  ]);
}

/** What Pi appends when one more turn is taken. */
export function piMore(): string {
  return lines([
    {
      ...{ type: 'message', id: 'm8', parentId: 'm7', timestamp: timed(8) },
      message: { role: 'user', content: [{ type: 'text', text: 'One more thing.' }] },
    },
  ]);
}
