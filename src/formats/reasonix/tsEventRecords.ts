// The events that a record of the TypeScript program's event log stands for.

import * as z from 'zod';
import type { JsonObject, JsonValue } from '../../core/json/value.ts';
import { usagePayload } from '../figures.ts';
import { argumentsIn, present, readAs } from '../lenient.ts';
import type { NativeEvent } from '../native.ts';
import { NO_TEXT, passOn } from '../passages.ts';
import { AGENT } from './identity.ts';
import { passage } from './message.ts';
import { usageIn } from './usage.ts';

const json = z.custom<JsonValue>((value) => value !== undefined, 'a value');
const text = z.string();

/** Any event of this log; what its type has besides is optional here, and looked at by type. */
const schema = z.looseObject({
  type: text,
  ts: text.optional(),
  turn: z.number().optional(),
  name: text.optional(),
  resumedFromTurn: z.number().optional(),
  text: text.optional(),
  model: text.optional(),
  reasoningEffort: text.optional(),
  content: passage.optional(),
  reasoningContent: text.optional(),
  usage: json.optional(),
  costUsd: z.number().optional(),
  callId: text.optional(),
  args: json.optional(),
  reason: text.optional(),
  ok: z.boolean().optional(),
  output: json.optional(),
  truncated: z.boolean().optional(),
  durationMs: z.number().min(0).optional(),
  beforeMessages: z.number().optional(),
  afterMessages: z.number().optional(),
  kind: text.optional(),
  denyContext: json.optional(),
  path: text.optional(),
  mode: text.optional(),
  bytes: z.number().optional(),
  scope: text.optional(),
  key: text.optional(),
  checkpointId: text.optional(),
  message: text.optional(),
  recoverable: z.boolean().optional(),
});
type Read = z.infer<typeof schema>;

const USER = { kind: 'user', id: 'user' } as const;

/** The events of a record. `tool` is the tool of the call that a result answers. */
export function eventsOf(value: JsonObject, tool: string | undefined): NativeEvent[] {
  const read = readAs(schema, value);
  if (read === undefined) return [];
  const event = (
    type: NativeEvent['type'],
    actor: NativeEvent['actor'],
    payload: JsonObject,
  ): NativeEvent[] => [
    { type, actor, payload, timestamp: read.ts, model: type.startsWith('model.') ? read.model : undefined },
  ];
  switch (read.type) {
    case 'session.opened':
      return event(
        'session.start',
        AGENT,
        present({ agent: 'reasonix', name: read.name, resumed_from_turn: read.resumedFromTurn }),
      );
    case 'user.message':
      return event('user.message', USER, { content: read.text ?? '' });
    case 'model.turn.started':
      return event(
        'model.request',
        AGENT,
        present({ model: read.model, reasoning_effort: read.reasoningEffort }),
      );
    case 'model.final':
      return event('model.response', modelActor(read), replyPayload(read));
    case 'tool.intent':
      return event('tool.request', modelActor(read), {
        ...call(read.callId, read.name),
        arguments: argumentsIn(read.args),
      });
    case 'tool.result':
      return resultEvents(read, tool).map((result) => ({ ...result, timestamp: read.ts }));
    case 'session.compacted':
      return event(
        'context.compact',
        AGENT,
        present({
          reason: read.reason,
          messages_before: read.beforeMessages,
          messages_after: read.afterMessages,
          dropped_messages: difference(read.beforeMessages, read.afterMessages),
        }),
      );
    case 'error':
      return event('error', AGENT, present({ message: read.message ?? '', recoverable: read.recoverable }));
    default:
      return effectEvents(read, event);
  }
}

function effectEvents(
  read: Read,
  event: (type: NativeEvent['type'], actor: NativeEvent['actor'], payload: JsonObject) => NativeEvent[],
): NativeEvent[] {
  switch (read.type) {
    case 'tool.denied':
      return event(
        'approval.decision',
        AGENT,
        present({ tool_call_id: read.callId, decision: 'deny', reason: read.reason }),
      );
    case 'tool.confirm.allow':
    case 'tool.confirm.deny':
    case 'tool.confirm.always_allow':
      return event(
        'approval.decision',
        USER,
        present({
          decision: read.type.slice('tool.confirm.'.length),
          kind: read.kind,
          context: read.denyContext,
        }),
      );
    case 'effect.file.touched':
      return event('file.patch', AGENT, present({ path: read.path, mode: read.mode, bytes: read.bytes }));
    case 'effect.memory.written':
      return event('memory.write', AGENT, present({ scope: read.scope, key: read.key }));
    case 'checkpoint.created':
    case 'checkpoint.restored': {
      const type = read.type === 'checkpoint.created' ? 'checkpoint.create' : 'checkpoint.rollback';
      return event(type, AGENT, present({ checkpoint_id: read.checkpointId, name: read.name }));
    }
    default:
      return [];
  }
}

function replyPayload(read: Read): JsonObject {
  const usage = usageIn(read.usage, read.costUsd);
  const reasoning = read.reasoningContent;
  return present({
    content: passOn(read.content ?? NO_TEXT),
    reasoning,
    usage: usage && usagePayload(usage),
  });
}

function resultEvents(read: Read, tool: string | undefined): NativeEvent[] {
  const output = read.output ?? '';
  const payload = present({
    ...call(read.callId, tool),
    ok: read.ok,
    result: output,
    error: read.ok === false ? output : undefined,
    truncated: read.truncated,
  });
  const actor = { kind: 'tool', id: tool === undefined || tool === '' ? 'tool' : tool } as const;
  return [{ type: 'tool.result', actor, payload, durationMs: read.durationMs }];
}

function call(id: string | undefined, tool: string | undefined): JsonObject {
  return present({ tool: tool ?? '', tool_call_id: id });
}

function modelActor(read: Read): NativeEvent['actor'] {
  return { kind: 'model', id: read.model === undefined || read.model === '' ? 'model' : read.model };
}

function difference(before: number | undefined, after: number | undefined): number | undefined {
  return before === undefined || after === undefined || before < after ? undefined : before - after;
}
