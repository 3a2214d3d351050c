import { basename } from 'node:path';
import * as vscode from 'vscode';
import { defaultBranchId } from '../../core/branchId.ts';
import { BranchRecordExists, branchRecordPath, writeBranchRecord } from '../../node/branchRecord.ts';
import type { BranchPlan } from '../../protocol.ts';
import { describeBranchRefusal } from '../../wording/refusals.ts';
import { branchIdRefusal, takenBranchIds } from '../branchIds.ts';
import { branchWarning } from '../branchWarning.ts';
import { gitStateAt } from '../gitState.ts';
import { errorName, inBackground, type Log } from '../log.ts';
import { tell, tellError, tellWarning } from '../notify.ts';
import { seeBytes, stillBeginsWith } from '../parentGuard.ts';
import { noticeText } from '../plainText.ts';
import { withPatience } from '../progress.ts';
import type { Sessions } from '../sessions.ts';
import { isFromPage, targetOf, type Target } from './target.ts';

export interface BranchDependencies {
  readonly sessions: Sessions;
  readonly version: string;
  readonly log: Log;
}

/**
 * A page gets the focus back from its closed context menu only after some 50 ms. An input box that opens within that
 * time loses the focus again, and what the person types goes nowhere.
 */
const FOCUS_SETTLES_MS = 200;

type AcceptedPlan = Extract<BranchPlan, { ok: true }>;

/** Asks for an id, warns of what is not rolled back, and writes the branch record beside the journal. */
export async function branchFromHere(
  { sessions, version, log }: BranchDependencies,
  argument: unknown,
): Promise<void> {
  const target = await targetOf(sessions, argument);
  if (!target) {
    tell('Open a session journal first, then choose an event to branch from.');
    return;
  }
  const plan = await acceptedPlan(target);
  if (isFromPage(argument)) await new Promise((resolve) => setTimeout(resolve, FOCUS_SETTLES_MS));
  const branchId = plan && (await askForId(target, plan));
  if (!branchId || !(await confirm(target, plan, branchId))) return;
  const record = await createBranchRecord(target, { plan, branchId, version, log });
  // Not awaited: a notification may stay for as long as the person likes.
  if (record !== undefined) inBackground(log, 'record', offerToOpen(record));
}

/** The plan, or undefined after telling why there is none. */
async function acceptedPlan({ session, row }: Target): Promise<AcceptedPlan | undefined> {
  await session.whenSettled();
  const stopping = new AbortController();
  const plan = await withPatience(
    'Checking the events to inherit',
    session.engine.call('planBranch', { row }, stopping.signal).catch((error: unknown) => {
      if (stopping.signal.aborted) return undefined;
      throw error;
    }),
    () => stopping.abort(),
  );
  if (plan === undefined) return undefined;
  if (plan.ok) return plan;
  tellError(`No branch here: ${noticeText(describeBranchRefusal(plan.refusal), 500)}`);
  return undefined;
}

async function askForId({ session }: Target, { lineage }: AcceptedPlan): Promise<string | undefined> {
  return vscode.window.showInputBox({
    title: `Branch from #${lineage.fork_sequence}`,
    prompt: 'Name of the branch; it becomes part of the record’s file name.',
    value: defaultBranchId(lineage.fork_sequence, await takenBranchIds(session.path)),
    ignoreFocusOut: true,
    validateInput: (id) => branchIdRefusal(session.path, id),
  });
}

async function confirm({ session }: Target, plan: AcceptedPlan, branchId: string): Promise<boolean> {
  const recordName = basename(branchRecordPath(session.path, branchId));
  const { message, detail } = branchWarning(
    { ...plan.lineage, branch_id: branchId },
    plan.effects,
    recordName,
    // Errors up to here would have refused the branch, so these come after it.
    { hasFaultsAfter: session.snapshot.totals.error > 0, isNormalised: session.snapshot.format === 'agent' },
  );
  const create = 'Create Branch Record';
  return (await vscode.window.showWarningMessage(message, { modal: true, detail }, create)) === create;
}

/**
 * Writes the record and gives its path; undefined after telling why it could not be written. The journal's bytes
 * are looked at before and after, so that the promise not to touch them is checked, not just made.
 */
export async function createBranchRecord(
  { session, row }: Target,
  { plan, branchId, version, log }: { plan: AcceptedPlan; branchId: string; version: string; log: Log },
): Promise<string | undefined> {
  const write = async () => {
    const current = await session.engine.call('planBranch', { row });
    if (!current.ok || current.lineage.parent_fingerprint !== plan.lineage.parent_fingerprint)
      return { refused: 'The journal changed before the record was written. Nothing was written.' };
    const before = await seeBytes(session.path);
    const git = gitStateAt(vscode.Uri.file(session.path));
    const path = await writeBranchRecord({
      journalPath: session.path,
      lineage: { ...plan.lineage, branch_id: branchId },
      context: {
        parent_file: session.name,
        created_at: new Date().toISOString(),
        created_by: `session-journal ${version}`,
        ...(git ? { git } : {}),
        effects_after_fork: plan.effects,
      },
    });
    return { path, untouched: await stillBeginsWith(session.path, before) };
  };
  try {
    const result = await withPatience('Writing the branch record', write());
    if ('refused' in result) {
      tellError(result.refused);
      return undefined;
    }
    if (!result.untouched) {
      log.error('the journal was rewritten by another program while a branch record was written');
      tellWarning(
        'Another program rewrote the journal while the branch record was written. The record tells of the journal as it was read.',
      );
    }
    return result.path;
  } catch (error) {
    log.error(`branch record failed: ${errorName(error)}`);
    tellError(writeFailure(error, branchId));
    return undefined;
  }
}

function writeFailure(error: unknown, branchId: string): string {
  if (error instanceof BranchRecordExists)
    return `A record of branch “${noticeText(branchId)}” exists already. Nothing was written; choose another name.`;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return 'The branch record belongs beside the journal, but that folder is not writable. Nothing was written.';
    case 'ENOSPC':
    case 'EDQUOT':
      return 'The disk is full. No branch record was written.';
    case 'ENOENT':
      return 'The journal is no longer there. No branch record was written.';
    default:
      return `The branch record could not be written (${errorName(error)}). The journal was not changed.`;
  }
}

async function offerToOpen(path: string): Promise<void> {
  const open = 'Open Record';
  const choice = await vscode.window.showInformationMessage(`Created ${noticeText(basename(path))}.`, open);
  if (choice === open) await vscode.window.showTextDocument(vscode.Uri.file(path));
}
