// A record of a Pi session → the events that it stands for.

import type { JsonObject, JsonValue } from '../../core/json/value.ts';
import { eventOf } from '../eventOf.ts';
import { usagePayload, type Figures } from '../figures.ts';
import { argumentsIn, objectsIn, present, readAs, textIn, timeOfMillis } from '../lenient.ts';
import type { NativeEvent } from '../native.ts';
import { joined, passageIn, passOn, type Passage } from '../passages.ts';
import * as records from './records.ts';
import { figuresIn } from './usage.ts';

const AGENT = { kind: 'harness', id: 'pi' } as const;
const USER = { kind: 'user', id: 'user' } as const;

/** What all events of a record share. */
interface Envelope {
  readonly id: string | undefined;
  readonly parentId: string | undefined;
  readonly timestamp: string | undefined;
}

/**
 * The events of a record; none for bookkeeping and for types that are not known. `line` is 0-based, `usage` what the record
 * says that it took.
 */
export function eventsOf(
  value: JsonObject,
  line: number,
  usage: Figures | undefined,
): readonly NativeEvent[] {
  const envelope = {
    id: textIn(value['id']),
    parentId: textIn(value['parentId']),
    timestamp: textIn(value['timestamp']),
  };
  switch (textIn(value['type']) ?? '') {
    case 'session':
      return start(value);
    case 'message':
      return message(value, envelope, line, usage);
    case 'compaction':
      return compaction(value, envelope, usage);
    case 'branch_summary': {
      const read = readAs(records.branchSummary, value);
      const payload = present({
        kind: 'branch_summary',
        from_id: read?.fromId,
        summary: told(read?.summary),
      });
      return [{ ...envelope, type: 'session.branch', actor: AGENT, payload }];
    }
    case 'context_edit': {
      const read = readAs(records.contextEdit, value);
      const payload = present({ target_id: read?.targetId, replacement: read?.replacement ?? undefined });
      return [{ ...envelope, type: 'context.prune', actor: AGENT, payload }];
    }
    case 'custom_message': {
      const read = readAs(records.customMessage, value);
      return [
        host(envelope, present({ source: 'custom_message', custom_type: read?.customType }), read?.content),
      ];
    }
    case 'model_usage':
    case 'usage': {
      const read = readAs(records.usageEntry, value);
      const kind = read?.kind ?? read?.purpose;
      const told = usage ?? (read?.usage ? figuresIn(read.usage) : undefined);
      const payload = present({ name: 'usage', kind, usage: told && usagePayload(told) });
      return [{ ...envelope, type: 'metric.sample', actor: AGENT, payload }];
    }
    default:
      return [];
  }
}

function start(value: JsonObject): NativeEvent[] {
  const read = readAs(records.header, value);
  const payload = present({
    agent: 'pi',
    format_version: read?.version ?? 1,
    cwd: read?.cwd,
    title: read?.title,
    parent_session: read?.parentSession ?? read?.branchedFrom,
  });
  const { id, timestamp, modelId, provider } = read ?? {};
  return [{ id, timestamp, model: modelId, provider, type: 'session.start', actor: AGENT, payload }];
}

function compaction(value: JsonObject, envelope: Envelope, usage: Figures | undefined): NativeEvent[] {
  const read = readAs(records.compaction, value);
  const payload = present({
    summary: told(read?.summary),
    first_kept_entry_id: read?.firstKeptEntryId,
    tokens_before: read?.tokensBefore,
    usage: usage && usagePayload(usage),
  });
  return [{ ...envelope, type: 'context.compact', actor: AGENT, payload }];
}

function message(
  value: JsonObject,
  envelope: Envelope,
  line: number,
  usage: Figures | undefined,
): NativeEvent[] {
  const inner = readAs(records.message, value)?.message;
  if (inner === undefined) return [];
  const timestamp = envelope.timestamp ?? timeOfMillis(inner['timestamp']);
  const dated = { id: envelope.id, parentId: envelope.parentId, timestamp };
  switch (textIn(inner['role']) ?? '') {
    case 'user': {
      const read = readAs(records.userMessage, inner);
      const payload = { content: textOf(read?.content), ...imagesIn(read?.content) };
      return [eventOf(dated, 'user.message', USER, payload)];
    }
    case 'assistant':
      return reply(inner, dated, usage);
    case 'toolResult':
      return toolResult(inner, dated);
    case 'bashExecution':
      return bash(inner, dated, line);
    default: {
      const read = readAs(records.hostMessage, inner);
      return [host(dated, present({ source: read?.role, custom_type: read?.customType }), read?.content)];
    }
  }
}

/** A text that the host put into the context. */
function host(envelope: Envelope, what: JsonObject, content: Content): NativeEvent {
  const payload = { ...what, content: textOf(content) };
  return eventOf(envelope, 'instruction.accept', AGENT, payload);
}

function reply(inner: JsonObject, envelope: Envelope, usage: Figures | undefined): NativeEvent[] {
  const read = readAs(records.assistantMessage, inner);
  const { model, provider, stopReason, errorMessage, durationMs } = read ?? {};
  const actor = { kind: 'model', id: model === undefined || model === '' ? 'model' : model } as const;
  const blocks = objectsIn(read?.content);
  const thinking = textsIn(blocks, 'thinking');
  const payload = present({
    content: textOf(read?.content),
    reasoning: thinking.length > 0 ? joined(thinking, '\n') : undefined,
    stop_reason: stopReason,
    error: errorMessage,
    response_id: read?.responseId,
    usage: usage && usagePayload(usage),
  });
  const { id, parentId, timestamp } = envelope;
  const said = { id, parentId, timestamp, model, provider };
  const events = [eventOf(said, 'model.response', actor, payload, durationMs)];
  for (const block of blocks) {
    if (block['type'] !== 'toolCall') continue;
    const call = present({
      tool: textIn(block['name']) ?? '',
      tool_call_id: textIn(block['id']),
      arguments: argumentsIn(block['arguments']),
    });
    events.push(eventOf(said, 'tool.request', actor, call));
  }
  if (stopReason === 'error') {
    events.push(eventOf(said, 'error', AGENT, { message: errorMessage ?? '' }));
  }
  return events;
}

function toolResult(inner: JsonObject, envelope: Envelope): NativeEvent[] {
  const read = readAs(records.toolResultMessage, inner);
  const result = textOf(read?.content);
  const payload = present({
    tool: read?.toolName ?? '',
    tool_call_id: read?.toolCallId,
    ok: read?.isError !== true,
    result,
    error: read?.isError === true ? result : undefined,
    details: read?.details,
    ...imagesIn(read?.content),
  });
  const durationMs = read?.durationMs;
  return [eventOf(envelope, 'tool.result', toolActor(read?.toolName), payload, durationMs)];
}

/** A command that the user ran in Pi: request and result in one record. */
function bash(inner: JsonObject, envelope: Envelope, line: number): NativeEvent[] {
  const read = readAs(records.bashMessage, inner);
  const call = { tool: 'bash', tool_call_id: envelope.id ?? `bash-L${line + 1}` };
  const request = { ...call, arguments: present({ command: read?.command }) };
  const payload = present({
    ...call,
    ok: read?.cancelled !== true && (read?.exitCode ?? 0) === 0,
    result: told(read?.output) ?? '',
    exit_code: read?.exitCode ?? undefined,
    cancelled: read?.cancelled === true ? true : undefined,
    truncated: read?.truncated === true ? true : undefined,
  });
  return [
    { ...envelope, type: 'tool.request', actor: USER, payload: request },
    { ...envelope, type: 'tool.result', actor: toolActor('bash'), payload },
  ];
}

function toolActor(name: string | undefined): NativeEvent['actor'] {
  return { kind: 'tool', id: name === undefined || name === '' ? 'tool' : name };
}

type Content = Passage | readonly JsonValue[] | undefined;

/** The texts of a message: itself, or its text blocks. */
function textOf(content: Content): string {
  const alone = passageIn(content);
  return alone === undefined ? joined(textsIn(objectsIn(content), 'text'), '') : passOn(alone);
}

/** The texts of the blocks of a type: each stands in the member of its name. */
function textsIn(blocks: readonly JsonObject[], type: 'text' | 'thinking'): Passage[] {
  const texts: Passage[] = [];
  for (const block of blocks) {
    const text = block['type'] === type ? passageIn(block[type]) : undefined;
    if (text !== undefined) texts.push(text);
  }
  return texts;
}

function told(text: Passage | undefined): string | undefined {
  return text === undefined ? undefined : passOn(text);
}

/** How many images a message has: their bytes stay in the log. */
function imagesIn(content: Content): { images?: number } {
  const images = objectsIn(content).filter((block) => block['type'] === 'image').length;
  return images > 0 ? { images } : {};
}
