// The records of a Qwen Code session, one schema per type: what is written in them, as far as it is read here. Other
// members are welcome and left where they are.

import * as z from 'zod';
import type { Passage } from '../passages.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json/value.ts';

/** Passed by reference: a copy would lose keys such as `__proto__`. */
const object = z.custom<JsonObject>(isJsonObject, 'an object');
const json = z.custom<JsonValue>((value) => value !== undefined, 'a value');
const text = z.string();
const passage = z.custom<Passage>((value) => typeof value === 'string', 'a text');

/** Members whose texts are passages in every record. */
export const PASSED_ON = ['text', 'output'] as const;

/** Members that no event is made of: the figures are those that the survey has read. */
export const UNREAD = { '': ['usageMetadata', 'sessionId', 'cwd', 'version', 'gitBranch'] } as const;

export const envelope = z.object({
  uuid: text.optional(),
  parentUuid: text.nullish(),
  timestamp: text.optional(),
});

/** `user`, `assistant` and `tool_result` hold what went to or came from the model. */
export const spoken = z.object({
  message: z.object({ parts: z.array(json).optional() }).optional(),
  model: text.optional(),
  toolCallResult: z.object({ callId: text.optional(), status: text.optional() }).optional(),
});

export const part = z.object({
  text: passage.optional(),
  thought: z.boolean().optional(),
  inlineData: object.optional(),
});

export const functionCall = z.object({
  functionCall: z.object({ id: text.optional(), name: text.optional(), args: json.optional() }),
});

export const functionResponse = z.object({
  functionResponse: z.object({ id: text.optional(), name: text.optional(), response: json.optional() }),
});

export const system = z.object({ subtype: text.optional(), systemPayload: object.optional() });

export const uiEvent = z.object({
  uiEvent: z.object({
    'event.name': text.optional(),
    model: text.optional(),
    duration_ms: z.number().optional(),
    error: text.optional(),
    error_message: text.optional(),
    error_type: text.optional(),
    status_code: json.optional(),
  }),
});

export const slashCommand = z.object({ phase: text.optional(), rawCommand: text.optional() });

export const notification = z.object({ displayText: text.optional() });

export const compression = z.object({
  info: z
    .object({ originalTokenCount: z.number().optional(), newTokenCount: z.number().optional() })
    .optional(),
});

export const rewind = z.object({ truncatedCount: z.number().optional() });
