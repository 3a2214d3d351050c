// The canonical event, Trace 0.1, as a schema. The published schema forbids unknown fields; here they pass and are
// reported apart (`unknown-field`), since reducers tolerate them.

import * as z from 'zod';
import { isRfc3339 } from './timestamp.ts';
import { isJsonObject, type JsonObject } from './json/value.ts';

export const TRACE_VERSION = '0.1.0';

/** Every event type of Trace 0.1. */
export const EVENT_TYPES = [
  'session.start',
  'session.stop',
  'session.replay',
  'session.branch',
  'user.message',
  'model.request',
  'model.response',
  'tool.request',
  'tool.result',
  'approval.request',
  'approval.decision',
  'sandbox.configure',
  'network.decision',
  'trust.decision',
  'instruction.accept',
  'instruction.quarantine',
  'checkpoint.create',
  'checkpoint.diff',
  'checkpoint.rollback',
  'file.patch',
  'context.prune',
  'context.compact',
  'memory.read',
  'memory.write',
  'skill.load',
  'agent.spawn',
  'agent.message',
  'agent.stop',
  'metric.sample',
  'error',
] as const;

const KNOWN_TYPES: ReadonlySet<string> = new Set(EVENT_TYPES);

/** True for the types that Trace 0.1 names. */
export function isKnownType(type: string): boolean {
  return KNOWN_TYPES.has(type);
}

/** Families whose events make up the replayed state: ignoring an unknown type in one of them could change it. */
const STATE_FAMILIES = ['user.', 'model.', 'tool.', 'session.', 'context.'];

/** True when an unknown type could change the replayed state. */
export function couldChangeState(type: string): boolean {
  return STATE_FAMILIES.some((family) => type.startsWith(family));
}

const text = z.string().min(1);
const stableId = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'a stable id (lower-case words joined by single hyphens)');

/** Objects of any content are passed by reference: copying them would drop keys such as `__proto__`. */
const anyObject = z.custom<JsonObject>(isJsonObject, 'an object');

const sequence = z.custom<number>(
  (value) => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0,
  'an integer from 0',
);

const actor = z.looseObject({
  kind: z.enum(['user', 'model', 'agent', 'tool', 'harness', 'policy', 'environment']),
  id: text,
  parent_id: text.optional(),
});

const provenance = z.looseObject({
  agent_id: stableId,
  snapshot_id: text,
  surface: text,
  harness_mode: z.enum(['fake', 'native', 'controlled', 'adversarial']),
  run_id: text,
  experiment_id: stableId.optional(),
  model: z.string().optional(),
  provider: z.string().optional(),
});

/** The names of redacted fields. What is wrong with them is one issue, at the first of them that is wrong. */
const fields = z
  .custom<string[]>((value) => Array.isArray(value), 'an array')
  .superRefine((names, context) => {
    const wrong = names.findIndex((name) => typeof name !== 'string' || name === '');
    if (wrong >= 0) context.addIssue({ code: 'custom', path: [wrong], message: 'a non-empty string' });
    else if (new Set(names).size < names.length) context.addIssue('fields named once each');
  });

const redaction = z.looseObject({
  status: z.enum(['clean', 'redacted', 'restricted']),
  fields,
  notes: z.string().optional(),
});

/** One event. `type` and `trace_version` are plain strings here: their rules have codes of their own. */
export const traceEvent = z.looseObject({
  trace_version: z.string(),
  event_id: text,
  session_id: text,
  sequence,
  timestamp: z.string().refine(isRfc3339, 'an RFC 3339 date and time'),
  type: text,
  actor,
  payload: anyObject,
  provenance,
  redaction,
  // Integers that a double cannot hold are bigints.
  duration_ms: z
    .union([z.number().min(0), z.bigint().min(0n).transform(Number)], 'a number from 0')
    .optional(),
  parent_event_id: text.optional(),
});

export type TraceEvent = z.infer<typeof traceEvent>;

/** The keys that the published schema allows, per object of the event; `''` is the event itself. */
export const ALLOWED_KEYS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['', new Set(Object.keys(traceEvent.shape))],
  ['actor', new Set(Object.keys(actor.shape))],
  ['provenance', new Set(Object.keys(provenance.shape))],
  ['redaction', new Set(Object.keys(redaction.shape))],
]);
