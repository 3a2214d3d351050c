// The envelope of an event, read leniently: whatever of it can be read, also from a damaged record.

import type { Envelope, EnvelopeField } from '../../core/fact.ts';
import { NUMBER, STRING } from '../../core/json/tape.ts';
import type { JsonRecord } from '../../core/record.ts';
import type { ValuePath } from '../../core/violation.ts';

/** Where the members of the envelope stand in an event. */
export const PATHS: Readonly<Record<EnvelopeField, ValuePath>> = {
  sequence: ['sequence'],
  event_id: ['event_id'],
  session_id: ['session_id'],
  run_id: ['provenance', 'run_id'],
  parent_event_id: ['parent_event_id'],
  timestamp: ['timestamp'],
  type: ['type'],
  payload: ['payload'],
};

/** Reads the envelope; a member that is missing or of the wrong kind is undefined. */
export function readEnvelope(record: JsonRecord): Envelope {
  const provenance = record.member('provenance');
  const sequence = record.member('sequence');
  return {
    sequence: sequence < 0 ? undefined : sequenceAt(record, sequence),
    eventId: nameMember(record, 'event_id'),
    sessionId: nameMember(record, 'session_id'),
    runId: provenance > 0 ? nameMember(record, 'run_id', provenance) : undefined,
    parentId: nameMember(record, 'parent_event_id'),
    timestamp: stringMember(record, 'timestamp'),
    type: stringMember(record, 'type'),
  };
}

/** A member that names something: an empty name is none. */
function nameMember(record: JsonRecord, key: string, object = 0): string | undefined {
  const name = stringMember(record, key, object);
  return name === '' ? undefined : name;
}

/** Text of a string member of the object at a token. */
export function stringMember(record: JsonRecord, key: string, object = 0): string | undefined {
  const token = record.member(key, object);
  return token < 0 ? undefined : textAt(record, token);
}

/** Text of a token, undefined when it is no string, or when all that is known of it is that its bytes are ill-formed. */
export function textAt(record: JsonRecord, token: number): string | undefined {
  if (record.tape.kindAt(token) !== STRING) return undefined;
  const text = record.string(token);
  return record.wellFormed || !text.includes('\ufffd') ? text : undefined;
}

/** The sequence as a number, when it is an integer from 0 that a double holds. */
export function sequenceAt(record: JsonRecord, token: number): number | undefined {
  if (record.tape.kindAt(token) !== NUMBER) return undefined;
  const value = record.number(token);
  return Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
