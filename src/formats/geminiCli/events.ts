// A message of a Gemini CLI session → the events that it stands for. A reply holds its calls and their results.

import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json/value.ts';
import { eventOf, type Shared } from '../eventOf.ts';
import { figures, usagePayload, type Figures, type ReadFigure } from '../figures.ts';
import { argumentsIn, numberIn, objectsIn, present, readAs, textIn } from '../lenient.ts';
import type { NativeEvent } from '../native.ts';
import { joined, NO_TEXT, passageIn, passOn, type Look, type Passage } from '../passages.ts';
import { removedBy } from './patch.ts';
import * as records from './records.ts';

const AGENT = { kind: 'harness', id: 'gemini-cli' } as const;

/** The start of the session, of its header. */
export function startEvents(value: JsonObject): NativeEvent[] {
  const read = readAs(records.header, value);
  if (read === undefined) return [];
  const payload = present({
    agent: 'gemini-cli',
    project_hash: read.projectHash,
    kind: read.kind,
    directories: read.directories,
  });
  return [{ type: 'session.start', actor: AGENT, timestamp: read.startTime, payload }];
}

/** A rewind: the message that it names and all later ones are gone. */
export function rewindEvents(to: JsonValue | undefined): NativeEvent[] {
  return [
    { type: 'context.prune', actor: AGENT, payload: present({ kind: 'rewind', before_id: textIn(to) }) },
  ];
}

/** A patch that ends messages, as when the conversation was made shorter. */
export function removalEvents(value: JsonObject): NativeEvent[] {
  return [{ type: 'context.prune', actor: AGENT, payload: { kind: 'removal', messages: removedBy(value) } }];
}

/** The events of a message; none for what is only shown. */
export function messageEvents(value: JsonObject, look: Look): NativeEvent[] {
  const read = readAs(records.message, value);
  if (read === undefined) return [];
  const { id, timestamp } = read;
  const said = textOf(read.content ?? undefined);
  const content = passOn(said);
  switch (read.type ?? '') {
    case 'user': {
      if (isToolResponse(read.content ?? undefined)) return [];
      const isHost = records.HOST_STARTS.some((start) => look.beginning(said, start.length) === start);
      if (isHost) {
        const payload = { source: 'host', content };
        return [{ id, timestamp, type: 'instruction.accept', actor: AGENT, payload }];
      }
      return [eventOf({ id, timestamp }, 'user.message', { kind: 'user', id: 'user' }, { content })];
    }
    case 'gemini': {
      const model = read.model === null || read.model === '' ? undefined : read.model;
      const actor = { kind: 'model', id: model ?? 'model' } as const;
      const said = { id, timestamp, model };
      const usage = tokensIn(read.tokens ?? undefined);
      const thoughts = objectsIn(read.thoughts).map(thoughtText);
      const payload = present({
        content,
        reasoning: thoughts.length > 0 ? thoughts.join('\n') : undefined,
        usage: usage && usagePayload(usage),
      });
      const events = [eventOf(said, 'model.response', actor, payload)];
      for (const call of objectsIn(read.toolCalls)) events.push(...callEvents(call, said, actor));
      return events;
    }
    case 'error':
      return [{ id, timestamp, type: 'error', actor: AGENT, payload: { message: content } }];
    default:
      return [];
  }
}

function callEvents(value: JsonObject, shared: Shared, actor: NativeEvent['actor']): NativeEvent[] {
  const read = readAs(records.toolCall, value);
  const tool = read?.name ?? '';
  const asked = present({ tool, tool_call_id: read?.id, arguments: argumentsIn(read?.args) });
  const request = eventOf(shared, 'tool.request', actor, asked);
  const status = read?.status;
  if (status === undefined || !records.FINISHED.has(status)) return [request];
  const ok = status === 'success';
  const result = resultOf(read?.result ?? undefined);
  const error = ok ? undefined : result;
  const payload = present({ tool, tool_call_id: read?.id, ok, result, error, status });
  const toolActor = { kind: 'tool', id: tool === '' ? 'tool' : tool } as const;
  const timestamp = read?.timestamp ?? shared.timestamp;
  return [request, eventOf({ id: shared.id, timestamp }, 'tool.result', toolActor, payload)];
}

/** What a tool gave back: the output in its function response, else all of it. */
function resultOf(result: JsonValue | undefined): JsonValue {
  const parts = isJsonObject(result) ? [result] : objectsIn(result);
  const responses = parts.flatMap((part) => {
    const response = isJsonObject(part['functionResponse'])
      ? part['functionResponse']['response']
      : undefined;
    return isJsonObject(response) ? [response['output'] ?? response['error'] ?? response] : [];
  });
  const [only] = responses;
  if (responses.length === 1 && only !== undefined) return only;
  return responses.length > 0 ? responses : (result ?? '');
}

/** A turn of the history that gives results back to the model: no input of a user. */
function isToolResponse(content: JsonValue | undefined): boolean {
  const parts = isJsonObject(content) ? [content] : Array.isArray(content) ? content : [];
  return (
    parts.length > 0 && parts.every((part) => isJsonObject(part) && Object.hasOwn(part, 'functionResponse'))
  );
}

function textOf(content: JsonValue | undefined): Passage {
  if (Array.isArray(content)) return passageIn(joined(content.map(textOf), ''));
  const part = isJsonObject(content) && content['thought'] !== true ? content['text'] : content;
  return passageIn(part) ?? NO_TEXT;
}

function thoughtText(thought: JsonObject): string {
  return [textIn(thought['subject']), textIn(thought['description'])]
    .filter((text) => text !== undefined)
    .join(': ');
}

function tokensIn(tokens: JsonObject | undefined): Figures | undefined {
  if (tokens === undefined) return undefined;
  return tokenFigures((name = '') => (Object.hasOwn(tokens, name) ? numberIn(tokens[name]) : undefined));
}

/** The figures of a `tokens` object. */
export function tokenFigures(read: ReadFigure): Figures {
  return figures({
    input: read('input'),
    output: read('output'),
    cacheRead: read('cached'),
    cacheWrite: undefined,
    total: read('total'),
    cost: undefined,
  });
}
