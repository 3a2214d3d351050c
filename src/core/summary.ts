// One line about an event, for lists. Chosen by type from the payload; always bounded.

import { isJsonObject, type JsonObject, type JsonValue } from './json/value.ts';

/** Longest summary, in UTF-16 units. */
export const SUMMARY_LENGTH = 300;

/** Payload members that say most, per type, in the order in which they are looked for. A type may be any text. */
const TELLING: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    'user.message': ['content'],
    'session.stop': ['reason'],
    'session.start': ['cwd', 'max_turns'],
    'session.branch': ['branch_id'],
    'tool.result': ['result', 'summary', 'error'],
    'file.patch': ['path'],
    'checkpoint.rollback': ['restored_paths'],
    'checkpoint.create': ['label', 'checkpoint_id'],
    'checkpoint.diff': ['paths'],
    'memory.read': ['query'],
    'skill.load': ['skill_id'],
    error: ['message'],
  }),
);

/** A one-line summary of an event's payload, at most {@link SUMMARY_LENGTH} long. */
export function summarise(type: string, payload: JsonObject): string {
  return cut(tell(type, payload));
}

function tell(type: string, payload: JsonObject): string {
  const tool = payload['tool'];
  if (type === 'model.response') return tellResponse(payload);
  if (type === 'tool.request') return `${text(tool)}(${tellMembers(payload['arguments'])})`;
  if (type === 'tool.result') {
    const outcome = payload['ok'] === false ? 'failed' : payload['ok'] === true ? 'ok' : '';
    return [text(tool), outcome, tellFirst(payload, TELLING.get(type) ?? [])].filter(Boolean).join(' · ');
  }
  if (type === 'session.replay') return `${text(payload['applied_events'])} events applied`;
  return tellFirst(payload, TELLING.get(type) ?? []) || tellMembers(payload);
}

function tellResponse(payload: JsonObject): string {
  const calls = Array.isArray(payload['tool_calls']) ? payload['tool_calls'] : [];
  const names = calls.map((call) => (isJsonObject(call) ? text(call['name']) : '')).filter(Boolean);
  const said = Object.hasOwn(payload, 'content')
    ? text(payload['content'])
    : payload['final'] === true
      ? text(payload['accumulated'])
      : `… ${text(payload['delta'])}`;
  return [said, names.length > 0 ? `calls ${names.join(', ')}` : ''].filter(Boolean).join(' · ');
}

function tellFirst(payload: JsonObject, keys: readonly string[]): string {
  for (const key of keys) {
    const told = text(payload[key]);
    if (told !== '') return told;
  }
  return '';
}

function tellMembers(value: JsonValue | undefined): string {
  if (!isJsonObject(value)) return text(value);
  const told: string[] = [];
  let length = 0;
  for (const [key, member] of Object.entries(value)) {
    const item = `${key}: ${text(member)}`;
    told.push(item);
    length += item.length;
    if (length > SUMMARY_LENGTH) break;
  }
  return told.join(', ');
}

/** A value on one line: strings cut before anything else is done with them, containers by their first members. */
function text(value: JsonValue | undefined, depth = 0): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return value.slice(0, SUMMARY_LENGTH * 2);
  if (value === null || typeof value !== 'object') return String(value);
  if (depth === 2) return Array.isArray(value) ? '[…]' : '{…}';
  if (Array.isArray(value)) {
    const items = value.slice(0, 8).map((item) => text(item, depth + 1));
    return `[${items.join(', ')}${value.length > 8 ? ', …' : ''}]`;
  }
  const members = Object.entries(value).slice(0, 8);
  return `{${members.map(([key, member]) => `${key}: ${text(member, depth + 1)}`).join(', ')}}`;
}

/** Cuts at a character boundary and folds white space, so that a row stays one line. */
function cut(line: string): string {
  const folded = line
    .slice(0, SUMMARY_LENGTH * 2)
    .replace(/\s+/gu, ' ')
    .trim();
  if (folded.length <= SUMMARY_LENGTH) return folded;
  return `${folded.slice(0, SUMMARY_LENGTH - 1).replace(/[\uD800-\uDBFF]$/u, '')}…`;
}
