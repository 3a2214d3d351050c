// Events that are valid beyond doubt. The schema decides what is valid; but writers repeat the same provenance, actor
// and redaction in every record, and what the schema has accepted once it accepts again, byte for byte. So an event
// whose members are the usual ones, and whose nested objects were seen, is read without asking the schema.

import type { Envelope } from '../../core/fact.ts';
import { SeenTexts } from '../../core/json/seenTexts.ts';
import { stringEquals } from '../../core/json/strings.ts';
import { NUMBER, OBJECT } from '../../core/json/tape.ts';
import { isJsonObject, valueAt } from '../../core/json/value.ts';
import type { JsonRecord } from '../../core/record.ts';
import { isKnownType, TRACE_VERSION, type TraceEvent } from '../../core/schema.ts';
import { isRfc3339 } from '../../core/timestamp.ts';
import { sequenceAt, textAt } from './envelope.ts';
import { Members, type MemberName } from './members.ts';

const provenances = new SeenTexts<TraceEvent['provenance']>(8);
const actors = new SeenTexts<TraceEvent['actor']>(32);
const redactions = new SeenTexts<TraceEvent['redaction']>(8);
const sessions = new SeenTexts<string>(2);
const members = new Members();

/** What is read of an event that is valid beyond doubt: its envelope, with every member there. */
export interface KnownEvent extends Envelope {
  readonly sequence: number;
  readonly eventId: string;
  readonly sessionId: string;
  readonly timestamp: string;
  readonly type: string;
  readonly actor: TraceEvent['actor'];
  readonly provenance: TraceEvent['provenance'];
  readonly redaction: TraceEvent['redaction'];
  readonly duration: number | undefined;
}

/** Remembers the nested objects of an event that the schema has accepted without a word. */
export function learn(record: JsonRecord, { provenance, actor, redaction }: TraceEvent): void {
  remember(provenances, record, 'provenance', provenance);
  remember(actors, record, 'actor', actor);
  remember(redactions, record, 'redaction', redaction);
}

function remember<Value>(seen: SeenTexts<Value>, record: JsonRecord, name: MemberName, value: Value): void {
  const token = record.member(name);
  if (seenAt(seen, record, token) !== undefined) return;
  seen.add(record.text.bytes, record.tape.startAt(token), record.tape.endAt(token), value);
}

/** What is known of the text of a value. */
function seenAt<Value>(seen: SeenTexts<Value>, { text, tape }: JsonRecord, token: number): Value | undefined {
  return seen.find(text.bytes, tape.startAt(token), tape.endAt(token));
}

/** Reads an event that is valid beyond doubt; undefined for one that the schema has to look at. */
export function knownEvent(record: JsonRecord): KnownEvent | undefined {
  const { tape } = record;
  members.read(record);
  if (!members.plain || !record.wellFormed || tape.firstLoneSurrogate >= 0) return undefined;
  const provenance = seenAt(provenances, record, members.token('provenance'));
  const redaction = seenAt(redactions, record, members.token('redaction'));
  const actor = seenAt(actors, record, members.token('actor'));
  if (provenance === undefined || redaction === undefined || actor === undefined) return undefined;
  if (tape.kindAt(members.token('payload')) !== OBJECT) return undefined;
  if (!stringEquals(record.text.bytes, tape, members.token('trace_version'), TRACE_VERSION)) return undefined;

  const sequence = sequenceAt(record, members.token('sequence'));
  const eventId = textAt(record, members.token('event_id'));
  const timestamp = textAt(record, members.token('timestamp'));
  const type = textAt(record, members.token('type'));
  const sessionId = sessionOf(record, members.token('session_id'));
  if (sequence === undefined || timestamp === undefined || type === undefined) return undefined;
  if (eventId === undefined || eventId === '' || sessionId === undefined || sessionId === '')
    return undefined;
  if (!isKnownType(type) || !isRfc3339(timestamp)) return undefined;

  const parentId =
    members.token('parent_event_id') < 0 ? undefined : textAt(record, members.token('parent_event_id'));
  if (members.token('parent_event_id') >= 0 && (parentId === undefined || parentId === '')) return undefined;
  const duration =
    members.token('duration_ms') < 0 ? undefined : durationAt(record, members.token('duration_ms'));
  if (members.token('duration_ms') >= 0 && duration === undefined) return undefined;
  const runId = provenance.run_id;
  return {
    sequence,
    eventId,
    sessionId,
    runId,
    parentId,
    timestamp,
    type,
    actor,
    provenance,
    redaction,
    duration,
  };
}

/** The session id, which is the same text from event to event. */
function sessionOf(record: JsonRecord, token: number): string | undefined {
  const known = seenAt(sessions, record, token);
  if (known !== undefined) return known;
  const text = textAt(record, token);
  if (text !== undefined)
    sessions.add(record.text.bytes, record.tape.startAt(token), record.tape.endAt(token), text);
  return text;
}

function durationAt(record: JsonRecord, token: number): number | undefined {
  const value = record.tape.kindAt(token) === NUMBER ? record.number(token) : -1;
  return value >= 0 && Number.isFinite(value) ? value : undefined;
}

/** The known event as the reducers get it. The record's tape must still be its own. */
export function eventOf(record: JsonRecord, known: KnownEvent): TraceEvent | undefined {
  const payload = valueAt(record.text.bytes, record.tape, record.member('payload'));
  if (!isJsonObject(payload)) return undefined;
  const { sequence, eventId, sessionId, timestamp, type, actor, provenance, redaction, duration, parentId } =
    known;
  return {
    trace_version: TRACE_VERSION,
    event_id: eventId,
    session_id: sessionId,
    sequence,
    timestamp,
    type,
    actor,
    payload,
    provenance,
    redaction,
    ...(duration !== undefined && { duration_ms: duration }),
    ...(parentId !== undefined && { parent_event_id: parentId }),
  };
}
