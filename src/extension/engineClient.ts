// The host's end of the engines: one worker for each journal that is in use, shared by all who look at it.

import type { SeenHistory } from '../core/history.ts';
import { emptySnapshot } from '../emptySnapshot.ts';
import type { EngineApi, EngineEvents, FailedState, JournalSnapshot } from '../protocol.ts';
import { Channel, RemoteError, type Caller } from '../rpc.ts';
import { onDispose, type Disposable } from './disposables.ts';
import { Emitter, type Event } from './emitter.ts';
import type { EngineThread } from './engineThread.ts';
import { errorName, inBackground, type Log } from './log.ts';

/** How long an engine outlives its last user: a tab that is moved to another group closes and opens again. */
const GRACE_MS = 5_000;

/** An opened journal's reader as the host sees it. */
export interface JournalEngine {
  /** The newest header; its generation never falls, also across a restart. */
  readonly snapshot: JournalSnapshot;
  /** False once the reader stopped unexpectedly, until it is restarted. */
  readonly alive: boolean;
  /** Why the file can be read no more, while what was read of it stays in view; null where that is not so. */
  readonly lost: FailedState | null;
  /** Any of these changed. */
  readonly onDidChange: Event<void>;
  /** Asks the reader. Rejects with a `RemoteError`, also when the reader dies meanwhile. */
  readonly call: Caller<EngineApi>;
  /** Reads the file again from its first byte. What was read stays in view until the new reading is done. */
  restart(): void;
}

/** A use of an engine; it must be given back. */
export interface EngineLease extends Disposable {
  readonly engine: JournalEngine;
}

/** What a journal looks like before the first byte was read. */
export const UNREAD = emptySnapshot({ kind: 'reading', bytesRead: 0, bytesTotal: 0 });

/** Engines by path, counted by their users. */
export class EnginePool implements Disposable {
  readonly #start: () => EngineThread;
  readonly #log: Log;
  readonly #grace: number;
  readonly #entries = new Map<string, { engine: WorkerEngine; users: number; timer?: NodeJS.Timeout }>();

  /**
   * `storage` is a folder in which engines may keep what they read for the next opening; `folders` gives those in which
   * logs that belong with a log are looked for, each time one is read.
   */
  constructor(
    start: () => EngineThread,
    log: Log,
    grace: number = GRACE_MS,
    private readonly storage: string | null = null,
    private readonly folders: () => readonly string[] = () => [],
  ) {
    this.#start = start;
    this.#log = log;
    this.#grace = grace;
  }

  /** The engine of the file at `path`, started if there is none. */
  acquire(path: string): EngineLease {
    let entry = this.#entries.get(path);
    if (!entry) {
      const { storage, folders } = this;
      entry = { engine: new WorkerEngine(path, this.#start, this.#log, { storage, folders }), users: 0 };
      this.#entries.set(path, entry);
    }
    const held = entry;
    held.users += 1;
    clearTimeout(held.timer);
    const lease = onDispose(() => {
      held.users -= 1;
      if (held.users > 0) return;
      held.timer = setTimeout(() => {
        this.#entries.delete(path);
        held.engine.dispose();
      }, this.#grace);
    });
    return { engine: held.engine, dispose: () => lease.dispose() };
  }

  dispose(): void {
    for (const { engine, timer } of this.#entries.values()) {
      clearTimeout(timer);
      engine.dispose();
    }
    this.#entries.clear();
  }
}

/** Where engines keep what they read, and look for what belongs with a log. */
interface Places {
  readonly storage: string | null;
  readonly folders: () => readonly string[];
}

/** One reading of the file by one worker. `base` lifts its generations above those of the readings before. */
interface Reading {
  readonly thread: EngineThread;
  readonly channel: Channel<object, EngineApi, EngineEvents, object>;
  readonly base: number;
  readonly startedAt: number;
}

/** The engine in a worker thread. */
class WorkerEngine implements JournalEngine, Disposable {
  readonly #path: string;
  readonly #places: Places;
  readonly #start: () => EngineThread;
  readonly #log: Log;
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;
  /** The reading in view, and the one that will replace it when it is done. */
  #current: Reading | undefined;
  #next: Reading | undefined;
  /** What was seen of the file last: it outlives the reading that found it gone. */
  #seen: SeenHistory | null = null;
  #snapshot = UNREAD;
  #alive = true;
  #lost: FailedState | null = null;
  #disposed = false;

  constructor(path: string, start: () => EngineThread, log: Log, places: Places) {
    this.#path = path;
    this.#places = places;
    this.#start = start;
    this.#log = log;
    this.#current = this.#read();
  }

  get snapshot(): JournalSnapshot {
    return this.#snapshot;
  }

  get alive(): boolean {
    return this.#alive;
  }

  get lost(): FailedState | null {
    return this.#lost;
  }

  readonly call: Caller<EngineApi> = async (method, params, signal) => {
    const reading = this.#current;
    if (!reading)
      throw new RemoteError({ reason: 'closed', message: 'the reader of this file is not running' });
    return lifted(await reading.channel.call(method, params, signal), reading.base);
  };

  restart(): void {
    if (this.#disposed) return;
    const [current, next] = this.#forget();
    this.#stop(next);
    this.#lost = null;
    if (current && this.#snapshot.state.kind === 'ready') {
      this.#current = current;
      this.#next = this.#read(current);
      return;
    }
    this.#stop(current);
    this.#alive = true;
    this.#snapshot = { ...UNREAD, generation: this.#snapshot.generation + 1 };
    this.#current = this.#read();
    this.#changed.fire();
  }

  dispose(): void {
    this.#disposed = true;
    for (const reading of this.#forget()) this.#stop(reading);
    this.#changed.dispose();
  }

  /** Starts a reading; `before` is the one it replaces. It is held against the bytes that were seen last. */
  #read(before?: Reading): Reading {
    const thread = this.#start();
    const channel: Reading['channel'] = new Channel(
      { post: (message) => thread.post(message), receive: (handler) => thread.onMessage(handler) },
      {},
      { snapshot: (snapshot) => this.#accept(reading, snapshot) },
    );
    const reading: Reading = { thread, channel, base: this.#snapshot.generation + 1, startedAt: Date.now() };
    thread.onGone((error) => this.#gone(reading, error));
    const open = async () => {
      this.#seen = (await before?.channel.call('history', {}).catch(() => null)) ?? this.#seen;
      const { storage, folders } = this.#places;
      const params = { path: this.#path, seen: this.#seen, storage, folders: folders() };
      this.#accept(reading, await channel.call('open', params));
    };
    inBackground(this.#log, 'open', open());
    return reading;
  }

  #accept(reading: Reading, snapshot: JournalSnapshot): void {
    if (reading === this.#next) {
      if (snapshot.state.kind === 'reading') return;
      if (snapshot.state.kind === 'failed' && this.#snapshot.rows > 0) {
        this.#next = undefined;
        this.#stop(reading);
        this.#lost = snapshot.state;
        this.#log.info(`cannot be read any more: ${snapshot.state.reason}`);
        this.#changed.fire();
        return;
      }
      const replaced = this.#current;
      this.#current = reading;
      this.#next = undefined;
      this.#stop(replaced);
    }
    if (reading !== this.#current) return;
    const wasReading = this.#snapshot.state.kind === 'reading' || reading.base > this.#snapshot.generation;
    const generation = Math.max(this.#snapshot.generation, reading.base + snapshot.generation);
    this.#snapshot = { ...snapshot, generation };
    if (wasReading && snapshot.state.kind !== 'reading') this.#report(reading, snapshot);
    this.#changed.fire();
  }

  #report(reading: Reading, { state, bytes, rows, totals }: JournalSnapshot): void {
    const milliseconds = Date.now() - reading.startedAt;
    const outcome =
      state.kind === 'failed' ? `failed: ${state.reason}` : `${rows} rows, ${totals.error} errors`;
    this.#log.info(`read ${bytes} bytes in ${milliseconds} ms: ${outcome}`);
  }

  #gone(reading: Reading, error: Error | undefined): void {
    reading.channel.close();
    if (reading !== this.#current && reading !== this.#next) return;
    this.#log.error(`engine stopped unexpectedly: ${error ? errorName(error) : 'it ended by itself'}`);
    // The view of the old reading would be a lie about the file that the new one could not read.
    for (const other of this.#forget()) if (other !== reading) this.#stop(other);
    this.#alive = false;
    this.#changed.fire();
  }

  /** Lets go of both readings first, so that the end of their threads is no surprise. */
  #forget(): [Reading | undefined, Reading | undefined] {
    const both: [Reading | undefined, Reading | undefined] = [this.#current, this.#next];
    this.#current = this.#next = undefined;
    return both;
  }

  #stop(reading: Reading | undefined): void {
    reading?.channel.close();
    reading?.thread.terminate();
  }
}

/** The same answer with its generation lifted by `base`; answers without one are left alone. */
function lifted<T>(value: T, base: number): T {
  return isStamped(value) ? { ...value, generation: value.generation + base } : value;
}

function isStamped<T>(value: T): value is T & { generation: number } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'generation' in value &&
    typeof value.generation === 'number'
  );
}
