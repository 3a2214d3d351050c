// The kernel for tests: the one in `dist` where it is newer than its sources, otherwise compiled anew.

import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { openKernel, type Kernel } from '../../src/core/kernel.ts';

const SOURCES = 'src/assembly';
const OUT = 'test-results/bundles';
const CONFIGS = { 'kernel.wasm': 'asconfig.json', 'kernelShared.wasm': 'shared.json' } as const;

let opened: Kernel | undefined;

/** A kernel. There is one, which only one lane may use at a time. */
export function testKernel(): Kernel {
  return (opened ??= openKernel(kernelModule()));
}

let second: Kernel | undefined;

/** Another one, for lanes that take turns. */
export function secondKernel(): Kernel {
  return (second ??= openKernel(kernelModule()));
}

/** The compiled kernel. */
export function kernelModule(): WebAssembly.Module {
  return new WebAssembly.Module(fs.readFileSync(kernelFile('kernel.wasm')));
}

/** Path of a kernel that is as new as its sources: the usual one, or the one for memory that threads share. */
export function kernelFile(name: keyof typeof CONFIGS): string {
  return [`dist/${name}`, `${OUT}/${name}`].find(isFresh) ?? compile(name);
}

function isFresh(file: string): boolean {
  const built = fs.statSync(file, { throwIfNoEntry: false });
  const changed = fs.readdirSync(SOURCES).map((name) => fs.statSync(path.join(SOURCES, name)).mtimeMs);
  return built !== undefined && built.mtimeMs > Math.max(...changed);
}

let failure: Error | undefined;

function compile(name: keyof typeof CONFIGS): string {
  // A kernel that does not compile fails each test at once.
  if (failure !== undefined) throw failure;
  const compiler = ['node_modules/assemblyscript/bin/asc.js', '--config', `${SOURCES}/${CONFIGS[name]}`];
  try {
    execFileSync(process.execPath, [...compiler, '--outFile', `${OUT}/${name}`], { stdio: 'pipe' });
  } catch (error) {
    failure = new Error('the kernel does not compile', { cause: error });
    throw failure;
  }
  return `${OUT}/${name}`;
}
