import * as path from 'node:path';
import { lineageOf } from '../core/branch.ts';
import { branchIdFault } from '../core/branchId.ts';
import { branchObservation } from '../core/observation.ts';
import { changedFiles } from '../core/projections/changedFiles.ts';
import type { TraceEvent } from '../core/schema.ts';
import { BranchRecordExists, writeBranchRecord } from '../node/branchRecord.ts';
import { describeBranchIdFault, describeBranchRefusal } from '../wording/refusals.ts';
import { CommandFailure, OK, UNUSABLE, VIOLATED } from './failure.ts';
import { observerFor, type Observer, type ObserverOptions } from './observer.ts';
import { STDIN, readOptionsOf, withSource } from './openSource.ts';
import { readJournal } from './readJournal.ts';
import { requireReached } from './replay.ts';
import { VERSION } from './version.ts';

export interface BranchOptions extends ObserverOptions {
  readonly at: number;
  readonly id: string;
  readonly out?: string;
  /** Record the branch in the parent, too. */
  readonly append?: boolean;
}

/**
 * `branch FILE --at N --id ID`: writes the lineage record of a branch and prints its path. With `append` the parent
 * records that it was branched from, once the record is there.
 */
export async function branch(file: string, options: BranchOptions): Promise<number> {
  const fault = branchIdFault(options.id);
  if (fault !== undefined) throw new CommandFailure(UNUSABLE, `--id: ${describeBranchIdFault(fault)}`);
  if (file === STDIN && options.out === undefined)
    throw new CommandFailure(UNUSABLE, 'with - as the file, --out is needed');
  const observer = observerFor(file, options);
  try {
    return await branched(file, options, observer);
  } finally {
    observer?.close();
  }
}

async function branched(
  file: string,
  { at, id, out, clock }: BranchOptions,
  observer: Observer | undefined,
): Promise<number> {
  const { lineage, effects } = withSource(file, (source) => {
    const journal = readJournal(source, readOptionsOf(file));
    if (journal.events === 0)
      throw new CommandFailure(VIOLATED, `${file}: no events of a known journal format`);
    const prefix: TraceEvent[] = [];
    let forkRow = -1;
    for (const { row, event } of journal.eventsIn(0, journal.wholeRows)) {
      if (event.sequence > at) break;
      prefix.push(event);
      forkRow = row;
    }
    const error = journal.firstError;
    const last = prefix[prefix.length - 1]?.sequence ?? null;
    if (error !== undefined && (error.row <= forkRow || last !== at)) {
      const { violation } = error;
      throw new CommandFailure(VIOLATED, describeBranchRefusal({ reason: 'error-in-prefix', violation }));
    }
    requireReached(file, at, last);
    observer?.requireStopped(journal);
    const files = changedFiles.initial();
    for (const { event } of journal.eventsIn(forkRow + 1, journal.rows)) changedFiles.apply(files, event);
    const fingerprint = journal.fingerprint(prefix.length);
    if (fingerprint === undefined) {
      throw new CommandFailure(VIOLATED, describeBranchRefusal({ reason: 'fingerprint-unavailable' }));
    }
    const effects = [...files].map(([changed, sequences]) => ({ path: changed, sequences }));
    return { lineage: lineageOf(id, prefix, fingerprint), effects };
  });

  const context = {
    parent_file: file === STDIN ? '' : path.basename(file),
    created_at: clock ?? new Date().toISOString(),
    created_by: `session-journal ${VERSION}`,
    effects_after_fork: effects,
  };
  try {
    console.log(
      await writeBranchRecord({ journalPath: file, lineage, context, ...(out !== undefined && { out }) }),
    );
  } catch (error) {
    if (error instanceof BranchRecordExists)
      throw new CommandFailure(UNUSABLE, `${error.message}; nothing was changed`);
    throw new CommandFailure(UNUSABLE, error instanceof Error ? error.message : String(error));
  }
  observer?.add(branchObservation(lineage));
  return OK;
}
