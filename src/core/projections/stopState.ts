import { textOf, type Reducer } from './reducer.ts';

export interface StopState {
  reason: string | null;
}

/** Why the session stopped: the last `session.stop` wins, null while there is none (chapter, step 3). */
export const stopState: Reducer<StopState> = {
  name: 'stop-state',
  version: 1,
  initial: () => ({ reason: null }),
  apply(state, { type, payload }) {
    if (type !== 'session.stop') return;
    state.reason = Object.hasOwn(payload, 'reason') ? textOf(payload['reason']) : 'unknown';
  },
};
