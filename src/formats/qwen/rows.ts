// What the records of a Qwen Code session are.

import { ARRAY } from '../../core/json/tape.ts';
import type { JsonRecord } from '../../core/record.ts';
import { textMember } from '../lenient.ts';
import type { RowStatus } from '../native.ts';

/** Records of type `user` that the program wrote: they are no messages of the user. */
const HOST_SUBTYPES: ReadonlySet<string> = new Set([
  'notification',
  'background_task_completed',
  'cron',
  'goal_runtime',
  'agent_bootstrap',
]);

/** `system` records that an event stands for. */
const EVENT_SUBTYPES: ReadonlySet<string> = new Set([
  'chat_compression',
  'slash_command',
  'notification',
  'background_task_completed',
  'cron',
  'rewind',
]);

export type RowKind = 'prompt' | 'host' | 'reply' | 'result' | 'system' | 'telemetry' | 'note' | 'unknown';

/** The kind of a record by its type, subtype and provenance. */
export function kindOf(
  type: string | undefined,
  subtype: string | undefined,
  provenance: string | undefined,
): RowKind {
  if (type === 'assistant') return 'reply';
  if (type === 'tool_result') return 'result';
  if (type === 'user' || subtype === 'mid_turn_user_message') {
    const isHost = HOST_SUBTYPES.has(subtype ?? '');
    const isOthers = provenance !== undefined && provenance !== 'real_user' && subtype === undefined;
    return isHost || isOthers ? 'host' : 'prompt';
  }
  if (type !== 'system') return 'unknown';
  if (subtype === 'ui_telemetry') return 'telemetry';
  return EVENT_SUBTYPES.has(subtype ?? '') ? 'system' : 'note';
}

/** Status of a kind of row on the active path. */
export function statusOfKind(kind: RowKind): RowStatus {
  if (kind === 'unknown') return 'unknown';
  return kind === 'note' ? 'folded' : 'active';
}

/** Tokens of the parts of a record's message, and of the function calls or responses in them. */
export function* partsOf(record: JsonRecord, name: 'functionCall' | 'functionResponse'): Generator<number> {
  const { tape } = record;
  const message = record.member('message');
  const parts = message < 0 ? -1 : record.member('parts', message);
  if (parts < 0 || tape.kindAt(parts) !== ARRAY) return;
  for (let part = parts + 1; part < tape.nextAt(parts); part = tape.nextAt(part)) {
    const token = record.member(name, part);
    if (token > 0) yield token;
  }
}

/** The name of a telemetry event without that of the program. */
export function telemetryOf(record: JsonRecord): string {
  const payload = record.member('systemPayload');
  const event = payload < 0 ? -1 : record.member('uiEvent', payload);
  return eventName(textMember(record, 'event.name', event));
}

/** `qwen-code.api_error` → `api_error`. */
export function eventName(name: string | undefined): string {
  return name?.replace(/^qwen-code\./, '') ?? '';
}
