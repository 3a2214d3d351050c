import type { JournalSnapshot } from '../protocol.ts';
import type { Disposable } from './disposables.ts';
import { Emitter } from './emitter.ts';
import type { EngineLease, JournalEngine } from './engineClient.ts';

/**
 * Who moved the cursor. A click in the Replay view only looks at an event (`look`): the page shows it, but the
 * replayed state stays where it is, or the view would change under the pointer.
 */
export type MovedBy = 'page' | 'text' | 'command' | 'look';

export type SessionChange =
  | { readonly kind: 'snapshot' }
  | { readonly kind: 'cursor'; readonly by: MovedBy }
  | { readonly kind: 'closed' };

/** One journal that is open in this window. Owns the cursor; everything that follows it listens here. */
export class JournalSession implements Disposable {
  /** `Uri.toString()` of the file. */
  readonly key: string;
  /** Path on disk, or of the virtual file. */
  readonly path: string;
  /** The file's name, for people. */
  readonly name: string;
  readonly engine: JournalEngine;
  readonly #lease: EngineLease;
  readonly #subscription: Disposable;
  readonly #changed = new Emitter<SessionChange>();
  readonly onDidChange = this.#changed.event;
  #cursor = 0;
  #replayRow = 0;
  #revealRequest = 0;
  #closed = false;

  constructor(key: string, path: string, lease: EngineLease) {
    this.key = key;
    this.path = path;
    this.name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
    this.#lease = lease;
    this.engine = lease.engine;
    this.#subscription = this.engine.onDidChange(() => this.#engineChanged());
  }

  get snapshot(): JournalSnapshot {
    return this.engine.snapshot;
  }

  /** The row under the cursor; 0 also when there are no rows. */
  get cursor(): number {
    return this.#cursor;
  }

  /** The row up to which the Replay view replays: the cursor, except while only looking. */
  get replayRow(): number {
    return this.#replayRow;
  }

  /** Grows when the page must scroll to the cursor because somebody else moved it. */
  get revealRequest(): number {
    return this.#revealRequest;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Moves the cursor, within the rows. Telling the row it is on already still reveals it. */
  moveCursor(row: number, by: MovedBy): void {
    const cursor = Math.max(0, Math.min(row, this.snapshot.rows - 1));
    const replayRow = by === 'look' ? this.#replayRow : cursor;
    const moved = cursor !== this.#cursor || replayRow !== this.#replayRow;
    const mustReveal = by === 'command' || by === 'look' || (by === 'text' && moved);
    if (!moved && !mustReveal) return;
    this.#cursor = cursor;
    this.#replayRow = replayRow;
    if (mustReveal) this.#revealRequest += 1;
    this.#changed.fire({ kind: 'cursor', by });
  }

  /** Resolves when the file was read, could not be read, or nobody waits any more. */
  async whenSettled(): Promise<JournalSnapshot> {
    await this.#until(() => this.snapshot.state.kind !== 'reading');
    return this.snapshot;
  }

  /** Reads the file again: it changed, or the person wants another try. Resolves when the new reading is in view. */
  async reload(): Promise<void> {
    const { generation } = this.snapshot;
    this.engine.restart();
    await this.#until(
      () =>
        this.engine.lost !== null ||
        (this.snapshot.generation > generation && this.snapshot.state.kind !== 'reading'),
    );
  }

  /**
   * Shows what the file has become: reads on where it has grown, and from its start where that cannot be. Resolves when
   * that is in view.
   */
  async follow(): Promise<void> {
    if (this.hasFailed()) return this.reload();
    // Asked again after it was read: what came meanwhile may have come too late for that reading.
    for (let times = 0; times < 2 && !this.#closed && !this.hasFailed(); times++) {
      const before = this.snapshot;
      const found = await this.engine.call('follow', {});
      if (found === 'unchanged') return;
      if (found === 'reread') return this.reload();
      await this.#until(() => this.snapshot !== before && this.snapshot.state.kind !== 'reading');
    }
  }

  /** The file cannot be read now, or its reader stopped. */
  hasFailed(): boolean {
    return !this.engine.alive || this.engine.lost !== null || this.snapshot.state.kind === 'failed';
  }

  dispose(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#changed.fire({ kind: 'closed' });
    this.#changed.dispose();
    this.#subscription.dispose();
    this.#lease.dispose();
  }

  async #until(reached: () => boolean): Promise<void> {
    while (!this.#closed && this.engine.alive && !reached()) {
      await new Promise<void>((resolve) => {
        const once = this.onDidChange(() => {
          once.dispose();
          resolve();
        });
      });
    }
  }

  #engineChanged(): void {
    const last = Math.max(0, this.snapshot.rows - 1);
    // While reading, rows only grow: what was asked for may still come.
    if (this.snapshot.state.kind === 'ready') {
      this.#cursor = Math.min(this.#cursor, last);
      this.#replayRow = Math.min(this.#replayRow, last);
    }
    this.#changed.fire({ kind: 'snapshot' });
  }
}
