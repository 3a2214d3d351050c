// What Codex itself notes: the session's start, compactions, changed files, errors.

import { isJsonObject, type JsonObject } from '../../core/json/value.ts';
import { present, readAs, textIn } from '../lenient.ts';
import { passOn, type Passage } from '../passages.ts';
import { HARNESS, type Draft } from './draft.ts';
import * as shapes from './records.ts';

/** The start of a session, and the branch that it is of another. */
export function sessionEvents(body: JsonObject): readonly Draft[] {
  const meta = readAs(shapes.sessionMeta, body) ?? {};
  const start: Draft = {
    type: 'session.start',
    actor: HARNESS,
    payload: present({
      agent: 'codex',
      agent_version: meta.cli_version ?? undefined,
      cwd: meta.cwd ?? undefined,
      originator: meta.originator ?? undefined,
      source: meta.source,
      model_provider: meta.model_provider ?? undefined,
      thread_session_id: meta.session_id ?? undefined,
      parent_thread_id: meta.parent_thread_id ?? undefined,
      agent_nickname: meta.agent_nickname ?? undefined,
      agent_role: meta.agent_role ?? undefined,
      git: meta.git ?? undefined,
    }),
  };
  const forkedFrom = meta.forked_from_id ?? undefined;
  if (forkedFrom === undefined && !isJsonObject(meta.history_base)) return [start];
  const payload = present({ forked_from: forkedFrom, history_base: meta.history_base ?? undefined });
  return [start, { type: 'session.branch', actor: HARNESS, payload }];
}

/** The model's context was replaced; what it was replaced with stays in the record. */
export function compactedEvent(body: JsonObject): Draft {
  const { message, replacement_history: history, window_id: window } = readAs(shapes.compacted, body) ?? {};
  const payload = present({
    summary: told(message),
    replacement_items: history?.length,
    window_id: window ?? undefined,
  });
  return { type: 'context.compact', actor: HARNESS, payload };
}

/** Files that a call changed. */
export function patchEvent(body: JsonObject): Draft {
  const { call_id: call, id } = readAs(shapes.patchEnd, body) ?? {};
  const { changes } = body;
  const path = isJsonObject(changes)
    ? Object.keys(changes)
    : (Array.isArray(changes) ? changes : [])
        .map((change) => (isJsonObject(change) ? textIn(change['path']) : undefined))
        .filter((text) => text !== undefined);
  const payload = present({ path, tool_call_id: call ?? id ?? undefined });
  return { type: 'file.patch', actor: { kind: 'tool', id: 'apply_patch' }, payload };
}

/** An error that ended a request or a turn. */
export function errorOf(error: JsonObject, turn: string | undefined): Draft {
  const { message, codex_error_info: info } = readAs(shapes.errorEvent, error) ?? {};
  const payload = present({ message: told(message) ?? 'unknown', info, turn_id: turn });
  return { type: 'error', actor: HARNESS, payload };
}

function told(text: Passage | null | undefined): string | undefined {
  return text === null || text === undefined ? undefined : passOn(text);
}
