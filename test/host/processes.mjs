// @ts-check
// Child processes that never outlive us. The VS Code server forks an extension host, a file watcher and a terminal
// host, so a child is started as the leader of its own group and ended as a group.
import { spawn, spawnSync } from 'node:child_process';

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

const SIGNALS = /** @type {const} */ ([
  ['SIGINT', 2],
  ['SIGTERM', 15],
  ['SIGHUP', 1],
]);

const onWindows = process.platform === 'win32';

/** @type {Map<ChildProcess, NodeJS.Signals>} */
const living = new Map();

/**
 * Starts a program as the leader of a process group that ends when this process ends, however it ends (except by
 * SIGKILL, which nobody can answer).
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @param {NodeJS.Signals} lastSignal what it then gets; SIGTERM lets one of our own programs tidy up
 */
export function spawnTree(command, args, options, lastSignal = 'SIGKILL') {
  endWithThisProcess();
  const child = spawn(command, args, { ...options, detached: !onWindows });
  living.set(child, lastSignal);
  child.once('exit', () => {
    living.delete(child);
    killTree(child); // its own children may have stayed
  });
  return child;
}

/**
 * Kills a child and all that it started. Harmless on one that is gone.
 * @param {ChildProcess} child
 */
export function killTree(child) {
  signalTree(child, 'SIGKILL');
}

/**
 * @param {ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function signalTree(child, signal) {
  if (child.pid === undefined) return;
  if (onWindows) {
    spawnSync('taskkill', ['/pid', String(child.pid), '/T', '/F']); // there are no groups and no signals
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch {
    // ESRCH: the whole group has ended already.
  }
}

let watching = false;

function endWithThisProcess() {
  if (watching) return;
  watching = true;
  process.on('exit', () => {
    for (const [child, signal] of living) signalTree(child, signal);
  });
  // A signal ends Node without the 'exit' event unless somebody listens.
  for (const [signal, number] of SIGNALS) process.once(signal, () => process.exit(128 + number));
}

/**
 * Runs a program to its end and gives its exit code and all it printed. Rejects only if it cannot be started.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runToEnd(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawnTree(command, [...args], { stdio: ['ignore', 'pipe', 'pipe'], ...options });
    let output = '';
    child.stdout?.on('data', (/** @type {Buffer} */ data) => (output += data.toString()));
    child.stderr?.on('data', (/** @type {Buffer} */ data) => (output += data.toString()));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
