import type { Reducer } from './reducer.ts';

/** A point where the model's context was cut down. The journal keeps what the model no longer saw. */
export interface Compaction {
  readonly sequence: number;
  readonly kind: 'compact' | 'prune';
  readonly messagesRemoved: number | null;
  readonly charactersBefore: number | null;
  readonly charactersAfter: number | null;
}

/** Compactions and prunings of the context, in order. */
export const compactions: Reducer<Compaction[]> = {
  name: 'compactions',
  version: 1,
  initial: () => [],
  apply(state, { type, sequence, payload }) {
    if (type !== 'context.compact' && type !== 'context.prune') return;
    const figure = (name: string) => (typeof payload[name] === 'number' ? payload[name] : null);
    state.push({
      sequence,
      kind: type === 'context.compact' ? 'compact' : 'prune',
      messagesRemoved: figure('dropped_messages') ?? figure('removed_messages'),
      charactersBefore: figure('original_chars'),
      charactersAfter: figure('final_chars'),
    });
  },
};
