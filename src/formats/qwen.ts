// Qwen Code: a tree of records like that of Claude Code, with messages like those of Gemini.

import type { JsonRecord } from '../core/record.ts';
import { textMember } from './lenient.ts';
import type { NativeFormat } from './native.ts';
import { PASSED_ON, UNREAD } from './qwen/records.ts';
import { QwenSurvey } from './qwen/survey.ts';

const TYPES: ReadonlySet<string> = new Set(['user', 'assistant', 'tool_result', 'system']);

export const qwen: NativeFormat = {
  id: 'qwen',
  label: 'Qwen Code',
  passedOn: PASSED_ON,
  unread: UNREAD,
  detect(first) {
    const like = first.filter(isLike);
    if (like.length === 0 || like.length * 2 < first.length) return undefined;
    const version = like.map((record) => textMember(record, 'version')).find((text) => text !== undefined);
    return /^\d{1,4}\.\d{1,4}(?=\.)/.exec(version ?? '')?.[0] ?? 'unversioned';
  },
  survey: (generation, report) => new QwenSurvey(generation, report),
};

/** True for a record that Qwen Code writes: linked by ids, and with a message of parts or a payload of its own. */
function isLike(record: JsonRecord): boolean {
  const isLinked = textMember(record, 'uuid') !== undefined && record.member('parentUuid') > 0;
  if (!isLinked || !TYPES.has(textMember(record, 'type') ?? '')) return false;
  const message = record.member('message');
  if (message > 0 && record.member('parts', message) > 0) return true;
  return record.member('systemPayload') > 0 || textMember(record, 'provenance') !== undefined;
}
