// @ts-check
// A headless Chromium for the workbench: the one named, the system's, a person's Chrome or Edge, or, as a last
// resort, one from the npm registry.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { packagedChromium } from './packagedChromium.mjs';
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
  return { ...options, args: FLAGS };
}

/** @param {unknown} error */
function firstLine(error) {
  return String(error instanceof Error ? error.message : error).split('\n')[0];
}
