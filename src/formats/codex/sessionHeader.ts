// What the header of a session says: its identity, and where it comes from.

import { NUMBER, OBJECT } from '../../core/json/tape.ts';
import type { JsonRecord } from '../../core/record.ts';
import type { SessionLink } from '../native.ts';
import type { ForkOrigin } from './forkBoundary.ts';
import { shortText } from './recordKind.ts';

export interface SessionHeader {
  /** Id of the thread, and of the tree of threads that it belongs to. */
  readonly id: string | undefined;
  readonly sessionId: string | undefined;
  readonly timestamp: string | undefined;
  readonly version: string | null;
  readonly cwd: string | null;
  readonly provider: string | undefined;
  readonly links: readonly SessionLink[];
  /** History of another session is in this log, or what the log builds on. */
  readonly isFork: boolean;
  readonly origin: ForkOrigin;
  /** For a log that holds only what came after a point of another: the number of its first record. */
  readonly startsAt: number | undefined;
  /** For the log of a sub-agent that begins with a copy: the number of the first record of its own. */
  readonly ownFrom: number | undefined;
}

/** Reads the header whose members are those of the object at `body`. */
export function readHeader(record: JsonRecord, body: number): SessionHeader {
  const text = (key: string, object = body) => shortText(record, key, object, MAX_TEXT);
  const forkedFrom = text('forked_from_id');
  const base = objectAt(record, 'history_base', body);
  const parent = text('parent_thread_id') ?? spawnedBy(record, body);
  const links: SessionLink[] = [];
  if (forkedFrom !== undefined) links.push({ kind: 'forked-from', id: forkedFrom, file: null });
  const end = base > 0 ? countIn(record, 'end_ordinal_exclusive', base) : undefined;
  if (base > 0) {
    const id = text('thread_id', base) ?? null;
    links.push({ kind: 'history-base', id, file: null, ...(end !== undefined && { records: end }) });
  }
  if (parent !== undefined) links.push({ kind: 'spawned-by', id: parent, file: null });
  return {
    id: text('id'),
    sessionId: text('session_id'),
    timestamp: text('timestamp'),
    version: text('cli_version') ?? null,
    cwd: text('cwd') ?? null,
    provider: text('model_provider'),
    links,
    origin: base > 0 ? 'none' : forkedFrom !== undefined ? 'copy' : parent !== undefined ? 'maybe' : 'none',
    isFork: forkedFrom !== undefined || base > 0 || parent !== undefined,
    startsAt: base < 0 ? undefined : (end ?? 0),
    ownFrom: countIn(record, 'subagent_history_start_ordinal', body),
  };
}

/** Longest text of a header that is kept: paths may be long. */
const MAX_TEXT = 4096;

/** The thread that started this one as a sub-agent. */
function spawnedBy(record: JsonRecord, body: number): string | undefined {
  const source = objectAt(record, 'source', body);
  const subagent = source < 0 ? -1 : objectAt(record, 'subagent', source);
  const spawn = subagent < 0 ? -1 : objectAt(record, 'thread_spawn', subagent);
  return spawn < 0 ? undefined : shortText(record, 'parent_thread_id', spawn);
}

/** The number of that name in an object, undefined where it is none. */
export function countIn(record: JsonRecord, key: string, object: number): number | undefined {
  const token = record.member(key, object);
  return token > 0 && record.tape.kindAt(token) === NUMBER ? record.number(token) : undefined;
}

function objectAt(record: JsonRecord, key: string, object: number): number {
  const token = record.member(key, object);
  return token > 0 && record.tape.kindAt(token) === OBJECT ? token : -1;
}
