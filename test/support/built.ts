// The bundles that tests start: those in `dist` where they are newer than every source, otherwise made anew in a folder
// of their own, since somebody may be using `dist`.

import { buildSync } from 'esbuild';
import * as fs from 'node:fs';
import * as path from 'node:path';

const ENTRIES = {
  'cli.js': 'src/cli/main.ts',
  'engineWorker.js': 'src/node/engineWorker.ts',
  'kernelThread.js': 'src/node/kernelThread.ts',
} as const;

export type Bundle = keyof typeof ENTRIES;

const OUT = path.resolve('test-results/bundles');
const made = new Map<Bundle, string>();

/** Path of a bundle that is as new as the sources. */
export function bundle(name: Bundle): string {
  const known = made.get(name);
  if (known !== undefined && fs.existsSync(known)) return known;
  const built = path.resolve('dist', name);
  const file = isFresh(built) ? built : build(name);
  made.set(name, file);
  return file;
}

function isFresh(file: string): boolean {
  const built = fs.statSync(file, { throwIfNoEntry: false });
  if (built === undefined) return false;
  return fs
    .readdirSync('src', { recursive: true, encoding: 'utf8' })
    .every((name) => fs.statSync(path.join('src', name)).mtimeMs < built.mtimeMs);
}

function build(name: Bundle): string {
  const outfile = path.join(OUT, name);
  buildSync({
    entryPoints: [ENTRIES[name]],
    outfile,
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    define: { __VERSION__: JSON.stringify('0.1.0') },
  });
  return outfile;
}
