// @ts-check
// Child processes that never outlive us. The VS Code server forks an extension host, a file watcher and a terminal
// host, so a child is started as the leader of its own group and ended as a group.
import { spawn, spawnSync } from 'node:child_process';

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

const onWindows = process.platform === 'win32';

/** @type {Set<ChildProcess>} */
const living = new Set();

/**
 * Starts a program as the leader of a process group that is killed when this process ends, however it ends
 * (except SIGKILL, which nobody can answer).
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 */
export function spawnTree(command, args, options) {
  if (living.size === 0) endWithThisProcess();
  const child = spawn(command, args, { ...options, detached: !onWindows });
  living.add(child);
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
  if (child.pid === undefined) return;
  if (onWindows) {
    spawnSync('taskkill', ['/pid', String(child.pid), '/T', '/F']);
    return;
  }
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // ESRCH: the whole group has ended already.
  }
}

let watching = false;

function endWithThisProcess() {
  if (watching) return;
  watching = true;
  process.on('exit', () => {
    for (const child of living) killTree(child);
  });
  // A signal ends Node without the 'exit' event unless somebody listens.
  for (const [signal, number] of /** @type {const} */ ([
    ['SIGINT', 2],
    ['SIGTERM', 15],
    ['SIGHUP', 1],
  ])) {
    process.once(signal, () => process.exit(128 + number));
  }
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
