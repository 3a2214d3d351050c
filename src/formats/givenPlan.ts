import type { JsonObject } from '../core/json/value.ts';
import type { Usage } from '../core/projections/usage.ts';
import { emptyUsage } from './figures.ts';
import type { LogIdentity, NativeEvent, NativeFormatId, Plan, RowStatus } from './native.ts';
import type { Look } from './passages.ts';
import type { RowStatuses } from './rowStatuses.ts';

/** How a turn stands. The states that end one are the reasons of a `session.stop`. */
export const TURN_STATES = ['none', 'open', 'completed', 'error', 'interrupted'] as const;
export type TurnState = (typeof TURN_STATES)[number];

/** What a survey has found. Everything in it stays as it is, whatever the survey reads later. */
export interface Findings {
  readonly format: NativeFormatId;
  readonly identity: LogIdentity;
  readonly statuses: RowStatuses;
  readonly usage: Usage;
  readonly turn: TurnState;
  readonly events: Plan['events'];
  readonly otherLeaves?: readonly number[];
  readonly inheritedUsage?: Usage;
  readonly abandonedUsage?: Usage;
  readonly isInherited?: (row: number) => boolean;
}

/** A plan that consists of findings. */
export class GivenPlan implements Plan {
  readonly identity: LogIdentity;
  readonly otherLeaves: readonly number[];
  readonly usage: Usage;
  readonly inheritedUsage: Usage;
  readonly abandonedUsage: Usage;

  constructor(private readonly findings: Findings) {
    this.identity = findings.identity;
    this.otherLeaves = findings.otherLeaves ?? [];
    this.usage = findings.usage;
    this.inheritedUsage = findings.inheritedUsage ?? emptyUsage();
    this.abandonedUsage = findings.abandonedUsage ?? emptyUsage();
  }

  statusOf(row: number): RowStatus {
    return this.findings.statuses.at(row);
  }

  isInherited(row: number): boolean {
    return this.findings.isInherited?.(row) ?? false;
  }

  events(
    row: number,
    line: number,
    value: JsonObject,
    read: (row: number) => JsonObject | undefined,
    look?: Look,
  ): readonly NativeEvent[] {
    const events = this.findings.events(row, line, value, read, look);
    return this.isInherited(row) ? events.map((event) => ({ ...event, inherited: true })) : events;
  }

  closing(): readonly NativeEvent[] {
    const { format, turn } = this.findings;
    if (turn === 'none' || turn === 'open') return [];
    return [{ type: 'session.stop', actor: { kind: 'harness', id: format }, payload: { reason: turn } }];
  }
}
