// Native events → Trace 0.1 events: numbered from 0, each with an id, a parent, a time and a provenance. The same events
// give the same bytes, whoever numbers them and from wherever it goes on.

import type { JsonObject } from '../core/json/value.ts';
import { TRACE_VERSION, type TraceEvent } from '../core/schema.ts';
import { isRfc3339 } from '../core/timestamp.ts';
import type { LogIdentity, NativeEvent, NativeFormatId } from './native.ts';

/** The session and the provenance that all events of a log share. */
export interface Numbering {
  readonly sessionId: string;
  readonly provenance: TraceEvent['provenance'];
  /** The time of events before the first one that the log gives. */
  readonly firstTimestamp: string;
}

/** A time that no log was written at, for those that know none. */
export const NO_TIME = '1970-01-01T00:00:00Z';

/** The payload key of an event whose record has no time: it carries that of the event before. */
export const CARRIED = 'timestamp_carried';
/** The payload key of an event that a fork brought along. */
export const INHERITED = 'inherited';

/** Longest native id that is kept as the id of an event; a longer one is no id but a text. */
const MAX_ID = 256;

/** Longest name that is repeated in every event: a hostile log of megabytes must not become one of gigabytes. */
const MAX_NAME = 256;
const MAX_TIMESTAMP = 64;

/** The ids that {@link Numberer} makes: native ids of this form would collide with them. */
const MADE_ID = /^(?:L\d+|end)$|#\d+$/;

/** Sorts out most ids at a glance: a made one begins so, or has a `#`. */
function mayBeMade(id: string): boolean {
  return id.startsWith('L') || id === 'end' || id.includes('#');
}

/** A time as nearly all writers have it, on a day that every month has. */
const USUAL_TIME =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?Z$/;

/** Provenances that are kept to be given again. */
const MAX_PROVENANCES = 64;

/** What the events of a log share. `fileName` names a session that names itself nowhere. */
export function numberingOf(
  format: NativeFormatId,
  identity: LogIdentity,
  fileName: string | null,
  firstTimestamp: string = NO_TIME,
): Numbering {
  const stem = fileName?.replace(/(?:\.jsonl)?(?:\.zst)?$/, '') ?? '';
  const sessionId = firstText(identity.sessionId, identity.runId, stem, format);
  return {
    sessionId,
    provenance: {
      agent_id: format,
      snapshot_id: firstText(identity.agentVersion, 'unknown'),
      surface: 'cli',
      harness_mode: 'native',
      run_id: firstText(identity.runId, sessionId),
    },
    firstTimestamp,
  };
}

function firstText(...texts: readonly (string | null)[]): string {
  return (texts.find((text) => text !== null && text !== '') ?? 'unknown').slice(0, MAX_NAME);
}

/** Native ids by the sequence of the event that has it: what was known at any event can be told later. */
export type IdIndex = Map<string, number>;

/** Where a numbering stands. Plain data: a numbering goes on from a copy as it would have gone on. */
export interface NumberingState {
  sequence: number;
  timestamp: string;
  previousId: string | undefined;
  /** The line whose number is an id already, and how many events it gave it to. */
  line: number;
  onLine: number;
}

export function initialNumbering({ firstTimestamp }: Numbering): NumberingState {
  return { sequence: 0, timestamp: firstTimestamp, previousId: undefined, line: -1, onLine: 0 };
}

/** Numbers events in order. `ids` may be shared by numberings of the same events. */
export class Numberer {
  readonly #numbering: Numbering;
  readonly #ids: IdIndex;
  readonly state: NumberingState;
  /** The provenance that was made last: the next event mostly has the same. */
  #provenance: TraceEvent['provenance'];
  readonly #provenances = new Map<string, TraceEvent['provenance']>();
  #model: string | undefined;
  #provider: string | undefined;

  constructor(numbering: Numbering, ids: IdIndex, state: NumberingState = initialNumbering(numbering)) {
    this.#numbering = numbering;
    this.#ids = ids;
    this.state = { ...state };
    this.#provenance = numbering.provenance;
  }

  /**
   * The events of one record. `line` is 0-based; undefined for the events that close the journal, which are on none.
   */
  number(natives: readonly NativeEvent[], line: number | undefined): TraceEvent[] {
    let ownId: string | undefined;
    let ofOwnId = 0;
    const events: TraceEvent[] = [];
    let position = -1;
    for (const native of natives) {
      position += 1;
      const { state } = this;
      const { sequence, previousId } = state;
      // Further events of one record are told apart by their number.
      const isFurther = position > 0 && native.id === ownId;
      let id: string;
      if (isFurther && ofOwnId > 0) id = `${ownId ?? ''}#${++ofOwnId}`;
      else if (!isFurther && this.#take(native.id, sequence)) {
        id = ownId = native.id;
        ofOwnId = 1;
      } else {
        if (!isFurther) [ownId, ofOwnId] = [native.id, 0];
        id = this.#lineId(line);
      }
      const parent = this.#parentOf(native, position, natives[0]);
      state.sequence += 1;
      state.previousId = id;
      const timestamp = native.timestamp;
      const isCarried = timestamp === undefined || (timestamp !== state.timestamp && !isTime(timestamp));
      if (!isCarried) state.timestamp = timestamp;
      const event: TraceEvent = {
        trace_version: TRACE_VERSION,
        event_id: id,
        session_id: this.#numbering.sessionId,
        sequence,
        timestamp: state.timestamp,
        type: native.type,
        actor: native.actor.id === '' ? { ...native.actor, id: native.actor.kind } : native.actor,
        payload: marked(native, isCarried),
        provenance: this.#provenanceOf(native),
        redaction: { status: 'clean', fields: [] },
      };
      const { durationMs = -1 } = native;
      if (durationMs >= 0 && Number.isFinite(durationMs)) event.duration_ms = durationMs;
      if (previousId !== undefined) event.parent_event_id = parent ?? previousId;
      events.push(event);
    }
    return events;
  }

  /** The native parent, where it is an earlier event. Further events of a record follow the one before. */
  #parentOf(native: NativeEvent, position: number, first: NativeEvent | undefined): string | undefined {
    const { parentId } = native;
    if (parentId === undefined || parentId === this.state.previousId) return undefined;
    if (position > 0 && parentId === first?.parentId) return undefined;
    return (this.#ids.get(parentId) ?? Infinity) < this.state.sequence ? parentId : undefined;
  }

  /** True when a native id becomes that of the event with this sequence: the first to have it. */
  #take(id: string | undefined, sequence: number): id is string {
    if (id === undefined || id === '' || id.length > MAX_ID) return false;
    if (mayBeMade(id) && MADE_ID.test(id)) return false;
    const owner = this.#ids.get(id);
    if (owner === undefined) this.#ids.set(id, sequence);
    return owner === undefined || owner === sequence;
  }

  /** The id of an event by its line: `L7`, then `L7#2`. */
  #lineId(line: number | undefined): string {
    const { state } = this;
    const at = line ?? Infinity;
    if (state.line !== at) {
      state.line = at;
      state.onLine = 0;
    }
    state.onLine += 1;
    const name = line === undefined ? 'end' : `L${line + 1}`;
    return state.onLine === 1 ? name : `${name}#${state.onLine}`;
  }

  #provenanceOf({ model, provider }: NativeEvent): TraceEvent['provenance'] {
    if (this.#model === model && this.#provider === provider) return this.#provenance;
    this.#model = model;
    this.#provider = provider;
    const key = JSON.stringify([model?.slice(0, MAX_NAME) ?? null, provider?.slice(0, MAX_NAME) ?? null]);
    const known = this.#provenances.get(key);
    this.#provenance = known ?? {
      ...this.#numbering.provenance,
      ...(model !== undefined && { model: model.slice(0, MAX_NAME) }),
      ...(provider !== undefined && { provider: provider.slice(0, MAX_NAME) }),
    };
    if (known === undefined && this.#provenances.size < MAX_PROVENANCES)
      this.#provenances.set(key, this.#provenance);
    return this.#provenance;
  }
}

/** True for a time that an event may have. */
export function isTime(text: string): boolean {
  return USUAL_TIME.test(text) || (text.length <= MAX_TIMESTAMP && isRfc3339(text));
}

/** The payload with what the numbering adds to it. */
function marked({ payload, inherited }: NativeEvent, isCarried: boolean): JsonObject {
  if (!isCarried && inherited !== true) return payload;
  return {
    ...payload,
    ...(inherited === true && { [INHERITED]: true }),
    ...(isCarried && { [CARRIED]: true }),
  };
}
