// Logs of Codex that hold only what came after a point of another one, small and made up, and the logs that they build on.

import {
  answer,
  call,
  completed,
  meta,
  numbered,
  output,
  started,
  userItem,
  type Line,
} from '../formats/codex/lines.ts';
import { linesOf } from './native.ts';

/** The id of a session, and the name of its log, by a digit. */
export const sessionId = (digit: number): string => `01900000-0000-7000-8000-00000000000${digit}`;
export const rolloutName = (digit: number): string => `rollout-2026-01-01T00-00-00-${sessionId(digit)}.jsonl`;

/** What two turns of a session say: seven records each, the second after the first. */
export function turn(name: string): Line[] {
  return [
    started(`turn-${name}`),
    userItem(`ask ${name}`),
    call(`call-${name}`, 'shell', `{"cmd":"${name}"}`),
    output(`call-${name}`, `result ${name}`),
    answer(`tell ${name}`),
    completed(`turn-${name}`),
  ];
}

/** A session of its own: a header and turns. With `a` and `b` it has 13 records, numbered from 0. */
export function rootLog(digit: number, ...turns: readonly string[]): string {
  return linesOf(numbered([meta({ id: sessionId(digit) }), ...turns.flatMap(turn)]));
}

/** A session that goes on after the first `records` records of another one. */
export function deltaLog(digit: number, base: number, records: unknown, lines: readonly Line[]): string {
  const header = meta({
    id: sessionId(digit),
    forked_from_id: sessionId(base),
    history_base: { thread_id: sessionId(base), end_ordinal_exclusive: records },
  });
  return linesOf(numbered([header, ...lines], typeof records === 'number' ? records : 0));
}
