// Counts of a log by reading its lines one by one, for logs without branches: the slow, plain way.

import * as z from 'zod';

export interface Counts {
  readonly user: readonly string[];
  readonly assistant: readonly string[];
  readonly calls: readonly string[];
  readonly results: readonly string[];
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

const block = z.looseObject({
  type: z.string().optional(),
  text: z.string().optional(),
  id: z.string().optional(),
  tool_use_id: z.string().optional(),
});
const logLine = z.looseObject({
  type: z.string(),
  isMeta: z.boolean().optional(),
  isCompactSummary: z.boolean().optional(),
  isSidechain: z.boolean().optional(),
  isApiErrorMessage: z.boolean().optional(),
  message: z
    .looseObject({
      id: z.string().optional(),
      content: z.union([z.string(), z.array(block)]).optional(),
      usage: z.record(z.string(), z.unknown()).optional(),
    })
    .optional(),
});

const HOST = /^\s*(<(command-|local-command|task-notification|system-reminder|bash-)|\[Request interrupted)/;

export function countLog(text: string): Counts {
  const lines = text
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => logLine.safeParse(JSON.parse(line)).data ?? []);
  const messages = lines.filter(({ type }) => type === 'user' || type === 'assistant');
  const isSubagent = messages.every(({ isSidechain }) => isSidechain === true);
  const said = messages.filter(({ isSidechain }) => isSubagent || isSidechain !== true);
  const user: string[] = [];
  const replies = new Map<string, { texts: string[]; usage: Record<string, number> }>();
  const calls: string[] = [];
  const results: string[] = [];
  for (const line of said) {
    const content = line.message?.content ?? [];
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    const texts = blocks.filter(({ type }) => type === 'text').map(({ text }) => text ?? '');
    if (line.type === 'user') {
      const answers = blocks.filter(({ type }) => type === 'tool_result');
      results.push(...answers.map((block) => block.tool_use_id ?? ''));
      const isHost = line.isMeta === true || line.isCompactSummary === true;
      if (answers.length === 0 && !isHost && !HOST.test(texts[0] ?? '')) user.push(texts.join('\n'));
    }
    if (line.type === 'assistant' && line.isApiErrorMessage !== true) {
      const id = line.message?.id ?? '';
      const reply = replies.get(id) ?? { texts: [], usage: {} };
      replies.set(id, reply);
      reply.texts.push(...texts);
      for (const [name, figure] of Object.entries(line.message?.usage ?? {})) {
        if (typeof figure === 'number') reply.usage[name] = Math.max(reply.usage[name] ?? 0, figure);
      }
      calls.push(...blocks.filter(({ type }) => type === 'tool_use').map((block) => block.id ?? ''));
    }
  }
  const sum = (name: string) =>
    [...replies.values()].reduce((total, reply) => total + (reply.usage[name] ?? 0), 0);
  return {
    user,
    assistant: [...replies.values()].map(({ texts }) => texts.join('\n')),
    calls: calls.sort(),
    results: results.sort(),
    input: sum('input_tokens'),
    output: sum('output_tokens'),
    cacheRead: sum('cache_read_input_tokens'),
    cacheWrite: sum('cache_creation_input_tokens'),
  };
}
