// A record of a Copilot CLI session → the events that it stands for.

import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json/value.ts';
import { eventOf, type Shared } from '../eventOf.ts';
import { usagePayload } from '../figures.ts';
import { argumentsIn, objectsIn, present, readAs, textIn } from '../lenient.ts';
import type { NativeEvent } from '../native.ts';
import * as records from './records.ts';
import { metricsIn, usageIn } from './usage.ts';

const AGENT = { kind: 'harness', id: 'copilot-cli' } as const;
const USER = { kind: 'user', id: 'user' } as const;

/** The events of a record. `tool` is the tool of the call that a result answers, where the result does not name it. */
export function eventsOf(value: JsonObject, tool: string | undefined): NativeEvent[] {
  const read = readAs(records.envelope, value);
  if (read === undefined) return [];
  const { data } = read;
  const shared = { id: read.id, parentId: textIn(read.parentId), timestamp: read.timestamp };
  const event = (type: NativeEvent['type'], payload: JsonObject): NativeEvent[] => [
    eventOf(shared, type, AGENT, payload),
  ];
  switch (read.type) {
    case 'session.start':
    case 'session.resume':
      return [start(data, read.type === 'session.resume', shared)];
    case 'user.message':
      return [userMessage(data, shared)];
    case 'assistant.message':
      return reply(data, read.agentId, shared);
    case 'tool.execution_start':
      return [request(data, { kind: 'model', id: 'model' }, shared)];
    case 'tool.user_requested':
      return [request(data, USER, shared)];
    case 'tool.execution_complete':
      return [result(data, tool, shared)];
    case 'system.message':
      return event('instruction.accept', { source: 'system', content: textIn(data['content']) ?? '' });
    case 'session.error':
    case 'abort': {
      const failure = readAs(records.failure, data);
      const message = failure?.message ?? failure?.reason ?? read.type;
      return event('error', present({ message, kind: failure?.errorType, status_code: failure?.statusCode }));
    }
    case 'session.compaction_complete': {
      const compaction = readAs(records.compaction, data);
      return event(
        'context.compact',
        present({
          summary: compaction?.summaryContent,
          tokens_before: compaction?.preCompactionTokens,
          tokens_after: compaction?.postCompactionTokens,
          removed_messages: compaction?.messagesRemoved,
        }),
      );
    }
    default:
      return effects(read.type, data, event);
  }
}

function effects(
  type: string,
  data: JsonObject,
  event: (type: NativeEvent['type'], payload: JsonObject) => NativeEvent[],
): NativeEvent[] {
  switch (type) {
    case 'session.truncation': {
      const read = readAs(records.truncation, data);
      const removed = read?.messagesRemovedDuringTruncation;
      return event('context.prune', present({ kind: 'truncation', removed_messages: removed }));
    }
    case 'session.snapshot_rewind': {
      const read = readAs(records.rewind, data);
      return event('context.prune', present({ kind: 'rewind', before_id: read?.upToEventId }));
    }
    case 'subagent.started':
    case 'subagent.completed':
    case 'subagent.failed': {
      const read = readAs(records.subagent, data);
      const payload = present({ tool_call_id: read?.toolCallId, agent: read?.agentName, error: read?.error });
      return event(type === 'subagent.started' ? 'agent.spawn' : 'agent.stop', payload);
    }
    case 'skill.invoked': {
      const read = readAs(records.skill, data);
      return event('skill.load', present({ name: read?.name, path: read?.path }));
    }
    case 'permission.requested':
    case 'permission.completed': {
      const read = readAs(records.permission, data);
      const asked = read?.permissionRequest;
      const payload = present({
        request_id: read?.requestId,
        kind: textIn(asked?.['kind']),
        tool_call_id: textIn(asked?.['toolCallId']),
        decision: textIn(read?.result?.['kind']),
      });
      return event(type === 'permission.requested' ? 'approval.request' : 'approval.decision', payload);
    }
    case 'assistant.usage':
      return event('metric.sample', { name: 'usage', usage: usagePayload(usageIn(data)) });
    case 'session.shutdown': {
      const read = readAs(records.shutdown, data);
      const models = metricsIn(read?.modelMetrics).map(([model, usage]) => ({
        model,
        usage: usagePayload(usage),
      }));
      const payload = present({ name: 'session', premium_requests: read?.totalPremiumRequests, models });
      return event('metric.sample', payload);
    }
    default:
      return [];
  }
}

function start(data: JsonObject, isResumed: boolean, shared: Shared): NativeEvent {
  const read = readAs(records.start, data);
  const payload = present({
    agent: 'copilot-cli',
    agent_version: read?.copilotVersion,
    cwd: textIn(read?.context?.['cwd']),
    resumed: isResumed ? true : undefined,
  });
  return { ...shared, type: 'session.start', actor: AGENT, model: read?.selectedModel, payload };
}

/** What another than the user put in as a message, such as a skill, is no input. */
function userMessage(data: JsonObject, shared: Shared): NativeEvent {
  const read = readAs(records.userMessage, data);
  const content = read?.content ?? '';
  if (!isFromUser(read?.source)) {
    const payload = { source: read?.source ?? '', content };
    return { ...shared, type: 'instruction.accept', actor: AGENT, payload };
  }
  return eventOf(shared, 'user.message', USER, { content });
}

/** True for the origins of what the user wrote. */
export function isFromUser(source: string | null | undefined): boolean {
  return source === undefined || source === null || source === '' || source === 'user';
}

function reply(data: JsonObject, agentId: string | undefined, shared: Shared): NativeEvent[] {
  const read = readAs(records.assistantMessage, data);
  const model = read?.model === '' ? undefined : read?.model;
  const actor = { kind: 'model', id: model ?? 'model' } as const;
  const requests = objectsIn(read?.toolRequests).map((call) => request(call, actor, shared));
  const content = textOf(read?.content);
  const agent = agentId ?? textIn(read?.parentToolCallId);
  if (agent !== undefined) {
    const payload = { agent, content };
    return [
      {
        ...shared,
        type: 'agent.message',
        actor: { kind: 'agent', id: agent === '' ? 'agent' : agent },
        payload,
      },
      ...requests,
    ];
  }
  const payload = present({
    content,
    reasoning: textIn(read?.reasoningText),
    message_id: read?.messageId,
    output_tokens: read?.outputTokens,
  });
  const { id, parentId, timestamp } = shared;
  return [eventOf({ id, parentId, timestamp, model }, 'model.response', actor, payload), ...requests];
}

function request(data: JsonObject, actor: NativeEvent['actor'], shared: Shared): NativeEvent {
  const read = readAs(records.toolRequest, data);
  const payload = present({
    tool: read?.name ?? read?.toolName ?? '',
    tool_call_id: read?.toolCallId,
    arguments: argumentsIn(read?.arguments),
  });
  return eventOf(shared, 'tool.request', actor, payload);
}

function result(data: JsonObject, called: string | undefined, shared: Shared): NativeEvent {
  const read = readAs(records.toolResult, data);
  const tool = read?.toolName ?? called ?? '';
  const given = read?.result ?? read?.output ?? undefined;
  const text = isJsonObject(given) ? (given['content'] ?? given) : given;
  const error = isJsonObject(read?.error) ? (read.error['message'] ?? read.error) : read?.error;
  const payload = present({
    tool,
    tool_call_id: read?.toolCallId,
    ok: read?.success,
    result: text ?? '',
    error: error ?? undefined,
  });
  return eventOf(shared, 'tool.result', { kind: 'tool', id: tool === '' ? 'tool' : tool }, payload);
}

function textOf(content: JsonValue | undefined): string {
  if (typeof content === 'string') return content;
  return objectsIn(content)
    .map((part) => textIn(part['text']) ?? '')
    .join('');
}
