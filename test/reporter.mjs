// @ts-check
// Mocha's spec output, plus the counts in a JSON file for `test/run.mjs` to add up. The same reporter serves the unit
// tests, the flows and the suite inside the extension host.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Mocha from 'mocha';

/** Names the suite whose counts these are. */
export const SUITE_VARIABLE = 'TEST_SUITE';
/** Names the folder for the counts, since not every suite runs in the project's folder. */
export const COUNTS_VARIABLE = 'TEST_COUNTS';

/**
 * @typedef {object} Counts
 * @property {string} suite
 * @property {number} passed
 * @property {number} failed
 * @property {number} pending
 */

/** Mocha wants the reporter as the default export. */
export default class CountingReporter extends Mocha.reporters.Spec {
  /**
   * @param {Mocha.Runner} runner
   * @param {Mocha.MochaOptions} options
   */
  constructor(runner, options) {
    super(runner, options);
    runner.once(Mocha.Runner.constants.EVENT_RUN_END, () => {
      const suite = process.env[SUITE_VARIABLE];
      if (!suite) return;
      const { passes, failures, pending } = this.stats;
      writeCounts({ suite, passed: passes, failed: failures, pending });
    });
  }
}

/** @param {Counts} counts */
function writeCounts(counts) {
  const file = countsFile(counts.suite);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(counts)}\n`);
}

/** @param {string} suite */
export function countsFile(suite) {
  return join(process.env[COUNTS_VARIABLE] ?? join('test-results', 'counts'), `${suite}.json`);
}
