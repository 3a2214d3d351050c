import * as vscode from 'vscode';
import { DisposableStore, onDispose, type Disposable } from './disposables.ts';
import { COMMANDS, CONTEXT_KEYS, VIEWS } from './ids.ts';
import type { JournalSession, SessionChange } from './journalSession.ts';
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
/** And while nobody moves the cursor: the journal grows, and the newest state is one of many. */
const GROWING_REST_MS = 1_500;

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
  #grownAt = 0;

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
    item.iconPath = new vscode.ThemeIcon(
      node.icon,
      node.colour === undefined ? undefined : new vscode.ThemeColor(node.colour),
    );
    if (node.menu !== undefined) item.contextValue = node.menu;
    // The file of another log was found by the engine: it is no text from inside a journal.
    if (node.row !== undefined)
      item.command = {
        command: COMMANDS.revealEvent,
        title: 'Reveal Event',
        arguments: [
          node.file === undefined
            ? { uri, row: node.row, look: true }
            : { uri: vscode.Uri.file(node.file).toString(), row: node.row },
        ],
      };
    item.accessibilityInformation = { label: [node.label, node.description].filter(Boolean).join(', ') };
    return item;
  }

  /** Fetched for the item that is pointed at: those of all would be most of what the window is told. */
  resolveTreeItem(item: vscode.TreeItem, { node }: ReplayItem): vscode.TreeItem {
    item.tooltip = node.tooltip ?? node.label;
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
      if (change.kind === 'closed' || (change.kind === 'cursor' && change.by === 'look')) return;
      if (change.kind === 'snapshot') this.#grownAt = Date.now();
      if (!this.#isGrowing(session, change)) this.#refreshSoon(session, REST_MS);
      // What is due already shows the newest state, too.
      else if (this.#timer === undefined) this.#refreshSoon(session, GROWING_REST_MS);
    });
    inBackground(
      this.#log,
      'context key',
      vscode.commands.executeCommand('setContext', CONTEXT_KEYS.active, session !== undefined),
    );
    this.#refreshedAt = 0;
    if (session) this.#refreshSoon(session, REST_MS, 0);
    else this.#show([], '');
  }

  #refreshSoon(session: JournalSession, rests: number, delay: number = SETTLE_MS): void {
    clearTimeout(this.#timer);
    const rest = this.#refreshedAt + rests - Date.now();
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        this.#refreshedAt = Date.now();
        inBackground(this.#log, 'replay', this.#refresh(session));
      },
      Math.max(delay, rest),
    );
  }

  /** Nobody moved the cursor: the journal has grown, or the page went on to its new end. */
  #isGrowing({ cursor, snapshot }: JournalSession, change: SessionChange): boolean {
    if (this.#roots.length === 0) return false;
    if (change.kind === 'snapshot') return true;
    return cursor === snapshot.rows - 1 && Date.now() - this.#grownAt < GROWING_REST_MS;
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
      const { events, agent } = session.snapshot;
      const nodes = replayNodes(view, events, agent?.inheritance).map((node) => ({ uri: session.key, node }));
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
    const line = labelText(description, 120);
    // The window draws the whole title anew when it is told the same.
    if (this.#view.description !== line) this.#view.description = line;
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
