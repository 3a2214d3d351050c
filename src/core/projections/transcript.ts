import { textOf, type Reducer } from './reducer.ts';

export interface Message {
  readonly sequence: number;
  readonly text: string;
}

export interface Transcript {
  readonly user: Message[];
  readonly assistant: Message[];
}

/**
 * What was said. A response counts by its `content`, also an empty one; of a streamed response only the chunk marked
 * final counts, by its `accumulated` text: deltas are not messages (chapter, step 4).
 */
export const transcript: Reducer<Transcript> = {
  name: 'transcript',
  version: 1,
  initial: () => ({ user: [], assistant: [] }),
  apply(state, { type, sequence, payload }) {
    if (type === 'user.message') {
      state.user.push({ sequence, text: textOf(payload['content']) });
    } else if (type === 'model.response') {
      if (Object.hasOwn(payload, 'content')) {
        state.assistant.push({ sequence, text: textOf(payload['content']) });
      } else if (payload['final'] === true) {
        state.assistant.push({ sequence, text: textOf(payload['accumulated']) });
      }
    }
  },
};
