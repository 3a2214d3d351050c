// The events of a record of a running program's streams.

import * as z from 'zod';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json/value.ts';
import { usagePayload } from '../figures.ts';
import { argumentsIn, present, readAs, textIn, timeOfMillis } from '../lenient.ts';
import type { NativeEvent } from '../native.ts';
import { AGENT } from './identity.ts';
import { usageIn } from './usage.ts';

/** The two streams: where an event's members are, and the member that numbers the records. */
export type Stream = 'trajectory' | 'stdout';

const json = z.custom<JsonValue>((value) => value !== undefined, 'a value');
const object = z.custom<JsonObject>(isJsonObject, 'an object');
const text = z.string();

const schema = z.looseObject({
  kind: text,
  messageId: text.optional(),
  text: text.optional(),
  reasoning: text.optional(),
  err: text.optional(),
  tool: object.optional(),
  usage: json.optional(),
  compaction: object.optional(),
  approval: object.optional(),
  /** The redacted stream has the members of a tool beside the kind. */
  tool_id: text.optional(),
  tool_name: text.optional(),
  tool_error: z.boolean().optional(),
  tool_duration_ms: z.number().min(0).optional(),
});
type Read = z.infer<typeof schema>;

/** The events of a record. `usage` is that of a reply, which another record holds. */
export function eventsOf(value: JsonObject, stream: Stream, usage: JsonValue | undefined): NativeEvent[] {
  const read = readAs(schema, stream === 'trajectory' ? value['event'] : value);
  if (read === undefined) return [];
  const timestamp = timeOfMillis(value['ts']);
  // What is withheld is said to be, and is no empty text.
  const withheld = stream === 'stdout' ? { withheld: true } : {};
  const event = (
    type: NativeEvent['type'],
    actor: NativeEvent['actor'],
    payload: JsonObject,
    more: Partial<NativeEvent> = {},
  ): NativeEvent[] => [{ type, actor, payload, timestamp, ...more }];
  const { messageId: id } = read;
  switch (read.kind) {
    case 'user_message':
      return event(
        'user.message',
        { kind: 'user', id: 'user' },
        { content: read.text ?? '', ...withheld },
        { id },
      );
    case 'message': {
      const reply = usageIn(usage);
      const reasoning = read.reasoning === '' ? undefined : read.reasoning;
      const payload = present({
        content: read.text ?? '',
        reasoning,
        ...withheld,
        usage: reply && usagePayload(reply),
      });
      return event('model.response', { kind: 'model', id: 'model' }, payload, { id });
    }
    case 'tool_dispatch':
      return event('tool.request', { kind: 'model', id: 'model' }, requestPayload(read, stream));
    case 'tool_result': {
      const { payload, durationMs } = result(read, stream);
      const tool = textIn(payload['tool']) ?? '';
      return event('tool.result', { kind: 'tool', id: tool === '' ? 'tool' : tool }, payload, { durationMs });
    }
    case 'usage': {
      const other = usageIn(read.usage);
      const source = isJsonObject(read.usage) ? textIn(read.usage['source']) : undefined;
      return event(
        'metric.sample',
        AGENT,
        present({ name: 'usage', source, usage: other && usagePayload(other) }),
      );
    }
    case 'compaction_done':
      return event(
        'context.compact',
        AGENT,
        present({ ...pick(read.compaction, ['trigger', 'messages', 'summary']) }),
      );
    case 'approval_request':
      return event(
        'approval.request',
        AGENT,
        pick(read.approval, ['id', 'tool', 'subject', 'reason', 'kind']),
      );
    case 'turn_done':
      return read.err === undefined ? [] : event('error', AGENT, { message: read.err });
    default:
      return [];
  }
}

function requestPayload(read: Read, stream: Stream): JsonObject {
  if (stream === 'stdout') {
    return present({ tool: read.tool_name ?? '', tool_call_id: read.tool_id, arguments: {}, withheld: true });
  }
  const { tool } = read;
  return present({
    tool: textIn(tool?.['name']) ?? '',
    tool_call_id: textIn(tool?.['id']),
    arguments: argumentsIn(tool?.['args']),
  });
}

function result(read: Read, stream: Stream): { payload: JsonObject; durationMs: number | undefined } {
  if (stream === 'stdout') {
    const ok = read.tool_error !== true;
    const payload = present({
      tool: read.tool_name ?? '',
      tool_call_id: read.tool_id,
      ok,
      result: '',
      withheld: true,
    });
    return { payload, durationMs: read.tool_duration_ms };
  }
  const { tool } = read;
  const error = textIn(tool?.['err']);
  const duration = tool?.['durationMs'];
  const payload = present({
    tool: textIn(tool?.['name']) ?? '',
    tool_call_id: textIn(tool?.['id']),
    ok: error === undefined || error === '',
    result: textIn(tool?.['output']) ?? '',
    error: error === '' ? undefined : error,
  });
  return { payload, durationMs: typeof duration === 'number' && duration >= 0 ? duration : undefined };
}

function pick(from: JsonObject | undefined, keys: readonly string[]): JsonObject {
  return present(Object.fromEntries(keys.map((key) => [key, from?.[key]])));
}
