// @ts-check
// Running npm as a child, with an error that says what to do next.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord, readJson } from './json.mjs';
import { runToEnd } from './processes.mjs';

/** @typedef {(line: string) => void} Log */

/** Causes by the words npm prints for them; the first that matches is told. */
const HINTS = /** @type {const} */ ([
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|ETIMEDOUT/,
    'The npm registry cannot be reached. Check the connection (and `npm config get registry`), then run this again.',
  ],
  [/ENOSPC|no space left/i, 'The disk is full. Free about 1 GB, then run this again.'],
  [/EACCES|EPERM/, 'A folder cannot be written. Check who owns the project folder, then run this again.'],
  [
    /ETARGET|E404/,
    'The registry lacks a pinned version. A mirror may be behind: check `npm config get registry`.',
  ],
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
  if (!wanted || !found) return false;
  return [...wanted].every(([path, entry]) => {
    if (path === '') return true; // the project itself
    const there = found.get(path);
    if (there) return there['version'] === entry['version'];
    return entry['optional'] === true || entry['devOptional'] === true;
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
 * The entries of a lockfile by path, each with what matters here.
 * @param {string} file
 */
function readPackages(file) {
  const lock = readJson(file);
  if (!isRecord(lock) || !isRecord(lock['packages'])) return undefined;
  return new Map(
    Object.entries(lock['packages']).map(([path, entry]) => [path, isRecord(entry) ? entry : {}]),
  );
}

/** `npm start` exports its own folder to its children; the npm started here must not take it for its own. */
function cleanEnvironment() {
  const dropped = new Set(['npm_config_local_prefix', 'npm_config_prefix', 'NODE_OPTIONS']);
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !dropped.has(name)));
}

/**
 * @param {readonly string[]} args
 * @param {string} output
 */
function explain(args, output) {
  const hint = HINTS.find(([pattern]) => pattern.test(output))?.[1];
  const lines = output.trim().split('\n');
  // A known cause is at the top of npm's report; an unknown one is best looked for at the end.
  const shown = hint ? [...lines.slice(0, 4), '', hint] : lines.slice(-25);
  return [`npm ${args.join(' ')} failed:`, ...shown].join('\n');
}
