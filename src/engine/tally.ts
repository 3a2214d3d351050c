// How much of what a session holds, counted over its events. What a fork brought along is counted apart: its parent has
// counted it already.

import type { TraceEvent } from '../core/schema.ts';
import { transcript } from '../core/projections/transcript.ts';
import type { RowEvent } from './facts.ts';

export interface Tally {
  userMessages: number;
  assistantMessages: number;
  toolCalls: number;
  toolResults: number;
}

/** Counts events: the session's own, and those that it inherited. */
export function tallyOf(
  events: Iterable<RowEvent>,
  isInherited: (row: number) => boolean,
): { readonly own: Tally; readonly inherited: Tally; readonly events: number } {
  const [own, inherited] = [empty(), empty()];
  let count = 0;
  for (const { row, event } of events) {
    addTo(isInherited(row) ? inherited : own, event);
    count += 1;
  }
  return { own, inherited, events: count };
}

function empty(): Tally {
  return { userMessages: 0, assistantMessages: 0, toolCalls: 0, toolResults: 0 };
}

function addTo(tally: Tally, event: TraceEvent): void {
  switch (event.type) {
    case 'user.message':
    case 'model.response': {
      // What is a message is the transcript's to say: a chunk of a stream is none.
      const said = transcript.initial();
      transcript.apply(said, event);
      tally.userMessages += said.user.length;
      tally.assistantMessages += said.assistant.length;
      return;
    }
    case 'tool.request':
      tally.toolCalls += 1;
      return;
    case 'tool.result':
      tally.toolResults += 1;
  }
}
