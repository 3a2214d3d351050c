// The shape of each record type that stands for events: what Codex writes, and what is read of it. Members that are
// not named here are left where they are.

import * as z from 'zod';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json/value.ts';
import type { Passage } from '../passages.ts';

/** Members whose texts are passages in every record. */
export const PASSED_ON = ['text', 'message', 'output'] as const;

const text = z.string().nullish();
const passage = z.custom<Passage>((value) => typeof value === 'string');
const passed = passage.nullish();
const number = z.number().nullish();
const object = z.custom<JsonObject>(isJsonObject).nullish();
/** Values of any kind are passed by reference. */
const anything = z.custom<JsonValue | undefined>(() => true).optional();

/** A text, or parts with texts and images. */
const content = z
  .union([passage, z.array(z.object({ type: text, text: passed, image_url: anything }).catch({})), z.null()])
  .optional();

/** `session_meta`, and the first line of a bare log. */
export const sessionMeta = z.object({
  id: text,
  session_id: text,
  timestamp: text,
  cwd: text,
  originator: text,
  cli_version: text,
  source: anything,
  thread_source: text,
  model_provider: text,
  forked_from_id: text,
  parent_thread_id: text,
  history_mode: text,
  history_base: object,
  agent_nickname: text,
  agent_role: text,
  git: object,
});

export const turnContext = z.object({
  turn_id: text,
  cwd: text,
  model: text,
  effort: text,
  approval_policy: anything,
  sandbox_policy: anything,
});

/** `message` items. */
export const message = z.object({ id: text, role: text, content, phase: text });

/** `reasoning` items. */
export const reasoning = z.object({ summary: content, content });

/** `function_call`, `custom_tool_call`, `local_shell_call`, `tool_search_call`. */
export const call = z.object({
  id: text,
  call_id: text,
  name: text,
  namespace: text,
  arguments: anything,
  input: anything,
  action: anything,
  status: text,
});

/** `function_call_output`, `custom_tool_call_output`, `tool_search_output`. */
export const callOutput = z.object({
  id: text,
  call_id: text,
  output: anything,
  tools: anything,
  success: z.boolean().nullish(),
  status: text,
});

/** `web_search_call`, `image_generation_call`. */
export const hostedCall = z.object({
  id: text,
  call_id: text,
  status: text,
  action: anything,
  revised_prompt: text,
  result: anything,
});

/** `user_message`, `agent_message`, and the items that stand for them in numbered logs. */
export const shownMessage = z.object({ message: passed, content, images: anything, local_images: anything });

/** What was said in a conversation by voice. */
export const spoken = z.object({ role: text, text, id: text });

/** `task_complete`. */
export const turnComplete = z.object({ turn_id: text, error: object, duration_ms: number });
/** `turn_aborted`. */
export const turnAborted = z.object({ turn_id: text, reason: text, duration_ms: number });
/** `thread_rolled_back`. */
export const rolledBack = z.object({ num_turns: number });
export const errorEvent = z.object({ message: passed, codex_error_info: anything });

/** `compacted`. */
export const compacted = z.object({
  message: passed,
  replacement_history: z.array(z.unknown()).nullish(),
  window_id: text,
});

/** `patch_apply_end` and `FileChange` items. */
export const patchEnd = z.object({ call_id: text, id: text, turn_id: text });

/** `collab_…` events, `sub_agent_activity` and `inter_agent_communication`. */
export const agentEvent = z.object({
  call_id: text,
  sender_thread_id: text,
  new_thread_id: text,
  receiver_thread_id: text,
  agent_thread_id: text,
  agent_path: text,
  kind: text,
  event_id: text,
  id: text,
  new_agent_nickname: text,
  new_agent_role: text,
  prompt: text,
  content,
  author: text,
  recipient: text,
  status: anything,
});
