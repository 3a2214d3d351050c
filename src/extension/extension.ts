import * as vscode from 'vscode';
import type { SessionJournalApi } from './api.ts';
import { copyWholeFingerprint } from './commands/copyFingerprint.ts';
import { registerCommands } from './commands/register.ts';
import { registerEditor } from './editor.ts';
import { DisposableStore } from './disposables.ts';
import type { PageActions } from './editorPage.ts';
import { EnginePool } from './engineClient.ts';
import { startEngineThread } from './engineThread.ts';
import { followFileChanges } from './fileChanges.ts';
import { configuredFolders } from './configuredFolders.ts';
import { COMMANDS, type CommandId } from './ids.ts';
import { closingLog } from './log.ts';
import { showProblems } from './problems.ts';
import { showReading } from './readingProgress.ts';
import { recogniseJournals } from './recognise.ts';
import { ReplayTree } from './replayTree.ts';
import { codexFolders } from './sessionFolders.ts';
import { Sessions } from './sessions.ts';
import { showStatus } from './statusBar.ts';
import { shownTabs } from './tabs.ts';
import { syncText } from './textSync.ts';
import { notOnDisk } from './notOnDisk.ts';

/** The extension's version; the build puts it in. */
declare const __VERSION__: string;

/** Wires the surfaces together; each lives in its own file. */
export function activate(context: vscode.ExtensionContext): SessionJournalApi {
  // Disposed in reverse order, so the log and the engines outlive what uses them.
  const store = new DisposableStore();
  context.subscriptions.push(store);
  const log = store.add(closingLog(vscode.window.createOutputChannel('Session Journal', { log: true })));
  const workerPath = context.asAbsolutePath('dist/engineWorker.js');
  const storage = vscode.Uri.joinPath(context.globalStorageUri, 'index').fsPath;
  const folders = () => codexFolders(configuredFolders());
  const pool = store.add(
    new EnginePool(() => startEngineThread(workerPath), log, undefined, storage, folders),
  );
  const sessions = store.add(
    new Sessions(
      (uri) => (uri.scheme === 'file' ? pool.acquire(uri.fsPath) : notOnDisk()),
      () => shownTabs(vscode.window.tabGroups),
    ),
  );
  const { tabGroups } = vscode.window;
  const tabsChanged = () => sessions.tabsChanged();
  store.add(tabGroups.onDidChangeTabs(tabsChanged));
  store.add(tabGroups.onDidChangeTabGroups(tabsChanged));

  const replay = store.add(new ReplayTree(sessions, log));
  store.add(showProblems(sessions, log));
  store.add(showStatus(sessions, log));
  store.add(syncText(sessions, log));
  store.add(showReading(sessions, log));
  store.add(followFileChanges(sessions, log));
  store.add(recogniseJournals(sessions, context.workspaceState, log));
  store.add(registerCommands(sessions, __VERSION__, context.asAbsolutePath('dist/cli.js'), log));
  store.add(registerEditor(context.extensionUri, sessions, pageActions()));
  return { sessions, replay };
}

/** What a page may have done outside itself. */
function pageActions(): PageActions {
  const run = (command: CommandId, argument: unknown) => vscode.commands.executeCommand(command, argument);
  return {
    copyFingerprint: copyWholeFingerprint,
    openAsText: ({ key }) => run(COMMANDS.openAsText, vscode.Uri.parse(key, true)),
    // Not awaited: the dialogs take as long as the person does, and the command tells of its own failure.
    branchFrom: ({ key }, row) => void run(COMMANDS.branchFromHere, { uri: key, row }),
    followBranch: ({ key }, row) =>
      void (row === null
        ? run(COMMANDS.followAgentBranch, { uri: key, row: 0 })
        : run(COMMANDS.followBranch, { uri: key, row })),
    openLogAt: (path, row) => run(COMMANDS.revealEvent, { uri: vscode.Uri.file(path).toString(), row }),
    openLog: (path) => run(COMMANDS.openAsJournal, vscode.Uri.file(path)),
  };
}
