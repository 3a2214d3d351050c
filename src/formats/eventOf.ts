import type { JsonObject } from '../core/json/value.ts';
import type { NativeEvent } from './native.ts';

/** What the events of a record share. */
export type Shared = Pick<NativeEvent, 'id' | 'parentId' | 'timestamp' | 'model' | 'provider'>;

/** An event of a record. All have the same members in the same order, which makes a million of them cheap. */
export function eventOf(
  { id, parentId, timestamp, model, provider }: Shared,
  type: NativeEvent['type'],
  actor: NativeEvent['actor'],
  payload: JsonObject,
  durationMs?: number,
): NativeEvent {
  return { type, actor, payload, id, parentId, timestamp, durationMs, model, provider };
}
