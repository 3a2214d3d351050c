// @ts-check
// Agents' own logs to measure with: the same bytes each time for the same agent and size. Turns of a question, a reply
// with a tool call, the tool's output of some kilobytes, and an answer, as each agent writes them.
import { once } from 'node:events';
import { createWriteStream, existsSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generator, words } from './journals.mjs';

/** @typedef {{ turn: number, time: (step: number) => string, ask: string, say: string, output: string, id: (step: number) => string }} Turn */

const SESSION = '01900000-0000-7000-8000-000000000001';
const CWD = '/home/user/project';

/** @type {Readonly<Record<string, (turn: Turn) => object[]>>} */
const AGENTS = {
  codex: ({ turn, time, ask, say, output }) => {
    const line = (/** @type {number} */ step, /** @type {string} */ type, /** @type {object} */ payload) => ({
      timestamp: time(step),
      type,
      payload,
    });
    const call_id = `call_${turn}`;
    const message = (/** @type {string} */ role, /** @type {string} */ type, /** @type {string} */ text) => ({
      type: 'message',
      role,
      content: [{ type, text }],
    });
    const last = { input_tokens: 100, cached_input_tokens: 50, output_tokens: 10, total_tokens: 110 };
    const total_token_usage = {
      input_tokens: 100 * (turn + 1),
      cached_input_tokens: 50 * (turn + 1),
      output_tokens: 10 * (turn + 1),
      reasoning_output_tokens: 0,
      total_tokens: 110 * (turn + 1),
    };
    return [
      ...(turn === 0
        ? [
            line(0, 'session_meta', {
              id: SESSION,
              timestamp: time(0),
              cwd: CWD,
              originator: 'codex_exec',
              cli_version: '0.98.0',
              source: 'exec',
            }),
          ]
        : []),
      line(0, 'turn_context', { cwd: CWD, approval_policy: 'never', model: 'gpt-5' }),
      line(0, 'response_item', message('user', 'input_text', ask)),
      line(0, 'event_msg', { type: 'user_message', message: ask }),
      line(1, 'response_item', {
        type: 'function_call',
        name: 'shell',
        arguments: JSON.stringify({ command: ['bash', '-lc', say] }),
        call_id,
      }),
      line(2, 'response_item', { type: 'function_call_output', call_id, output }),
      line(3, 'event_msg', { type: 'agent_message', message: say }),
      line(3, 'response_item', message('assistant', 'output_text', say)),
      line(3, 'event_msg', { type: 'token_count', info: { total_token_usage, last_token_usage: last } }),
    ];
  },
  'claude-code': ({ turn, time, ask, say, output, id }) => {
    const line = (/** @type {number} */ step, /** @type {string} */ type, /** @type {object} */ message) => ({
      parentUuid: turn === 0 && step === 0 ? null : step === 0 ? id(-1) : id(step - 1),
      isSidechain: false,
      userType: 'external',
      cwd: CWD,
      sessionId: SESSION,
      version: '2.1.100',
      gitBranch: 'main',
      type,
      message,
      uuid: id(step),
      timestamp: time(step),
    });
    const reply = (
      /** @type {number} */ part,
      /** @type {string} */ stop_reason,
      /** @type {object} */ block,
    ) => ({
      id: `msg_${turn}_${part}`,
      type: 'message',
      role: 'assistant',
      model: 'claude-sonnet',
      content: [block],
      stop_reason,
      usage: {
        input_tokens: 10,
        cache_creation_input_tokens: 5,
        cache_read_input_tokens: 100,
        output_tokens: 20,
      },
    });
    const tool_use_id = `toolu_${turn}`;
    const input = { command: say };
    return [
      line(0, 'user', { role: 'user', content: ask }),
      line(1, 'assistant', reply(0, 'tool_use', { type: 'text', text: say })),
      line(2, 'assistant', reply(0, 'tool_use', { type: 'tool_use', id: tool_use_id, name: 'Bash', input })),
      {
        ...line(3, 'user', {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id, content: output }],
        }),
        toolUseResult: { stdout: output, stderr: '', interrupted: false, isImage: false },
      },
      line(4, 'assistant', reply(1, 'end_turn', { type: 'text', text: say })),
    ];
  },
  pi: ({ turn, time, ask, say, output, id }) => {
    const entry = (/** @type {number} */ step, /** @type {object} */ message) => ({
      type: 'message',
      id: id(step),
      parentId: turn === 0 && step === 0 ? null : step === 0 ? id(-1) : id(step - 1),
      timestamp: time(step),
      message,
    });
    const reply = (/** @type {string} */ stopReason, /** @type {object[]} */ content) => ({
      role: 'assistant',
      content,
      provider: 'anthropic',
      model: 'claude-sonnet',
      usage: {
        ...{ input: 10, output: 20, cacheRead: 100, cacheWrite: 5, totalTokens: 135 },
        cost: { input: 0.1, output: 0.2, cacheRead: 0, cacheWrite: 0, total: 0.3 },
      },
      stopReason,
    });
    const call = { type: 'toolCall', id: `call_${turn}`, name: 'bash', arguments: { command: say } };
    const content = [{ type: 'text', text: output }];
    return [
      ...(turn === 0 ? [{ type: 'session', version: 3, id: SESSION, timestamp: time(0), cwd: CWD }] : []),
      entry(0, { role: 'user', content: [{ type: 'text', text: ask }] }),
      entry(1, reply('toolUse', [{ type: 'text', text: say }, call])),
      entry(2, { role: 'toolResult', toolCallId: call.id, toolName: 'bash', content, isError: false }),
      entry(3, reply('stop', [{ type: 'text', text: say }])),
    ];
  },
  reasonix: ({ turn, ask, say, output }) => {
    const call = { id: `call_${turn}`, name: 'bash', arguments: JSON.stringify({ command: say }) };
    return [
      ...(turn === 0 ? [{ role: 'system', content: 'You are an agent.' }] : []),
      { role: 'user', content: ask, createdAt: Date.UTC(2026, 7, 10) + turn * 10_000 },
      { role: 'assistant', content: say, tool_calls: [call] },
      { role: 'tool', tool_call_id: call.id, name: 'bash', content: output },
      { role: 'assistant', content: say },
    ];
  },
  qwen: ({ turn, time, ask, say, output, id }) => {
    const line = (
      /** @type {number} */ step,
      /** @type {string} */ type,
      /** @type {string} */ role,
      /** @type {object[]} */ parts,
    ) => ({
      uuid: id(step),
      parentUuid: turn === 0 && step === 0 ? null : step === 0 ? id(-1) : id(step - 1),
      sessionId: SESSION,
      timestamp: time(step),
      type,
      cwd: CWD,
      version: '0.24.4',
      message: { role, parts },
    });
    const call = { id: `call_${turn}`, name: 'run_shell_command' };
    const usageMetadata = {
      promptTokenCount: 100,
      candidatesTokenCount: 20,
      cachedContentTokenCount: 50,
      totalTokenCount: 120,
    };
    return [
      line(0, 'user', 'user', [{ text: ask }]),
      {
        ...line(1, 'assistant', 'model', [
          { text: say },
          { functionCall: { ...call, args: { command: say } } },
        ]),
        model: 'qwen3-coder',
        usageMetadata,
      },
      {
        ...line(2, 'tool_result', 'user', [{ functionResponse: { ...call, response: { output } } }]),
        toolCallResult: { callId: call.id, status: 'success' },
      },
      { ...line(3, 'assistant', 'model', [{ text: say }]), model: 'qwen3-coder', usageMetadata },
    ];
  },
  'gemini-cli': ({ turn, time, ask, say, output, id }) => [
    ...(turn === 0
      ? [
          {
            sessionId: SESSION,
            projectHash: 'a'.repeat(64),
            startTime: time(0),
            lastUpdated: time(0),
            kind: 'main',
          },
        ]
      : []),
    { id: id(0), timestamp: time(0), type: 'user', content: [{ text: ask }] },
    {
      id: id(1),
      timestamp: time(1),
      type: 'gemini',
      content: say,
      thoughts: [],
      tokens: { input: 100, output: 20, cached: 50, thoughts: 0, tool: 0, total: 120 },
      model: 'gemini-2.5-pro',
      toolCalls: [
        {
          id: `call_${turn}`,
          name: 'run_shell_command',
          args: { command: say },
          result: [
            { functionResponse: { id: `call_${turn}`, name: 'run_shell_command', response: { output } } },
          ],
          status: 'success',
          timestamp: time(2),
        },
      ],
    },
    { $set: { lastUpdated: time(3) } },
  ],
  'copilot-cli': ({ turn, time, ask, say, output, id }) => {
    const line = (/** @type {number} */ step, /** @type {string} */ type, /** @type {object} */ data) => ({
      type,
      data,
      id: id(step),
      timestamp: time(step),
      parentId: turn === 0 && step === 0 ? null : step === 0 ? id(-1) : id(step - 1),
    });
    const toolCallId = `call_${turn}`;
    const request = { toolCallId, name: 'bash', arguments: { command: say }, type: 'function' };
    return [
      turn === 0
        ? line(0, 'session.start', {
            sessionId: SESSION,
            version: 1,
            copilotVersion: '0.0.400',
            startTime: time(0),
          })
        : line(0, 'session.info', { infoType: 'note', message: 'go' }),
      line(1, 'user.message', { content: ask }),
      line(2, 'assistant.turn_start', { turnId: String(turn) }),
      line(3, 'assistant.message', { messageId: `m${turn}`, content: say, toolRequests: [request] }),
      line(4, 'tool.execution_start', { toolCallId, toolName: 'bash', arguments: { command: say } }),
      line(5, 'tool.execution_complete', { toolCallId, success: true, result: { content: output } }),
      line(6, 'assistant.message', { messageId: `n${turn}`, content: say, toolRequests: [] }),
      line(7, 'assistant.turn_end', { turnId: String(turn) }),
    ];
  },
};

/** Ids of the formats that there are logs of. */
export const AGENT_LOGS = Object.keys(AGENTS);

/**
 * How many records a turn has at most: an id of the turn before is that of its last record.
 * @type {Readonly<Record<string, number>>}
 */
const LAST_STEP = { 'claude-code': 4, pi: 3, qwen: 3, 'gemini-cli': 1, 'copilot-cli': 7 };

/**
 * The log of an agent of about `megabytes` MB, made on first use and kept in the system's temporary folder.
 * @param {string} agent
 * @param {number} megabytes
 */
export async function logOf(agent, megabytes) {
  const path = join(tmpdir(), `session-journal-bench-${agent}-${megabytes}.jsonl`);
  if (existsSync(path)) return path;
  const file = createWriteStream(`${path}.part`);
  const random = generator(11);
  const last = LAST_STEP[agent] ?? 0;
  const idOf = (/** @type {number} */ turn, /** @type {number} */ step) =>
    `0199${String(turn).padStart(4, '0').slice(-4)}-${String(step).padStart(4, '0')}-7000-8000-${String(turn).padStart(12, '0')}`;
  for (let turn = 0, written = 0; written < megabytes * 1_000_000; turn++) {
    const output = Array.from({ length: 1 + (turn % 8) }, () => words(random, turn)).join('\n');
    const records = AGENTS[agent]?.({
      turn,
      time: (step) => new Date(Date.UTC(2026, 7, 10) + turn * 10_000 + step * 1000).toISOString(),
      ask: words(random, turn),
      say: words(random, turn),
      output,
      id: (step) => (step < 0 ? idOf(turn - 1, last) : idOf(turn, step)),
    });
    for (const record of records ?? []) {
      const line = `${JSON.stringify(record)}\n`;
      written += Buffer.byteLength(line);
      if (!file.write(line)) await once(file, 'drain');
    }
  }
  file.end();
  await once(file, 'close');
  renameSync(`${path}.part`, path);
  return path;
}
