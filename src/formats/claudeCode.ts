// Claude Code: a tree of records, several per reply, with records of the program's own among them.

import { STRING } from '../core/json/tape.ts';
import type { JsonRecord } from '../core/record.ts';
import { generationOf } from './claudeCode/identity.ts';
import { BOOKKEEPING_TYPES, TREE_TYPES } from './claudeCode/kinds.ts';
import { isObject } from './claudeCode/line.ts';
import { PASSED_ON, UNREAD } from './claudeCode/records.ts';
import { ClaudeCodeSurvey } from './claudeCode/survey.ts';
import { textMember } from './lenient.ts';
import type { NativeFormat } from './native.ts';

/** The generation of a log whose first records name no version. */
const UNVERSIONED = 'unversioned';

export const claudeCode: NativeFormat = {
  id: 'claude-code',
  label: 'Claude Code',
  passedOn: PASSED_ON,
  unread: UNREAD,
  detect(first) {
    const like = first.filter(isLike);
    if (like.length === 0 || like.length * 2 < first.length) return undefined;
    const versions = like.map((record) => textMember(record, 'version'));
    const generations = versions.map((version) =>
      version === undefined ? undefined : generationOf(version),
    );
    return generations.find((generation) => generation !== undefined) ?? UNVERSIONED;
  },
  survey: (generation, report) => new ClaudeCodeSurvey(generation, report),
};

/** True for a record that Claude Code writes. The first lines of a log often are no messages. */
function isLike(record: JsonRecord): boolean {
  const type = textMember(record, 'type');
  if (type === undefined || isQwen(record)) return false;
  if (TREE_TYPES.has(type)) return isInTree(record, type);
  if (type === 'summary') return has(record, 'summary') && has(record, 'leafUuid');
  if (type === 'file-history-snapshot') return has(record, 'messageId') && has(record, 'snapshot');
  const isKnown = BOOKKEEPING_TYPES.has(type) || type === 'api-request' || type === 'cost-state';
  return isKnown && has(record, 'sessionId');
}

function isInTree(record: JsonRecord, type: string): boolean {
  const isLinked = has(record, 'uuid') && record.member('parentUuid') > 0;
  if (!has(record, 'sessionId') && !isLinked) return false;
  if (type === 'user' || type === 'assistant') {
    const message = record.member('message');
    return isObject(record, message) && record.member('content', message) > 0;
  }
  return isLinked;
}

/** Qwen Code has the same links, but other messages. */
function isQwen(record: JsonRecord): boolean {
  const message = record.member('message');
  return (
    has(record, 'provenance') ||
    record.member('systemPayload') > 0 ||
    record.member('parts', Math.max(0, message)) > 0
  );
}

/** True for a member that is a text or an object. */
function has(record: JsonRecord, key: string): boolean {
  const token = record.member(key);
  return token > 0 && (record.tape.kindAt(token) === STRING || isObject(record, token));
}
