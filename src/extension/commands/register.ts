import * as vscode from 'vscode';
import { RemoteError } from '../../rpc.ts';
import { DisposableStore, type Disposable } from '../disposables.ts';
import { COMMANDS, type CommandId } from '../ids.ts';
import { errorName, type Log } from '../log.ts';
import { tellError } from '../notify.ts';
import type { Sessions } from '../sessions.ts';
import { appendObservation } from './appendObservation.ts';
import { branchFromHere } from './branchFromHere.ts';
import { copyFingerprint } from './copyFingerprint.ts';
import { followAgentBranch, followBranch } from './followBranch.ts';
import { goToProblem } from './goToProblem.ts';
import { openAsJournal, openAsText } from './openAs.ts';
import { openRecent } from './openRecent.ts';
import { replayToHere } from './replayToHere.ts';
import { revealEvent } from './revealEvent.ts';

/** Registers every command. A failure is told to the person and logged; it never escapes. */
export function registerCommands(sessions: Sessions, version: string, cli: string, log: Log): Disposable {
  const store = new DisposableStore();
  const commands: Readonly<Record<CommandId, (argument: unknown) => Promise<void>>> = {
    [COMMANDS.replayToHere]: (argument) => replayToHere(sessions, argument),
    [COMMANDS.branchFromHere]: (argument) => branchFromHere({ sessions, version, log }, argument),
    [COMMANDS.revealEvent]: (argument) => revealEvent(sessions, argument),
    [COMMANDS.nextProblem]: () => goToProblem(sessions, 1),
    [COMMANDS.previousProblem]: () => goToProblem(sessions, -1),
    [COMMANDS.copyFingerprint]: (argument) => copyFingerprint(sessions, argument),
    [COMMANDS.openAsText]: (argument) => openAsText(sessions, argument),
    [COMMANDS.openAsJournal]: (argument) => openAsJournal(sessions, argument),
    [COMMANDS.followBranch]: (argument) => followBranch(sessions, argument),
    [COMMANDS.followAgentBranch]: (argument) => followAgentBranch(sessions, argument),
    [COMMANDS.openRecent]: () => openRecent(),
    [COMMANDS.appendObservation]: (argument) => appendObservation({ sessions, cli, log }, argument),
  };
  for (const [id, run] of Object.entries(commands))
    store.add(
      vscode.commands.registerCommand(id, async (argument: unknown) => {
        try {
          await run(argument);
        } catch (error) {
          if (RemoteError.isAbort(error)) return;
          log.error(`${id} failed: ${errorName(error)}`);
          tellError(failureInWords(error));
        }
      }),
    );
  return store;
}

function failureInWords(error: unknown): string {
  if (error instanceof RemoteError && error.reason === 'closed')
    return 'The reader of this file stopped unexpectedly. Use Try Again in its editor.';
  return 'That did not work. The Session Journal output has the details.';
}
