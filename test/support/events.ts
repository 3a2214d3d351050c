// Events as the reducers get them, and the states that reducers give, as plain data.

import { decode } from '../../src/core/decode.ts';
import { frame } from '../../src/core/frame.ts';
import { writeJson } from '../../src/core/json/write.ts';
import type { JsonValue } from '../../src/core/json/value.ts';
import type { Reducer } from '../../src/core/projections/reducer.ts';
import type { TraceEvent } from '../../src/core/schema.ts';
import { trace01 } from '../../src/formats/trace01.ts';
import type { JsonMembers } from './canonical.ts';
import { altered, bytesOf, chunksOf, journal, type Changes, type Lines } from './journal.ts';

/** Type and payload of an event, and what else of it is not as usual. */
export type Happening = readonly [type: string, payload: JsonMembers, more?: Changes];

/** A journal of events given by little more than type and payload. */
export function session(...happenings: readonly Happening[]): string[] {
  const usual = journal(happenings.map(() => 'type:metric.sample').join(' '));
  return happenings.map(([type, payload, more], i) => altered(usual[i], { type, payload, ...more }));
}

/** The whole events of a journal, read in chunks of `chunkSize` bytes. */
export function traceEvents(input: Lines | string | Uint8Array, chunkSize = Infinity): TraceEvent[] {
  const events: TraceEvent[] = [];
  for (const item of decode(frame(chunksOf(bytesOf(input), chunkSize)))) {
    const event = item.kind === 'record' ? trace01.normalise(item.record).event : undefined;
    if (event !== undefined) events.push(event);
  }
  return events;
}

/** The state that a reducer gives for events. */
export function stateOf<State>(reducer: Reducer<State>, events: Iterable<TraceEvent>): State {
  const state = reducer.initial();
  for (const event of events) reducer.apply(state, event);
  return state;
}

/** Plain data without the missing prototypes of payload objects, so that it can be compared with a literal. */
export function plain(value: JsonValue): unknown {
  return JSON.parse(writeJson(value));
}
