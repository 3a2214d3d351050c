// The events that one record stands for.

import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json/value.ts';
import { present, readAs, textIn } from '../lenient.ts';
import { eventOf } from '../eventOf.ts';
import type { NativeEvent } from '../native.ts';
import { passOn, type Look } from '../passages.ts';
import { compactedEvent, errorOf, patchEvent, sessionEvents } from './hostEvents.ts';
import { HARNESS, type Draft } from './draft.ts';
import type { Findings } from './findings.ts';
import * as shapes from './records.ts';
import { reasoningText, textOfParts } from './texts.ts';
import { callEvent, hostedCallEvents, outputEvent } from './toolEvents.ts';

/** The events of a row, without what all of a log share. */
export function eventsOf(
  findings: Findings,
  row: number,
  line: number,
  value: JsonObject,
  read: (row: number) => JsonObject | undefined,
  look: Look,
): readonly NativeEvent[] {
  const timestamp = textIn(value['timestamp']);
  const model = findings.models.at(row);
  const why = () => reasonsOf(findings.reasons.get(row) ?? [], read);
  const drafts = draftsOf(findings, row, line, value, why, look);
  const { provider } = findings;
  const shared = {
    id: undefined,
    parentId: undefined,
    timestamp,
    model: model === '' ? undefined : model,
    provider,
  };
  return drafts.map(({ type, actor, payload, durationMs }) =>
    eventOf(shared, type, actor, payload, durationMs),
  );
}

/** Text of the reasoning in rows before an event. */
function reasonsOf(
  rows: readonly number[],
  read: (row: number) => JsonObject | undefined,
): string | undefined {
  const texts = rows.map((row) => reasoningText(bodyOf(read(row))));
  return texts.length === 0 ? undefined : texts.join('\n\n');
}

/** The members of an item: those of the payload, or of the record itself in a bare log. */
function bodyOf(value: JsonObject | undefined): JsonObject {
  const payload = value?.['payload'];
  return isJsonObject(payload) ? payload : (value ?? {});
}

function draftsOf(
  findings: Findings,
  row: number,
  line: number,
  value: JsonObject,
  why: () => string | undefined,
  look: Look,
): readonly Draft[] {
  const body = bodyOf(value);
  const envelope = isJsonObject(value['payload']) ? textIn(value['type']) : undefined;
  switch (envelope ?? '') {
    case 'session_meta':
      return sessionEvents(body);
    case 'turn_context':
      return [turnContextEvent(body)];
    case 'compacted':
      return [compactedEvent(body)];
    case 'inter_agent_communication':
      return [agentEvent('agent.message', body)];
    case 'realtime_item':
      return [spokenEvent(findings.models.at(row) ?? 'model', body)];
    case 'event_msg':
      return hostDrafts(findings, row, body);
    default:
      return textIn(body['type']) === undefined
        ? sessionEvents(body)
        : itemDrafts(findings, row, line, body, why, look);
  }
}

function itemDrafts(
  findings: Findings,
  row: number,
  line: number,
  body: JsonObject,
  why: () => string | undefined,
  look: Look,
): readonly Draft[] {
  switch (textIn(body['type']) ?? '') {
    case 'message':
      return messageEvents(findings, row, body, why);
    case 'function_call':
    case 'custom_tool_call':
    case 'local_shell_call':
    case 'tool_search_call':
      return [callEvent(body, line, why())];
    case 'agent_message':
      return [agentEvent('agent.message', body)];
    case 'web_search_call':
    case 'image_generation_call':
      return hostedCallEvents(body, line, why());
    case 'function_call_output':
    case 'custom_tool_call_output':
    case 'local_shell_call_output':
    case 'mcp_tool_call_output':
    case 'tool_search_output':
      return [outputEvent(body, findings.calls.answeredBy(row), line, look)];
    default:
      return [];
  }
}

function messageEvents(
  findings: Findings,
  row: number,
  body: JsonObject,
  why: () => string | undefined,
): readonly Draft[] {
  const { role, content, id, phase } = readAs(shapes.message, body) ?? {};
  const { text, images } = textOfParts(content);
  const counted = images > 0 ? images : undefined;
  const itemId = id ?? undefined;
  if (role === 'assistant') {
    const reasoning = why();
    const actor = { kind: 'model' as const, id: findings.models.at(row) ?? 'model' };
    return [
      {
        type: 'model.response',
        actor,
        payload: present({
          content: text,
          images: counted,
          item_id: itemId,
          phase: phase ?? undefined,
          reasoning,
        }),
      },
    ];
  }
  if (role !== 'user' || findings.rows.isInstruction(row)) {
    return [
      {
        type: 'instruction.accept',
        actor: HARNESS,
        payload: present({ role: role ?? undefined, content: text, images: counted, item_id: itemId }),
      },
    ];
  }
  const payload = present({ content: text, images: counted, item_id: itemId });
  return [{ type: 'user.message', actor: { kind: 'user', id: 'user' }, payload }];
}

function hostDrafts(findings: Findings, row: number, payload: JsonObject): readonly Draft[] {
  const item = payload['item'];
  const isItem = payload['type'] === 'item_completed' && isJsonObject(item);
  const body = isItem ? item : payload;
  switch (textIn(body['type']) ?? '') {
    case 'user_message':
    case 'UserMessage':
      return [shownEvent('user.message', 'user', body)];
    case 'agent_message':
    case 'AgentMessage':
      return [shownEvent('model.response', findings.models.at(row) ?? 'model', body)];
    case 'token_count': {
      const spent = findings.counts.spentAt(row);
      return spent === undefined
        ? []
        : [{ type: 'metric.sample', actor: HARNESS, payload: { metric: 'tokens', usage: { ...spent } } }];
    }
    case 'task_complete':
    case 'turn_complete': {
      const { error, turn_id: turn } = readAs(shapes.turnComplete, body) ?? {};
      return [errorOf(error ?? {}, turn ?? undefined)];
    }
    case 'error':
      return [errorOf(body, undefined)];
    case 'turn_aborted': {
      const { reason, turn_id: turn } = readAs(shapes.turnAborted, body) ?? {};
      const told = present({ reason: reason ?? 'interrupted', turn_id: turn ?? undefined });
      return [{ type: 'agent.stop', actor: HARNESS, payload: told }];
    }
    case 'thread_rolled_back': {
      const { num_turns: turns } = readAs(shapes.rolledBack, body) ?? {};
      return [{ type: 'context.prune', actor: HARNESS, payload: { kind: 'rollback', turns: turns ?? 0 } }];
    }
    case 'patch_apply_end':
    case 'mcp_tool_call_end':
    case 'exec_command_end':
    case 'FileChange':
    case 'CommandExecution':
    case 'McpToolCall':
      return [patchEvent(body)];
    case 'collab_agent_spawn_end':
      return [agentEvent('agent.spawn', body)];
    case 'collab_agent_interaction_end':
      return [agentEvent('agent.message', body)];
    case 'collab_close_end':
      return [agentEvent('agent.stop', body)];
    case 'sub_agent_activity':
    case 'SubAgentActivity':
      return [activityEvent(body)];
    default:
      return [];
  }
}

/** A message as it was shown: `images` counts those that came with it. */
function shownEvent(type: 'user.message' | 'model.response', id: string, body: JsonObject): Draft {
  const { message, content, images, local_images: local } = readAs(shapes.shownMessage, body) ?? {};
  const parts = textOfParts(content);
  const count = parts.images + lengthOf(images) + lengthOf(local);
  const payload = {
    content: message == null ? parts.text : passOn(message),
    ...(count > 0 && { images: count }),
  };
  return { type, actor: { kind: type === 'user.message' ? 'user' : 'model', id }, payload };
}

function spokenEvent(model: string, body: JsonObject): Draft {
  const { role, text: content, id } = readAs(shapes.spoken, body) ?? {};
  const payload = present({ content: content ?? '', spoken: true, item_id: id ?? undefined });
  return role === 'user'
    ? { type: 'user.message', actor: { kind: 'user', id: 'user' }, payload }
    : { type: 'model.response', actor: { kind: 'model', id: model }, payload };
}

function lengthOf(value: JsonValue | undefined): number {
  return Array.isArray(value) ? value.length : 0;
}

function turnContextEvent(body: JsonObject): Draft {
  const context = readAs(shapes.turnContext, body) ?? {};
  const payload = present({
    model: context.model ?? undefined,
    cwd: context.cwd ?? undefined,
    effort: context.effort ?? undefined,
    approval_policy: context.approval_policy,
    sandbox_policy: context.sandbox_policy,
    turn_id: context.turn_id ?? undefined,
  });
  return { type: 'model.request', actor: HARNESS, payload };
}

/** What a subagent did, or was told: `kind` says it, and only known ones are replayed. */
function activityEvent(body: JsonObject): Draft {
  const { kind, agent_thread_id: thread, agent_path: path, ...ids } = readAs(shapes.agentEvent, body) ?? {};
  const type = kind === 'started' ? 'agent.spawn' : kind === 'interacted' ? 'agent.message' : 'agent.stop';
  const payload = present({
    agent_id: thread ?? undefined,
    path: path ?? undefined,
    status: kind ?? undefined,
    tool_call_id: ids.event_id ?? ids.id ?? undefined,
  });
  return { type, actor: { kind: 'agent', id: 'codex' }, payload };
}

function agentEvent(type: 'agent.spawn' | 'agent.message' | 'agent.stop', body: JsonObject): Draft {
  const event = readAs(shapes.agentEvent, body) ?? {};
  const agent = event.new_thread_id ?? event.receiver_thread_id ?? event.recipient ?? undefined;
  const payload = present({
    agent_id: agent,
    from: event.sender_thread_id ?? event.author ?? undefined,
    nickname: event.new_agent_nickname ?? undefined,
    role: event.new_agent_role ?? undefined,
    content: event.prompt ?? (event.content == null ? undefined : textOfParts(event.content).text),
    status: event.status,
    tool_call_id: event.call_id ?? undefined,
  });
  return { type, actor: { kind: 'agent', id: event.sender_thread_id ?? event.author ?? 'codex' }, payload };
}
