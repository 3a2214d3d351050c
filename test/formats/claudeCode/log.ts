// Claude Code logs for tests, from a few words, and what is read of them.

import { textOf } from '../../../src/core/projections/reducer.ts';
import type { TraceEvent } from '../../../src/core/schema.ts';
import { claudeCode } from '../../../src/formats/claudeCode.ts';
import { Numberer, numberingOf } from '../../../src/formats/numbered.ts';
import { linesOf, readNative, type NativeLog } from '../../support/native.ts';
import type { Counts } from './count.ts';

type Members = Readonly<Record<string, unknown>>;

/** The active events as Trace 0.1 events. */
export function traceOf(log: NativeLog): TraceEvent[] {
  const numberer = new Numberer(numberingOf('claude-code', log.plan.identity, null), new Map());
  return log.rows
    .filter(({ status }) => status === 'active')
    .flatMap(({ events, line }) => numberer.number(events, line))
    .concat(numberer.number(log.plan.closing(), undefined));
}

/** What the replay counts in a log. */
export function countsOf(log: NativeLog): Counts {
  const of = (type: string) =>
    log.active.filter((event) => event.type === type).map(({ payload }) => payload);
  const { input, output, cacheRead, cacheWrite } = log.plan.usage;
  return {
    user: of('user.message').map(({ content }) => textOf(content)),
    assistant: of('model.response').map(({ content }) => textOf(content)),
    calls: of('tool.request')
      .map((payload) => textOf(payload['tool_call_id']))
      .sort(),
    results: of('tool.result')
      .map((payload) => textOf(payload['tool_call_id']))
      .sort(),
    input,
    output,
    cacheRead,
    cacheWrite,
  };
}

/** A record with an envelope. Its parent is the one before it in the list, unless it names another. */
export interface Spec {
  readonly id: string;
  readonly parent?: string | null;
  readonly members: Members;
}

const spec = (id: string, members: Members, parent?: string | null): Spec => ({
  id,
  members,
  ...(parent !== undefined && { parent }),
});

/** A message of the user. */
export const user = (id: string, content: unknown, parent?: string | null, more: Members = {}) =>
  spec(id, { type: 'user', message: { role: 'user', content }, ...more }, parent);

/** One line of a reply. */
export const reply = (
  id: string,
  of: string,
  blocks: readonly unknown[],
  parent?: string | null,
  more: Members = {},
) =>
  spec(
    id,
    { type: 'assistant', message: { id: of, role: 'assistant', model: 'm', content: blocks, ...more } },
    parent,
  );

export const say = (text: string) => ({ type: 'text', text });
export const think = (thinking: string) => ({ type: 'thinking', thinking, signature: 's' });
export const call = (id: string, name = 'Bash', input: unknown = {}) => ({
  type: 'tool_use',
  id,
  name,
  input,
});
export const result = (id: string, content: unknown = 'ok', is_error?: boolean) => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
  ...(is_error !== undefined && { is_error }),
});

/** Any other record of the tree. */
export const other = (id: string, members: Members, parent?: string | null) => spec(id, members, parent);

/** Records as a log writes them; plain objects are records outside the tree. */
export function records(...given: readonly (Spec | Members)[]): Members[] {
  let previous: string | null = null;
  return given.map((item, index) => {
    if (!isSpec(item)) return { sessionId: 's', ...item };
    const parentUuid = item.parent === undefined ? previous : item.parent;
    previous = item.id;
    const timestamp = new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString();
    const envelope = { parentUuid, isSidechain: false, cwd: '/w', sessionId: 's', version: '2.1.0' };
    return { ...envelope, uuid: item.id, timestamp, ...item.members };
  });
}

function isSpec(item: Spec | Members): item is Spec {
  return Object.hasOwn(item, 'members');
}

/** What a log is made of. */
export type Given = readonly (Spec | Members)[];

/** A log read as a whole. */
export function log(...given: Given): NativeLog {
  return readNative(claudeCode, linesOf(records(...given)));
}

/** What was said, in order: `U text`, `A text`, `call id`, `result id`; other events by their type. */
export function story({ active }: NativeLog): string[] {
  return active.map(({ type, payload }) => {
    if (type === 'user.message') return `U ${textOf(payload['content'])}`;
    if (type === 'model.response') return `A ${textOf(payload['content'])}`;
    if (type === 'tool.request') return `call ${textOf(payload['tool_call_id'])}`;
    if (type === 'tool.result') return `result ${textOf(payload['tool_call_id'])}`;
    return type === 'session.stop' ? `stop ${textOf(payload['reason'])}` : type;
  });
}
