// Trace 0.1, the canonical form: one event per line, already in the shape that the checks expect.

import type * as z from 'zod';
import type { Envelope, EnvelopeField, Fact } from '../core/fact.ts';
import { SeenTexts } from '../core/json/seenTexts.ts';
import { stringEquals } from '../core/json/strings.ts';
import { NUMBER, OBJECT, STRING } from '../core/json/tape.ts';
import type { JsonRecord } from '../core/record.ts';
import {
  ALLOWED_KEYS,
  couldChangeState,
  isKnownType,
  TRACE_VERSION,
  traceEvent,
  type TraceEvent,
} from '../core/schema.ts';
import type { Place, ValuePath, Violation } from '../core/violation.ts';
import { isRfc3339 } from '../core/timestamp.ts';
import type { Format } from './format.ts';
import { Members, type MemberName } from './trace01Members.ts';

export const trace01: Format = {
  id: 'trace01',
  label: 'Trace 0.1',
  detect: (record) =>
    record.member('trace_version') > 0 && (record.member('event_id') > 0 || record.member('sequence') > 0),
  normalise: (record) => new TraceFact(record),
  envelope,
};

function stringMember(record: JsonRecord, key: string, object = 0): string | undefined {
  const token = record.member(key, object);
  return token > 0 && record.tape.kindAt(token) === STRING ? record.string(token) : undefined;
}

function envelope(record: JsonRecord): Envelope {
  const provenance = record.member('provenance');
  return {
    sequence: sequenceOf(record),
    eventId: stringMember(record, 'event_id'),
    sessionId: stringMember(record, 'session_id'),
    runId: provenance > 0 ? stringMember(record, 'run_id', provenance) : undefined,
    parentId: stringMember(record, 'parent_event_id'),
    timestamp: stringMember(record, 'timestamp'),
    type: stringMember(record, 'type'),
  };
}

function sequenceOf(record: JsonRecord): number | undefined {
  const token = record.member('sequence');
  return token < 0 ? undefined : sequenceAt(record, token);
}

/** The sequence as a number, when it is an integer from 0 that a double holds. */
function sequenceAt(record: JsonRecord, token: number): number | undefined {
  if (record.tape.kindAt(token) !== NUMBER) return undefined;
  const value = record.number(token);
  return Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

const PATHS: Readonly<Record<EnvelopeField, ValuePath>> = {
  sequence: ['sequence'],
  event_id: ['event_id'],
  session_id: ['session_id'],
  run_id: ['provenance', 'run_id'],
  parent_event_id: ['parent_event_id'],
  timestamp: ['timestamp'],
  type: ['type'],
  payload: ['payload'],
};

/** What is known of the nested objects that writers repeat in every event. */
const knownProvenance = new SeenTexts<{ readonly runId: string }>(8);
const knownActors = new SeenTexts<true>(32);
const knownRedactions = new SeenTexts<{ readonly plain: boolean }>(8);
const lastSession = new SeenTexts<string>(2);
const members = new Members();
const NO_VIOLATIONS: readonly Violation[] = [];

/**
 * One event. The schema decides what is valid; an event whose members are plain, and whose nested objects are byte for
 * byte some that the schema has accepted before, is known to be valid without asking it again.
 */
class TraceFact implements Fact {
  readonly sequence: number | undefined;
  readonly eventId: string | undefined;
  readonly sessionId: string | undefined;
  readonly runId: string | undefined;
  readonly parentId: string | undefined;
  readonly timestamp: string | undefined;
  readonly type: string | undefined;
  readonly whole: boolean;
  readonly plainRedaction: boolean;
  readonly violations: readonly Violation[];
  #event: TraceEvent | undefined;

  constructor(readonly record: JsonRecord) {
    const known = knownEvent(record);
    const read = known ?? envelope(record);
    this.sequence = read.sequence;
    this.eventId = read.eventId;
    this.sessionId = read.sessionId;
    this.runId = read.runId;
    this.parentId = read.parentId;
    this.timestamp = read.timestamp;
    this.type = read.type;
    if (known !== undefined) {
      this.whole = true;
      this.plainRedaction = known.plainRedaction;
      this.violations = NO_VIOLATIONS;
      return;
    }
    const shape = checkShape(this);
    this.violations = shape.violations;
    this.#event = record.wellFormed ? shape.event : undefined;
    this.whole = this.#event !== undefined;
    this.plainRedaction = isPlain(this.#event?.redaction);
    if (this.whole && shape.violations.length === 0) this.#learn();
  }

  get event(): TraceEvent | undefined {
    if (this.whole) this.#event ??= traceEvent.parse(this.record.value());
    return this.#event;
  }

  payloadText(key: string): string | undefined {
    const payload = this.record.member('payload');
    return payload < 0 ? undefined : stringMember(this.record, key, payload);
  }

  payloadHas(key: string): boolean {
    const payload = this.record.member('payload');
    return payload > 0 && this.record.member(key, payload) > 0;
  }

  at(field: EnvelopeField): Place {
    return this.record.placeOf(this.record.find(PATHS[field]));
  }

  #learn(): void {
    const { record } = this;
    const { tape } = record;
    const { bytes } = record.text;
    const span = (name: MemberName) => {
      const token = record.member(name);
      return [bytes, tape.startAt(token), tape.endAt(token)] as const;
    };
    if (knownProvenance.find(...span('provenance')) === undefined) {
      knownProvenance.add(...span('provenance'), { runId: this.runId ?? '' });
    }
    if (knownActors.find(...span('actor')) === undefined) knownActors.add(...span('actor'), true);
    if (knownRedactions.find(...span('redaction')) === undefined) {
      knownRedactions.add(...span('redaction'), { plain: this.plainRedaction });
    }
  }
}

function isPlain(redaction: TraceEvent['redaction'] | undefined): boolean {
  return redaction?.status === 'clean' && redaction.fields.length === 0;
}

/** The envelope of an event that is valid beyond doubt, undefined for one that the schema has to look at. */
function knownEvent(record: JsonRecord): (Envelope & { readonly plainRedaction: boolean }) | undefined {
  const { tape } = record;
  const { bytes } = record.text;
  members.read(record);
  if (!members.plain || !record.wellFormed || tape.firstLoneSurrogate >= 0) return undefined;
  if (members.token('duration_ms') >= 0 && !isDuration(record, members.token('duration_ms')))
    return undefined;

  const span = (name: MemberName) => {
    const token = members.token(name);
    return [bytes, tape.startAt(token), tape.endAt(token)] as const;
  };
  const provenance = knownProvenance.find(...span('provenance'));
  const redaction = knownRedactions.find(...span('redaction'));
  if (
    provenance === undefined ||
    redaction === undefined ||
    knownActors.find(...span('actor')) === undefined
  ) {
    return undefined;
  }
  if (tape.kindAt(members.token('payload')) !== OBJECT) return undefined;
  if (!stringEquals(bytes, tape, members.token('trace_version'), TRACE_VERSION)) return undefined;

  const text = (name: MemberName) => textOf(record, members.token(name));
  const sequence = sequenceAt(record, members.token('sequence'));
  const [eventId, timestamp, type] = [text('event_id'), text('timestamp'), text('type')];
  const sessionId = repeated(record, members.token('session_id'), lastSession);
  const hasParent = members.token('parent_event_id') >= 0;
  const parentId = hasParent ? text('parent_event_id') : undefined;
  if (sequence === undefined || !eventId || !sessionId || timestamp === undefined || type === undefined)
    return undefined;
  if ((hasParent && !parentId) || !isKnownType(type) || !isRfc3339(timestamp)) return undefined;
  const { runId } = provenance;
  return { sequence, eventId, sessionId, runId, parentId, timestamp, type, plainRedaction: redaction.plain };
}

function textOf(record: JsonRecord, token: number): string | undefined {
  return record.tape.kindAt(token) === STRING ? record.string(token) : undefined;
}

/** Text of a string that is mostly the same from event to event. */
function repeated(record: JsonRecord, token: number, seen: SeenTexts<string>): string | undefined {
  const { tape } = record;
  const { bytes } = record.text;
  const known = seen.find(bytes, tape.startAt(token), tape.endAt(token));
  if (known !== undefined) return known;
  const text = textOf(record, token);
  if (text !== undefined) seen.add(bytes, tape.startAt(token), tape.endAt(token), text);
  return text;
}

function isDuration(record: JsonRecord, token: number): boolean {
  return (
    record.tape.kindAt(token) === NUMBER && record.number(token) >= 0 && Number.isFinite(record.number(token))
  );
}

interface Identity {
  readonly sequence?: number;
  readonly eventId?: string;
}

/** Checks one event against the schema; only a record without errors becomes an event. */
function checkShape(fact: TraceFact): { event: TraceEvent | undefined; violations: Violation[] } {
  const { record, type } = fact;
  const identity: Identity = {
    ...(fact.sequence !== undefined && { sequence: fact.sequence }),
    ...(fact.eventId !== undefined && { eventId: fact.eventId }),
  };
  const violations: Violation[] = [];
  const parsed = traceEvent.safeParse(record.value());
  let event = parsed.data;
  for (const issue of parsed.error?.issues ?? []) {
    const path: ValuePath = issue.path.filter((step) => typeof step !== 'symbol');
    const at = record.placeOf(record.find(path));
    violations.push({ code: 'schema', path, expected: expectation(issue), at, ...identity });
  }
  const version = stringMember(record, 'trace_version');
  if (version !== undefined && version !== TRACE_VERSION) {
    const at = record.placeOf(record.member('trace_version'));
    violations.push({ code: 'trace-version-unsupported', version, at, ...identity });
    event = undefined;
  }
  if (type !== undefined && type !== '' && !isKnownType(type)) {
    const changesState = couldChangeState(type);
    violations.push({ code: 'event-type-unknown', type, changesState, at: fact.at('type'), ...identity });
    if (changesState) event = undefined;
  }
  const loneSurrogate = record.tape.firstLoneSurrogate;
  if (loneSurrogate >= 0) {
    const path = record.pathTo(loneSurrogate);
    violations.push({ code: 'lone-surrogate', path, at: record.placeOf(loneSurrogate), ...identity });
  }
  noteUnknownFields(record, identity, violations);
  return { event, violations };
}

function noteUnknownFields(record: JsonRecord, identity: Identity, violations: Violation[]): void {
  for (const [name, allowed] of ALLOWED_KEYS) {
    const object = name === '' ? 0 : record.member(name);
    for (const token of object < 0 ? [] : record.keys(object)) {
      const key = record.string(token);
      if (allowed.has(key)) continue;
      const path = name === '' ? [key] : [name, key];
      violations.push({ code: 'unknown-field', path, at: record.placeOf(token), ...identity });
    }
  }
}

/** What the schema wants at the place, as evidence: short, and never a quote of the value. */
function expectation(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return `a value of type ${issue.expected}`;
  if (issue.code === 'invalid_value') return `one of ${issue.values.map(String).join(', ')}`;
  if (issue.code !== 'too_small') return issue.message;
  return issue.origin === 'string' ? 'a non-empty string' : `at least ${String(issue.minimum)}`;
}
