// What a line of the log is, as a small number: kept for every record of the log.

/** Kinds of lines. Those from {@link PROMPT} on can stand in the tree. */
export const DAMAGED = 0;
/** A type that this program does not know. */
export const UNKNOWN = 1;
/** State of the program that no event stands for. */
export const BOOKKEEPING = 2;
/** `api-request`: what was asked of the model. */
export const REQUEST = 3;
/** `cost-state`: totals as the program counts them. */
export const COST = 4;
/** A message of the user. */
export const PROMPT = 5;
/** Results of tools. */
export const RESULT = 6;
/** A text that the program wrote in the user's name. */
export const HOST = 7;
/** The mark of an interrupted turn. */
export const INTERRUPT = 8;
/** What replaces the history before a compaction. */
export const SUMMARY = 9;
/** A part of a reply of the model. */
export const REPLY = 10;
/** An error in the place of a reply. */
export const API_ERROR = 11;
/** `system` with the subtype `compact_boundary`. */
export const BOUNDARY = 12;
/** Any other `system` line that an event stands for. */
export const SYSTEM = 13;
/** What the program put into the context. */
export const ATTACHMENT = 14;
/** A line of the tree that no event stands for: `progress` and most `system` lines. */
export const NOTE = 15;
/** A line of an unknown type that has its place in the tree. */
export const UNKNOWN_NODE = 16;

/** True for what was said and done: the lines that a branch consists of. */
export function isConversation(kind: number): boolean {
  return kind === PROMPT || kind === RESULT || kind === REPLY || kind === API_ERROR;
}

/** True for lines that hang on the conversation wherever they were written, and never are a branch of their own. */
export function isAppendage(kind: number): boolean {
  return kind >= HOST && !isConversation(kind);
}

/** True for kinds that no event stands for. */
export function isSilent(kind: number): boolean {
  return kind === BOOKKEEPING || kind === NOTE;
}

/** Types without a place in the tree, whose loss would change nothing that was said. */
export const BOOKKEEPING_TYPES: ReadonlySet<string> = new Set([
  'summary',
  'ai-title',
  'custom-title',
  'last-prompt',
  'task-summary',
  'tag',
  'agent-name',
  'agent-color',
  'agent-setting',
  'pr-link',
  'file-history-snapshot',
  'file-history-delta',
  'attribution-snapshot',
  'content-replacement',
  'queue-operation',
  'speculation-accept',
  'mode',
  'permission-mode',
  'worktree-state',
  'tools-used',
  'atis-latch',
  'api-request-shape',
  'api-request-blob',
  'context-collapse-commit',
  'context-collapse-snapshot',
  'marble-origami-commit',
  'marble-origami-snapshot',
  'bridge-session',
  'relocated',
  'fork-context-ref',
  'started',
  'continued-in',
  'ended-by-model',
  'frame-link',
  'artifact-comment-monitor',
  'artifact-autoreact-ledger',
  'isolation-latch',
  'dev-mods',
  'memory-mode',
  'history-suppression',
  'observer-ref',
]);

/** `system` subtypes that an event stands for. */
export const EVENT_SUBTYPES: ReadonlySet<string> = new Set([
  'api_error',
  'turn_duration',
  'microcompact_boundary',
]);

/** Types of the lines that make up the tree. */
export const TREE_TYPES: ReadonlySet<string> = new Set([
  'user',
  'assistant',
  'system',
  'attachment',
  'progress',
]);
