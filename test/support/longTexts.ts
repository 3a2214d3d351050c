// Logs of agents with long texts: what is only passed on may be a mark in place of the text.

import { bytesOf } from './journal.ts';
import { codexLog, piTree } from './nativeLogs.ts';

export const LONG = 'A long text, 数据 and \u{1f642}, \\ and "quotes"\n\t\u001b[1m '.repeat(4);

const json = (records: readonly object[]) => bytesOf(records.map((record) => JSON.stringify(record)));

export const codexOf = (...payloads: readonly object[]) =>
  json([
    {
      timestamp: '2026-01-01T00:00:00Z',
      type: 'session_meta',
      payload: { id: 's', timestamp: 't', cwd: '/' },
    },
    ...payloads.map((payload) => ({ timestamp: '2026-01-01T00:00:01Z', type: 'response_item', payload })),
  ]);
const output = (text: unknown) => ({ type: 'function_call_output', call_id: 'c', output: text });
const call = {
  type: 'function_call',
  call_id: 'c',
  name: 'x',
  arguments: JSON.stringify({ message: LONG }),
};
export const said = (...texts: readonly string[]) => ({
  ...{ type: 'message', role: 'assistant' },
  content: texts.map((text) => ({ type: 'output_text', text })),
});
export const claudeOf = (...messages: readonly (readonly [type: string, message: object])[]) =>
  json(
    messages.map(([type, message], i) => ({
      ...{ type, message, uuid: `u${i}`, parentUuid: i === 0 ? null : `u${i - 1}`, sessionId: 's' },
      ...{ timestamp: '2026-01-01T00:00:00Z', version: '2.1.0' },
    })),
  );
export const user = (content: unknown) => ['user', { role: 'user', content }] as const;
const reply = (...content: readonly object[]) =>
  ['assistant', { role: 'assistant', id: 'm', content }] as const;
const text = (it: string) => ({ type: 'text', text: it });
/** Logs whose records have long texts in all the places that matter. */
export const LONG_LOGS: readonly (readonly [name: string, log: Uint8Array])[] = [
  ['a short log', bytesOf(codexLog())],
  ['a tree', bytesOf(piTree())],
  ['Codex: one text, several, and none', codexOf(said(LONG), said(LONG, 'x', LONG), said())],
  ['Codex: arguments are looked into', codexOf(call, output(LONG))],
  ['Codex: an exit code', codexOf(call, output(`Process exited with code 3\nOutput:\n${LONG}`))],
  ['Codex: an exit code of the output itself', codexOf(call, output(`Output:\n${LONG}\nExit code: 3\n`))],
  ['Codex: one that comes late', codexOf(call, output(`${'x'.repeat(1015)}\nExit code: 3\n${LONG}`))],
  [
    'Codex: an object as text',
    codexOf(
      call,
      output(JSON.stringify({ output: LONG, metadata: { exit_code: 0, duration_seconds: 1.5 } })),
    ),
  ],
  [
    'Codex: parts',
    codexOf(
      call,
      output([
        { type: 'input_text', text: LONG },
        { type: 'input_text', text: LONG },
      ]),
    ),
  ],
  ['Codex: a failure', codexOf(call, { ...output(`first line\n${LONG}`), status: 'failed' })],
  ['Codex: a failure of emoji', codexOf(call, { ...output('\u{1f642}'.repeat(400)), status: 'failed' })],
  ['Codex: a value in depth', codexOf({ ...call, type: 'tool_search_call', arguments: nested(40, LONG) })],
  ['Claude Code: a question', claudeOf(user(LONG), user([text(LONG), text('x')]))],
  ['Claude Code: reminders before it', claudeOf(user(`<system-reminder>${LONG}</system-reminder> ${LONG}`))],
  [
    'Claude Code: spaces before it',
    claudeOf(user(`${' '.repeat(380)}<system-reminder>${LONG}</system-reminder>y`)),
  ],
  [
    'Claude Code: of the program',
    claudeOf(user(`<command-name>${LONG}`), user(`<task-notification>${LONG}`)),
  ],
  ['Claude Code: said twice', claudeOf(reply(text(LONG)), reply(text(LONG)), reply(text(`${LONG}${LONG}`)))],
  ['Claude Code: thoughts', claudeOf(reply({ type: 'thinking', thinking: LONG }, text(LONG)))],
  [
    'Claude Code: a result',
    claudeOf(
      reply({ type: 'tool_use', id: 'c', name: 'Write', input: { content: LONG, file: LONG } }),
      user([{ type: 'tool_result', tool_use_id: 'c', content: LONG, is_error: true }]),
      user([{ type: 'tool_result', tool_use_id: 'c', content: [text(LONG), text(LONG)] }]),
      user([{ type: 'tool_result', tool_use_id: 'c', content: [text(LONG), { type: 'image' }] }]),
    ),
  ],
  [
    'Reasonix: messages',
    json([
      { role: 'system', content: LONG },
      { role: 'user', content: LONG, raw_content: LONG, createdAt: 1_786_000_000_000 },
      { role: 'user', content: `<session-context>${LONG}` },
      { role: 'user', content: [{ text: LONG }, { text: 'x' }], raw_content: 'x' },
      {
        ...{ role: 'assistant', content: '', reasoning_content: LONG },
        tool_calls: [{ id: 'c', function: { name: 'write', arguments: JSON.stringify({ content: LONG }) } }],
      },
      { role: 'tool', tool_call_id: 'c', name: 'write', content: `{"error" : ${LONG}` },
      { role: 'tool', tool_call_id: 'd', name: 'read', content: LONG, interrupted_turn: {} },
      { role: 'assistant', content: LONG, reasoning_content: '' },
    ]),
  ],
  [
    'Qwen Code: texts, thoughts, calls',
    json(
      [
        { type: 'user', message: { role: 'user', parts: [{ text: LONG }, { text: LONG }] } },
        {
          ...{ type: 'assistant', model: 'm', usageMetadata: { promptTokenCount: 3, totalTokenCount: 5 } },
          message: {
            role: 'model',
            parts: [
              { text: LONG, thought: true },
              { text: 'x' },
              { functionCall: { id: 'c', name: 'w', args: { text: LONG } } },
            ],
          },
        },
        {
          type: 'tool_result',
          message: { parts: [{ functionResponse: { id: 'c', name: 'w', response: { output: LONG } } }] },
        },
      ].map((record, i) => ({
        ...{ ...record, uuid: `u${i}`, parentUuid: i === 0 ? null : `u${i - 1}`, sessionId: 's', cwd: '/' },
        timestamp: '2026-01-01T00:00:00Z',
      })),
    ),
  ],
  [
    'Gemini CLI: contents in all their forms, and a call',
    json([
      { sessionId: 's', projectHash: 'h', startTime: '2026-01-01T00:00:00Z' },
      { id: 'a', type: 'user', content: LONG },
      { id: 'b', type: 'user', content: [{ text: LONG }, { text: `${LONG}y` }, LONG] },
      { id: 'c', type: 'user', content: `<session_context>${LONG}` },
      {
        ...{
          id: 'd',
          type: 'gemini',
          content: { text: LONG },
          thoughts: [{ subject: 's', description: LONG }],
        },
        toolCalls: [
          {
            ...{ id: 'k', name: 'w', args: { content: LONG }, status: 'error' },
            result: [{ functionResponse: { response: { output: LONG } } }],
          },
        ],
      },
      { $patch: { id: 'a', content: [{ text: LONG }] } },
    ]),
  ],
  [
    'Copilot CLI: messages and results',
    json(
      [
        ['session.start', { sessionId: 's', copilotVersion: '1', producer: 'copilot-agent' }],
        ['user.message', { content: LONG }],
        ['user.message', { content: LONG, source: 'skill' }],
        ['assistant.message', { content: [{ text: LONG }], reasoningText: LONG, toolRequests: [] }],
        ['tool.execution_start', { toolCallId: 'c', toolName: 'w', arguments: { content: LONG } }],
        [
          'tool.execution_complete',
          { toolCallId: 'c', success: false, result: { content: LONG }, error: { message: LONG } },
        ],
        ['system.message', { content: LONG }],
      ].map(([type, data], i) => ({ type, data, id: `e${i}`, timestamp: '2026-01-01T00:00:00Z' })),
    ),
  ],
  [
    'Reasonix: a transcript',
    json([
      { role: '_meta', ts: '2026-01-01T00:00:00Z', meta: { source: 'bench', content: LONG } },
      { role: 'user', ts: '2026-01-01T00:00:01Z', turn: 1, content: LONG },
      {
        role: 'tool',
        ts: '2026-01-01T00:00:02Z',
        turn: 1,
        tool: 'x',
        args: '{}',
        content: `ERROR:${LONG}`,
      },
      { role: 'assistant_final', ts: '2026-01-01T00:00:03Z', turn: 1, content: LONG },
    ]),
  ],
];

function nested(depth: number, value: string): object {
  let object: object = { text: value };
  for (let i = 0; i < depth; i++) object = { text: value, object };
  return object;
}
