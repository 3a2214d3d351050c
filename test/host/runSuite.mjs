// @ts-check
// Runs the tests of test/host/suite on the built extension inside a real VS Code, through `@vscode/test-electron`.
//   node test/host/runSuite.mjs             in the npm-shipped server and a headless browser (no display needed)
//   node test/host/runSuite.mjs --desktop   in the desktop build, downloaded (--version 1.100.0 for another than stable)
import { runTests, TestRunFailedError } from '@vscode/test-electron';
import * as esbuild from 'esbuild';
import { existsSync, mkdirSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { CACHE, RESULTS, ROOT, SAMPLES } from './paths.mjs';
import { writeSettings } from './settings.mjs';
import { temporaryFolder } from './temporary.mjs';

const SUITE = join(ROOT, 'test', 'host', 'suite');
const LAUNCHER = fileURLToPath(new URL('launcher.mjs', import.meta.url));

/**
 * Each test file becomes one bundle, so that Mocha can name the file a failure is in.
 * @param {string} outdir
 */
async function buildSuite(outdir) {
  await esbuild.build({
    entryPoints: [join(SUITE, 'index.ts'), join(SUITE, '*.test.ts')],
    outdir,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    external: ['vscode', 'mocha'],
    sourcemap: 'inline',
    logLevel: 'silent', // a failure is thrown, with its places,
  });
}

/**
 * A profile and a copy of the samples that no earlier run has touched and no later one will see.
 * @param {string} scratch
 */
async function prepareScratch(scratch) {
  const folder = join(scratch, 'samples');
  const userDataDir = join(scratch, 'user');
  await cp(SAMPLES, folder, { recursive: true });
  await writeSettings(userDataDir);
  return [folder, `--user-data-dir=${userDataDir}`, `--extensions-dir=${join(scratch, 'extensions')}`];
}

/** @param {string | undefined} desktop version of the desktop build, if that is wanted */
async function main(desktop) {
  if (!existsSync(join(ROOT, 'dist', 'extension.js'))) throw new Error('Run `npm run build` first.');
  mkdirSync(CACHE, { recursive: true });
  const suite = temporaryFolder('suite-', CACHE); // inside the project, where it finds Mocha
  await buildSuite(suite);
  await runTests({
    ...(desktop === undefined ? { vscodeExecutablePath: LAUNCHER } : { version: desktop }),
    extensionDevelopmentPath: ROOT,
    extensionTestsPath: join(suite, 'index.js'),
    launchArgs: await prepareScratch(temporaryFolder('journal-suite-')),
    extensionTestsEnv: {
      TEST_SUITE: process.env['TEST_SUITE'] ?? 'host',
      TEST_COUNTS: process.env['TEST_COUNTS'] ?? join(RESULTS, 'counts'),
      ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}),
    },
  });
}

// `runTests` passes SIGINT on to what it started, and only that.
for (const signal of ['SIGTERM', 'SIGHUP']) process.once(signal, () => process.kill(process.pid, 'SIGINT'));

const { values } = parseArgs({ options: { desktop: { type: 'boolean' }, version: { type: 'string' } } });
try {
  await main(values.desktop ? (values.version ?? 'stable') : undefined);
} catch (error) {
  if (!(error instanceof TestRunFailedError)) console.error(error instanceof Error ? error.stack : error);
  process.exit(1);
}
