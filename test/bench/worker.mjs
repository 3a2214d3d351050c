// @ts-check
// A journal opened in its worker thread, asked as the extension host asks it.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

const WORKER = join(fileURLToPath(new URL('../..', import.meta.url)), 'dist', 'engineWorker.js');

// As src/extension/engineThread.ts starts it.
const LIMITS = { maxYoungGenerationSizeMb: 8 };

/**
 * @typedef {import('../../src/protocol.ts').EngineApi} EngineApi
 * @typedef {import('../../src/protocol.ts').JournalSnapshot} Snapshot
 * @typedef {{ kind: 'answer', id: number, result: unknown } | { kind: 'failure', id: number, failure: { message: string } }
 *   | { kind: 'event', name: string, value: Snapshot }} Message
 */

export class Engine {
  #worker = new Worker(WORKER, { resourceLimits: LIMITS });
  /** @type {Map<number, { resolve: (result: any) => void, reject: (error: Error) => void }>} */
  #waiting = new Map();
  /** @type {Set<(snapshot: Snapshot) => void>} */
  #listeners = new Set();
  #nextId = 1;

  constructor() {
    this.#worker.on('message', (/** @type {Message} */ message) => this.#receive(message));
    this.#worker.on('error', (error) => {
      for (const { reject } of this.#waiting.values()) reject(error);
    });
  }

  /**
   * @template {keyof EngineApi} Name
   * @param {Name} method
   * @param {Parameters<EngineApi[Name]>[0]} params
   * @returns {Promise<ReturnType<EngineApi[Name]>>}
   */
  call(method, params) {
    const id = this.#nextId++;
    this.#worker.postMessage({ kind: 'request', id, method, params });
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  /**
   * Resolves with the first snapshot from now on that is as wanted.
   * @param {(snapshot: Snapshot) => boolean} isWanted
   * @returns {Promise<Snapshot>}
   */
  until(isWanted) {
    return new Promise((resolve, reject) => {
      const listener = (/** @type {Snapshot} */ snapshot) => {
        if (snapshot.state.kind === 'failed') reject(new Error(snapshot.state.detail));
        else if (!isWanted(snapshot)) return;
        this.#listeners.delete(listener);
        resolve(snapshot);
      };
      this.#listeners.add(listener);
    });
  }

  async end() {
    await this.#worker.terminate();
  }

  /** @param {Message} message */
  #receive(message) {
    if (message.kind === 'event') {
      for (const listener of this.#listeners) listener(message.value);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.kind === 'answer') waiting?.resolve(message.result);
    else waiting?.reject(new Error(message.failure.message));
  }
}

/** @param {Snapshot} snapshot */
export function isReady({ state }) {
  return state.kind === 'ready';
}

/**
 * Milliseconds that something takes.
 * @param {() => Promise<unknown>} work
 */
export async function timed(work) {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

/** @param {readonly number[]} values */
export function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

/** The most memory that this process has had, in megabytes of a million bytes. */
export function peakMegabytes() {
  return (process.resourceUsage().maxRSS * 1024) / 1e6;
}
