// Two kernels and a thread that runs them ahead: while the lines of one are checked, the other reads the bytes after them.

import * as os from 'node:os';
import * as path from 'node:path';
import { Worker } from 'node:worker_threads';
import { openKernel, sharedMemory, type Kernel } from '../core/kernel.ts';
import type { ByteSource } from '../engine/byteSource.ts';
import { bundleFolder, loadModule } from './kernel.ts';
import type { ThreadData } from './kernelThread.ts';
import { mailboxes, runningAhead } from './runAhead.ts';

/** Bytes from which on a second thread gains more than its start costs. */
const WORTH_A_THREAD = 16 << 20;

export interface KernelPair {
  readonly kernels: readonly [Kernel, Kernel];
  /** Ends the thread. The kernels must not be used afterwards. */
  close(): void;
}

/** A pair to read a file with, where it is large enough for one. */
export function kernelPairFor(source: ByteSource): KernelPair | undefined {
  return source.size() < WORTH_A_THREAD ? undefined : openKernelPair();
}

/**
 * Starts the thread, and does not wait for it: until it is there the kernels run where they are. Who takes rows waits for
 * a run that it is at, so this is not for a thread that people wait for. Undefined where there is one processor only, or
 * the files are not there.
 */
export function openKernelPair(folder = bundleFolder()): KernelPair | undefined {
  const module = os.availableParallelism() < 2 ? undefined : loadModule(folder, 'kernelShared.wasm');
  if (module === undefined) return undefined;
  const [one, other] = [sharedMemory(), sharedMemory()];
  const shared = mailboxes(2);
  // Opened here first: a memory is made ready by whoever opens it first.
  const kernels = [
    runningAhead(openKernel(module, one), shared, 0),
    runningAhead(openKernel(module, other), shared, 1),
  ] as const;
  const workerData: ThreadData = { module, memories: [one, other], shared };
  const worker = new Worker(path.join(folder, 'kernelThread.js'), { workerData });
  // A thread that fails leaves its runs to this one; unheard, the event would end the process.
  worker.on('error', () => undefined);
  worker.unref();
  return { kernels, close: () => void worker.terminate() };
}
