// The records of a Gemini CLI session, one schema per kind.

import * as z from 'zod';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json/value.ts';

const json = z.custom<JsonValue>((value) => value !== undefined, 'a value');
const object = z.custom<JsonObject>(isJsonObject, 'an object');
const text = z.string();

/** Members whose texts are passages in every record. */
export const PASSED_ON = ['content', 'text', 'output'] as const;

export const header = z.looseObject({
  sessionId: text,
  projectHash: text,
  startTime: text.optional(),
  kind: text.optional(),
  directories: z.array(text).optional(),
});

export const message = z.looseObject({
  id: text,
  timestamp: text.optional(),
  type: text.optional(),
  /** A text, a part, or a list of both. */
  content: json.nullish(),
  model: text.nullish(),
  tokens: object.nullish(),
  thoughts: z.array(json).nullish(),
  toolCalls: z.array(json).nullish(),
});

export const toolCall = z.looseObject({
  id: text.optional(),
  name: text.optional(),
  args: json.optional(),
  result: json.nullish(),
  status: text.optional(),
  timestamp: text.optional(),
});

/** The states in which a call has come to its end. */
export const FINISHED: ReadonlySet<string> = new Set(['success', 'error', 'cancelled']);

/** How messages begin that the program writes in the user's name. */
export const HOST_STARTS = ['<session_context>', '<hook_context>'] as const;
