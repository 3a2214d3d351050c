// The texts of a message, read off the tape only as far as is needed to recognise it.

import { ARRAY, OBJECT, STRING } from '../../core/json/tape.ts';
import { decodeUtf8 } from '../../core/json/utf8.ts';
import type { JsonRecord } from '../../core/record.ts';
import { bytesHash } from '../bytesHash.ts';
import { BEGINNING_BYTES, isHostWritten, looksHostWritten, mayBeHostWritten } from './hostWritten.ts';
import { shortText } from './recordKind.ts';

/** What can be told of a message of the user's role without reading it whole. */
export interface MessageMarks {
  /** One mark per text, and one for no text at all. */
  readonly marks: readonly string[];
  readonly isHostWritten: boolean;
  readonly isTagged: boolean;
}

/** Texts of a message that are looked at: more make no difference to who wrote it. */
const MAX_TEXTS = 16;
/** Bytes of a long text that its mark is made of, at each end. */
const MARK_BYTES = 4096;

/** Looks at a message item of the user's role. */
export function messageMarks(record: JsonRecord, body: number): MessageMarks {
  const texts = textTokens(record, record.member('content', body));
  const kinds = itemKinds(record, body);
  const beginnings = kinds === undefined ? texts.map((token) => hostBeginningAt(record, token)) : [];
  return {
    marks: marksOf(record, texts),
    isHostWritten: kinds === undefined ? beginnings.some((text) => isHostWritten(text)) : kinds === 'host',
    isTagged: beginnings.some((text) => looksHostWritten(text)),
  };
}

/** The marks alone, for a message that the model wrote. */
export function replyMarks(record: JsonRecord, body: number): readonly string[] {
  return marksOf(record, textTokens(record, record.member('content', body)));
}

function marksOf(record: JsonRecord, texts: readonly number[]): readonly string[] {
  return texts.length === 0 ? [EMPTY] : texts.map((token) => markAt(record, token));
}

/** The mark of a text token: equal for equal texts that one program wrote. -1 is no text. */
export function markAt(record: JsonRecord, token: number): string {
  if (token < 0 || record.tape.kindAt(token) !== STRING) return EMPTY;
  const { bytes } = record.text;
  const [from, to] = [record.tape.startAt(token), record.tape.endAt(token)];
  if (to - from <= 2) return EMPTY;
  let hash = bytesHash(bytes, from, Math.min(to, from + MARK_BYTES), 0x811c9dc5);
  if (to - from > MARK_BYTES) hash = bytesHash(bytes, Math.max(from + MARK_BYTES, to - MARK_BYTES), to, hash);
  return `${to - from}:${hash}`;
}

const EMPTY = '';

/** Tokens of the texts of a message's content, which is a text or a list of parts. */
export function textTokens(record: JsonRecord, content: number): number[] {
  if (content < 0) return [];
  const { tape } = record;
  if (tape.kindAt(content) === STRING) return [content];
  if (tape.kindAt(content) !== ARRAY) return [];
  const tokens: number[] = [];
  const end = tape.nextAt(content);
  for (let part = content + 1; part < end && tokens.length < MAX_TEXTS; part = tape.nextAt(part)) {
    const text = tape.kindAt(part) === OBJECT ? record.member('text', part) : -1;
    if (text > 0 && tape.kindAt(text) === STRING) tokens.push(text);
  }
  return tokens;
}

/** The first characters of a text token. */
export function beginningAt(record: JsonRecord, token: number): string {
  const from = record.tape.startAt(token) + 1;
  const to = Math.min(record.tape.endAt(token) - 1, from + BEGINNING_BYTES);
  return decodeUtf8(record.text.bytes, from, to).replace(/^(?:\\[nrt]|\s)+/, '');
}

/** The first characters of a text token, or none where they cannot be those of a message that Codex wrote. */
function hostBeginningAt(record: JsonRecord, token: number): string {
  const { bytes } = record.text;
  let at = record.tape.startAt(token) + 1;
  while (bytes[at] === 0x20) at += 1;
  return mayBeHostWritten(bytes[at] ?? 0) ? beginningAt(record, token) : '';
}

/** Newer versions say of each part who wrote it. */
function itemKinds(record: JsonRecord, body: number): 'user' | 'host' | undefined {
  const passed = record.member('internal_chat_message_metadata_passthrough', body);
  const kinds = passed < 0 ? -1 : record.member('content_item_kinds', passed);
  if (kinds < 0 || record.tape.kindAt(kinds) !== ARRAY) return undefined;
  const end = record.tape.nextAt(kinds);
  let found: 'user' | 'host' | undefined;
  for (let kind = kinds + 1; kind < end; kind = record.tape.nextAt(kind)) {
    if (record.tape.kindAt(kind) !== STRING) return undefined;
    const text = beginningAt(record, kind);
    if (text === 'unknown') return undefined;
    if (text.startsWith('user.')) return 'user';
    found = 'host';
  }
  return found;
}

/** Text of the member of an event that shows a user's message: a text, or the content of an item. */
export function eventMark(record: JsonRecord, body: number): string {
  const message = record.member('message', body);
  if (message > 0) return markAt(record, message);
  const [first] = textTokens(record, record.member('content', body));
  return first === undefined ? EMPTY : markAt(record, first);
}

/** How such events begin in versions that name no kind. What else is shown as the user's is the user's, whatever it says. */
const EVENT_BEGINNINGS = ['<environment_context>', '<user_instructions>'];

/** True for an event that shows a message which Codex wrote by itself, as early versions did. */
export function isHostEvent(record: JsonRecord, body: number): boolean {
  const kind = shortText(record, 'kind', body);
  if (kind !== undefined) return kind !== 'plain';
  const message = record.member('message', body);
  const isText = message > 0 && record.tape.kindAt(message) === STRING;
  return isText && EVENT_BEGINNINGS.some((start) => beginningAt(record, message).startsWith(start));
}
