import axe from 'axe-core';
import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../host/browser.mjs';
import { PageDriver, until } from './pageDriver.ts';
import { serveStandalone, type StandaloneServer } from './standaloneServer.ts';

describe('the search box in a browser', () => {
  let browser: Browser;
  let server: StandaloneServer;
  let driver: PageDriver;

  const open = async (journal: string): Promise<void> => {
    driver = await PageDriver.open(browser, server.url, journal);
    await driver.list.press('Control+f');
  };
  const box = () => driver.page.getByRole('textbox', { name: 'Search in all events' });
  const count = () => driver.page.locator('.search-count');

  before(async () => {
    [browser, server] = await Promise.all([launchBrowser(console.log), serveStandalone()]);
  });
  after(async () => {
    await browser.close();
    server.close();
  });
  afterEach(async () => {
    await driver.close();
    assert.deepEqual(driver.complaints, []);
  });

  it('opens with Ctrl+F, finds rows that are not on screen, and goes from one to the next', async () => {
    await open('million');
    await box().fill('evt-4999');
    await until(async () => assert.match(await count().innerText(), /^1\d+ /u));
    await box().press('Enter');
    const first = await driver.cursor();
    assert.equal(first, 4999);
    assert.ok(await driver.isInView(first));
    await box().press('Enter');
    assert.equal(await driver.cursor(), 49_990);
    await box().press('Shift+Enter');
    assert.equal(await driver.cursor(), first);
    await driver.waitForRequest('moveCursor', { row: first });
  });

  it('keeps the focus while typing and walking, and gives it back to the list', async () => {
    await open('good');
    await box().pressSequentially('a');
    await box().press('Enter');
    assert.ok(await box().evaluate((input) => input === document.activeElement));
    await box().press('Escape');
    assert.ok(await driver.list.evaluate((list) => list === document.activeElement));
    assert.equal(await box().count(), 0);
  });

  it('says that nothing was found, and what is wrong with a pattern', async () => {
    await open('good');
    await box().fill('no event says this');
    await until(async () => assert.equal(await count().innerText(), 'No results'));
    await box().fill('(');
    await until(async () => assert.match(await count().innerText(), /Not a valid pattern/u));
    assert.equal(await box().getAttribute('aria-invalid'), 'true');
  });

  it('asks with the switches that are on', async () => {
    await open('good');
    await box().fill('x');
    for (const name of ['Match case', 'Only events with problems']) {
      await driver.page.getByRole('button', { name }).click();
    }
    await until(async () => {
      const newest = (await driver.requests('search')).at(-1)?.params;
      assert.deepEqual(newest, {
        query: { text: 'x', caseSensitive: true, wholeWord: false, regex: false, violationsOnly: true },
        from: 0,
        limit: 2000,
      });
    });
    const pressed = driver.page.locator('.search-button[aria-pressed=true]');
    assert.equal(await pressed.count(), 2);
  });

  it('is usable with a screen reader', async () => {
    await open('broken');
    await box().fill('replace');
    await driver.page.evaluate(axe.source);
    const violations = await driver.page.evaluate(async () => {
      const { violations: found } = await window.axe.run();
      return found.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id }) => id);
    });
    assert.deepEqual(violations, []);
  });
});
