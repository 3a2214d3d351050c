// The events of a record of a schema 2 log, with what later records say of it.

import * as z from 'zod';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json/value.ts';
import { objectsIn, present, readAs, textIn } from '../lenient.ts';
import type { NativeEvent } from '../native.ts';
import { AGENT } from './identity.ts';
import { WHOLE, type Look } from '../passages.ts';
import { messageEvents } from './message.ts';

const json = z.custom<JsonValue>((value) => value !== undefined, 'a value');
const object = z.custom<JsonObject>(isJsonObject, 'an object');
const text = z.string();

/** Any record of the log; what only some types have is optional. */
const schema = z.looseObject({
  type: text,
  id: text.optional(),
  head: text.optional(),
  at: text.optional(),
  parent: text.optional(),
  msgs: z.array(json).optional(),
  target: text.optional(),
  targets: object.optional(),
  new_head: text.optional(),
  from: text.optional(),
  to: text.optional(),
  generation: z.number().optional(),
  summary: text.optional(),
  trigger: text.optional(),
});

/** Where the newest text of a message is. */
export interface Overlays {
  /** Rows of the newest patch and of the newest redaction by message id. */
  readonly patches: ReadonlyMap<string, number>;
  readonly redactions: ReadonlyMap<string, number>;
  /** Row that the path begins in, and row of the `system` that replaces a system message there; -1 without one. */
  readonly firstRow: number;
  readonly systemRow: number;
}

/** The events of a record. `read` gives the record of another row. */
export function eventsOf(
  row: number,
  value: JsonObject,
  overlays: Overlays,
  read: (row: number) => JsonObject | undefined,
  look: Look = WHOLE,
): NativeEvent[] {
  const record = readAs(schema, value);
  if (record === undefined) return [];
  const { at } = record;
  const event = (type: NativeEvent['type'], payload: JsonObject): NativeEvent[] => [
    { type, actor: AGENT, payload, timestamp: at },
  ];
  switch (record.type) {
    case 'log':
      return event(
        'session.start',
        present({ agent: 'reasonix', generation: 'dag', log: record.generation }),
      );
    case 'message': {
      const own = objectsIn(record.msgs)[0];
      const message = newest(row, record.id ?? '', own, overlays, read);
      if (message === undefined) return [];
      return messageEvents(message, look, at, record.parent).map((told) => ({ ...told, id: record.id }));
    }
    case 'system': {
      const message = objectsIn(record.msgs)[0];
      return message === undefined ? [] : messageEvents(message, look, at);
    }
    case 'fork':
      return event('session.branch', present({ kind: 'fork', head: record.new_head, from_id: record.from }));
    case 'rewind':
      return event('context.prune', present({ kind: 'rewind', to_id: record.to }));
    case 'redact':
      return event('context.prune', { kind: 'redact', targets: Object.keys(record.targets ?? {}) });
    case 'compaction':
      return event('context.compact', present({ summary: record.summary, trigger: record.trigger }));
    default:
      return [];
  }
}

/** The message as it reads now: redacted, patched, or as it was written. */
function newest(
  row: number,
  id: string,
  own: JsonObject | undefined,
  overlays: Overlays,
  read: (row: number) => JsonObject | undefined,
): JsonObject | undefined {
  if (row === overlays.firstRow && overlays.systemRow >= 0 && own?.['role'] === 'system') {
    return objectsIn(read(overlays.systemRow)?.['msgs'])[0] ?? own;
  }
  const redaction = overlays.redactions.get(id);
  if (redaction !== undefined) {
    const targets = read(redaction)?.['targets'];
    const messages = isJsonObject(targets) && Object.hasOwn(targets, id) ? targets[id] : undefined;
    const message = isJsonObject(messages) ? messages : objectsIn(messages)[0];
    if (message !== undefined) return message;
  }
  const patch = overlays.patches.get(id);
  const patched = patch === undefined ? undefined : objectsIn(read(patch)?.['msgs'])[0];
  return patched !== undefined && textIn(patched['role']) !== undefined ? patched : own;
}
