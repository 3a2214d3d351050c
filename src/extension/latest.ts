import type { Disposable } from './disposables.ts';

/**
 * Runs one task at a time and lets only the newest matter: starting another aborts the one before, and an answer
 * that comes too late is undefined.
 */
export class Latest implements Disposable {
  #controller: AbortController | undefined;

  /** Starts `task`. Gives undefined when a newer one was started, or all were cancelled, in the meantime. */
  async run<T>(task: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
    this.cancel();
    const controller = new AbortController();
    this.#controller = controller;
    try {
      const result = await task(controller.signal);
      return controller.signal.aborted ? undefined : result;
    } catch (error) {
      if (controller.signal.aborted) return undefined;
      throw error;
    }
  }

  /** Nobody waits for the running task any more. */
  cancel(): void {
    this.#controller?.abort();
    this.#controller = undefined;
  }

  dispose(): void {
    this.cancel();
  }
}
