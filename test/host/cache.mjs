// @ts-check
// Programs installed once into the git-ignored cache. A folder there is either whole or absent: it is filled under
// another name and renamed at the end, so an interrupted install is never mistaken for a finished one, and of two
// processes that install at once the second simply finds the work done.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { npm } from './npm.mjs';
import { CACHE } from './paths.mjs';

/** An unfinished folder this old belongs to an install that was interrupted. */
const ABANDONED_AFTER_MS = 60 * 60 * 1000;

/**
 * Gives the cached folder of that name, filling it first if it is not there.
 * @param {string} name must change with every pin inside, so that new pins mean a new folder
 * @param {(folder: string) => Promise<void>} fill
 */
export async function cached(name, fill) {
  const folder = join(CACHE, name);
  if (existsSync(folder)) return folder;
  await mkdir(CACHE, { recursive: true });
  await removeAbandoned();
  const draft = await mkdtemp(join(CACHE, `${name}.partial-`));
  try {
    await fill(draft);
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!existsSync(folder)) throw error; // otherwise another process was faster, with the same pins
  }
  return folder;
}

/**
 * Installs npm packages at exact versions into an empty folder, running none of their scripts.
 * @param {string} folder
 * @param {readonly { name: string, version: string }[]} packages
 * @param {import('./npm.mjs').Log} log
 */
export async function installPackages(folder, packages, log) {
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
  const specs = packages.map(({ name, version }) => `${name}@${version}`);
  await npm(['install', '--ignore-scripts', '--engine-strict=false', ...specs], { cwd: folder, log });
}

async function removeAbandoned() {
  for (const name of await readdir(CACHE)) {
    if (!name.includes('.partial-')) continue;
    const path = join(CACHE, name);
    const { mtimeMs } = await stat(path);
    if (Date.now() - mtimeMs > ABANDONED_AFTER_MS) await rm(path, { recursive: true, force: true });
  }
}
