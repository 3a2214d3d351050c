import type { JsonObject } from '../../core/json/value.ts';
import type { LogIdentity, NativeEvent } from '../native.ts';

/** The harness as an actor. */
export const AGENT = { kind: 'harness', id: 'reasonix' } as const;

/** Identity of a log, as far as its records name it. */
export function identity(
  generation: string,
  known: { readonly sessionId?: string | undefined; readonly model?: string | undefined } = {},
): LogIdentity {
  const sessionId = known.sessionId ?? null;
  const model = known.model ?? null;
  return { generation, agentVersion: null, sessionId, runId: sessionId, cwd: null, model, links: [] };
}

/** The start of a log whose records tell of none. */
export function startEvent(generation: string, more: JsonObject = {}): NativeEvent {
  return { type: 'session.start', actor: AGENT, payload: { agent: 'reasonix', generation, ...more } };
}
