// An event as a line of a journal. What the platform's own writer refuses (integers beyond a double, a nesting beyond its
// stack) is written by ours.

import type { JsonObject } from './json/value.ts';
import { writeJson } from './json/write.ts';
import type { TraceEvent } from './schema.ts';

/** Texts of objects that many events share, as one numbering gives the same provenance to all of them. */
const shared = new WeakMap<object, string>();

const CLEAN = '{"status":"clean","fields":[]}';

/** JSON text of an event without a line feed, members in the order of the published examples. */
export function eventText(event: TraceEvent): string {
  return eventParts(event, '').join('');
}

/**
 * The same in parts, with `end` after it, for a writer that need not put them together: the payload is the long one, and
 * may be the only one that is not plain ASCII.
 */
export function eventParts(event: TraceEvent, end: string): readonly string[] {
  try {
    const { duration_ms: duration, parent_event_id: parent, redaction } = event;
    const isClean = redaction.status === 'clean' && redaction.fields.length === 0;
    // The members apart: most of them are short and few are new, and one writer call for all costs more than these.
    return [
      `{"trace_version":${JSON.stringify(event.trace_version)},"event_id":${JSON.stringify(event.event_id)}` +
        `,"session_id":${JSON.stringify(event.session_id)},"sequence":${event.sequence}` +
        `,"timestamp":${JSON.stringify(event.timestamp)},"type":${JSON.stringify(event.type)}` +
        `,"actor":${JSON.stringify(event.actor)},"payload":`,
      JSON.stringify(event.payload),
      `,"provenance":${sharedText(event.provenance)}` +
        `,"redaction":${isClean && redaction.notes === undefined ? CLEAN : JSON.stringify(redaction)}` +
        (duration === undefined ? '' : `,"duration_ms":${duration}`) +
        `${parent === undefined ? '' : `,"parent_event_id":${JSON.stringify(parent)}`}}${end}`,
    ];
  } catch {
    return [writeJson(objectOf(event)), end];
  }
}

function sharedText(object: object): string {
  const known = shared.get(object);
  if (known !== undefined) return known;
  const text = JSON.stringify(object);
  shared.set(object, text);
  return text;
}

function objectOf(event: TraceEvent): JsonObject {
  const { actor, provenance, redaction, duration_ms: duration, parent_event_id: parent } = event;
  const { parent_id: parentActor } = actor;
  const { experiment_id: experiment, model, provider } = provenance;
  return {
    trace_version: event.trace_version,
    event_id: event.event_id,
    session_id: event.session_id,
    sequence: event.sequence,
    timestamp: event.timestamp,
    type: event.type,
    actor: { kind: actor.kind, id: actor.id, ...(parentActor !== undefined && { parent_id: parentActor }) },
    payload: event.payload,
    provenance: {
      agent_id: provenance.agent_id,
      snapshot_id: provenance.snapshot_id,
      surface: provenance.surface,
      harness_mode: provenance.harness_mode,
      run_id: provenance.run_id,
      ...(experiment !== undefined && { experiment_id: experiment }),
      ...(model !== undefined && { model }),
      ...(provider !== undefined && { provider }),
    },
    redaction: { status: redaction.status, fields: redaction.fields },
    ...(duration !== undefined && { duration_ms: duration }),
    ...(parent !== undefined && { parent_event_id: parent }),
  };
}
