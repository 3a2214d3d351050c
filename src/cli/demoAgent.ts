// A bounded agent that follows a script: it streams an answer, calls a tool, asks for approval, changes a file, and
// stops. What it does is real, in a folder of its own; what it says is fixed.

import * as fs from 'node:fs';
import * as path from 'node:path';
import type { TraceEvent } from '../core/schema.ts';

/** Records what happened, as `Recorder.record` does. */
export type Record = (type: string, actor: TraceEvent['actor'], payload: object) => void;

const HARNESS = { kind: 'harness', id: 'demo-agent' } as const;
const MODEL = { kind: 'model', id: 'scripted-model' } as const;
const TOOL = { kind: 'tool', id: 'workspace' } as const;
const POLICY = { kind: 'policy', id: 'ask-before-writing' } as const;
const USER = { kind: 'user', id: 'you' } as const;

const NOTES = 'notes.md';
const BEFORE = '# Notes\n';
const AFTER = '# Notes\n\nA journal is never edited; facts are appended.\n';
const MAX_TURNS = 4;

/** Who the demonstration says it is. */
export const DEMO_PROVENANCE: TraceEvent['provenance'] = {
  agent_id: 'demo-agent',
  snapshot_id: 'demo-agent-1',
  surface: 'cli',
  harness_mode: 'fake',
  run_id: 'run-demo',
  model: 'scripted-model',
  provider: 'local-script',
};

/** Runs the script in an empty folder. */
export function runDemoAgent(folder: string, record: Record): void {
  const file = path.join(folder, NOTES);
  fs.writeFileSync(file, BEFORE);
  record('session.start', HARNESS, { max_turns: MAX_TURNS, tool_count: 2 });
  record('user.message', USER, { content: `Write into ${NOTES} what a journal is.` });

  request(record, 1, ['user']);
  say(record, 1, ['I will look at ', `${NOTES} `, 'first.']);
  record('tool.request', MODEL, call('call-1', 'read_file', { path: NOTES }));
  const content = fs.readFileSync(file, 'utf8');
  record('tool.result', TOOL, { ...answer('call-1', 'read_file'), result: { path: NOTES, content } });

  request(record, 2, ['user', 'assistant', 'tool']);
  const write = call('call-2', 'write_file', { path: NOTES, content: AFTER });
  record('model.response', MODEL, {
    turn: 2,
    content: 'Now I can write it.',
    stop: false,
    tool_calls: [write],
  });
  record('approval.request', POLICY, {
    tool_call_id: 'call-2',
    tool: 'write_file',
    reason: 'it changes a file',
  });
  record('approval.decision', USER, {
    tool_call_id: 'call-2',
    outcome: 'allow',
    reason: 'that is what I asked for',
  });
  record('tool.request', MODEL, write);
  fs.writeFileSync(file, AFTER);
  const bytes = fs.statSync(file).size;
  record('tool.result', TOOL, { ...answer('call-2', 'write_file'), result: { path: NOTES, bytes } });
  record('file.patch', TOOL, { path: NOTES, added_lines: 2, removed_lines: 0 });

  request(record, 3, ['user', 'assistant', 'tool', 'assistant', 'tool']);
  record('model.response', MODEL, { turn: 3, content: `${NOTES} says it now.`, stop: true, tool_calls: [] });
  record('session.stop', HARNESS, { reason: 'completed', turns: 3 });
}

function request(record: Record, turn: number, roles: readonly string[]): void {
  const tools = ['read_file', 'write_file'];
  record('model.request', HARNESS, { turn, message_count: roles.length, roles, tools });
}

/** A streamed response: each piece as it comes, and the whole text with the last. */
function say(record: Record, turn: number, pieces: readonly string[]): void {
  for (const [index, delta] of pieces.entries()) {
    const final = index === pieces.length - 1;
    const whole = final && { accumulated: pieces.join('') };
    record('model.response', MODEL, { turn, chunk_index: index, delta, final, ...whole });
  }
}

function call(id: string, tool: string, args: object): object {
  return { tool_call_id: id, tool, arguments: args };
}

function answer(id: string, tool: string): object {
  return { tool_call_id: id, tool, ok: true };
}
