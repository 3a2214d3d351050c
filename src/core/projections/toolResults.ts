import type { JsonObject } from '../json/value.ts';
import type { Reducer } from './reducer.ts';

/** The payload of every tool result, as recorded (chapter, step 3). */
export const toolResults: Reducer<JsonObject[]> = {
  name: 'tool-results',
  version: 1,
  initial: () => [],
  apply(state, { type, payload }) {
    if (type === 'tool.result') state.push(payload);
  },
};
