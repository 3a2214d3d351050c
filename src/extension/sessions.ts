import type { Disposable } from './disposables.ts';
import { onDispose } from './disposables.ts';
import { Emitter } from './emitter.ts';
import type { EngineLease } from './engineClient.ts';
import { JournalSession } from './journalSession.ts';

/** The part of a `vscode.Uri` that a session needs. */
export interface FileUri {
  readonly scheme: string;
  readonly fsPath: string;
  toString(): string;
}

/** The part of a tab that decides which session lives and which one is active. */
export interface SessionTab {
  readonly uri: { toString(): string };
  readonly visible: boolean;
  readonly active: boolean;
}

/** A use of a session; while one is held the session stays. */
export interface SessionLease extends Disposable {
  readonly session: JournalSession;
}

/**
 * The journals that are open in this window. A session lives while an editor page holds it or any tab shows its
 * file, also as text; so its Problems stay while the file is on the desk and go when it is put away.
 */
export class Sessions implements Disposable {
  readonly #acquire: (uri: FileUri) => EngineLease;
  readonly #tabs: () => readonly SessionTab[];
  readonly #sessions = new Map<string, JournalSession>();
  readonly #users = new Map<string, number>();
  readonly #opened = new Emitter<JournalSession>();
  readonly #activeChanged = new Emitter<JournalSession | undefined>();
  #active: JournalSession | undefined;

  /** A session was opened; its own `onDidChange` tells of its end. */
  readonly onDidOpen = this.#opened.event;
  readonly onDidChangeActive = this.#activeChanged.event;

  constructor(acquire: (uri: FileUri) => EngineLease, tabs: () => readonly SessionTab[]) {
    this.#acquire = acquire;
    this.#tabs = tabs;
  }

  /** The session that the Replay view, the status bar and the commands mean. */
  get active(): JournalSession | undefined {
    return this.#active;
  }

  get all(): readonly JournalSession[] {
    return [...this.#sessions.values()];
  }

  get(uri: { toString(): string }): JournalSession | undefined {
    return this.#sessions.get(uri.toString());
  }

  /** The session of a file that some tab shows, opened if there is none. */
  open(uri: FileUri): JournalSession {
    const key = uri.toString();
    const found = this.#sessions.get(key);
    if (found) return found;
    const session = new JournalSession(key, uri.fsPath, this.#acquire(uri));
    this.#sessions.set(key, session);
    this.#opened.fire(session);
    this.#chooseActive();
    return session;
  }

  /** Opens a session and keeps it until the lease is given back, whatever the tabs show. */
  hold(uri: FileUri): SessionLease {
    const session = this.open(uri);
    this.#users.set(session.key, (this.#users.get(session.key) ?? 0) + 1);
    const lease = onDispose(() => {
      this.#users.set(session.key, (this.#users.get(session.key) ?? 1) - 1);
      this.tabsChanged();
    });
    return { session, dispose: () => lease.dispose() };
  }

  /** Closes what nobody shows any more and chooses the active session anew. */
  tabsChanged(): void {
    const shown = new Set(this.#tabs().map((tab) => tab.uri.toString()));
    for (const session of this.all) {
      if (shown.has(session.key) || (this.#users.get(session.key) ?? 0) > 0) continue;
      this.#sessions.delete(session.key);
      this.#users.delete(session.key);
      session.dispose();
    }
    this.#chooseActive();
  }

  dispose(): void {
    for (const session of this.all) session.dispose();
    this.#sessions.clear();
    this.#opened.dispose();
    this.#activeChanged.dispose();
  }

  #chooseActive(): void {
    const chosen = activeTab(this.#tabs(), this.#sessions, this.#active?.key);
    const session = chosen === undefined ? undefined : this.#sessions.get(chosen);
    if (session === this.#active) return;
    this.#active = session;
    this.#activeChanged.fire(session);
  }
}

/**
 * Which session is active: that of the active tab; else the one that was, while it is still on screen beside
 * something else; else none.
 */
function activeTab(
  tabs: readonly SessionTab[],
  sessions: ReadonlyMap<string, unknown>,
  last: string | undefined,
): string | undefined {
  const candidates = tabs.filter((tab) => sessions.has(tab.uri.toString()));
  const active =
    candidates.find((tab) => tab.active) ??
    candidates.find((tab) => tab.visible && tab.uri.toString() === last);
  return active?.uri.toString();
}
