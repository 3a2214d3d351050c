// @ts-check
// `npm run bench [-- MEGABYTES …]`: everything in one run on one machine, each figure as its ratio to the floor of the
// same file in the same run. Nothing here passes or fails.
import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { journalOf } from './journals.mjs';
import { AGENT_LOGS, logOf } from './nativeLogs.mjs';

const ROUNDS = 3;
const here = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));
const CLI = here('../../dist/cli.js');

/**
 * Runs a program to its end and gives what it printed and how long it took, start included.
 * @param {string} command
 * @param {string[]} args
 * @returns {{ seconds: number, output: string } | undefined} undefined when it is not there or fails
 */
function run(command, args) {
  const started = performance.now();
  const { status, stdout } = spawnSync(command, args, { maxBuffer: 2 ** 31, encoding: 'utf8' });
  const seconds = (performance.now() - started) / 1000;
  return status === 0 ? { seconds, output: stdout } : undefined;
}

/**
 * A figure that a program printed as JSON.
 * @param {{ output: string } | undefined} result
 * @param {string} name
 * @returns {number}
 */
function figure(result, name) {
  /** @type {unknown} */
  const figures = JSON.parse(result?.output ?? '{}');
  return typeof figures === 'object' && figures !== null ? Number(Reflect.get(figures, name)) : NaN;
}

/** @param {number[]} values */
function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

/**
 * @param {string} name
 * @param {number | undefined} seconds
 * @param {number} floor
 */
function print(name, seconds, floor) {
  const shown =
    seconds === undefined ? 'not here' : `${seconds.toFixed(3)} s  ${(seconds / floor).toFixed(2)} × floor`;
  console.log(`  ${name.padEnd(44)} ${shown}`);
}

/** @param {number} megabytes */
async function measure(megabytes) {
  const file = await journalOf(megabytes);
  /** @type {Map<string, number[]>} */
  const times = new Map();
  const note = (/** @type {string} */ name, /** @type {number | undefined} */ seconds) => {
    if (seconds !== undefined) times.set(name, [...(times.get(name) ?? []), seconds]);
  };
  let memory = 0;
  for (let round = 0; round < ROUNDS; round++) {
    note('floor', run('node', [here('floor.mjs'), file])?.seconds);
    note('check', run('node', [CLI, 'validate', file])?.seconds);
    const engine = run('node', [here('engine.mjs'), file]);
    for (const name of ['firstRows', 'whole', 'replay', 'search']) note(name, figure(engine, name) / 1000);
    memory = Math.max(memory, figure(engine, 'megabytes'));
    if (round > 0) continue; // slow, and steady
    note('python', run('python3', [here('reference.py'), file])?.seconds);
    note('jq', run('jq', ['-c', '.type', file])?.seconds);
  }
  const of = (/** @type {string} */ name) => (times.has(name) ? median(times.get(name) ?? []) : undefined);
  const floor = of('floor') ?? NaN;
  console.log(`\n${megabytes} MB, ${ROUNDS} rounds, medians`);
  print('floor: read, JSON.parse each line', floor, floor);
  print('check and fingerprint, whole process', of('check'), floor);
  print('editor: first rows', of('firstRows'), floor);
  print('editor: whole journal read', of('whole'), floor);
  print('editor: replay to a cursor (slowest of three)', of('replay'), floor);
  print('editor: search for a rare word', of('search'), floor);
  print('Python: json, checks, sha256', of('python'), floor);
  print('jq -c .type', of('jq'), floor);
  console.log(`  ${'editor: peak memory of the process'.padEnd(44)} ${memory.toFixed(0)} MB`);
}

/**
 * One agent's own log of 100 MB, normalised by the command line to a file that nobody reads.
 * @param {string} agent
 */
async function normalized(agent) {
  const file = await logOf(agent, 100);
  /** @type {number[]} */
  const floors = [];
  /** @type {number[]} */
  const times = [];
  for (let round = 0; round < ROUNDS; round++) {
    floors.push(run('node', [here('floor.mjs'), file])?.seconds ?? NaN);
    const started = performance.now();
    spawnSync('node', [CLI, 'normalize', file], { stdio: 'ignore' });
    times.push((performance.now() - started) / 1000);
  }
  print(`normalize: ${agent}`, median(times), median(floors));
}

/**
 * @param {string} name
 * @param {number | undefined} rate
 * @param {string} of
 * @param {number | undefined} other
 */
function printRate(name, rate = NaN, of, other = NaN) {
  console.log(`  ${name.padEnd(44)} ${rate.toFixed(0)} /s  ${(rate / other).toFixed(2)} × ${of}`);
}

const sizes = process.argv.slice(2).map(Number);
console.log(`${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, Node ${process.version}`);
for (const megabytes of sizes.length > 0 ? sizes : [10, 100]) await measure(megabytes);

console.log("\nagents' own logs, 100 MB each");
for (const agent of AGENT_LOGS) await normalized(agent);

console.log('\ndurable append, records per second, medians of rounds in turn');
const appends = run('node', [here('append.mjs')]);
const [bare, single, batch] = ['bare', 'single', 'batch'].map((name) => figure(appends, name));
printRate('floor: write and fdatasync per record', bare, 'floor', bare);
printRate('append, one by one', single, 'floor', bare);
printRate('append, in batches of 100', batch, 'one by one', single);
