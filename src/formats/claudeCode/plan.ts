// What the rows of a Claude Code log are, once it was read.

import type { JsonObject } from '../../core/json/value.ts';
import type { Usage } from '../../core/projections/usage.ts';
import { present } from '../lenient.ts';
import type { LogIdentity, NativeEvent, Plan, RowStatus } from '../native.ts';
import { WHOLE, type Look } from '../passages.ts';
import type { Calls } from './calls.ts';
import type { Ending } from './ending.ts';
import { eventsOf, type Around } from './events.ts';
import type { StartFacts } from './identity.ts';
import * as kinds from './kinds.ts';
import { INHERITED, kindIn, REPEATED, SIDE } from './marks.ts';
import type { Nodes } from './nodes.ts';
import type { Replies } from './replies.ts';

/** What the survey found out. Arrays are copies: they stay as they are while the log grows. */
export interface Surveyed {
  readonly identity: LogIdentity;
  readonly start: StartFacts;
  /** True where the whole file is the work of a sub-agent. */
  readonly isSubagent: boolean;
  /** Kind and marks by row. */
  readonly rows: Int32Array;
  /** Node by row, -1 for rows outside the tree. */
  readonly nodeOfRow: Int32Array;
  /** Not 0 for the nodes of the active branch. */
  readonly active: Uint8Array;
  readonly otherLeaves: readonly number[];
  readonly usage: Usage;
  readonly inheritedUsage: Usage;
  readonly abandonedUsage: Usage;
  readonly nodes: Nodes;
  readonly replies: Replies;
  /** Node of the line that each reply is told at. */
  readonly tellers: Int32Array;
  readonly calls: Calls;
  readonly ending: Ending;
}

export class ClaudeCodePlan implements Plan {
  readonly #log: Surveyed;
  /** The row that the session starts at: the first of the active branch, else the first that can be read. */
  readonly #startRow: number;

  constructor(log: Surveyed) {
    this.#log = log;
    const first = log.active.findIndex((mark, node) => mark !== 0 && this.#isOwn(log.nodes.rows.at(node)));
    this.#startRow =
      first >= 0 ? log.nodes.rows.at(first) : log.rows.findIndex((row) => kindIn(row) > kinds.UNKNOWN);
  }

  get identity(): LogIdentity {
    return this.#log.identity;
  }

  get otherLeaves(): readonly number[] {
    return this.#log.otherLeaves;
  }

  get usage(): Usage {
    return this.#log.usage;
  }

  get inheritedUsage(): Usage {
    return this.#log.inheritedUsage;
  }

  get abandonedUsage(): Usage {
    return this.#log.abandonedUsage;
  }

  statusOf(row: number): RowStatus {
    const marked = this.#log.rows[row] ?? kinds.UNKNOWN;
    const kind = kindIn(marked);
    if (kind === kinds.DAMAGED) return 'damaged';
    if (kind === kinds.UNKNOWN || kind === kinds.UNKNOWN_NODE) return 'unknown';
    if (row === this.#startRow) return 'active';
    if (kinds.isSilent(kind) || (marked & REPEATED) !== 0 || !this.#isOwn(row)) return 'folded';
    const node = this.#log.nodeOfRow[row] ?? -1;
    if (node >= 0 && (this.#log.active[node] ?? 0) === 0) return 'abandoned';
    if (kind === kinds.RESULT && this.#log.calls.isEarly(node)) return 'folded';
    return kind === kinds.REPLY && !this.#tells(node) && this.#log.calls.firstOf(node) < 0
      ? 'folded'
      : 'active';
  }

  isInherited(row: number): boolean {
    return ((this.#log.rows[row] ?? 0) & INHERITED) !== 0;
  }

  events(
    row: number,
    _line: number,
    value: JsonObject,
    read: (row: number) => JsonObject | undefined,
    look: Look = WHOLE,
  ): readonly NativeEvent[] {
    const marked = this.#log.rows[row] ?? kinds.UNKNOWN;
    const isSilent = (marked & REPEATED) !== 0;
    const own = isSilent ? [] : eventsOf(kindIn(marked), value, this.#around(row, value, read, look));
    const told =
      isSilent || kindIn(marked) !== kinds.REPLY ? own : [...own, ...this.#earlyResults(row, read, look)];
    const events = row === this.#startRow ? [this.#start(value), ...told] : told;
    return this.isInherited(row) ? events.map((event) => ({ ...event, inherited: true })) : events;
  }

  closing(): readonly NativeEvent[] {
    const { ending } = this.#log;
    if (ending === 'open') return [];
    return [{ type: 'session.stop', actor: AGENT, payload: { reason: ending } }];
  }

  /** Results that were written before the line that asks for them: they are told after it. */
  #earlyResults(row: number, read: (row: number) => JsonObject | undefined, look: Look): NativeEvent[] {
    const { calls, nodes, nodeOfRow } = this.#log;
    const events: NativeEvent[] = [];
    for (let call = calls.firstOf(nodeOfRow[row] ?? -1); call >= 0; call = calls.nextOf(call)) {
      const early = calls.earlyResultOf(call);
      const at = early < 0 ? -1 : nodes.rows.at(early);
      const value = at < 0 ? undefined : read(at);
      if (value !== undefined)
        events.push(...eventsOf(kinds.RESULT, value, this.#around(at, value, read, look)));
    }
    return events;
  }

  /** True for rows of this transcript: those of sub-agents are another's. */
  #isOwn(row: number): boolean {
    return this.#log.isSubagent || ((this.#log.rows[row] ?? 0) & SIDE) === 0;
  }

  /** True for the line that its reply is told at. */
  #tells(node: number): boolean {
    const reply = this.#log.replies.replyOf(node);
    return reply >= 0 && this.#log.tellers[reply] === node;
  }

  #around(row: number, value: JsonObject, read: (row: number) => JsonObject | undefined, look: Look): Around {
    const { calls, replies } = this.#log;
    const node = this.#log.nodeOfRow[row] ?? -1;
    const tells = this.#tells(node);
    return {
      replyLines: tells ? this.#replyLines(node, value, read) : undefined,
      stopReason: tells ? replies.reasonTextOf(replies.replyOf(node)) : undefined,
      figures: tells ? replies.figuresOf(replies.replyOf(node)) : undefined,
      asksFor: (call) => calls.requestOf(calls.callOf(call)) === node,
      toolOf: (call) => calls.nameOf(calls.callOf(call)),
      look,
    };
  }

  /** The lines that a reply is told from: those that say nothing are not read again. */
  #replyLines(
    teller: number,
    value: JsonObject,
    read: (row: number) => JsonObject | undefined,
  ): JsonObject[] {
    const { nodes, replies, active } = this.#log;
    const lines: JsonObject[] = [];
    const reply = replies.replyOf(teller);
    const needsAll = replies.reasonTextOf(reply) === null;
    let node = replies.firstOf(reply);
    for (; node >= 0 && node < active.length; node = replies.nextOf(node)) {
      if (node !== teller && !needsAll && !replies.speaks(node)) continue;
      const line = node === teller ? value : read(nodes.rows.at(node));
      if (line !== undefined) lines.push(line);
    }
    return lines;
  }

  #start(value: JsonObject): NativeEvent {
    const { identity, start } = this.#log;
    const payload = present({
      agent: 'claude-code',
      agent_version: start.version,
      cwd: start.cwd,
      git_branch: start.branch,
      session_id: identity.sessionId ?? undefined,
      agent_id: identity.runId !== identity.sessionId ? (identity.runId ?? undefined) : undefined,
    });
    const timestamp = typeof value['timestamp'] === 'string' ? value['timestamp'] : undefined;
    return { type: 'session.start', actor: AGENT, payload, timestamp };
  }
}

const AGENT = { kind: 'harness', id: 'claude-code' } as const;
