// Trace 0.1, the canonical form: one event per line, already in the shape that the checks expect.

import type * as z from 'zod';
import type { Envelope, EnvelopeField, Fact } from '../core/fact.ts';
import { NUMBER, STRING } from '../core/json/tape.ts';
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
import type { Format } from './format.ts';

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

/** The sequence as a number, when it is an integer from 0 that a double holds. */
function sequenceOf(record: JsonRecord): number | undefined {
  const token = record.member('sequence');
  if (token < 0 || record.tape.kindAt(token) !== NUMBER) return undefined;
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

class TraceFact implements Fact {
  readonly sequence: number | undefined;
  readonly eventId: string | undefined;
  readonly sessionId: string | undefined;
  readonly runId: string | undefined;
  readonly parentId: string | undefined;
  readonly timestamp: string | undefined;
  readonly type: string | undefined;
  readonly event: TraceEvent | undefined;
  readonly violations: readonly Violation[];

  constructor(readonly record: JsonRecord) {
    const read = envelope(record);
    this.sequence = read.sequence;
    this.eventId = read.eventId;
    this.sessionId = read.sessionId;
    this.runId = read.runId;
    this.parentId = read.parentId;
    this.timestamp = read.timestamp;
    this.type = read.type;
    const shape = checkShape(this);
    this.violations = shape.violations;
    this.event = record.wellFormed ? shape.event : undefined;
  }

  at(field: EnvelopeField): Place {
    return this.record.placeOf(this.record.find(PATHS[field]));
  }
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
