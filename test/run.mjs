// @ts-check
// `npm test`: every check of the project, one after the other, on a fresh clone too. A failing step does not stop the
// ones after it; the last line says how many checks and tests passed and failed.
//   node test/run.mjs              all steps
//   node test/run.mjs unit lint    these, in the usual order
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord, readJson } from './host/json.mjs';
import { ensureDependencies } from './host/npm.mjs';
import { RESULTS, ROOT } from './host/paths.mjs';
import { killTree, spawnTree } from './host/processes.mjs';

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string} command
 * @property {string[]} args
 * @property {boolean} [counts] its tests are counted by test/reporter.mjs; otherwise it is one check
 */

/** @typedef {{ passed: number, failed: number, pending: number, note?: string }} Outcome */

const COUNTS = join(RESULTS, 'counts');

/** A step that takes longer has hung. */
const STEP_TIMEOUT_MS = 15 * 60_000;

/** Steps that look at the sources only; all others need the bundles. */
const SOURCE_STEPS = ['typecheck', 'lint'];

/** The flows install the package. */
const NEEDS_PACKAGE = ['flows'];

/** @type {readonly Step[]} */
const STEPS = [
  npmScript('typecheck'),
  npmScript('lint'),
  mocha('unit', []),
  { name: 'host', command: process.execPath, args: [join('test', 'host', 'runSuite.mjs')], counts: true },
  npmScript('package'),
  mocha('flows', ['--no-config', '--import=tsx', '--exit', '--timeout', '120000', 'test/flows/*.flow.ts']),
];

/**
 * @param {string} name
 * @returns {Step}
 */
function npmScript(name) {
  return { name, command: 'npm', args: ['run', '--silent', name] };
}

/**
 * @param {string} name
 * @param {string[]} args
 * @returns {Step}
 */
function mocha(name, args) {
  const program = join('node_modules', 'mocha', 'bin', 'mocha.js');
  const reporter = ['--reporter', join('test', 'reporter.mjs')];
  return { name, command: process.execPath, args: [program, ...reporter, ...args], counts: true };
}

/**
 * Runs one step in the foreground and gives its exit code.
 * @param {Step} step
 * @returns {Promise<number>}
 */
function execute({ name, command, args }) {
  return new Promise((resolve) => {
    /** @type {import('node:child_process').SpawnOptions} */
    const options = {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, TEST_SUITE: name, TEST_COUNTS: COUNTS },
      shell: process.platform === 'win32' && command === 'npm', // a .cmd file there
    };
    const child = spawnTree(command, args, options, 'SIGTERM');
    const timer = setTimeout(() => {
      say(`${name} was stopped after ${STEP_TIMEOUT_MS / 60_000} minutes.`);
      killTree(child);
    }, STEP_TIMEOUT_MS);
    const settle = (/** @type {number} */ code) => {
      clearTimeout(timer);
      resolve(code);
    };
    child.once('error', (error) => {
      say(error.message);
      settle(1);
    });
    child.once('exit', (code) => settle(code ?? 1));
  });
}

/**
 * @param {Step} step
 * @returns {Promise<Outcome>}
 */
async function run(step) {
  const file = join(COUNTS, `${step.name}.json`);
  rmSync(file, { force: true });
  const code = await execute(step);
  if (!step.counts) return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, pending: 0 };

  const counts = readJson(file);
  if (!isRecord(counts)) return { passed: 0, failed: 1, pending: 0, note: `no counts, exit code ${code}` };
  const outcome = {
    passed: Number(counts['passed']),
    failed: Number(counts['failed']),
    pending: Number(counts['pending']),
  };
  if (outcome.passed + outcome.failed === 0) return { ...outcome, failed: 1, note: 'no test ran' };
  if (code !== 0 && outcome.failed === 0) return { ...outcome, failed: 1, note: `exit code ${code}` };
  return outcome;
}

/** @param {readonly string[]} names */
function choose(names) {
  const unknown = names.filter((name) => !STEPS.some((step) => step.name === name));
  if (unknown.length > 0) {
    const known = STEPS.map((step) => step.name).join(', ');
    throw new Error(`There is no step ${unknown.join(', ')}. Steps: ${known}.`);
  }
  const wanted = new Set(names.length === 0 ? STEPS.map((step) => step.name) : names);
  if (NEEDS_PACKAGE.some((name) => wanted.has(name))) wanted.add('package');
  const chosen = STEPS.filter((step) => wanted.has(step.name));
  const needsBuild = chosen.some((step) => !SOURCE_STEPS.includes(step.name));
  return needsBuild ? [npmScript('build'), ...chosen] : chosen;
}

/** @param {string} line */
function say(line) {
  process.stdout.write(`${line}\n`);
}

/**
 * @param {string} name
 * @param {Outcome} outcome
 * @param {number} seconds
 */
function tableRow(name, { passed, failed, pending, note }, seconds) {
  const numbers = `${passed} passed, ${failed} failed${pending ? `, ${pending} pending` : ''}`;
  const mark = failed === 0 ? 'ok  ' : 'FAIL';
  return `${mark}  ${name.padEnd(10)} ${`${seconds.toFixed(0)} s`.padStart(6)}  ${numbers}${note ? ` (${note})` : ''}`;
}

/** @param {readonly string[]} names */
async function main(names) {
  const steps = choose(names);
  await ensureDependencies(ROOT, say);
  const rows = [];
  const total = { passed: 0, failed: 0 };
  for (const step of steps) {
    say(`\n── ${step.name} ${'─'.repeat(Math.max(0, 60 - step.name.length))}`);
    const started = Date.now();
    const outcome = await run(step);
    rows.push(tableRow(step.name, outcome, (Date.now() - started) / 1000));
    total.passed += outcome.passed;
    total.failed += outcome.failed;
  }
  say(['', ...rows, ''].join('\n'));
  say(`${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 && total.passed > 0;
}

try {
  process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1;
} catch (error) {
  say(`${error instanceof Error ? error.message : String(error)}\n\n0 passed, 1 failed`);
  process.exitCode = 1;
}
