// @ts-check
// Running npm as a child, with an error that says what to do next.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runToEnd } from './processes.mjs';

/** @typedef {(line: string) => void} Log */

/** Causes by the words npm prints for them; the first that matches is told. */
const HINTS = /** @type {const} */ ([
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|ETIMEDOUT|network/i,
    'The npm registry cannot be reached. Check the connection (and `npm config get registry`), then run this again.',
  ],
  [/ENOSPC|no space left/i, 'The disk is full. Free about 1 GB, then run this again.'],
  [/EACCES|EPERM/, 'A folder cannot be written. Check who owns the project folder, then run this again.'],
  [/ETARGET|E404/, 'The registry lacks a pinned version. A mirror may be behind: check `npm config get registry`.'],
  [/EUSAGE|in sync/, 'package.json and package-lock.json disagree. Run `npm install`, then run this again.'],
]);

/**
 * Runs npm in a folder; while it works, a line now and then tells that it still does.
 * @param {readonly string[]} args
 * @param {{ cwd: string, log: Log }} options
 */
export async function npm(args, { cwd, log }) {
  const started = Date.now();
  const beat = setInterval(() => {
    log(`  … still working (${Math.round((Date.now() - started) / 1000)} s)`);
  }, 15_000);
  try {
    const { code, output } = await runToEnd('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd,
      env: cleanEnvironment(),
      shell: process.platform === 'win32', // npm is a .cmd file there
    });
    if (code !== 0) throw new Error(explain(args, output));
  } finally {
    clearInterval(beat);
  }
}

/**
 * Whether `node_modules` holds what the lockfile names. Contents are compared, not dates: a checkout touches the
 * lockfile without changing it. Packages for other platforms may be absent, extra ones may be there.
 * @param {string} root
 */
export function dependenciesAreInstalled(root) {
  const wanted = readPackages(join(root, 'package-lock.json'));
  const found = readPackages(join(root, 'node_modules', '.package-lock.json'));
  if (!found) return false;
  return Object.entries(wanted ?? {}).every(([path, entry]) => {
    if (path === '') return true;
    const there = found[path];
    return there ? there.version === entry.version : entry.optional === true || entry.devOptional === true;
  });
}

/**
 * Installs the project's dependencies if they are missing or not those of the lockfile.
 * @param {string} root
 * @param {Log} log
 */
export async function ensureDependencies(root, log) {
  if (dependenciesAreInstalled(root)) return;
  const command = existsSync(join(root, 'package-lock.json')) ? 'ci' : 'install';
  log(`Installing the project's dependencies (npm ${command}) …`);
  await npm([command], { cwd: root, log });
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean, devOptional?: boolean }> | undefined}
 */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** `npm start` exports its own folder to its children; the npm started here must not take it for its own. */
function cleanEnvironment() {
  const environment = { ...process.env };
  for (const name of ['npm_config_local_prefix', 'npm_config_prefix', 'NODE_OPTIONS']) delete environment[name];
  return environment;
}

/**
 * @param {readonly string[]} args
 * @param {string} output
 */
function explain(args, output) {
  const hint = HINTS.find(([pattern]) => pattern.test(output))?.[1];
  const tail = output.trim().split('\n').slice(-12).join('\n');
  return [`npm ${args.join(' ')} failed:`, tail, ...(hint ? ['', hint] : [])].join('\n');
}
