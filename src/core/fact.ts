// A fact as the checks and reducers see it: the envelope that could be read, however little, and the whole event when
// it satisfies the schema. A format makes facts out of records; everything after it is the same for all formats.

import type { Utf8Text } from './idTable.ts';
import type { JsonRecord } from './record.ts';
import type { TraceEvent } from './schema.ts';
import type { Place, Violation } from './violation.ts';

/** The members whose places the checks point at. */
export type EnvelopeField =
  'sequence' | 'event_id' | 'session_id' | 'run_id' | 'parent_event_id' | 'timestamp' | 'type' | 'payload';

/** Envelope of one record; a member that is missing or of the wrong kind is undefined. */
export interface Envelope {
  readonly sequence: number | undefined;
  readonly eventId: string | undefined;
  readonly sessionId: string | undefined;
  readonly runId: string | undefined;
  readonly parentId: string | undefined;
  readonly timestamp: string | undefined;
  readonly type: string | undefined;
}

/** A fact is valid until the next one is taken: what it is read from is used again. */
export interface Fact extends Envelope {
  readonly record: JsonRecord;
  /** Where the record stands: absolute byte offset and length, 0-based line, and column in UTF-16 units. */
  readonly offset: number;
  readonly length: number;
  readonly line: number;
  readonly column: number;
  /** Bytes of the event's id and of its parent's, without escapes. */
  readonly eventIdText: Utf8Text | undefined;
  readonly parentIdText: Utf8Text | undefined;
  /** Bytes of the id of the tool call that the payload names. */
  readonly callIdText: Utf8Text | undefined;
  /** The timestamp in milliseconds since 1970, undefined when it is missing or no RFC 3339 date-time. */
  readonly instant: number | undefined;
  /** The record satisfies the schema: the prefix of a replay is made of these alone. */
  readonly whole: boolean;
  /** The event of a whole fact. Built when it is first asked for: most checks need only a member or two. */
  readonly event: TraceEvent | undefined;
  /** Shape violations of this record. */
  readonly violations: readonly Violation[];
  /** The redaction is the usual one: clean, and no fields. */
  readonly plainRedaction: boolean;
  /** Text of a string member of the payload, undefined when it is missing or no string. */
  payloadText(key: string): string | undefined;
  /** True when the payload has the member. */
  payloadHas(key: string): boolean;
  /** Place of a member's value, or of the record where it has none. */
  at(field: EnvelopeField): Place;
}
