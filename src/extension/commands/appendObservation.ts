// Records a replay or a branch in the journal itself, after the session has stopped. The one command that writes to a
// journal: off by default, and done by the command line in a process of its own, which waits for the disk.

import { spawn } from 'node:child_process';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { defaultBranchId } from '../../core/branchId.ts';
import { branchRecordPath } from '../../node/branchRecord.ts';
import { describeBranchRefusal } from '../../wording/refusals.ts';
import { appendArguments, appendRefusal, type Observed } from '../appendRefusal.ts';
import { branchIdRefusal, takenBranchIds } from '../branchIds.ts';
import { branchWarning } from '../branchWarning.ts';
import { SETTINGS } from '../ids.ts';
import type { JournalSession } from '../journalSession.ts';
import type { Log } from '../log.ts';
import { tell, tellError } from '../notify.ts';
import { noticeText } from '../plainText.ts';
import { withPatience } from '../progress.ts';
import type { Sessions } from '../sessions.ts';
import { targetOf, type Target } from './target.ts';

/** Characters of a failure that are kept. */
const MOST_SAID = 4096;

export interface AppendDependencies {
  readonly sessions: Sessions;
  /** The command line's bundle. */
  readonly cli: string;
  readonly log: Log;
}

/** Asks what to record, confirms, and appends it. */
export async function appendObservation(
  { sessions, cli, log }: AppendDependencies,
  argument: unknown,
): Promise<void> {
  const target = await targetOf(sessions, argument);
  if (!target) {
    tell('Open a session journal first, then choose an event.');
    return;
  }
  const { session } = target;
  const { format } = await session.whenSettled();
  const refusal = appendRefusal({
    format,
    isAllowed: vscode.workspace.getConfiguration().get<boolean>(SETTINGS.allowAppend, false),
    isTrusted: vscode.workspace.isTrusted,
    scheme: vscode.Uri.parse(session.key).scheme,
  });
  if (refusal !== undefined) {
    tell(refusal);
    return;
  }
  const observed = await ask(target);
  if (!observed) return;
  const failure = await withPatience('Appending', run(cli, appendArguments(session.path, observed)));
  if (failure === undefined) {
    tell(`Recorded in ${noticeText(session.name)}.`);
    return;
  }
  log.error('nothing was appended: the command line gave a failure');
  tellError(noticeText(failure, 500));
}

async function ask(target: Target): Promise<Observed | undefined> {
  const { session, row } = target;
  await session.whenSettled();
  const { sequence } = await session.engine.call('replay', { row });
  if (sequence === null) {
    tell('Nothing can be replayed at this event.');
    return undefined;
  }
  const replay = { label: 'A Replay', detail: `session.replay of the events through #${sequence}` };
  const branch = { label: 'A Branch…', detail: `session.branch from #${sequence}, and its record` };
  const title = 'Append Observation: what is recorded at the end of the journal?';
  const chosen = await vscode.window.showQuickPick([replay, branch], { title });
  if (chosen === replay) return (await confirmReplay(session)) ? { kind: 'replay', sequence } : undefined;
  return chosen === branch ? askForBranch(target) : undefined;
}

async function confirmReplay(session: JournalSession): Promise<boolean> {
  const append = 'Append';
  const message = `Append an event to ${noticeText(session.name)}?`;
  const detail =
    'Its events stay as they are; one is added after session.stop, and it cannot be taken away again.';
  return (await vscode.window.showWarningMessage(message, { modal: true, detail }, append)) === append;
}

async function askForBranch({ session, row }: Target): Promise<Observed | undefined> {
  const plan = await session.engine.call('planBranch', { row });
  if (!plan.ok) {
    tellError(`No branch here: ${noticeText(describeBranchRefusal(plan.refusal), 500)}`);
    return undefined;
  }
  const sequence = plan.lineage.fork_sequence;
  const id = await vscode.window.showInputBox({
    title: `Branch from #${sequence}`,
    prompt: 'Name of the branch; it becomes part of the record’s file name.',
    value: defaultBranchId(sequence, await takenBranchIds(session.path)),
    ignoreFocusOut: true,
    validateInput: (text) => branchIdRefusal(session.path, text),
  });
  if (!id) return undefined;
  const lineage = { ...plan.lineage, branch_id: id };
  const recordName = basename(branchRecordPath(session.path, id));
  const { message, detail } = branchWarning(lineage, plan.effects, recordName);
  const append = 'Create and Append';
  const note = `${detail}\n\nThe journal gets one event more, after session.stop.`;
  const answer = await vscode.window.showWarningMessage(message, { modal: true, detail: note }, append);
  return answer === append ? { kind: 'branch', sequence, id } : undefined;
}

/** Runs the command line; gives what it says when it fails. */
function run(cli: string, args: readonly string[]): Promise<string | undefined> {
  // VS Code's own program is a Node.js with this.
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
  const child = spawn(process.execPath, [cli, ...args], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString().slice(0, MOST_SAID - said.length)));
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code) => resolve(code === 0 ? undefined : said.trim()));
  });
}
