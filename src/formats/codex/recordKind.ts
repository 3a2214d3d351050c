// What a record of a Codex log is, from the few short texts that say so. All generations are told apart record by
// record, since a session that was resumed by a newer Codex goes on in the newer form.

import { OBJECT, STRING } from '../../core/json/tape.ts';
import type { JsonRecord } from '../../core/record.ts';

/** The part that a record plays in a session. */
export type RecordKind =
  | 'session'
  | 'turn-context'
  | 'message'
  | 'reasoning'
  | 'call'
  | 'call-output'
  /** A call that the model's provider ran: request and outcome in one record. */
  | 'hosted-call'
  /** What the host noted at the end of a call. */
  | 'call-end'
  | 'user-event'
  | 'agent-event'
  | 'spoken'
  | 'token-count'
  | 'token-record'
  | 'turn-started'
  | 'turn-complete'
  | 'turn-aborted'
  | 'rolled-back'
  | 'compacted'
  | 'error'
  | 'agent-spawn'
  | 'agent-message'
  | 'agent-stop'
  | 'bookkeeping'
  | 'unknown';

/** The kind of a record and the token of the object that holds what it says. */
export interface RecordHead {
  readonly kind: RecordKind;
  /** The type that named the kind, '' where nothing did. */
  readonly type: string;
  /** Token of the payload, of the item in it, or of the whole record in a bare log. */
  readonly body: number;
}

const ITEMS = new Map<string, RecordKind>([
  ['message', 'message'],
  ['reasoning', 'reasoning'],
  ['function_call', 'call'],
  ['custom_tool_call', 'call'],
  ['local_shell_call', 'call'],
  ['tool_search_call', 'call'],
  ['function_call_output', 'call-output'],
  ['custom_tool_call_output', 'call-output'],
  ['local_shell_call_output', 'call-output'],
  ['mcp_tool_call_output', 'call-output'],
  ['tool_search_output', 'call-output'],
  ['web_search_call', 'hosted-call'],
  ['image_generation_call', 'hosted-call'],
  ['agent_message', 'agent-message'],
  ['additional_tools', 'bookkeeping'],
  ['configuration_update', 'bookkeeping'],
  ['ghost_snapshot', 'bookkeeping'],
  ['compaction', 'bookkeeping'],
  ['compaction_summary', 'bookkeeping'],
  ['compaction_trigger', 'bookkeeping'],
  ['context_compaction', 'bookkeeping'],
  ['other', 'bookkeeping'],
]);

const EVENTS = new Map<string, RecordKind>([
  ['user_message', 'user-event'],
  ['agent_message', 'agent-event'],
  ['token_count', 'token-count'],
  ['task_started', 'turn-started'],
  ['turn_started', 'turn-started'],
  ['task_complete', 'turn-complete'],
  ['turn_complete', 'turn-complete'],
  ['turn_aborted', 'turn-aborted'],
  ['thread_rolled_back', 'rolled-back'],
  ['error', 'error'],
  ['exec_command_end', 'call-end'],
  ['patch_apply_end', 'call-end'],
  ['mcp_tool_call_end', 'call-end'],
  ['collab_agent_spawn_end', 'agent-spawn'],
  ['collab_agent_interaction_end', 'agent-message'],
  ['collab_close_end', 'agent-stop'],
]);

/** What a note of a subagent's doings says, told as an event and as a finished item. */
const ACTIVITIES = new Map<string, RecordKind>([
  ['started', 'agent-spawn'],
  ['interacted', 'agent-message'],
  ['interrupted', 'agent-stop'],
  ['completed', 'agent-stop'],
]);

/** Events that repeat what an item says, mark progress, or concern the host alone. */
const HOST_EVENTS = new Set(
  `agent_message_content_delta agent_message_delta agent_reasoning agent_reasoning_delta
  agent_reasoning_raw_content agent_reasoning_raw_content_delta agent_reasoning_section_break
  apply_patch_approval_request background_event collab_agent_interaction_begin collab_agent_spawn_begin
  collab_close_begin collab_resume_begin collab_resume_end collab_waiting_begin collab_waiting_end
  context_compacted deprecation_notice dynamic_tool_call_request dynamic_tool_call_response elicitation_request
  entered_review_mode exec_approval_request exec_command_begin exec_command_output_delta exited_review_mode
  get_history_entry_response guardian_assessment guardian_warning hook_completed hook_started image_generation_begin
  image_generation_end item_started list_custom_prompts_response list_skills_response mcp_list_tools_response
  mcp_startup_complete mcp_startup_update mcp_tool_call_begin model_reroute model_verification patch_apply_begin
  patch_apply_updated plan_delta plan_update raw_response_item reasoning_content_delta reasoning_raw_content_delta
  request_permissions request_user_input session_configured shutdown_complete skills_update_available stream_error
  terminal_interaction thread_goal_updated thread_name_updated thread_settings_applied turn_diff
  undo_completed undo_started view_image_tool_call warning web_search_begin web_search_end`.split(/\s+/),
);

const THREAD_ITEMS = new Map<string, RecordKind>([
  ['UserMessage', 'user-event'],
  ['AgentMessage', 'agent-event'],
  ['CommandExecution', 'call-end'],
  ['FileChange', 'call-end'],
  ['McpToolCall', 'call-end'],
]);

/** Finished items of a turn that repeat a response item. */
const HOST_ITEMS = new Set(
  `CollabAgentToolCall CollabToolCall ContextCompaction DynamicToolCall EnteredReviewMode ExitedReviewMode HookPrompt
  ImageGeneration ImageView Extension FunctionCallOutput Plan Reasoning Sleep TodoList WebSearch`.split(
    /\s+/,
  ),
);

const ENVELOPES = new Map<string, RecordKind>([
  ['session_meta', 'session'],
  ['turn_context', 'turn-context'],
  ['compacted', 'compacted'],
  ['world_state', 'bookkeeping'],
  ['token_usage_record', 'token-record'],
  ['inter_agent_communication', 'agent-message'],
  ['inter_agent_communication_metadata', 'bookkeeping'],
  ['retained_context', 'bookkeeping'],
  ['security_risk_score', 'bookkeeping'],
  ['realtime_item', 'spoken'],
]);

/** What a conversation by voice notes beside what was said. */
const VOICE_NOTES = new Set(['realtime_session_started', 'realtime_session_closed', 'bem_item_promoted']);

/** The record types whose payload names what they hold. */
const WRAPPERS = new Set(['response_item', 'event_msg']);

/** Longest type that is looked at: a longer one is none of ours. */
const MAX_TYPE = 64;

/** Says what a record is. */
export function recordHead(record: JsonRecord): RecordHead {
  const type = shortText(record, 'type', 0);
  if (type === undefined) return headless(record);
  const payload = record.member('payload');
  if (payload > 0 && record.tape.kindAt(payload) === OBJECT) {
    const envelope = ENVELOPES.get(type);
    if (envelope === 'spoken') return spoken(record, payload);
    if (envelope !== undefined) return { kind: envelope, type, body: payload };
    if (type === 'response_item') return item(record, payload);
    if (type === 'event_msg') return event(record, payload);
    return { kind: 'unknown', type, body: payload };
  }
  const bare = ITEMS.get(type);
  return { kind: bare ?? 'unknown', type, body: 0 };
}

/** True for the types that an envelope names. */
export function isEnvelopeType(type: string): boolean {
  return ENVELOPES.has(type) || WRAPPERS.has(type);
}

/** True for the response items that a bare log holds. */
export function isItemType(type: string): boolean {
  return ITEMS.has(type);
}

/** Text of a string member, undefined where there is none or it is no short one. */
export function shortText(
  record: JsonRecord,
  key: string,
  object: number,
  max = MAX_TYPE,
): string | undefined {
  const token = record.member(key, object);
  if (token < 0 || record.tape.kindAt(token) !== STRING) return undefined;
  return record.tape.endAt(token) - record.tape.startAt(token) - 2 <= max ? record.string(token) : undefined;
}

/** Records of a bare log without a type: its header, and notes of the host's state. */
function headless(record: JsonRecord): RecordHead {
  if (record.member('record_type') > 0) return { kind: 'bookkeeping', type: 'state', body: 0 };
  const isHeader =
    record.member('id') > 0 && record.member('timestamp') > 0 && record.member('instructions') > 0;
  return { kind: isHeader ? 'session' : 'unknown', type: '', body: 0 };
}

function item(record: JsonRecord, payload: number): RecordHead {
  const type = shortText(record, 'type', payload) ?? '';
  return { kind: ITEMS.get(type) ?? 'unknown', type, body: payload };
}

function event(record: JsonRecord, payload: number): RecordHead {
  const type = shortText(record, 'type', payload) ?? '';
  const known = EVENTS.get(type);
  if (known !== undefined) return { kind: known, type, body: payload };
  if (type === 'sub_agent_activity') return activity(record, payload, type);
  if (type !== 'item_completed') {
    return { kind: HOST_EVENTS.has(type) ? 'bookkeeping' : 'unknown', type, body: payload };
  }
  const body = record.member('item', payload);
  const name = body < 0 ? undefined : shortText(record, 'type', body);
  if (name === undefined) return { kind: 'unknown', type, body: payload };
  if (name === 'SubAgentActivity') return activity(record, body, name);
  const kind = THREAD_ITEMS.get(name) ?? (HOST_ITEMS.has(name) ? 'bookkeeping' : 'unknown');
  return { kind, type: name, body };
}

function activity(record: JsonRecord, body: number, type: string): RecordHead {
  return { kind: ACTIVITIES.get(shortText(record, 'kind', body) ?? '') ?? 'bookkeeping', type, body };
}

function spoken(record: JsonRecord, body: number): RecordHead {
  const type = shortText(record, 'type', body) ?? '';
  const role = type === 'transcript_segment' ? shortText(record, 'role', body) : undefined;
  if (role === 'user' || role === 'assistant') return { kind: 'spoken', type, body };
  return { kind: VOICE_NOTES.has(type) ? 'bookkeeping' : 'unknown', type, body };
}
