// @ts-check
// Where things are. Everything generated lies in three git-ignored folders: dist, .vscode-test and test-results.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project root, which is also the extension. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** Downloaded programs and throw-away profiles; the folder that `@vscode/test-electron` uses too. */
export const CACHE = join(ROOT, '.vscode-test');

/** Counts, screenshots and logs of test runs. */
export const RESULTS = join(ROOT, 'test-results');

/** The journals a person is shown first. */
export const SAMPLES = join(ROOT, 'samples');
