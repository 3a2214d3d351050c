// @ts-check
// `npm run bench [-- PART …]`: everything in one run on one machine, each figure as its ratio to the floor of the same
// file in the same run. Nothing here passes or fails. A part is a size in MB, `agents` or `append`; without any:
// 10, 100, agents, append. `npm run bench -- 10 100 1000` has the largest size too, and how the cost grows with it.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { journalOf } from './journals.mjs';
import { AGENT_LOGS, logOf } from './nativeLogs.mjs';
import { heading, memory, part, rate, time, times } from './table.mjs';
import { median } from './worker.mjs';

const ROUNDS = 3;
/** From this size on one round is long enough. */
const LARGE_MB = 500;
/** A journal of a few events: what a process takes that has opened one, whatever its size. */
const TINY_MB = 0.01;
/** Agents' own logs are measured at this size. */
const AGENT_MB = 300;

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
  const { status, stdout, stderr } = spawnSync(command, args, { maxBuffer: 2 ** 31, encoding: 'utf8' });
  const seconds = (performance.now() - started) / 1000;
  if (status === 0) return { seconds, output: stdout };
  if (status !== null) console.error(stderr);
  return undefined;
}

/**
 * The figures that a program prints as JSON.
 * @param {{ output: string } | undefined} result
 * @returns {(name: string) => number}
 */
function figuresOf(result) {
  /** @type {unknown} */
  const figures = JSON.parse(result?.output ?? '{}');
  return (name) =>
    typeof figures === 'object' && figures !== null ? Number(Reflect.get(figures, name)) : NaN;
}

/** Values by name, noted round by round. */
class Notes {
  /** @type {Map<string, number[]>} */
  #values = new Map();

  /**
   * @param {string} name
   * @param {number | undefined} value
   */
  note(name, value) {
    if (value !== undefined && !Number.isNaN(value))
      this.#values.set(name, [...(this.#values.get(name) ?? []), value]);
  }

  /** @param {string} name */
  median(name) {
    const values = this.#values.get(name);
    return values && median(values);
  }

  /** @param {string} name */
  most(name) {
    return Math.max(...(this.#values.get(name) ?? [NaN]));
  }
}

const OPENED = [
  'firstRows',
  'whole',
  'replayCold',
  'replayColdSlowest',
  'replayWarm',
  'replayWarmSlowest',
  'search',
];
const FOLLOWED = ['visible', 'visibleSlowest', 'follow', 'followSlowest', 'burst'];

/**
 * @param {number} megabytes
 * @param {string} scratch folder for what is written
 */
async function measure(megabytes, scratch) {
  const file = await journalOf(megabytes);
  const tiny = await journalOf(TINY_MB);
  const rounds = megabytes >= LARGE_MB ? 1 : ROUNDS;
  const notes = new Notes();
  for (let round = 0; round < rounds; round++) {
    const floor = run('node', [here('floor.mjs'), file]);
    notes.note('floor', floor?.seconds);
    notes.note('floorMemory', figuresOf(floor)('megabytes'));
    notes.note('check', run('node', [CLI, 'validate', file])?.seconds);
    notes.note('fingerprint', run('node', [CLI, 'fingerprint', file])?.seconds);

    const storage = mkdtempSync(join(scratch, 'kept-'));
    const opened = figuresOf(run('node', [here('engine.mjs'), file, storage]));
    for (const name of OPENED) notes.note(name, opened(name) / 1000);
    notes.note('memory', opened('megabytes'));
    notes.note('events', opened('events'));
    if (opened('isKept') === 1) {
      const again = figuresOf(run('node', [here('engine.mjs'), file, storage]));
      notes.note('again', again('whole') / 1000);
      notes.note('againMemory', again('megabytes'));
    }
    notes.note('idleMemory', figuresOf(run('node', [here('engine.mjs'), tiny]))('megabytes'));

    const growing = join(scratch, 'growing.trace.jsonl');
    copyFileSync(file, growing);
    const followed = figuresOf(run('node', [here('follow.mjs'), growing]));
    for (const name of FOLLOWED) notes.note(name, followed(name) / 1000);
    rmSync(growing);

    if (round > 0) continue; // slow, and steady
    notes.note('python', run('python3', [here('reference.py'), file])?.seconds);
    notes.note('jq', run('jq', ['-c', '.type', file])?.seconds);
  }
  show(megabytes, rounds, notes);
  return notes;
}

/**
 * @param {number} megabytes
 * @param {number} rounds
 * @param {Notes} notes
 */
function show(megabytes, rounds, notes) {
  const floor = notes.median('floor') ?? NaN;
  const row = (/** @type {string} */ name, /** @type {string} */ figure) =>
    time(name, notes.median(figure), floor);
  const events = (notes.median('events') ?? NaN).toLocaleString('en');
  heading(`${megabytes} MB, ${events} events, ${rounds === 1 ? 'one round' : `medians of ${rounds} rounds`}`);
  row('floor: read, JSON.parse each line', 'floor');
  row('Python: json, checks, sha256', 'python');
  row('jq -c .type', 'jq');
  part('command line, whole process');
  row('  check and fingerprint (validate)', 'check');
  row('  fingerprint', 'fingerprint');
  part('editor');
  row('  first rows', 'firstRows');
  row('  whole journal read', 'whole');
  row('  re-opened unchanged: whole journal there', 'again');
  row('  replay to a cursor, first time, median of 50', 'replayCold');
  row('  replay to a cursor, first time, slowest of 50', 'replayColdSlowest');
  row('  replay to a cursor, again, median of 50', 'replayWarm');
  row('  replay to a cursor, again, slowest of 50', 'replayWarmSlowest');
  row('  search for a rare word', 'search');
  part('editor, following');
  row('  one record: written to told, a look every 100 ms', 'visible');
  row('  … slowest of 30', 'visibleSlowest');
  row('  one record: asked to told, without the wait', 'follow');
  row('  … slowest of 30', 'followSlowest');
  row('  burst of 10,000 records: asked to told', 'burst');
  part('peak memory of the process');
  const floorMemory = notes.most('floorMemory');
  memory('  floor', floorMemory, floorMemory);
  memory('  editor: opened, replayed, searched', notes.most('memory'), floorMemory);
  memory('  … above one with a tiny journal', notes.most('memory') - notes.most('idleMemory'), floorMemory);
  memory('  editor: re-opened, and read behind what was kept', notes.most('againMemory'), floorMemory);
  part('against others');
  times('  Python ÷ check and fingerprint', notes.median('python'), notes.median('check'));
  times('  re-opened ÷ first opened', notes.median('again'), notes.median('whole'));
}

/**
 * How the cost grows with the size: ten times the bytes should cost ten times the time.
 * @param {readonly { megabytes: number, notes: Notes }[]} measured
 */
function showGrowth(measured) {
  const sorted = measured.toSorted((a, b) => a.megabytes - b.megabytes);
  for (const [i, { megabytes, notes }] of sorted.entries()) {
    const smaller = sorted[i - 1];
    if (smaller === undefined) continue;
    console.log(
      `\n  ${megabytes} MB ÷ ${smaller.megabytes} MB (${(megabytes / smaller.megabytes).toFixed(0)} × the bytes)`,
    );
    for (const [name, figure] of [
      ['floor', 'floor'],
      ['check and fingerprint', 'check'],
      ['editor: whole journal read', 'whole'],
    ])
      times(`  ${name}`, notes.median(figure ?? ''), smaller.notes.median(figure ?? ''));
  }
}

/** Each agent's own log of 100 MB, normalised by the command line to a file that nobody reads. */
async function agents() {
  heading(`agents' own logs, ${AGENT_MB} MB each: normalize`);
  for (const agent of AGENT_LOGS) {
    const file = await logOf(agent, AGENT_MB);
    const notes = new Notes();
    for (let round = 0; round < ROUNDS; round++) {
      notes.note('floor', run('node', [here('floor.mjs'), file])?.seconds);
      const started = performance.now();
      spawnSync('node', [CLI, 'normalize', file], { stdio: 'ignore' });
      notes.note('time', (performance.now() - started) / 1000);
    }
    time(`  ${agent}`, notes.median('time'), notes.median('floor') ?? NaN);
  }
}

function append() {
  heading('durable append, records per second, medians of rounds in turn');
  const appends = figuresOf(run('node', [here('append.mjs')]));
  const floor = appends('bare');
  rate('  floor: write and fdatasync per record', floor, floor);
  rate('  one by one', appends('single'), floor);
  rate('  in batches of 100', appends('batch'), floor);
}

const parts = process.argv.slice(2);
const wanted = parts.length > 0 ? parts : ['10', '100', 'agents', 'append'];
console.log(`${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, Node ${process.version}`);
const scratch = mkdtempSync(join(tmpdir(), 'session-journal-bench-'));
try {
  const measured = [];
  for (const megabytes of wanted.map(Number).filter((size) => size > 0))
    measured.push({ megabytes, notes: await measure(megabytes, scratch) });
  showGrowth(measured);
  if (wanted.includes('agents')) await agents();
  if (wanted.includes('append')) append();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
