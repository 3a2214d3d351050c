// Makes the next event of a journal out of what happened: a type, an actor and a payload. Everything else follows from
// the journal, a clock and a source of ids.

import { frozenObject } from './json/frozen.ts';
import { writeJson } from './json/write.ts';
import { nextEventId } from './nextEventId.ts';
import { TRACE_VERSION, traceEvent, type TraceEvent } from './schema.ts';
import { instantOf } from './timestamp.ts';

/** Gives the time of an event, RFC 3339, from that of the event before it. */
export type Clock = (previous: string | undefined) => string;

/** Where a journal stands: what its next event continues. */
export interface JournalPosition {
  readonly sessionId: string;
  readonly provenance: TraceEvent['provenance'];
  /** Sequence of the next event. */
  readonly sequence: number;
  /** The last event, and the one before it; undefined where there is none. */
  readonly last: { readonly id: string; readonly timestamp: string } | undefined;
  readonly previousId: string | undefined;
}

export interface RecorderOptions {
  readonly clock: Clock;
  /** A new id, for a journal whose ids follow no pattern. */
  readonly newId: () => string;
  /** True when the journal has an event with this id. */
  readonly isTaken?: (id: string) => boolean;
}

/** What an event may say besides. The parent is the event before it where none is named. */
export interface Particulars {
  readonly parentEventId?: string;
  readonly redaction?: TraceEvent['redaction'];
  /** Milliseconds. */
  readonly durationMs?: number;
}

export interface Recorded {
  /** Frozen at every level, and sharing nothing with what was handed in. */
  readonly event: TraceEvent;
  /** The record's line, without its line feed. */
  readonly line: string;
}

/** Records one journal, from a position on. */
export class Recorder {
  #position: JournalPosition;
  readonly #options: RecorderOptions;

  constructor(position: JournalPosition, options: RecorderOptions) {
    this.#position = position;
    this.#options = options;
  }

  /**
   * The next event. It counts as recorded: the one after it continues it.
   * @throws {TypeError} when the payload is no JSON, a ZodError when the event does not fit the schema. Nothing is
   * recorded then.
   */
  record(
    type: string,
    actor: TraceEvent['actor'],
    payload: unknown,
    { parentEventId, redaction = { status: 'clean', fields: [] }, durationMs }: Particulars = {},
  ): Recorded {
    const { sessionId, provenance, sequence, last, previousId } = this.#position;
    const id = nextEventId({ last: last?.id, previous: previousId, sequence, ...this.#options });
    const parent = parentEventId ?? last?.id;
    // Members stand in the order in which the published traces have them.
    const object = frozenObject({
      trace_version: TRACE_VERSION,
      event_id: id,
      session_id: sessionId,
      sequence,
      timestamp: this.#options.clock(last?.timestamp),
      type,
      actor,
      payload,
      provenance,
      redaction,
      duration_ms: durationMs,
      parent_event_id: parent,
    });
    const event = frozenEvent(traceEvent.parse(object));
    this.#position = {
      sessionId,
      provenance,
      sequence: sequence + 1,
      last: { id, timestamp: event.timestamp },
      previousId: last?.id,
    };
    return { event, line: writeJson(object) };
  }
}

/** The schema copies what it checks; the payload it passes on, which is frozen already. */
function frozenEvent(event: TraceEvent): TraceEvent {
  Object.freeze(event.actor);
  Object.freeze(event.provenance);
  Object.freeze(event.redaction.fields);
  Object.freeze(event.redaction);
  return Object.freeze(event);
}

/**
 * The system's clock, which may be set back: an event is never dated before the one that it follows.
 * @param now milliseconds since 1970.
 */
export function systemClock(now: () => number): Clock {
  return (previous) => {
    const time = now();
    return previous !== undefined && time < (instantOf(previous) ?? 0) ? previous : timeText(time);
  };
}

/**
 * A clock that stands at `start` and ticks once, a second, for each event that would not be later than the one before
 * it: the same events get the same times whenever they are recorded.
 */
export function fixedClock(start: string): Clock {
  return (previous) => {
    const last = previous === undefined ? undefined : instantOf(previous);
    return last === undefined || last < (instantOf(start) ?? 0) ? start : timeText(last + 1000);
  };
}

/** RFC 3339 in UTC, without milliseconds where there are none. */
function timeText(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('.000Z', 'Z');
}
