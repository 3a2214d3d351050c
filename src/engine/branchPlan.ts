// What a branch at a row would record, or why there can be none; the same for journals of every format.

import { lineageOf } from '../core/branch.ts';
import { changedFiles } from '../core/projections/changedFiles.ts';
import type { TraceEvent } from '../core/schema.ts';
import { severityOf } from '../core/severity.ts';
import type { BranchPlan, BranchRefusal, ReplayStop } from '../protocol.ts';
import type { FoundList } from './foundList.ts';
import { inTurns, type Turns } from './turns.ts';

/** What is asked of the journal. Rows `[from, to)` give their events in order. */
export interface BranchSource {
  readonly rows: number;
  readonly found: FoundList;
  /** Where the replay stops. */
  readonly stop: ReplayStop | null;
  isEvent(row: number): boolean;
  events(from: number, to: number): Iterable<{ readonly event: TraceEvent }>;
  /** Fingerprint of the first events, undefined when it is unavailable. */
  fingerprint(events: number): string | undefined;
}

/** Plans a branch at a row, in turns. @throws {Aborted} */
export async function planBranch(
  journal: BranchSource,
  row: number,
  { turns, signal }: { readonly turns: Turns; readonly signal: AbortSignal },
): Promise<BranchPlan> {
  const refusal = refusalAt(journal, row);
  if (refusal !== undefined) return { ok: false, refusal };
  const prefix: TraceEvent[] = [];
  await inTurns(journal.events(0, row + 1), turns, signal, ({ event }) => prefix.push(event));
  const fingerprint = journal.fingerprint(prefix.length);
  if (fingerprint === undefined) return { ok: false, refusal: { reason: 'fingerprint-unavailable' } };

  const files = changedFiles.initial();
  await inTurns(journal.events(row + 1, Infinity), turns, signal, ({ event }) => {
    changedFiles.apply(files, event);
  });
  const effects = [...files].map(([path, sequences]) => ({ path, sequences }));
  return { ok: true, lineage: lineageOf('', prefix, fingerprint), effects };
}

function refusalAt(journal: BranchSource, row: number): BranchRefusal | undefined {
  const { rows, found, stop } = journal;
  if (!Number.isInteger(row) || row < 0 || row >= rows) return { reason: 'row-outside' };
  if (stop !== null && row >= stop.row) return { reason: 'error-in-prefix', violation: stop.violation };
  const error = found.all().find(
    ({ row: at, violation }) =>
      at <= row &&
      severityOf(violation) === 'error' &&
      // The events as they are now are whole, whatever stood here before.
      violation.code !== 'history-rewritten',
  );
  if (error?.violation.code === 'lone-surrogate') return { reason: 'fingerprint-unavailable' };
  if (error !== undefined) return { reason: 'error-in-prefix', violation: error.violation };
  return journal.isEvent(row) ? undefined : { reason: 'not-an-event' };
}
