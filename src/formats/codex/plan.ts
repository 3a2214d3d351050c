// What a survey of a Codex log came to: the part of each row, and the events that it stands for.

import type { JsonObject } from '../../core/json/value.ts';
import type { Usage } from '../../core/projections/usage.ts';
import { emptyUsage } from '../figures.ts';
import type { LogIdentity, NativeEvent, Plan, RowStatus } from '../native.ts';
import { WHOLE, type Look } from '../passages.ts';
import { eventsOf } from './events.ts';
import type { Findings } from './findings.ts';
import type { TurnState } from './turns.ts';

const STOP_REASONS: Readonly<Partial<Record<TurnState, string>>> = {
  answered: 'completed',
  completed: 'completed',
  interrupted: 'interrupted',
  error: 'error',
};

export class CodexPlan implements Plan {
  readonly otherLeaves = [];
  /** What was rolled back is in the totals that Codex itself records. */
  readonly abandonedUsage = emptyUsage();

  constructor(private readonly findings: Findings) {}

  get identity(): LogIdentity {
    return this.findings.identity;
  }
  get usage(): Usage {
    return this.findings.usage.own;
  }
  get inheritedUsage(): Usage {
    return this.findings.usage.inherited;
  }

  statusOf(row: number): RowStatus {
    return this.findings.rows.statusOf(row);
  }

  isInherited(row: number): boolean {
    return row < this.findings.firstOwn && row !== this.findings.headerRow;
  }

  events(
    row: number,
    line: number,
    value: JsonObject,
    read: (row: number) => JsonObject | undefined,
    look: Look = WHOLE,
  ): readonly NativeEvent[] {
    const status = this.statusOf(row);
    if (status !== 'active' && status !== 'abandoned') return [];
    const events = eventsOf(this.findings, row, line, value, read, look);
    return this.isInherited(row) ? events.map((event) => ({ ...event, inherited: true })) : events;
  }

  closing(): readonly NativeEvent[] {
    const { state, reason: detail } = this.findings.turn;
    const reason = STOP_REASONS[state];
    if (reason === undefined) return [];
    const payload = { reason, ...(detail !== undefined && { detail }) };
    return [{ type: 'session.stop', actor: { kind: 'harness', id: 'codex' }, payload }];
  }
}
