// A record of a Qwen Code session → the events that it stands for.

import type * as z from 'zod';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json/value.ts';
import { eventOf, type Shared } from '../eventOf.ts';
import { figures, usagePayload, type Figures } from '../figures.ts';
import { objectsIn, present, readAs, textIn } from '../lenient.ts';
import type { NativeEvent } from '../native.ts';
import { joined } from '../passages.ts';
import * as records from './records.ts';
import { eventName, kindOf } from './rows.ts';

export const AGENT = { kind: 'harness', id: 'qwen' } as const;

/**
 * The events of a record; none for bookkeeping and for types that are not known. `usage` is what the record says that it
 * took.
 */
export function eventsOf(value: JsonObject, usage: Figures | undefined): NativeEvent[] {
  const { uuid, parentUuid, timestamp } = readAs(records.envelope, value) ?? {};
  const shared = { id: uuid, parentId: parentUuid ?? undefined, timestamp };
  const subtype = textIn(value['subtype']);
  switch (kindOf(textIn(value['type']), subtype, textIn(value['provenance']))) {
    case 'prompt': {
      const parts = partsOf(value);
      const images = parts.filter((part) => part.inlineData !== undefined).length;
      const payload = { content: textOf(parts, value), ...(images > 0 && { images }) };
      return [eventOf(shared, 'user.message', { kind: 'user', id: 'user' }, payload)];
    }
    case 'host':
      return [message(shared, subtype, textOf(partsOf(value), value))];
    case 'reply':
      return reply(value, shared, usage);
    case 'result':
      return results(value, shared);
    case 'system':
      return [system(value, shared)];
    case 'telemetry':
      return telemetry(value, shared);
    case 'note':
    case 'unknown':
      return [];
  }
}

type Part = z.infer<typeof records.part>;

function partsOf(value: JsonObject): Part[] {
  return partsIn(readAs(records.spoken, value)?.message?.parts);
}

function partsIn(parts: readonly JsonValue[] | undefined): Part[] {
  const read: Part[] = [];
  for (const part of objectsIn(parts)) {
    const fitting = readAs(records.part, part);
    if (fitting !== undefined) read.push(fitting);
  }
  return read;
}

/** The texts of a message; of a message without one, what the program showed for it. */
function textOf(parts: readonly Part[], value: JsonObject): string {
  const texts = parts.flatMap((part) => (part.thought === true ? [] : (part.text ?? [])));
  if (texts.length > 0) return joined(texts, '');
  return readAs(records.notification, value['systemPayload'])?.displayText ?? '';
}

/** A text that the program wrote in the user's place. */
function message(shared: Shared, subtype: string | undefined, content: string): NativeEvent {
  const payload = { kind: subtype ?? 'host', content };
  return { ...shared, type: 'agent.message', actor: { kind: 'agent', id: subtype ?? 'host' }, payload };
}

function reply(value: JsonObject, shared: Shared, usage: Figures | undefined): NativeEvent[] {
  const read = readAs(records.spoken, value);
  const model = read?.model;
  const actor = { kind: 'model', id: model === undefined || model === '' ? 'model' : model } as const;
  const { id, parentId, timestamp } = shared;
  const said = { id, parentId, timestamp, model };
  const parts = partsIn(read?.message?.parts);
  const thoughts = parts.flatMap((part) => (part.thought === true ? (part.text ?? []) : []));
  const payload = present({
    content: textOf(parts, value),
    reasoning: thoughts.length > 0 ? joined(thoughts, '') : undefined,
    usage: usage && usagePayload(usage),
  });
  const events = [eventOf(said, 'model.response', actor, payload)];
  for (const part of objectsIn(read?.message?.parts)) {
    const call = readAs(records.functionCall, part)?.functionCall;
    if (call === undefined) continue;
    const request = present({ tool: call.name ?? '', tool_call_id: call.id, arguments: call.args ?? {} });
    events.push(eventOf(said, 'tool.request', actor, request));
  }
  return events;
}

/** Token figures of a reply. Thoughts are part of what came out. */
export function figuresIn(figure: (name: string) => number | undefined): Figures {
  return figures({
    input: figure('promptTokenCount'),
    output: figure('candidatesTokenCount'),
    cacheRead: figure('cachedContentTokenCount'),
    cacheWrite: undefined,
    total: figure('totalTokenCount'),
    cost: undefined,
  });
}

function results(value: JsonObject, shared: Shared): NativeEvent[] {
  const read = readAs(records.spoken, value);
  const status = read?.toolCallResult?.status;
  return objectsIn(read?.message?.parts).flatMap((part) => {
    const response = readAs(records.functionResponse, part)?.functionResponse;
    if (response === undefined) return [];
    const told = outputOf(response.response);
    const tool = response.name ?? '';
    const ok = status === undefined ? !isError(response.response) : status === 'success';
    const payload = present({
      tool,
      tool_call_id: response.id ?? read?.toolCallResult?.callId,
      ok,
      result: told,
      error: ok ? undefined : told,
    });
    return eventOf(shared, 'tool.result', { kind: 'tool', id: tool === '' ? 'tool' : tool }, payload);
  });
}

function outputOf(response: JsonValue | undefined): JsonValue {
  if (!isJsonObject(response)) return response ?? '';
  return response['error'] ?? response['output'] ?? response;
}

function isError(response: JsonValue | undefined): boolean {
  return isJsonObject(response) && Object.hasOwn(response, 'error');
}

function system(value: JsonObject, shared: Shared): NativeEvent {
  const read = readAs(records.system, value);
  const about = read?.systemPayload;
  const subtype = read?.subtype ?? '';
  switch (subtype) {
    case 'chat_compression': {
      const info = readAs(records.compression, about)?.info;
      const payload = present({ tokens_before: info?.originalTokenCount, tokens_after: info?.newTokenCount });
      return { ...shared, type: 'context.compact', actor: AGENT, payload };
    }
    case 'rewind': {
      const payload = present({ kind: 'rewind', truncated: readAs(records.rewind, about)?.truncatedCount });
      return { ...shared, type: 'context.prune', actor: AGENT, payload };
    }
    case 'slash_command': {
      const command = readAs(records.slashCommand, about);
      const payload = present({ kind: 'slash_command', phase: command?.phase, content: command?.rawCommand });
      return { ...shared, type: 'instruction.accept', actor: AGENT, payload };
    }
    default:
      return message(shared, subtype, textOf(partsOf(value), value));
  }
}

/** Measures of requests, and their errors. What they say of tokens is said by the reply as well. */
function telemetry(value: JsonObject, shared: Shared): NativeEvent[] {
  const event = readAs(records.uiEvent, readAs(records.system, value)?.systemPayload)?.uiEvent;
  const name = eventName(event?.['event.name']);
  if (name === 'api_error') {
    const message = event?.error_message ?? event?.error ?? name;
    const payload = present({ message, error_type: event?.error_type, status: event?.status_code });
    return [{ ...shared, type: 'error', actor: AGENT, payload, model: event?.model }];
  }
  if (name !== 'api_response') return [];
  const payload = present({ name, value: event?.duration_ms });
  return [{ ...shared, type: 'metric.sample', actor: AGENT, payload, model: event?.model }];
}
