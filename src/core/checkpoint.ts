// A checkpoint: the replayed state at an event, so that a replay can go on from there. It accelerates and decides
// nothing: where anything about it is in doubt, the replay starts from zero (chapter, exercise F).

import * as z from 'zod';
import { writeJson } from './json/write.ts';
import { isJsonObject, type JsonObject, type JsonValue } from './json/value.ts';
import { stopState } from './projections/stopState.ts';
import { toolCalls } from './projections/toolCalls.ts';
import { toolResults } from './projections/toolResults.ts';
import { transcript } from './projections/transcript.ts';
import type { ReplayState } from './replay.ts';

/** Version of the form of the file itself. */
export const CHECKPOINT_VERSION = 1;

/** The version of each reducer whose state is in a checkpoint. */
export const REDUCERS: Readonly<Record<string, number>> = Object.fromEntries(
  [transcript, toolResults, toolCalls, stopState].map(({ name, version }) => [name, version]),
);

/** Why a checkpoint is not used. */
export type CheckpointDoubt =
  | { readonly reason: 'not-a-checkpoint'; readonly detail: string }
  | { readonly reason: 'other-version'; readonly found: number }
  | { readonly reason: 'other-reducer'; readonly reducer: string; readonly found: number | undefined }
  | { readonly reason: 'other-source'; readonly found: string | undefined };

/** A checkpoint as it was read: its state may be used once its source is known to be the same. */
export interface Checkpoint {
  readonly sourceSequence: number;
  readonly sourceFingerprint: string;
  readonly state: ReplayState;
}

/**
 * The text of the checkpoint of a state.
 * @param fingerprint of exactly the events that made the state.
 * @throws {RangeError} for a state before the first event: it has no fingerprint.
 */
export function writeCheckpoint(state: ReplayState, fingerprint: string): string {
  if (state.lastSequence === null) throw new RangeError('there is no event to make a checkpoint of');
  const { appliedEvents, stop, ...lists } = state;
  const checkpoint: JsonObject = {
    checkpoint_version: CHECKPOINT_VERSION,
    reducers: { ...REDUCERS },
    source_sequence: state.lastSequence,
    source_fingerprint: fingerprint,
    applied_events: appliedEvents,
    projections: {
      transcript: { user: messages(lists.transcript.user), assistant: messages(lists.transcript.assistant) },
      'tool-results': [...lists.toolResults],
      'tool-calls': lists.toolCalls.map((call) => ({ ...call, result: call.result && { ...call.result } })),
      'stop-state': { ...stop },
    },
  };
  return `${writeJson(checkpoint, '  ')}\n`;
}

function messages(list: ReplayState['transcript']['user']): JsonObject[] {
  return list.map((message) => ({ ...message }));
}

const json = z.custom<JsonValue>((value) => value !== undefined);
const object = z.custom<JsonObject>(isJsonObject, 'an object');
const count = z.int().min(0);
const message = z.strictObject({ sequence: count, text: z.string() });
const outcome = z.strictObject({
  sequence: count,
  ok: z.boolean().nullable(),
  value: json,
  latency: z.number().nullable(),
});
const call = z.strictObject({
  sequence: count,
  eventId: z.string(),
  callId: z.string().nullable(),
  tool: z.string(),
  arguments: json,
  timestamp: z.string(),
  result: outcome.nullable(),
});

const head = z.looseObject({
  checkpoint_version: count,
  reducers: z.record(z.string(), z.number()),
  source_sequence: count,
  source_fingerprint: z.string().regex(/^[0-9a-f]{64}$/),
  applied_events: count,
  projections: object,
});
const projections = z.strictObject({
  transcript: z.strictObject({ user: z.array(message), assistant: z.array(message) }),
  'tool-results': z.array(object),
  'tool-calls': z.array(call),
  'stop-state': z.strictObject({ reason: z.string().nullable() }),
});

/** Reads a checkpoint; or why it is of no use here. `value` is its JSON, read with every digit. */
export function readCheckpoint(value: JsonValue): Checkpoint | CheckpointDoubt {
  const parsed = head.safeParse(value);
  if (!parsed.success) return notOne(parsed.error);
  const { checkpoint_version: version, reducers } = parsed.data;
  if (version !== CHECKPOINT_VERSION) return { reason: 'other-version', found: version };
  for (const [reducer, expected] of Object.entries(REDUCERS)) {
    const found = reducers[reducer];
    if (found !== expected) return { reason: 'other-reducer', reducer, found };
  }
  const states = projections.safeParse(parsed.data.projections);
  if (!states.success) return notOne(states.error);
  return {
    sourceSequence: parsed.data.source_sequence,
    sourceFingerprint: parsed.data.source_fingerprint,
    state: {
      transcript: states.data.transcript,
      toolResults: states.data['tool-results'],
      toolCalls: states.data['tool-calls'],
      stop: states.data['stop-state'],
      appliedEvents: parsed.data.applied_events,
      lastSequence: parsed.data.source_sequence,
    },
  };
}

function notOne({ issues }: z.ZodError): CheckpointDoubt {
  const [issue] = issues;
  const where = issue?.path.map(String).join('.') ?? '';
  return { reason: 'not-a-checkpoint', detail: where === '' ? 'it is no such object' : where };
}

/**
 * Why a checkpoint does not belong to a journal, undefined when it does.
 * @param fingerprint of the journal's events through a sequence, undefined where there is none.
 */
export function doubtSource(
  checkpoint: Checkpoint,
  fingerprint: (sequence: number) => string | undefined,
): CheckpointDoubt | undefined {
  const found = fingerprint(checkpoint.sourceSequence);
  return found === checkpoint.sourceFingerprint ? undefined : { reason: 'other-source', found };
}
