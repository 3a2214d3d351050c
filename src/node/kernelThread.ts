// The thread that runs kernels ahead of the one that takes their rows, see `kernelPair.ts`.

import { workerData } from 'node:worker_threads';
import { openKernel } from '../core/kernel.ts';
import { runAll } from './runAhead.ts';

/** What the thread is given. */
export interface ThreadData {
  readonly module: WebAssembly.Module;
  readonly memories: readonly WebAssembly.Memory[];
  readonly shared: SharedArrayBuffer;
}

function isThreadData(data: unknown): data is ThreadData {
  return (
    typeof data === 'object' && data !== null && 'module' in data && 'memories' in data && 'shared' in data
  );
}

const data: unknown = workerData;
if (isThreadData(data)) {
  const { module, memories, shared } = data;
  const kernels = memories.map((memory) => openKernel(module, memory));
  runAll(kernels, shared);
}
