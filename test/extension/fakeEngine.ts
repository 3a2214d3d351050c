import { UNREAD, type EngineLease, type JournalEngine } from '../../src/extension/engineClient.ts';
import { Emitter } from '../../src/extension/emitter.ts';
import type { EngineThread } from '../../src/extension/engineThread.ts';
import type { Log } from '../../src/extension/log.ts';
import type { EngineApi, EngineEvents, JournalSnapshot } from '../../src/protocol.ts';
import { Channel, RemoteError, type Handlers } from '../../src/rpc.ts';

/** A journal of `rows` events that was read. */
export function readySnapshot(rows: number, generation = 1): JournalSnapshot {
  return { ...UNREAD, generation, state: { kind: 'ready' }, format: 'trace01', rows, events: rows };
}

/** Answers of an engine; those not given fail. */
export function handlers(given: Partial<Handlers<EngineApi>>): Handlers<EngineApi> {
  const missing = (): never => {
    throw new Error('not answered in this test');
  };
  return {
    open: missing,
    rows: missing,
    details: missing,
    replay: missing,
    violations: missing,
    violationsAt: missing,
    nextProblem: missing,
    rowAtLine: missing,
    planBranch: missing,
    search: missing,
    history: missing,
    cancel: missing,
    follow: missing,
    followBranch: missing,
    related: missing,
    ...given,
  };
}

/** A thread in this thread, with a real channel between both ends. */
export interface FakeThread extends EngineThread {
  readonly engine: Channel<EngineApi, object, object, EngineEvents>;
  terminated: boolean;
  die(error?: Error): void;
}

export function fakeThread(answers: Handlers<EngineApi>): FakeThread {
  let toHost: (message: unknown) => void = () => undefined;
  let toEngine: (message: unknown) => void = () => undefined;
  let gone: (error: Error | undefined) => void = () => undefined;
  const later = (deliver: () => void) => queueMicrotask(deliver);
  return {
    post: (message) => later(() => toEngine(message)),
    onMessage: (handler) => (toHost = handler),
    onGone: (handler) => (gone = handler),
    terminate() {
      this.terminated = true;
      gone(undefined);
    },
    engine: new Channel<EngineApi, object, object, EngineEvents>(
      { post: (message) => later(() => toHost(message)), receive: (handler) => (toEngine = handler) },
      answers,
      {},
    ),
    terminated: false,
    die: (error) => gone(error),
  };
}

/** An engine whose snapshot the test sets. */
export class FakeEngine implements JournalEngine {
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;
  snapshot = UNREAD;
  alive = true;
  lost: JournalEngine['lost'] = null;
  restarts = 0;
  readonly answers: Partial<Handlers<EngineApi>>;

  constructor(snapshot: JournalSnapshot = UNREAD, answers: Partial<Handlers<EngineApi>> = {}) {
    this.snapshot = snapshot;
    this.answers = answers;
  }

  readonly call: JournalEngine['call'] = (method, params, signal) => {
    const thread = fakeThread(handlers(this.answers));
    const channel = new Channel<object, EngineApi, object, object>(
      { post: (message) => thread.post(message), receive: (handler) => thread.onMessage(handler) },
      {},
      {},
    );
    return this.alive
      ? channel.call(method, params, signal)
      : Promise.reject(new RemoteError({ reason: 'closed', message: 'dead' }));
  };

  restart(): void {
    this.restarts += 1;
  }

  set(snapshot: JournalSnapshot): void {
    this.snapshot = snapshot;
    this.#changed.fire();
  }

  die(): void {
    this.alive = false;
    this.#changed.fire();
  }

  lease(onReturn: () => void = () => undefined): EngineLease {
    return { engine: this, dispose: onReturn };
  }
}

export const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** Lets everything that is ready to run do so. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
