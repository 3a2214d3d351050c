// A record of an agent's log as a row of the list: by the most telling of the events that it stands for, or where it
// stands for none by what its own words call it.

import { isJsonObject, type JsonObject, type JsonValue } from '../core/json/value.ts';
import { summarise, SUMMARY_LENGTH } from '../core/summary.ts';
import type { NativeEvent } from '../formats/native.ts';

/** What the text columns of a row say. */
export interface NativeRowText {
  readonly eventId: string | null;
  readonly type: string | null;
  readonly actorKind: string | null;
  readonly actorId: string | null;
  readonly summary: string;
  readonly timestamp: string | null;
}

/** The columns of a record; `value` is the record as far as it was read. */
export function nativeRowText(events: readonly NativeEvent[], value: JsonObject | undefined): NativeRowText {
  const telling = tellingEvent(events);
  if (telling === undefined) {
    const [type, told] = nativeType(value ?? {});
    const timestamp = text(value?.['timestamp']) ?? text(value?.['ts']);
    return {
      ...{ eventId: null, actorKind: null, actorId: null },
      type: type.slice(0, SUMMARY_LENGTH),
      summary: summarise('', told),
      timestamp: timestamp?.slice(0, SUMMARY_LENGTH) ?? null,
    };
  }
  const { type, actor, id, timestamp } = telling;
  return {
    type,
    eventId: id?.slice(0, SUMMARY_LENGTH) ?? null,
    actorKind: actor.kind,
    actorId: actor.id.slice(0, SUMMARY_LENGTH),
    summary: summaryOf(telling, events),
    timestamp: timestamp?.slice(0, SUMMARY_LENGTH) ?? null,
  };
}

/** The event that says most of what a record stands for: what somebody said before what came with it. */
function tellingEvent(events: readonly NativeEvent[]): NativeEvent | undefined {
  return events.reduce<NativeEvent | undefined>(
    (best, event) => (best === undefined || rank(event) < rank(best) ? event : best),
    undefined,
  );
}

const RANKS: ReadonlyMap<string, number> = new Map([
  ['user.message', 0],
  ['error', 2],
  ['tool.result', 3],
  ['tool.request', 4],
  ['session.start', 7],
]);

function rank({ type, payload }: NativeEvent): number {
  if (type !== 'model.response') return RANKS.get(type) ?? 5;
  return isEmpty(payload['content']) ? 6 : 1;
}

function isEmpty(content: JsonValue | undefined): boolean {
  return content === undefined || content === '' || (Array.isArray(content) && content.length === 0);
}

/** The summary of the telling event; a reply that calls tools names them. */
function summaryOf(telling: NativeEvent, events: readonly NativeEvent[]): string {
  const said = summarise(telling.type, telling.payload);
  if (telling.type !== 'model.response') return said;
  const calls = events.filter(({ type }) => type === 'tool.request');
  const names = calls.slice(0, 10).map(({ payload }) => text(payload['tool']) ?? '');
  if (names.length === 0 || said.includes('calls ')) return said;
  return `${said.slice(0, SUMMARY_LENGTH - 80)} · calls ${names.join(', ')}`.slice(0, SUMMARY_LENGTH);
}

/** What a record calls itself, in the words of its agent, and the part of it that tells more. */
function nativeType(value: JsonObject): readonly [type: string, told: JsonObject] {
  const outer = text(value['type']) ?? text(value['kind']) ?? text(value['role']) ?? text(value['op']);
  const payload = isJsonObject(value['payload']) ? value['payload'] : undefined;
  const inner = text(payload?.['type']) ?? text(value['subtype']);
  // The inner one says more, and comes first where there is little room.
  const type = [inner, outer].filter((part) => part !== undefined).join(' · ');
  return [type === '' ? 'record' : type, without(payload ?? value)];
}

/** What every record has, and no summary needs. */
const COMMON: ReadonlySet<string> = new Set([
  ...['type', 'kind', 'subtype', 'timestamp', 'ts', 'version', 'cwd', 'id', 'parentId', 'uuid', 'parentUuid'],
  ...['sessionId', 'session_id', 'thread_id', 'turn_id', 'messageId', 'isSidechain', 'ordinal'],
]);

function without(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !COMMON.has(key)));
}

function text(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
