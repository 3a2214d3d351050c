import * as vscode from 'vscode';
import { DisposableStore, onDispose, type Disposable } from './disposables.ts';
import { COMMANDS, CONTEXT_KEYS, VIEWS } from './ids.ts';
import type { JournalSession } from './journalSession.ts';
import { Latest } from './latest.ts';
import { errorName, inBackground, type Log } from './log.ts';
import { labelText } from './plainText.ts';
import { replayNodes, type ReplayNode } from './replayModel.ts';
import type { Sessions } from './sessions.ts';

/** A node and the journal it belongs to; what the tree's commands are given. */
export interface ReplayItem {
  readonly uri: string;
  readonly node: ReplayNode;
}

/** Cursor moves closer together than this are one: arrow keys repeat fast. */
const SETTLE_MS = 40;
/** At least this long between two states: drawing hundreds of items as often as a journal grows would hold up the window. */
const REST_MS = 400;

/** The Replay view: the state at the cursor of the active journal. */
export class ReplayTree implements vscode.TreeDataProvider<ReplayItem>, Disposable {
  readonly #store = new DisposableStore();
  readonly #sessions: Sessions;
  readonly #log: Log;
  readonly #view: vscode.TreeView<ReplayItem>;
  readonly #changed = this.#store.add(new vscode.EventEmitter<undefined>());
  readonly #latest = this.#store.add(new Latest());
  readonly onDidChangeTreeData = this.#changed.event;
  #roots: readonly ReplayItem[] = [];
  #followed: Disposable | undefined;
  #timer: NodeJS.Timeout | undefined;
  #refreshedAt = 0;

  constructor(sessions: Sessions, log: Log) {
    this.#sessions = sessions;
    this.#log = log;
    this.#view = this.#store.add(
      vscode.window.createTreeView(VIEWS.replay, { treeDataProvider: this, showCollapseAll: true }),
    );
    this.#store.add(sessions.onDidChangeActive((session) => this.#follow(session)));
    this.#store.add(onDispose(() => this.#followed?.dispose()));
    this.#store.add(onDispose(() => clearTimeout(this.#timer)));
    this.#follow(sessions.active);
  }

  getTreeItem({ uri, node }: ReplayItem): vscode.TreeItem {
    const { None, Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
    const item = new vscode.TreeItem(
      node.label,
      !node.children?.length ? None : node.open ? Expanded : Collapsed,
    );
    item.id = node.id;
    item.description = node.description ?? '';
    item.tooltip = node.tooltip ?? node.label;
    item.iconPath = new vscode.ThemeIcon(
      node.icon,
      node.colour === undefined ? undefined : new vscode.ThemeColor(node.colour),
    );
    if (node.menu !== undefined) item.contextValue = node.menu;
    if (node.row !== undefined)
      item.command = {
        command: COMMANDS.revealEvent,
        title: 'Reveal Event',
        arguments: [{ uri, row: node.row, look: true }],
      };
    item.accessibilityInformation = { label: [node.label, node.description].filter(Boolean).join(', ') };
    return item;
  }

  getChildren(element?: ReplayItem): ReplayItem[] {
    if (!element) return [...this.#roots];
    return (element.node.children ?? []).map((node) => ({ uri: element.uri, node }));
  }

  dispose(): void {
    this.#store.dispose();
  }

  #follow(session: JournalSession | undefined): void {
    this.#followed?.dispose();
    this.#followed = session?.onDidChange((change) => {
      if (change.kind === 'snapshot' || (change.kind === 'cursor' && change.by !== 'look'))
        this.#refreshSoon(session);
    });
    inBackground(
      this.#log,
      'context key',
      vscode.commands.executeCommand('setContext', CONTEXT_KEYS.active, session !== undefined),
    );
    this.#refreshedAt = 0;
    if (session) this.#refreshSoon(session, 0);
    else this.#show([], '');
  }

  #refreshSoon(session: JournalSession, delay: number = SETTLE_MS): void {
    clearTimeout(this.#timer);
    const rest = this.#refreshedAt + REST_MS - Date.now();
    this.#timer = setTimeout(
      () => {
        this.#refreshedAt = Date.now();
        inBackground(this.#log, 'replay', this.#refresh(session));
      },
      Math.max(delay, rest),
    );
  }

  async #refresh(session: JournalSession): Promise<void> {
    const problem = cannotReplay(session);
    if (problem !== undefined) {
      this.#latest.cancel();
      if (this.#sessions.active === session) this.#show([], session.name, problem);
      return;
    }
    try {
      const view = await this.#latest.run((signal) =>
        session.engine.call('replay', { row: session.replayRow }, signal),
      );
      if (!view || this.#sessions.active !== session) return;
      const nodes = replayNodes(view, session.snapshot.events).map((node) => ({ uri: session.key, node }));
      const where = view.sequence === null ? 'nothing replayed' : `replayed through #${view.sequence}`;
      this.#show(
        nodes,
        session.name,
        `${labelText(session.name, 100)}: ${where}. Nothing is executed again.`,
      );
    } catch (error) {
      if (this.#sessions.active !== session || !session.engine.alive) return;
      this.#log.warn(`replay failed: ${errorName(error)}`);
      this.#show([], session.name, 'The state could not be replayed.');
    }
  }

  #show(roots: readonly ReplayItem[], description: string, message = ''): void {
    this.#roots = roots;
    this.#view.description = labelText(description, 120);
    // Without a message and without nodes the welcome content appears.
    this.#view.message = message;
    this.#changed.fire(undefined);
  }
}

function cannotReplay({ engine, snapshot }: JournalSession): string | undefined {
  if (!engine.alive) return 'The reader of this file stopped unexpectedly.';
  if (snapshot.state.kind === 'failed') return 'This file could not be read.';
  if (snapshot.state.kind === 'reading') return 'Reading…';
  if (snapshot.format === 'empty') return 'This journal is empty.';
  if (snapshot.format === 'unknown') return 'This file is no session journal.';
  return undefined;
}
