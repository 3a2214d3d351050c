#!/usr/bin/env node
// @ts-check
// A stand-in for the desktop `code` executable: it takes the command line that `@vscode/test-electron` builds, runs
// the suite in the extension host of a VS Code server, with a headless browser as the window, and exits with the
// suite's code. Whatever goes wrong, it ends with a message and exit code 1; it never waits for ever.
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowser } from './browser.mjs';
import { ensureHost } from './install.mjs';
import { RESULTS } from './paths.mjs';
import { startServer, workbenchUrl } from './server.mjs';
import { writeSettings } from './settings.mjs';
import { formatLog, isNoise } from './suiteLog.mjs';
import { temporaryFolder } from './temporary.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** What cannot go on, as opposed to a suite that ran and failed. */
class Broken extends Error {}

const parent = process.ppid;

const timeoutMs = Number(process.env['HOST_TIMEOUT_MS'] ?? 5 * 60_000);

/** @param {string} line */
function say(line) {
  process.stdout.write(`${line}\n`);
}

/** @param {readonly string[]} argv */
function parseCommandLine(argv) {
  const value = (/** @type {string} */ name) =>
    argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3);
  return {
    folder: argv.find((argument) => !argument.startsWith('-')),
    tests: value('extensionTestsPath'),
    extension: value('extensionDevelopmentPath'),
    userDataDir: value('user-data-dir'),
    extensionsDir: value('extensions-dir'),
  };
}

/**
 * Opens the page that runs the suite and gives its exit code.
 * @param {Page} page
 * @param {string} url
 * @param {Promise<never>} broken rejects when there will be no exit code
 */
async function runSuite(page, url, broken) {
  mkdirSync(RESULTS, { recursive: true });
  const everything = createWriteStream(join(RESULTS, 'host.log'));
  let over = false;
  broken.catch(() => (over = true)); // what the workbench says about a lost server is not news
  await page.exposeFunction(
    'codeAutomationLog',
    (/** @type {string} */ level, /** @type {unknown[]} */ args) => {
      const line = formatLog(args);
      everything.write(`${level} ${line}\n`);
      if (!over && !isNoise(line)) say(line);
    },
  );
  /** @type {Promise<number>} */
  const exited = new Promise((resolve) => {
    void page.exposeFunction('codeAutomationExit', resolve).catch(() => undefined);
  });
  await Promise.race([page.goto(url), broken]);
  return Promise.race([exited, broken]);
}

/**
 * Rejects with the first thing that makes waiting pointless.
 * @param {Page} page
 * @param {import('./server.mjs').Server} server
 * @returns {Promise<never>}
 */
function watch(page, server) {
  return new Promise((/** @type {(value: never) => void} */ _, reject) => {
    page.once('crash', () => reject(new Broken('The browser page crashed.')));
    page.once('close', () => reject(new Broken('The browser was closed or died.')));
    void server.ended.then((reason) =>
      reject(new Broken(`The VS Code server died: ${reason}. See ${server.log}`)),
    );
    const late = () =>
      reject(new Broken(`The suite was stopped: it had no result after ${timeoutMs / 1000} s.`));
    setTimeout(late, timeoutMs).unref();
    const orphaned = () =>
      process.ppid !== parent && reject(new Broken('The program that started this is gone.'));
    setInterval(orphaned, 1000).unref();
  });
}

/** @param {Page} page */
async function takeScreenshot(page) {
  const path = join(RESULTS, 'screenshots', 'host-failure.png');
  try {
    await page.screenshot({ path, timeout: 10_000 });
    say(`The window as it was: ${path}`);
  } catch {
    say('No screenshot could be taken.');
  }
}

async function main() {
  const { folder, tests, extension, ...profile } = parseCommandLine(process.argv.slice(2));
  if (!tests) throw new Broken('This program runs test suites: --extensionTestsPath=… is missing.');
  const host = await ensureHost(say);
  const scratch = temporaryFolder('vscode-host-');
  const userDataDir = profile.userDataDir ?? join(scratch, 'user');
  const extensionsDir = profile.extensionsDir ?? join(scratch, 'extensions');
  await writeSettings(userDataDir);
  const server = await startServer(host, {
    userDataDir,
    extensionsDir,
    log: join(RESULTS, 'host-server.log'),
  });
  const browser = await launchBrowser(say);
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  try {
    const code = await runSuite(
      page,
      workbenchUrl(server, { folder, extension, tests }),
      watch(page, server),
    );
    if (code !== 0) await takeScreenshot(page);
    return code;
  } catch (error) {
    await takeScreenshot(page);
    throw error;
  } finally {
    // The page must not answer for its own closing, and nothing may keep us once the result is known.
    page.removeAllListeners();
    const cleanUp = Promise.allSettled([browser.close(), server.stop()]);
    await Promise.race([cleanUp, new Promise((resolve) => setTimeout(resolve, 10_000))]);
  }
}

try {
  process.exit(await main());
} catch (error) {
  // A reason of ours needs no stack; anything unexpected does.
  say(
    error instanceof Broken
      ? error.message
      : `The test host failed: ${error instanceof Error ? error.stack : String(error)}`,
  );
  process.exit(1);
}
