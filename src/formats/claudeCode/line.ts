// One line of the log, read at the tape: what the survey needs of it, and no text beyond ids and a few beginnings.

import { ARRAY, LITERAL, OBJECT, STRING } from '../../core/json/tape.ts';
import { stringEquals } from '../../core/json/strings.ts';
import { decodeUtf8 } from '../../core/json/utf8.ts';
import type { JsonRecord } from '../../core/record.ts';
import { RecordMembers } from '../recordMembers.ts';
import { kindOfText, LONGEST_MARK, type TextKind } from './hostText.ts';
import * as kinds from './kinds.ts';

/** Members of a line by name. Their tokens hold until the next line is read. */
export const line = new RecordMembers([
  'type',
  'subtype',
  'uuid',
  'parentUuid',
  'logicalParentUuid',
  'sessionId',
  'isSidechain',
  'isMeta',
  'isCompactSummary',
  'isApiErrorMessage',
  'message',
  'content',
  'attachment',
  'agentId',
  'forkedFrom',
  'toolUseResult',
  'promptSource',
  'origin',
  'cwd',
  'version',
]);

/** Members of the `message` of a `user` or `assistant` line. */
export const message = new RecordMembers(['id', 'content', 'usage', 'model', 'stop_reason']);

/** Reads a line and, where it has one, its message. Gives its kind. */
export function readLine(record: JsonRecord): number {
  line.read(record);
  message.read(record, line.token('message'));
  const type = line.token('type');
  if (type < 0 || record.tape.kindAt(type) !== STRING) return kinds.UNKNOWN;
  if (isSpoken(record, type)) {
    // Without a message it says nothing, and no program wrote it so.
    if (!isObject(record, line.token('message'))) return unknownKind(record);
    if (isText(record, type, 'user')) return userKind(record);
    return isTrue(record, line.token('isApiErrorMessage')) ? kinds.API_ERROR : kinds.REPLY;
  }
  if (isText(record, type, 'attachment')) return kinds.ATTACHMENT;
  if (isText(record, type, 'progress')) return kinds.NOTE;
  const name = record.string(type);
  if (name === 'system') return systemKind(record);
  if (name === 'api-request') return kinds.REQUEST;
  if (name === 'cost-state') return kinds.COST;
  if (kinds.BOOKKEEPING_TYPES.has(name)) return kinds.BOOKKEEPING;
  return unknownKind(record);
}

/** True for the type of a line that holds a message. */
export function isSpoken(record: JsonRecord, type: number): boolean {
  return isText(record, type, 'assistant') || isText(record, type, 'user');
}

function unknownKind(record: JsonRecord): number {
  return isString(record, line.token('uuid')) ? kinds.UNKNOWN_NODE : kinds.UNKNOWN;
}

function systemKind(record: JsonRecord): number {
  const subtype = line.token('subtype');
  const name = isString(record, subtype) ? record.string(subtype) : '';
  if (name === 'compact_boundary') return kinds.BOUNDARY;
  return kinds.EVENT_SUBTYPES.has(name) ? kinds.SYSTEM : kinds.NOTE;
}

function userKind(record: JsonRecord): number {
  if (isTrue(record, line.token('isCompactSummary'))) return kinds.SUMMARY;
  const content = message.token('content');
  if (hasBlock(record, content, 'tool_result')) return kinds.RESULT;
  if (isTrue(record, line.token('isMeta')) || isNobodys(record)) return kinds.HOST;
  const read = userText(record, content);
  if (read === 'summary') return kinds.SUMMARY;
  if (read === 'interrupt') return kinds.INTERRUPT;
  return read === 'host' ? kinds.HOST : kinds.PROMPT;
}

/** True where the record itself says that no person sent it: a task that ended, another session, the program. */
function isNobodys(record: JsonRecord): boolean {
  if (isText(record, line.token('promptSource'), 'system')) return true;
  const origin = line.token('origin');
  const kind = isObject(record, origin) ? record.member('kind', origin) : -1;
  return isString(record, kind) && !isText(record, kind, 'human') && !isText(record, kind, 'channel');
}

/** What the texts of a message are: `user` as soon as one of them is the user's, unless they mark an interruption. */
function userText(record: JsonRecord, content: number): TextKind {
  if (isString(record, content)) return textKind(record, content);
  let [hasUsers, hasOthers]: [boolean, TextKind | undefined] = [false, undefined];
  for (const block of elements(record, content)) {
    const text = record.member('text', block);
    const read = isString(record, text) ? textKind(record, text) : 'user';
    if (read === 'interrupt') return read;
    if (read === 'user') hasUsers = true;
    else hasOthers ??= read;
  }
  return hasUsers ? 'user' : (hasOthers ?? 'user');
}

/** First bytes of the texts that the program writes, and of escapes. */
const MARK_BEGINS = Array.from('<[ACT\\', (character) => character.charCodeAt(0));

function textKind(record: JsonRecord, token: number): TextKind {
  const from = record.tape.startAt(token) + 1;
  const to = record.tape.endAt(token) - 1;
  const { bytes } = record.text;
  // Nearly every text is the user's: only one that begins as the program's do is decoded.
  for (let i = from; i < to; i++) {
    const byte = bytes[i] ?? 0;
    if (byte === 0x20 || byte === 0x0a) continue;
    if (!MARK_BEGINS.includes(byte)) return 'user';
    break;
  }
  const start = decodeUtf8(bytes, from, Math.min(to, from + LONGEST_MARK));
  return start.includes('<system-reminder>') || start.includes('\\')
    ? kindOfText(record.string(token))
    : kindOfText(start);
}

/** Elements of the array at a token, none where it is no array. */
export function* elements({ tape }: JsonRecord, array: number): Generator<number> {
  if (array < 0 || tape.kindAt(array) !== ARRAY) return;
  const end = tape.nextAt(array);
  for (let token = array + 1; token < end; token = tape.nextAt(token)) yield token;
}

/** True where the list at a token has a block of a type. */
export function hasBlock(record: JsonRecord, content: number, type: string): boolean {
  for (const block of elements(record, content)) if (isBlock(record, block, type)) return true;
  return false;
}

/** True for a block of a type. */
export function isBlock(record: JsonRecord, block: number, type: string): boolean {
  return isText(record, record.member('type', block), type);
}

/** True for a string token with exactly this text. */
export function isText(record: JsonRecord, token: number, text: string): boolean {
  return isString(record, token) && stringEquals(record.text.bytes, record.tape, token, text);
}

export function isString({ tape }: JsonRecord, token: number): boolean {
  return token > 0 && tape.kindAt(token) === STRING;
}

export function isObject({ tape }: JsonRecord, token: number): boolean {
  return token > 0 && tape.kindAt(token) === OBJECT;
}

/** True for a member that is the literal `true`. */
export function isTrue({ tape, text }: JsonRecord, token: number): boolean {
  return token > 0 && tape.kindAt(token) === LITERAL && text.bytes[tape.startAt(token)] === 0x74;
}

/** Text of a string member, undefined for anything else and for an empty one. */
export function named(record: JsonRecord, token: number): string | undefined {
  return isString(record, token) ? record.string(token) || undefined : undefined;
}
