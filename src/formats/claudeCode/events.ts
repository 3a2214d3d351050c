// A line of the log → the events that it stands for.

import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json/value.ts';
import { eventOf, type Shared } from '../eventOf.ts';
import { usagePayload, type Figures } from '../figures.ts';
import { present, readAs, textIn } from '../lenient.ts';
import type { NativeEvent } from '../native.ts';
import { joined, passOn, type Look } from '../passages.ts';
import {
  blocksOf,
  imagesIn,
  joinedOnce,
  resultOf,
  textsIn,
  textsOf,
  userTextOf,
  type Content,
} from './blocks.ts';
import * as kinds from './kinds.ts';
import * as records from './records.ts';

const AGENT = { kind: 'harness', id: 'claude-code' } as const;
const USER = { kind: 'user', id: 'user' } as const;

/** What is known of a line from the other lines of the log. */
export interface Around {
  /** The lines of the reply that is told at this line, in order; undefined where it is told elsewhere. */
  readonly replyLines: readonly JsonObject[] | undefined;
  /** Why that reply ended; null where its lines say so. */
  readonly stopReason: string | null | undefined;
  readonly figures: Figures | undefined;
  /** True where this line is the first to ask for the call. */
  readonly asksFor: (call: string) => boolean;
  /** Name of the tool of a call. */
  readonly toolOf: (call: string) => string;
  readonly look: Look;
}

/** The events of a line of a kind. */
export function eventsOf(kind: number, value: JsonObject, around: Around): NativeEvent[] {
  const { uuid, parentUuid, logicalParentUuid, timestamp } = readAs(records.envelope, value) ?? {};
  const shared = { id: uuid, parentId: parentUuid ?? logicalParentUuid ?? undefined, timestamp };
  switch (kind) {
    case kinds.PROMPT:
      return [prompt(value, shared, around.look)];
    case kinds.RESULT:
      return results(value, shared, around);
    case kinds.HOST:
      return [host(value, shared, around.look)];
    case kinds.INTERRUPT:
      return [
        { ...shared, type: 'agent.stop', actor: AGENT, payload: { reason: 'interrupted', scope: 'turn' } },
      ];
    case kinds.SUMMARY:
      return [context(shared, { kind: 'compact-summary', content: joined(textsOf(contentOf(value)), '\n') })];
    case kinds.REPLY:
      return reply(value, shared, around);
    case kinds.API_ERROR:
      return [apiError(value, shared)];
    case kinds.BOUNDARY:
      return [boundary(value, shared)];
    case kinds.SYSTEM:
      return system(value, shared);
    case kinds.ATTACHMENT:
      return [attachment(value, shared)];
    case kinds.REQUEST:
      return [request(value)];
    case kinds.COST:
      return [cost(value)];
    default:
      return [];
  }
}

/** Tags of messages that other agents sent. */
const AGENT_TAGS: ReadonlySet<string> = new Set([
  'task-notification',
  'agent-notification',
  'bash-notification',
  'teammate-message',
  'cross-session-message',
]);

function contentOf(value: JsonObject): Content {
  return readAs(records.user, value)?.message.content;
}

function prompt(value: JsonObject, shared: Shared, look: Look): NativeEvent {
  const content = contentOf(value);
  const payload = { content: userTextOf(content, look), ...imagesIn(content) };
  return eventOf(shared, 'user.message', USER, payload);
}

function host(value: JsonObject, shared: Shared, look: Look): NativeEvent {
  const content = textsOf(contentOf(value))
    .map((text) => look.whole(text))
    .join('\n');
  const tag = /^\s*<([a-z-]+)/.exec(content.slice(0, 80))?.[1];
  const payload = { kind: tag ?? 'meta', content };
  if (AGENT_TAGS.has(tag ?? '')) {
    return { ...shared, type: 'agent.message', actor: { kind: 'agent', id: payload.kind }, payload };
  }
  return context(shared, payload);
}

/** Something that the program put into the context. */
function context(shared: Shared, payload: JsonObject): NativeEvent {
  return eventOf(shared, 'instruction.accept', AGENT, payload);
}

function results(value: JsonObject, shared: Shared, { toolOf }: Around): NativeEvent[] {
  const read = readAs(records.user, value);
  const events: NativeEvent[] = [];
  for (const block of blocksOf(read?.message.content)) {
    const result = readAs(records.toolResult, block);
    if (result === undefined) continue;
    const call = result.tool_use_id;
    const tool = call === undefined ? '' : toolOf(call);
    const ok = result.is_error !== true;
    const told = resultOf(result.content);
    const decision = read?.permissionDecision;
    const outcome = decision === undefined ? undefined : textIn(decision['decision']);
    if (outcome !== undefined) {
      const payload = present({ tool, tool_call_id: call, outcome, reason: textIn(decision?.['source']) });
      events.push({
        ...shared,
        type: 'approval.decision',
        actor: { kind: 'policy', id: 'permissions' },
        payload,
      });
    }
    const actor = { kind: 'tool', id: tool === '' ? 'tool' : tool } as const;
    const payload = present({ tool, tool_call_id: call, ok, result: told, error: ok ? undefined : told });
    events.push(eventOf(shared, 'tool.result', actor, payload));
  }
  return events;
}

function reply(
  value: JsonObject,
  shared: Shared,
  { replyLines, stopReason, figures, asksFor, look }: Around,
): NativeEvent[] {
  const read = readAs(records.assistant, value);
  const model = read?.message.model;
  const actor = { kind: 'model', id: model === undefined || model === '' ? 'model' : model } as const;
  const { id, parentId, timestamp } = shared;
  const said = { id, parentId, timestamp, model };
  const events: NativeEvent[] = [];
  if (replyLines !== undefined) {
    const messages = replyLines.map((line) => readAs(records.assistant, line)?.message);
    const blocks = messages.flatMap((message) => blocksOf(message?.content));
    const reasoning = joinedOnce(textsIn(blocks, 'thinking'), look);
    const payload = present({
      content: joinedOnce(textsIn(blocks, 'text'), look),
      reasoning: reasoning === '' ? undefined : reasoning,
      stop_reason:
        stopReason === null
          ? (messages.findLast((message) => typeof message?.stop_reason === 'string')?.stop_reason ??
            undefined)
          : stopReason,
      message_id: read?.message.id,
      request_id: read?.requestId,
      usage: figures && usagePayload(figures),
    });
    events.push(eventOf(said, 'model.response', actor, payload));
  }
  for (const block of blocksOf(read?.message.content)) {
    const call = readAs(records.toolUse, block);
    if (call === undefined || (call.id !== undefined && !asksFor(call.id))) continue;
    const input = call.input ?? {};
    const tool = call.name ?? '';
    const payload = present({ tool, tool_call_id: call.id, arguments: input });
    events.push(eventOf(said, 'tool.request', actor, payload));
    if (tool === 'Task' || tool === 'Agent') events.push(spawn(said, call.id, input));
  }
  return events;
}

function spawn(said: Shared, call: string | undefined, input: JsonValue): NativeEvent {
  const given = isJsonObject(input) ? input : {};
  const payload = present({
    tool_call_id: call,
    agent: textIn(given['subagent_type']),
    description: textIn(given['description']),
  });
  return eventOf(said, 'agent.spawn', AGENT, payload);
}

function apiError(value: JsonObject, shared: Shared): NativeEvent {
  const read = readAs(records.apiError, value);
  const message = joined(textsOf(read?.message.content), '\n');
  const payload = present({ message, error: read?.error, status: read?.apiErrorStatus ?? undefined });
  return { ...shared, type: 'error', actor: AGENT, payload };
}

function boundary(value: JsonObject, shared: Shared): NativeEvent {
  const about = readAs(records.compactBoundary, value)?.compactMetadata;
  const payload = present({ trigger: about?.trigger, tokens_before: about?.preTokens });
  return { ...shared, type: 'context.compact', actor: AGENT, payload };
}

function system(value: JsonObject, shared: Shared): NativeEvent[] {
  const read = readAs(records.system, value);
  if (read === undefined) return [];
  if (read.subtype === 'turn_duration') {
    const payload = present({ name: 'turn_duration', value: read.durationMs, messages: read.messageCount });
    return [{ ...shared, type: 'metric.sample', actor: AGENT, payload }];
  }
  if (read.subtype === 'microcompact_boundary') {
    return [{ ...shared, type: 'context.prune', actor: AGENT, payload: read.microcompactMetadata ?? {} }];
  }
  const message = read.content === undefined ? read.subtype : passOn(read.content);
  const payload = present({ message, retry: read.retryAttempt, retries: read.maxRetries });
  return [{ ...shared, type: 'error', actor: AGENT, payload }];
}

function attachment(value: JsonObject, shared: Shared): NativeEvent {
  const about = readAs(records.attachment, value)?.attachment;
  const kind = about?.type ?? 'attachment';
  const path = about?.path ?? about?.filename;
  const prompt = about?.prompt === undefined ? undefined : joined(textsOf(about.prompt), '\n');
  const payload = present({ kind, path, content: prompt });
  return kind === 'nested_memory' || kind === 'relevant_memories'
    ? { ...shared, type: 'memory.read', actor: AGENT, payload }
    : context(shared, payload);
}

function request(value: JsonObject): NativeEvent {
  const read = readAs(records.apiRequest, value);
  const { id, timestamp } = read ?? {};
  const model = read?.params?.model;
  const payload = present({ request_id: id, model, source: read?.querySource });
  return { id, timestamp, model, type: 'model.request', actor: AGENT, payload };
}

function cost(value: JsonObject): NativeEvent {
  const read = readAs(records.costState, value);
  const payload = present({
    name: 'cost_usd',
    value: read?.totalCostUSD,
    api_duration_ms: read?.totalAPIDuration,
    duration_ms: read?.totalDuration,
  });
  return { type: 'metric.sample', actor: AGENT, payload };
}
