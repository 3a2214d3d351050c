// Codex tells the model about its surroundings in messages of the user's role. They are no user input.

/** How such messages begin, by what Codex writes in its different versions. */
const BEGINNINGS = [
  '# AGENTS.md instructions',
  '<INSTRUCTIONS>',
  '<agent_message_board_notification',
  '<apps_instructions',
  '<codex_internal_context',
  '<collaboration_mode>',
  '<environment_context>',
  '<goal_context',
  '<hook_prompt',
  '<model_switch>',
  '<permissions instructions>',
  '<personality_spec>',
  '<plugins',
  '<realtime_conversation',
  '<recommended_plugins',
  '<skill',
  '<subagent_notification>',
  '<subagents>',
  '<turn_aborted>',
  '<user_action>',
  '<user_instructions>',
  '<user_shell_command>',
  'Another language model started to solve this problem',
  'Here is a list of plugins that are available but not installed',
  'Warning: The maximum number of unified exec processes',
  'Warning: Your account was flagged for potentially',
  'Warning: apply_patch was requested via',
];

/** A text that opens with a tag of the kind that Codex wraps its own messages in. */
const TAG = /^<[a-z]+(?:_[a-z]+)+[\s>]/;

/** What such a message may begin with: a byte beyond ASCII or an escape may be white space before it. */
const FIRST = new Set(Array.from('<\\', (text) => text.charCodeAt(0)));
for (const text of BEGINNINGS) FIRST.add(text.charCodeAt(0));

/** False where the first byte after spaces tells that a message is the user's own. */
export function mayBeHostWritten(byte: number): boolean {
  return byte >= 0x7f || byte < 0x20 || FIRST.has(byte);
}

/** How much of a message is needed to tell. */
export const BEGINNING_BYTES = 96;

/** True for the beginning of a message that Codex wrote by itself. */
export function isHostWritten(beginning: string): boolean {
  const text = beginning.trimStart();
  return BEGINNINGS.some((start) => text.startsWith(start));
}

/** True for the beginning of a message that looks as if Codex wrote it, though it is none that is known. */
export function looksHostWritten(beginning: string): boolean {
  return TAG.test(beginning.trimStart());
}
