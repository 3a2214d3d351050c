// A message of Reasonix as the first pass sees it: by its tokens, without its texts.

import { STRING } from '../../core/json/tape.ts';
import type { JsonRecord } from '../../core/record.ts';
import { beginsWith, objectTokens, textMember } from '../lenient.ts';
import type { LinearLog } from '../linearLog.ts';
import type { TurnState } from '../givenPlan.ts';
import { LOCAL_ONLY, SESSION_CONTEXT } from './message.ts';

/** What a message is to the log. */
export interface SeenMessage {
  readonly role: string;
  /** The turn after it; `none` leaves it as it was. */
  readonly turn: TurnState;
  /** Tokens of the ids of its calls. */
  readonly calls: readonly number[];
  /** Token of the id of the call that it is the result of, -1 where it is no result. */
  readonly resultOf: number;
}

const NO_TURN: TurnState = 'none';
const KNOWN_ROLES: ReadonlySet<string> = new Set(['system', 'user', 'assistant', 'tool']);

/** Reads the message at a token; undefined where there is no role that is known. */
export function seeMessage(record: JsonRecord, token: number): SeenMessage | undefined {
  const role = textMember(record, 'role', token);
  if (role === undefined || !KNOWN_ROLES.has(role)) return undefined;
  const seen = { role, turn: NO_TURN, calls: [], resultOf: -1 };
  if (role === 'user') return isHostWritten(record, token) ? seen : { ...seen, turn: 'open' };
  if (role === 'assistant') {
    const calls = callTokens(record, record.member('tool_calls', token));
    return { ...seen, calls, turn: calls.length > 0 ? 'open' : 'completed' };
  }
  if (role !== 'tool') return seen;
  const call = record.member('tool_call_id', token);
  const interrupted = record.member('interrupted_turn', token);
  const isMark = interrupted > 0 || textMember(record, 'tool_call_id', token) === LOCAL_ONLY;
  if (!isMark) {
    const isNamed = call > 0 && record.tape.kindAt(call) === STRING;
    return { ...seen, turn: 'open', resultOf: isNamed ? call : -1 };
  }
  const status = textMember(record, 'terminalStatus', interrupted);
  return { ...seen, turn: status === 'failed' ? 'error' : 'interrupted' };
}

/** Notes what a message means for calls and turns. */
export function noteMessage(
  log: LinearLog,
  row: number,
  record: JsonRecord,
  token: number,
  seen: SeenMessage,
): void {
  for (const call of seen.calls) log.request(row, record, call);
  if (seen.resultOf > 0) log.result(row, record, seen.resultOf);
  if (seen.role === 'user' && seen.turn === 'open') log.begin(row, record, textMember(record, 'id', token));
  else if (seen.turn !== 'none') log.turn = seen.turn;
}

function callTokens(record: JsonRecord, list: number): number[] {
  return objectTokens(record, list)
    .map((call) => record.member('id', call))
    .filter((id) => id > 0 && record.tape.kindAt(id) === STRING);
}

function isHostWritten(record: JsonRecord, token: number): boolean {
  const origin = textMember(record, 'origin', token);
  if (origin !== undefined) return origin === 'host';
  return beginsWith(record, record.member('content', token), SESSION_CONTEXT);
}
