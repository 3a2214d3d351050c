import type { JsonObject } from '../../core/json/value.ts';
import type { Usage } from '../../core/projections/usage.ts';
import type { LogIdentity, NativeEvent, Plan, RowStatus } from '../native.ts';
import type { RowStatuses } from '../rowStatuses.ts';
import { eventsOf } from './events.ts';
import { stopReasonOf } from './rows.ts';

interface Findings {
  readonly identity: LogIdentity;
  readonly statuses: RowStatuses;
  readonly otherLeaves: readonly number[];
  readonly usage: Usage;
  readonly inheritedUsage: Usage;
  readonly isInherited: (row: number) => boolean;
  /** The turn at the end of the active path. */
  readonly turn: number;
}

/** What the rows of a Pi session stand for. */
export class PiPlan implements Plan {
  readonly identity: LogIdentity;
  readonly otherLeaves: readonly number[];
  readonly usage: Usage;
  readonly inheritedUsage: Usage;

  constructor(private readonly findings: Findings) {
    this.identity = findings.identity;
    this.otherLeaves = findings.otherLeaves;
    this.usage = findings.usage;
    this.inheritedUsage = findings.inheritedUsage;
  }

  statusOf(row: number): RowStatus {
    return this.findings.statuses.at(row);
  }

  isInherited(row: number): boolean {
    return this.findings.isInherited(row);
  }

  events(row: number, line: number, value: JsonObject): readonly NativeEvent[] {
    const events = eventsOf(value, line);
    if (!this.isInherited(row)) return events;
    return events.map((event) => ({ ...event, inherited: true }));
  }

  closing(): readonly NativeEvent[] {
    const reason = stopReasonOf(this.findings.turn);
    if (reason === undefined) return [];
    return [{ type: 'session.stop', actor: { kind: 'harness', id: 'pi' }, payload: { reason } }];
  }
}
