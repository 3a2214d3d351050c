import type { NativeEvent } from '../native.ts';

/** An event without what all events of its row share. */
export type Draft = Pick<NativeEvent, 'type' | 'actor' | 'payload' | 'durationMs'>;

/** Codex itself, as opposed to the model that it runs. */
export const HARNESS = { kind: 'harness', id: 'codex' } as const;
