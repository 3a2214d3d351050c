// The compiled kernel, which the build puts beside the bundles. Without it everything works as well, only slower.

import * as fs from 'node:fs';
import * as path from 'node:path';

/** The kernel beside the running bundle, undefined when it is not there or this machine cannot run it. */
export function loadKernel(folder = bundleFolder()): WebAssembly.Module | undefined {
  return loadModule(folder, 'kernel.wasm');
}

/** A module of a folder, undefined as above. */
export function loadModule(folder: string, name: string): WebAssembly.Module | undefined {
  try {
    return new WebAssembly.Module(fs.readFileSync(path.join(folder, name)));
  } catch {
    return undefined;
  }
}

/** Sources that run unbundled have no kernel beside them. */
export function bundleFolder(): string {
  return typeof __dirname === 'string' ? __dirname : '';
}
