// The shape of an event: held against the schema, with every deviation as a violation at its place.

import type * as z from 'zod';
import type { Envelope } from '../../core/fact.ts';
import type { JsonRecord } from '../../core/record.ts';
import {
  ALLOWED_KEYS,
  couldChangeState,
  isKnownType,
  TRACE_VERSION,
  traceEvent,
  type TraceEvent,
} from '../../core/schema.ts';
import type { ValuePath, Violation } from '../../core/violation.ts';
import { PATHS, stringMember } from './envelope.ts';

interface Identity {
  readonly sequence?: number;
  readonly eventId?: string;
}

/** Checks one event against the schema; only a record without errors becomes an event. */
export function checkShape(
  record: JsonRecord,
  envelope: Envelope,
): { event: TraceEvent | undefined; violations: Violation[] } {
  const { sequence, eventId, type } = envelope;
  const identity: Identity = {
    ...(sequence !== undefined && { sequence }),
    ...(eventId !== undefined && { eventId }),
  };
  const violations: Violation[] = [];
  if (isForeign(record)) {
    // One fault, not one for each member that an event has and this has not.
    const expected = 'a Trace 0.1 event';
    violations.push({ code: 'schema', path: [], expected, at: record.place(), ...identity });
    return { event: undefined, violations };
  }
  const parsed = traceEvent.safeParse(record.value());
  let event = parsed.data;
  for (const issue of parsed.error?.issues ?? []) {
    const path: ValuePath = issue.path.filter((step) => typeof step !== 'symbol');
    const token = record.find(path);
    const missing = path.length > 0 && token === record.find(path.slice(0, -1));
    const evidence = { path, expected: expectation(issue), ...(missing && { missing }) };
    violations.push({ code: 'schema', ...evidence, at: record.placeOf(token), ...identity });
  }
  const version = stringMember(record, 'trace_version');
  if (version !== undefined && version !== TRACE_VERSION) {
    const at = record.placeOf(record.member('trace_version'));
    violations.push({ code: 'trace-version-unsupported', version, at, ...identity });
    event = undefined;
  }
  if (type !== undefined && type !== '' && !isKnownType(type)) {
    const changesState = couldChangeState(type);
    violations.push({
      code: 'event-type-unknown',
      type,
      changesState,
      at: record.placeOf(record.find(PATHS.type)),
      ...identity,
    });
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

/** True for an object that is no event at all, as opposed to one with a fault. */
function isForeign(record: JsonRecord): boolean {
  const keys = ['trace_version', 'event_id', 'session_id', 'sequence', 'timestamp', 'type', 'provenance'];
  return keys.filter((key) => record.member(key) > 0).length < 2;
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
