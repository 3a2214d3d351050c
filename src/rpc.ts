// Carries the protocol over any message port: requests that can fail and can be aborted, and pushed events.
// Both a worker's port and a page's postMessage fit {@link Port}; the far side is not trusted to be well-formed.

/** The little of a message channel that is needed. */
export interface Port {
  post(message: unknown): void;
  /** Registers the one receiver. */
  receive(handler: (message: unknown) => void): void;
}

/** Why a request failed, as it crosses the wire. `aborted` answers an abort; `failed` carries the handler's words. */
export interface RemoteFailure {
  readonly reason: 'aborted' | 'failed' | 'unknown-method' | 'closed';
  readonly message: string;
}

/** A request that the far side could not answer. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError';
  readonly reason: RemoteFailure['reason'];
  constructor(failure: RemoteFailure) {
    super(failure.message);
    this.reason = failure.reason;
  }
  /** True when `error` says that the request was aborted, here or there. */
  static isAbort(error: unknown): boolean {
    return error instanceof RemoteError && error.reason === 'aborted';
  }
}

type Method = (params: never) => unknown;
type Methods<A> = { [K in keyof A]: A[K] extends Method ? A[K] : never };

/** Handlers of one side: the same names, may be asynchronous, and are told of an abort. */
export type Handlers<A> = {
  [K in keyof A]: A[K] extends (params: infer P) => infer R
    ? (params: P, signal: AbortSignal) => R | Promise<R>
    : never;
};

/** Calls to the other side. */
export type Caller<A> = <K extends keyof A & string>(
  method: K,
  params: Parameters<Methods<A>[K]>[0],
  signal?: AbortSignal,
) => Promise<ReturnType<Methods<A>[K]>>;

type Message =
  | { kind: 'request'; id: number; method: string; params: unknown }
  | { kind: 'abort'; id: number }
  | { kind: 'answer'; id: number; result: unknown }
  | { kind: 'failure'; id: number; failure: RemoteFailure }
  | { kind: 'event'; name: string; value: unknown };

/** The far side is not trusted: what lacks a part of its kind is no message. */
function isMessage(value: unknown): value is Message {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false;
  if (value.kind === 'event') return 'name' in value && typeof value.name === 'string';
  if (!('id' in value) || typeof value.id !== 'number') return false;
  if (value.kind === 'request') return 'method' in value && typeof value.method === 'string';
  if (value.kind === 'failure') return 'failure' in value && isFailure(value.failure);
  return value.kind === 'abort' || value.kind === 'answer';
}

const REASONS: readonly unknown[] = [
  'aborted',
  'failed',
  'unknown-method',
  'closed',
] satisfies readonly RemoteFailure['reason'][];

function isFailure(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('reason' in value) || !('message' in value))
    return false;
  return REASONS.includes(value.reason) && typeof value.message === 'string';
}

function isCallable(value: unknown): value is (...parameters: unknown[]) => unknown {
  return typeof value === 'function';
}

interface Pending {
  resolve(result: unknown): void;
  reject(error: RemoteError): void;
}

/**
 * One end of a channel. `Own` is the request interface this side answers, `Peer` the one it calls, `In` and `Out`
 * the events it gets and pushes.
 */
export class Channel<Own extends object, Peer extends object, In extends object, Out extends object> {
  readonly #port: Port;
  readonly #handlers: Handlers<Own>;
  readonly #pending = new Map<number, Pending>();
  readonly #running = new Map<number, AbortController>();
  readonly #listeners: { [K in keyof In]?: (value: In[K]) => void };
  #nextId = 1;
  #closed = false;

  constructor(port: Port, handlers: Handlers<Own>, listeners: { [K in keyof In]?: (value: In[K]) => void }) {
    this.#port = port;
    this.#handlers = handlers;
    this.#listeners = listeners;
    port.receive((message) => void this.#receive(message));
  }

  /** Asks the other side. Rejects with {@link RemoteError}; aborting rejects at once and tells the other side. */
  readonly call: Caller<Peer> = (method, params, signal) => {
    if (this.#closed)
      return Promise.reject(new RemoteError({ reason: 'closed', message: 'the channel is closed' }));
    if (signal?.aborted) return Promise.reject(new RemoteError({ reason: 'aborted', message: 'aborted' }));
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      const abort = () => {
        this.#pending.delete(id);
        this.#port.post({ kind: 'abort', id });
        reject(new RemoteError({ reason: 'aborted', message: 'aborted' }));
      };
      signal?.addEventListener('abort', abort, { once: true });
      const done = () => signal?.removeEventListener('abort', abort);
      this.#pending.set(id, {
        resolve: (result) => {
          done();
          // The one place where the wire's plain data gets its type: both ends are built from one protocol file.
          // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
          resolve(result as ReturnType<Methods<Peer>[typeof method]>);
        },
        reject: (error) => {
          done();
          reject(error);
        },
      });
      this.#port.post({ kind: 'request', id, method, params });
    });
  };

  /** Pushes an event; nobody answers it. */
  push<K extends keyof Out & string>(name: K, value: Out[K]): void {
    if (!this.#closed) this.#port.post({ kind: 'event', name, value });
  }

  /** Rejects all that is waiting and aborts all that is running. */
  close(): void {
    this.#closed = true;
    for (const controller of this.#running.values()) controller.abort();
    for (const pending of this.#pending.values())
      pending.reject(new RemoteError({ reason: 'closed', message: 'the channel was closed' }));
    this.#pending.clear();
  }

  async #receive(message: unknown): Promise<void> {
    if (this.#closed || !isMessage(message)) return;
    switch (message.kind) {
      case 'request':
        return this.#answer(message.id, message.method, message.params);
      case 'abort':
        return this.#running.get(message.id)?.abort();
      case 'answer':
        return this.#take(message.id)?.resolve(message.result);
      case 'failure':
        return this.#take(message.id)?.reject(new RemoteError(message.failure));
      case 'event': {
        const listeners: Record<string, unknown> = this.#listeners;
        const listener = Object.hasOwn(listeners, message.name) ? listeners[message.name] : undefined;
        if (isCallable(listener)) listener(message.value);
      }
    }
  }

  #take(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    return pending;
  }

  async #answer(id: number, method: string, params: unknown): Promise<void> {
    const handlers: Record<string, unknown> = this.#handlers;
    const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined;
    if (!isCallable(handler)) {
      const failure: RemoteFailure = { reason: 'unknown-method', message: `no method ${method}` };
      this.#port.post({ kind: 'failure', id, failure });
      return;
    }
    const controller = new AbortController();
    this.#running.set(id, controller);
    try {
      const result: unknown = await handler(params, controller.signal);
      if (!this.#closed) this.#port.post({ kind: 'answer', id, result });
    } catch (error) {
      const reason = controller.signal.aborted ? 'aborted' : 'failed';
      const failure: RemoteFailure = {
        reason,
        message: error instanceof Error ? error.message : String(error),
      };
      if (!this.#closed) this.#port.post({ kind: 'failure', id, failure });
    } finally {
      this.#running.delete(id);
    }
  }
}
