// Agents' own logs. A native log is no Trace 0.1: its records are read as events in two steps. A *survey* sees every
// record once, in file order, and keeps ids and numbers but no texts: enough to know the identity, the active path of a
// tree, what is folded into what, and which rules are broken. The *plan* it ends in then says, for any row by itself,
// which events the record stands for. So a log of any size is read twice at most, and any row can be read again alone.

import type { Found } from '../core/check.ts';
import type { JsonObject } from '../core/json/value.ts';
import type { Usage } from '../core/projections/usage.ts';
import type { JsonRecord } from '../core/record.ts';
import type { EVENT_TYPES, TraceEvent } from '../core/schema.ts';
import type { Violation } from '../core/violation.ts';
import type { Look, Unread } from './passages.ts';

export type NativeFormatId =
  'codex' | 'claude-code' | 'pi' | 'reasonix' | 'qwen' | 'gemini-cli' | 'copilot-cli';

/** The log format of an agent. `id` names it in the protocol, `label` to people. */
export interface NativeFormat {
  readonly id: NativeFormatId;
  readonly label: string;
  /** Members whose texts the events of a record only pass on, wherever in it they stand; none without it. */
  readonly passedOn?: readonly string[];
  /** Members that no event is made of. To leave them out saves time, and changes nothing. */
  readonly unread?: Unread;
  /**
   * The generation of this format that the first records (at most ten, in file order) belong to, undefined when they
   * are not of this format. Goes by what records hold; a single odd line among them decides nothing.
   */
  detect(first: readonly JsonRecord[]): string | undefined;
  /** A survey of a log of a generation. `report` is told of violations when they are found. */
  survey(generation: string, report: (row: number, violation: Violation) => void): Survey;
}

/** The first pass over a log. State is bounded by the number of records, never by their size. */
export interface Survey {
  /** The next record, in file order. Rows count records and damaged stretches from 0. */
  accept(row: number, record: JsonRecord): void;
  /** A damaged stretch takes this row; `salvaged` is what of its members could still be read. */
  damaged(row: number, salvaged: JsonRecord | undefined): void;
  /**
   * The plan for what was read so far, and the violations that only the end can tell. Repeatable: the log may grow and
   * end again. `leaf` chooses the row that the active path of a tree ends in instead of the agent's own choice.
   */
  end(leaf?: number): { readonly plan: Plan; readonly found: readonly Found[] };
}

/**
 * What a row is to the replay. `active`: its events are replayed. `folded`: told by another row (a duplicate, an update,
 * a part of a split message) or bookkeeping without an event. `abandoned`: off the active path, or rolled back.
 * `unknown`: a record of a type this program does not know; kept, shown, not replayed. `damaged`: no readable record.
 */
export type RowStatus = 'active' | 'folded' | 'abandoned' | 'unknown' | 'damaged';

/** Another session that this one came from or started. */
export interface SessionLink {
  readonly kind: 'forked-from' | 'history-base' | 'parent-session' | 'subagent' | 'spawned-by';
  /** Session id as the log names it. */
  readonly id: string | null;
  /** Path or file name as the log names it: hostile text, never opened unchecked. */
  readonly file: string | null;
  /** How many records of that session this one builds on, where the log holds only what came after them. */
  readonly records?: number;
}

/** What the whole log says about itself. */
export interface LogIdentity {
  readonly generation: string;
  readonly agentVersion: string | null;
  /** Native session id; the log's first line where the format has none is the caller's to name. */
  readonly sessionId: string | null;
  /** Native id of this run or thread where it differs from the session, else the session id. */
  readonly runId: string | null;
  readonly cwd: string | null;
  readonly model: string | null;
  readonly links: readonly SessionLink[];
}

export interface Plan {
  readonly identity: LogIdentity;
  /** Ends of branches of a tree other than the active one: rows, newest first. */
  readonly otherLeaves: readonly number[];
  /** Usage of this session's own records that are replayed, each reply counted once; for Codex all that it counts itself. */
  readonly usage: Usage;
  /** Usage of the history that a fork brought along. */
  readonly inheritedUsage: Usage;
  /** Usage of own replies on branches that were left, where it is not part of `usage`. */
  readonly abandonedUsage: Usage;
  statusOf(row: number): RowStatus;
  /** True for a row of the history that a fork brought along. */
  isInherited(row: number): boolean;
  /**
   * The events that the record of a row stands for, in order: the same whatever was asked before. Given for rows of
   * any status, so that an abandoned row can be shown; only active rows are replayed. `line` is 0-based. `read` gives
   * the record of another row, undefined where there is none. `look` looks into the passages of records that were read
   * with marks; without it they have all their texts.
   */
  events(
    row: number,
    line: number,
    value: JsonObject,
    read: (row: number) => JsonObject | undefined,
    look?: Look,
  ): readonly NativeEvent[];
  /** The events that close the journal as it stands: `session.stop` where the last turn is over. */
  closing(): readonly NativeEvent[];
}

/** One event that a native record stands for, before it is numbered. */
export interface NativeEvent {
  readonly type: (typeof EVENT_TYPES)[number];
  readonly actor: TraceEvent['actor'];
  readonly payload: JsonObject;
  /** Native id of the record; without one the line names it. */
  readonly id?: string | undefined;
  /** Native id of the parent. The previous event is the parent where this is missing or names no earlier event. */
  readonly parentId?: string | undefined;
  /** RFC 3339. Where it is missing, the last one is carried forward. */
  readonly timestamp?: string | undefined;
  readonly durationMs?: number | undefined;
  readonly model?: string | undefined;
  readonly provider?: string | undefined;
  /** Part of the history that a fork brought along. */
  readonly inherited?: boolean;
}
