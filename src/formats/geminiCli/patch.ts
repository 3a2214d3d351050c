// A patch of a Gemini CLI session: what messages that were told before hold from here on, and which of them are gone.

import { ARRAY, STRING } from '../../core/json/tape.ts';
import { isJsonObject, type JsonObject } from '../../core/json/value.ts';
import type { JsonRecord } from '../../core/record.ts';
import { objectsIn, objectTokens, textIn, textMember } from '../lenient.ts';
import type { Source } from './conversation.ts';

/** What of a message a patch replaces: its content, or the results of calls. */
export interface Change {
  readonly id: string;
  /** `content`, and `call` with the id of each call. */
  readonly keys: readonly string[];
  /** The patch itself (`index` -1), or a position in its updates. */
  readonly source: Source;
}

/** The changes in the patch at a token. */
export function changesIn(record: JsonRecord, patch: number, row: number): Change[] {
  return [patch, ...objectTokens(record, record.member('updates', patch))].flatMap((token, position) => {
    const id = textMember(record, 'id', token);
    if (id === undefined) return [];
    const calls = objectTokens(record, record.member('toolCalls', token));
    const keys = calls.map((call) => `call ${textMember(record, 'id', call) ?? ''}`);
    if (record.member('content', token) > 0) keys.push('content');
    return keys.length === 0 ? [] : [{ id, keys, source: { row, index: position - 1 } }];
  });
}

/** The texts in an array member of the patch at a token. */
export function idsIn(record: JsonRecord, key: string, patch: number): string[] {
  const { tape } = record;
  const list = record.member(key, patch);
  const ids: string[] = [];
  if (list < 0 || tape.kindAt(list) !== ARRAY) return ids;
  for (let token = list + 1; token < tape.nextAt(list); token = tape.nextAt(token)) {
    if (tape.kindAt(token) === STRING) ids.push(record.string(token));
  }
  return ids;
}

/** A message with one change applied: `record` holds the patch, `index` says which of its parts. */
export function patched(message: JsonObject, record: JsonObject | undefined, index: number): JsonObject {
  const patch = record?.['$patch'];
  if (!isJsonObject(patch)) return message;
  const change = index < 0 ? patch : objectsIn(patch['updates'])[index];
  if (change === undefined) return message;
  const results = new Map(objectsIn(change['toolCalls']).map((call) => [textIn(call['id']), call['result']]));
  const calls = objectsIn(message['toolCalls']).map((call) => {
    const result = results.get(textIn(call['id']));
    return result === undefined ? call : { ...call, result };
  });
  const content = change['content'];
  return {
    ...message,
    ...(calls.length > 0 && { toolCalls: calls }),
    ...(content !== undefined && { content }),
  };
}

/** How many messages a patch ends. */
export function removedBy(record: JsonObject): number {
  const patch = record['$patch'];
  const ids = isJsonObject(patch) ? patch['removeIds'] : undefined;
  return Array.isArray(ids) ? ids.length : 0;
}
