// Facts → state. Replaying applies reducers to a prefix of the journal; nothing is ever executed again.

import type { JsonObject } from './json/value.ts';
import { stopState, type StopState } from './projections/stopState.ts';
import { toolCalls, type ToolCall } from './projections/toolCalls.ts';
import { toolResults } from './projections/toolResults.ts';
import { transcript, type Transcript } from './projections/transcript.ts';
import type { TraceEvent } from './schema.ts';

/** The replayed state of a prefix. */
export interface ReplayState {
  readonly transcript: Transcript;
  readonly toolResults: JsonObject[];
  readonly toolCalls: ToolCall[];
  readonly stop: StopState;
  appliedEvents: number;
  lastSequence: number | null;
}

/** State before the first event. */
export function initialState(): ReplayState {
  return {
    transcript: transcript.initial(),
    toolResults: toolResults.initial(),
    toolCalls: toolCalls.initial(),
    stop: stopState.initial(),
    appliedEvents: 0,
    lastSequence: null,
  };
}

/** Applies the next event to every projection. */
export function applyEvent(state: ReplayState, event: TraceEvent): void {
  transcript.apply(state.transcript, event);
  toolResults.apply(state.toolResults, event);
  toolCalls.apply(state.toolCalls, event);
  stopState.apply(state.stop, event);
  state.appliedEvents += 1;
  state.lastSequence = event.sequence;
}

/** `fold(events)`: the state after all of them. */
export function fold(events: Iterable<TraceEvent>): ReplayState {
  const state = initialState();
  for (const event of events) applyEvent(state, event);
  return state;
}
