import { instantOf } from '../timestamp.ts';
import type { Reducer } from './reducer.ts';

/** Times as recorded (RFC 3339) and milliseconds between the earliest and the latest; null before the first event. */
export interface Elapsed {
  first: string | null;
  last: string | null;
  milliseconds: number | null;
  /** Sum of the recorded `duration_ms`. */
  measured: number;
}

/** How long the session took by its events' times. A clock that went back does not make it negative. */
export const elapsed: Reducer<Elapsed> = {
  name: 'elapsed',
  version: 1,
  initial: () => ({ first: null, last: null, milliseconds: null, measured: 0 }),
  apply(state, { timestamp, duration_ms }) {
    state.measured += duration_ms ?? 0;
    const now = instantOf(timestamp) ?? 0;
    if (state.first === null || now < (instantOf(state.first) ?? 0)) state.first = timestamp;
    if (state.last === null || now > (instantOf(state.last) ?? 0)) state.last = timestamp;
    state.milliseconds = (instantOf(state.last) ?? 0) - (instantOf(state.first) ?? 0);
  },
};
