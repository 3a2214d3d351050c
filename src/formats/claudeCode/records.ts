// The records of a Claude Code log, one schema per type: what is written in them, as far as it is read here. Other
// members are welcome and left where they are.

import * as z from 'zod';
import type { Passage, Unread } from '../passages.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json/value.ts';

/** Passed by reference: a copy would lose keys such as `__proto__`. */
const object = z.custom<JsonObject>(isJsonObject, 'an object');
const json = z.custom<JsonValue>((value) => value !== undefined, 'a value');
const text = z.string();
const passage = z.custom<Passage>((value) => typeof value === 'string', 'a text');
const content = z.union([passage, z.array(json)]);

/** Members whose texts are passages in every record. */
export const PASSED_ON = ['text', 'content', 'thinking'] as const;

/**
 * Members that no event is made of, those that most records have or that are long. What a tool gave back stands in its
 * record a second time, for the program's own screen; the figures of replies are known from the survey.
 */
export const UNREAD: Unread = {
  '': [
    ...['isSidechain', 'userType', 'entrypoint', 'cwd', 'sessionId', 'version', 'gitBranch', 'slug'],
    ...['toolUseResult', 'sourceToolAssistantUUID', 'todos', 'thinkingMetadata'],
  ],
  message: ['type', 'role', 'usage', 'stop_sequence', 'stop_details', 'context_management'],
};

/** What every record of the tree has besides its type. */
export const envelope = z.object({
  uuid: text.optional(),
  parentUuid: text.nullish(),
  logicalParentUuid: text.nullish(),
  timestamp: text.optional(),
});

export const user = z.object({
  message: z.object({ content: content.optional() }),
  permissionDecision: object.optional(),
  promptSource: text.optional(),
  isMeta: z.boolean().optional(),
});

export const assistant = z.object({
  message: z.object({
    id: text.optional(),
    model: text.optional(),
    content: content.optional(),
    stop_reason: text.nullish(),
  }),
  requestId: text.optional(),
});

export const apiError = z.object({
  message: z.object({ content: content.optional() }),
  error: json.optional(),
  apiErrorStatus: z.number().nullish(),
});

export const toolUse = z.object({
  type: z.literal('tool_use'),
  id: text.optional(),
  name: text.optional(),
  input: json.optional(),
});

export const toolResult = z.object({
  type: z.literal('tool_result'),
  tool_use_id: text.optional(),
  content: content.nullish(),
  is_error: z.boolean().nullish(),
});

export const compactBoundary = z.object({
  content: passage.optional(),
  compactMetadata: z.object({ trigger: text.optional(), preTokens: z.number().optional() }).optional(),
});

export const system = z.object({
  subtype: text,
  content: passage.optional(),
  durationMs: z.number().optional(),
  messageCount: z.number().optional(),
  error: json.optional(),
  retryAttempt: z.number().optional(),
  maxRetries: z.number().optional(),
  microcompactMetadata: object.optional(),
});

export const attachment = z.object({
  attachment: z.object({
    type: text.optional(),
    path: text.optional(),
    filename: text.optional(),
    prompt: content.optional(),
  }),
});

export const apiRequest = z.object({
  id: text.optional(),
  timestamp: text.optional(),
  querySource: text.optional(),
  params: z.object({ model: text.optional() }).optional(),
});

export const costState = z.object({
  totalCostUSD: z.number().optional(),
  totalAPIDuration: z.number().optional(),
  totalDuration: z.number().optional(),
});
