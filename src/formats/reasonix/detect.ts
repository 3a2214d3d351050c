// Which generation of Reasonix the first records of a file are of.

import { ARRAY, NUMBER, OBJECT, STRING } from '../../core/json/tape.ts';
import type { JsonRecord } from '../../core/record.ts';
import { numberMember, textMember } from '../lenient.ts';

export type Generation =
  'dag' | 'events1' | 'ts-events' | 'ts-transcript' | 'v4' | 'trajectory' | 'stdout' | 'flat';

const DAG_TYPES: ReadonlySet<string> = new Set([
  'log',
  'writer',
  'message',
  'patch',
  'system',
  'fork',
  'rewind',
  'select',
  'rename',
  'retire',
  'turn_begin',
  'turn_end',
  'compaction',
  'redact',
  'checkpoint',
]);

/** What the streams of a run tell: many programs number records of some kind. */
const STREAM_KINDS: ReadonlySet<string> = new Set(
  `turn_status turn_started turn_phase turn_done run_done stream_attempt user_message message text reasoning usage
  tool_dispatch tool_started tool_progress tool_result`.split(/\s+/),
);

/** Each generation and how one of its records is told, in the order in which they are asked. */
const TESTS: readonly (readonly [Generation, (record: JsonRecord) => boolean])[] = [
  ['dag', isDag],
  ['events1', isEvents1],
  ['ts-events', isTsEvent],
  ['ts-transcript', isTranscript],
  ['v4', (record) => textMember(record, 'codec') === 'reasonix.session.linear/v4'],
  ['trajectory', isTrajectory],
  ['stdout', isStdout],
];

/**
 * The generation of the first records, undefined when they are of none. A chat of messages alone is claimed only with
 * a mark that Reasonix leaves: such lines are written by many programs.
 */
export function generationOf(first: readonly JsonRecord[]): Generation | undefined {
  for (const [generation, test] of TESTS) if (first.some(test)) return generation;
  const isChat = first.filter(isMessage).length * 2 > first.length;
  return isChat && first.some(hasMark) ? 'flat' : undefined;
}

function version(record: JsonRecord): number | undefined {
  return numberMember(record, 'schema_version');
}

function kindOf(record: JsonRecord, key: string): number {
  const token = record.member(key);
  return token < 0 ? 0 : record.tape.kindAt(token);
}

/** Other logs have such a version and type as well, but no such member beside them. */
function isDag(record: JsonRecord): boolean {
  if (version(record) !== 2 || !DAG_TYPES.has(textMember(record, 'type') ?? '')) return false;
  const isHeads = kindOf(record, 'head') === STRING || kindOf(record, 'writer') === STRING;
  return isHeads || kindOf(record, 'generation') === NUMBER || kindOf(record, 'msgs') === ARRAY;
}

function isEvents1(record: JsonRecord): boolean {
  const schema = version(record);
  const type = textMember(record, 'type');
  return (
    (schema === 1 || schema === 3) &&
    (type === 'replace' || type === 'append') &&
    kindOf(record, 'messages') === ARRAY
  );
}

function isTsEvent(record: JsonRecord): boolean {
  return (
    kindOf(record, 'id') === NUMBER &&
    kindOf(record, 'ts') === STRING &&
    kindOf(record, 'turn') === NUMBER &&
    /^(?:session|user|model|tool|slash|plan|policy|hook|effect|checkpoint|capability)\.[a-z.]+$|^(?:error|status)$/.test(
      textMember(record, 'type') ?? '',
    )
  );
}

function isTranscript(record: JsonRecord): boolean {
  const role = textMember(record, 'role');
  if (role === '_meta') return kindOf(record, 'meta') === OBJECT;
  return kindOf(record, 'ts') === STRING && kindOf(record, 'turn') === NUMBER && isLoopRole(role);
}

function isLoopRole(role: string | undefined): boolean {
  return role === 'user' || role === 'assistant_final' || role === 'tool' || role === 'done';
}

function isTrajectory(record: JsonRecord): boolean {
  const event = record.member('event');
  return (
    version(record) === 1 &&
    kindOf(record, 'seq') === NUMBER &&
    STREAM_KINDS.has(textMember(record, 'kind', event) ?? '')
  );
}

function isStdout(record: JsonRecord): boolean {
  return (
    version(record) === 1 &&
    kindOf(record, 'sequence') === NUMBER &&
    STREAM_KINDS.has(textMember(record, 'kind') ?? '')
  );
}

const ROLES: ReadonlySet<string> = new Set(['system', 'user', 'assistant', 'tool']);

function isMessage(record: JsonRecord): boolean {
  return (
    ROLES.has(textMember(record, 'role') ?? '') && record.member('type') < 0 && record.member('messages') < 0
  );
}

/** Go gives messages an id and an origin, and keeps calls flat; DeepSeek's reasoning is what TypeScript adds. */
function hasMark(record: JsonRecord): boolean {
  if (kindOf(record, 'reasoning_content') === STRING || kindOf(record, 'createdAt') === NUMBER) return true;
  if (kindOf(record, 'origin') === STRING || kindOf(record, 'tool_run_state') === STRING) return true;
  if (/^[0-9A-HJKMNP-TV-Z]{26}$/.test(textMember(record, 'id') ?? '')) return true;
  const calls = record.member('tool_calls');
  if (calls < 0 || record.tape.kindAt(calls) !== ARRAY || record.tape.nextAt(calls) === calls + 1)
    return false;
  return (
    textMember(record, 'name', calls + 1) !== undefined &&
    textMember(record, 'arguments', calls + 1) !== undefined
  );
}
