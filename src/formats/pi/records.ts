// The records of a Pi session, one schema per type: what Pi writes in them, as far as it is read here.

import * as z from 'zod';
import type { Passage } from '../passages.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json/value.ts';

/** Passed by reference: a copy would lose keys such as `__proto__`. */
const object = z.custom<JsonObject>(isJsonObject, 'an object');
const json = z.custom<JsonValue>((value) => value !== undefined, 'a value');
const passage = z.custom<Passage>((value) => typeof value === 'string', 'a text');
const content = z.union([passage, z.array(json)]);

/** Members whose texts are passages in every record. */
export const PASSED_ON = ['text', 'content', 'thinking', 'output', 'summary'] as const;

/** Members that no event is made of; the figures of a message are those that the survey has read. */
export const UNREAD = { message: ['usage', 'api'] } as const;

const text = z.string();

/** What every entry of the tree has besides its type; entries of version 1 have neither id nor parent. */
const entry = { id: text.optional(), parentId: text.nullish(), timestamp: text.optional() };

export const header = z.object({
  type: z.literal('session'),
  id: text,
  version: z.number().optional(),
  timestamp: text.optional(),
  cwd: text.optional(),
  title: text.optional(),
  parentSession: text.optional(),
  /** Version 1. */
  branchedFrom: text.optional(),
  provider: text.optional(),
  modelId: text.optional(),
});

export const message = z.object({ type: z.literal('message'), ...entry, message: object });

export const userMessage = z.object({
  role: z.literal('user'),
  content,
  timestamp: z.number().optional(),
});

export const assistantMessage = z.object({
  role: z.literal('assistant'),
  content: content.optional(),
  provider: text.optional(),
  model: text.optional(),
  stopReason: text.optional(),
  errorMessage: text.optional(),
  responseId: text.optional(),
  durationMs: z.number().min(0).optional(),
  timestamp: z.number().optional(),
});

export const toolResultMessage = z.object({
  role: z.literal('toolResult'),
  toolCallId: text.optional(),
  toolName: text.optional(),
  content: content.optional(),
  details: json.optional(),
  isError: z.boolean().optional(),
  durationMs: z.number().min(0).optional(),
  timestamp: z.number().optional(),
});

export const bashMessage = z.object({
  role: z.literal('bashExecution'),
  command: text.optional(),
  output: passage.optional(),
  exitCode: z.number().nullish(),
  cancelled: z.boolean().optional(),
  truncated: z.boolean().optional(),
  timestamp: z.number().optional(),
});

/** Messages of the host: `system`, `custom`, and `hookMessage` before version 3. */
export const hostMessage = z.object({
  role: text,
  customType: text.optional(),
  content: content.optional(),
  timestamp: z.number().optional(),
});

export const compaction = z.object({
  type: z.literal('compaction'),
  ...entry,
  summary: passage.optional(),
  firstKeptEntryId: text.optional(),
  tokensBefore: z.number().optional(),
});

export const branchSummary = z.object({
  type: z.literal('branch_summary'),
  ...entry,
  fromId: text.optional(),
  summary: passage.optional(),
});

export const contextEdit = z.object({
  type: z.literal('context_edit'),
  ...entry,
  targetId: text.optional(),
  replacement: json.nullish(),
});

export const customMessage = z.object({
  type: z.literal('custom_message'),
  ...entry,
  customType: text.optional(),
  content: content.optional(),
});

export const usageEntry = z.object({
  type: text,
  ...entry,
  kind: text.optional(),
  /** In entries of oh-my-pi, in place of the kind. */
  purpose: text.optional(),
  usage: object.nullish(),
});
