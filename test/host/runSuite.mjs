// @ts-check
// Runs the tests of test/host/suite inside a real VS Code, through `@vscode/test-electron`.
//   node test/host/runSuite.mjs                     the npm-shipped server and a headless browser (no display needed)
//   node test/host/runSuite.mjs --desktop [--version 1.100.0]   the desktop build, downloaded
import { runTests, TestRunFailedError } from '@vscode/test-electron';
import * as esbuild from 'esbuild';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { CACHE, RESULTS, ROOT, SAMPLES } from './paths.mjs';
import { writeSettings } from './settings.mjs';

const SUITE = join(ROOT, 'test', 'host', 'suite');
const BUILT_SUITE = join(CACHE, 'out');
const LAUNCHER = fileURLToPath(new URL('launcher.mjs', import.meta.url));

/** Each test file becomes one bundle, so that Mocha can name the file a failure is in. */
async function buildSuite() {
  await rm(BUILT_SUITE, { recursive: true, force: true });
  await esbuild.build({
    entryPoints: [join(SUITE, 'index.ts'), join(SUITE, '*.test.ts')],
    outdir: BUILT_SUITE,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    external: ['vscode', 'mocha'],
    sourcemap: 'inline',
    logLevel: 'warning',
  });
}

/**
 * A profile and a copy of the samples that no earlier run has touched and no later one will see.
 * @param {string} scratch
 */
async function prepareScratch(scratch) {
  const folder = join(scratch, 'samples');
  const userDataDir = join(scratch, 'user');
  await mkdir(SAMPLES, { recursive: true });
  await cp(SAMPLES, folder, { recursive: true });
  await writeSettings(userDataDir);
  return [folder, `--user-data-dir=${userDataDir}`, `--extensions-dir=${join(scratch, 'extensions')}`];
}

/** @param {string | undefined} desktop version of the desktop build, if that is wanted */
async function main(desktop) {
  await buildSuite();
  const scratch = await mkdtemp(join(tmpdir(), 'journal-suite-'));
  try {
    await runTests({
      ...(desktop === undefined ? { vscodeExecutablePath: LAUNCHER } : { version: desktop }),
      extensionDevelopmentPath: ROOT,
      extensionTestsPath: join(BUILT_SUITE, 'index.js'),
      launchArgs: await prepareScratch(scratch),
      extensionTestsEnv: {
        TEST_SUITE: process.env['TEST_SUITE'] ?? 'host',
        TEST_COUNTS: process.env['TEST_COUNTS'] ?? join(RESULTS, 'counts'),
        ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}),
      },
    });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

const { values } = parseArgs({ options: { desktop: { type: 'boolean' }, version: { type: 'string' } } });
try {
  await main(values.desktop ? (values.version ?? 'stable') : undefined);
} catch (error) {
  if (!(error instanceof TestRunFailedError)) console.error(error);
  process.exit(1);
}
