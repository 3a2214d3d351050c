// The kernel for tests: the one in `dist` where it is newer than its sources, otherwise compiled anew.

import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { openKernel, type Kernel } from '../../src/core/kernel.ts';

const SOURCES = 'src/assembly';
const OUT = 'test-results/bundles/kernel.wasm';

let opened: Kernel | undefined;

/** A kernel. There is one, which only one lane may use at a time. */
export function testKernel(): Kernel {
  return (opened ??= openKernel(kernelModule()));
}

/** The compiled kernel. */
export function kernelModule(): WebAssembly.Module {
  const file = ['dist/kernel.wasm', OUT].find(isFresh) ?? compile();
  return new WebAssembly.Module(fs.readFileSync(file));
}

function isFresh(file: string): boolean {
  const built = fs.statSync(file, { throwIfNoEntry: false });
  const changed = fs.readdirSync(SOURCES).map((name) => fs.statSync(path.join(SOURCES, name)).mtimeMs);
  return built !== undefined && built.mtimeMs > Math.max(...changed);
}

let failure: Error | undefined;

function compile(): string {
  // A kernel that does not compile fails each test at once.
  if (failure !== undefined) throw failure;
  const compiler = ['node_modules/assemblyscript/bin/asc.js', '--config', `${SOURCES}/asconfig.json`];
  try {
    execFileSync(process.execPath, [...compiler, '--outFile', OUT], { stdio: 'pipe' });
  } catch (error) {
    failure = new Error('the kernel does not compile', { cause: error });
    throw failure;
  }
  return OUT;
}
