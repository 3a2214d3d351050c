import type { LogIdentity } from '../native.ts';
import type { CallLedger } from './callLedger.ts';
import type { Models } from './models.ts';
import type { RowView } from './rowStates.ts';
import type { TokenLedger, UsageSums } from './tokenLedger.ts';
import type { TurnState } from './turns.ts';

/** What the survey of a Codex log found. */
export interface Findings {
  readonly rows: RowView;
  /** The first row after the history that a fork copied; 0 without one. */
  readonly firstOwn: number;
  readonly headerRow: number;
  readonly usage: UsageSums;
  readonly counts: TokenLedger;
  readonly calls: CallLedger;
  readonly models: Models;
  readonly reasons: ReadonlyMap<number, readonly number[]>;
  readonly provider: string | undefined;
  readonly turn: { readonly state: TurnState; readonly reason: string | undefined };
  readonly identity: LogIdentity;
}
