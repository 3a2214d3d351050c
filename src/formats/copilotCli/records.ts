// The records of a Copilot CLI session: one envelope, and the data of each type that is read here.

import * as z from 'zod';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json/value.ts';

const json = z.custom<JsonValue>((value) => value !== undefined, 'a value');
const object = z.custom<JsonObject>(isJsonObject, 'an object');
const text = z.string();

/** Members whose texts the events only pass on. */
export const PASSED_ON = ['content', 'reasoningText'] as const;

export const envelope = z.looseObject({
  type: text,
  data: object,
  id: text.optional(),
  parentId: text.nullish(),
  timestamp: text.optional(),
  /** Set on what a sub-agent did. */
  agentId: text.optional(),
});

export const start = z.looseObject({
  sessionId: text.optional(),
  copilotVersion: text.optional(),
  producer: text.optional(),
  selectedModel: text.optional(),
  context: object.optional(),
});

export const userMessage = z.looseObject({ content: text.optional(), source: text.nullish() });

export const assistantMessage = z.looseObject({
  messageId: text.optional(),
  content: json.optional(),
  model: text.optional(),
  reasoningText: text.nullish(),
  outputTokens: z.number().optional(),
  toolRequests: z.array(json).nullish(),
  /** Set on what a sub-agent said. */
  parentToolCallId: text.nullish(),
});

/** A request in a message, and the data of `tool.execution_start` and `tool.user_requested`. */
export const toolRequest = z.looseObject({
  toolCallId: text.optional(),
  name: text.optional(),
  toolName: text.optional(),
  arguments: json.optional(),
  parentToolCallId: text.nullish(),
});

export const toolResult = z.looseObject({
  toolCallId: text.optional(),
  toolName: text.optional(),
  success: z.boolean().optional(),
  result: json.nullish(),
  output: json.nullish(),
  error: json.nullish(),
});

export const failure = z.looseObject({
  message: text.optional(),
  errorType: text.optional(),
  statusCode: z.number().optional(),
  reason: text.optional(),
});

export const compaction = z.looseObject({
  success: z.boolean().optional(),
  preCompactionTokens: z.number().optional(),
  postCompactionTokens: z.number().optional(),
  messagesRemoved: z.number().optional(),
  summaryContent: text.optional(),
});

export const truncation = z.looseObject({
  messagesRemovedDuringTruncation: z.number().optional(),
  tokensRemovedDuringTruncation: z.number().optional(),
});

export const rewind = z.looseObject({ upToEventId: text.optional(), eventsRemoved: z.number().optional() });

export const subagent = z.looseObject({
  toolCallId: text.optional(),
  agentName: text.optional(),
  error: json.optional(),
});

export const skill = z.looseObject({ name: text.optional(), path: text.optional() });

export const permission = z.looseObject({
  requestId: text.optional(),
  permissionRequest: object.optional(),
  result: object.optional(),
});

export const shutdown = z.looseObject({
  shutdownType: text.optional(),
  modelMetrics: object.optional(),
  totalPremiumRequests: z.number().optional(),
});
