import axe from 'axe-core';
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { JOURNALS } from '../../src/webview/standalone/journals.ts';
import { launchBrowser } from '../host/browser.mjs';
import { PageDriver } from './pageDriver.ts';
import { serveStandalone, type StandaloneServer } from './standaloneServer.ts';

const SHOTS = fileURLToPath(new URL('../../test-results/webview', import.meta.url));
const THEMES = ['dark', 'light', 'high-contrast', 'high-contrast-light'];

declare global {
  interface Window {
    /** Set by axe-core's own script. */
    axe: typeof axe;
  }
}

/** Every state in every kind of theme: a picture to look at, and axe-core's judgement. */
describe('the looks of the editor page', () => {
  let browser: Browser;
  let server: StandaloneServer;

  before(async () => {
    [browser, server] = await Promise.all([launchBrowser(console.log), serveStandalone()]);
    await mkdir(SHOTS, { recursive: true });
  });
  after(async () => {
    await browser.close();
    server.close();
  });

  for (const journal of Object.keys(JOURNALS)) {
    for (const theme of THEMES) {
      it(`${journal}, ${theme}`, async () => {
        const driver = await PageDriver.open(browser, server.url, journal, theme);
        try {
          await driver.page.waitForLoadState('networkidle');
          await driver.page.evaluate(() => document.fonts.ready.then(() => undefined));
          await driver.page.screenshot({ path: `${SHOTS}/${journal}-${theme}.png` });
          assert.deepEqual(await seriousFaults(driver), []);
          assert.deepEqual(driver.complaints, []);
        } finally {
          await driver.close();
        }
      });
    }
  }
});

/** What axe-core calls serious or critical, as `rule: element`. */
async function seriousFaults({ page }: PageDriver): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => window.axe.run());
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ''}`));
}
