import assert from 'node:assert/strict';
import type { Browser, Locator, Page } from 'playwright-core';
import type { FakeHost } from '../../src/webview/standalone/fakeHost.ts';

declare global {
  interface Window {
    /** Set by the standalone page. */
    fakeHost: FakeHost;
  }
}

/** A request that the fake host heard. */
interface Request {
  readonly method: string;
  readonly params: unknown;
}

/** The standalone page in a browser tab, in the words of a person who uses it. */
export class PageDriver {
  readonly page: Page;
  /** What the browser complained of: script errors, CSP violations. */
  readonly complaints: string[] = [];
  readonly list: Locator;
  readonly details: Locator;

  private constructor(page: Page) {
    this.page = page;
    this.list = page.getByRole('listbox', { name: 'Events' });
    this.details = page.getByRole('region', { name: 'Details of the event' });
    page.setDefaultTimeout(10_000);
    page.on('pageerror', (error) => this.complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') this.complaints.push(message.text());
    });
  }

  /** Opens a journal in a fresh tab and waits until its page is there. */
  static async open(browser: Browser, url: string, journal: string, theme = 'dark'): Promise<PageDriver> {
    const driver = new PageDriver(await browser.newPage({ viewport: { width: 1280, height: 720 } }));
    await driver.page.goto(`${url}?journal=${journal}&theme=${theme}`);
    await driver.page.locator('header:visible, .notice:visible').first().waitFor();
    return driver;
  }

  row(row: number): Locator {
    return this.page.locator(`#row-${row}`);
  }

  /** The row that a screen reader is on; fails when there is none, or when it is not the one marked. */
  async cursor(): Promise<number> {
    const [active, selected] = await this.list.evaluate((list) => [
      list.getAttribute('aria-activedescendant'),
      list.querySelector('[aria-selected=true]')?.id,
    ]);
    assert.ok(active, 'a row is active');
    assert.equal(active, selected);
    return Number(active.replace('row-', ''));
  }

  /** True when a row stands wholly inside the list's viewport. */
  async isInView(row: number): Promise<boolean> {
    const [list, box] = [await this.list.boundingBox(), await this.row(row).boundingBox()];
    return (
      list !== null &&
      box !== null &&
      box.y >= list.y - 0.5 &&
      box.y + box.height <= list.y + list.height + 0.5
    );
  }

  /** Requests of a method so far, oldest first. */
  async requests(method: string): Promise<Request[]> {
    const heard = await this.page.evaluate(() => window.fakeHost.heard);
    return heard.filter(isRequest).filter((request) => request.method === method);
  }

  /** Waits until the newest request of a method has these parameters. */
  async waitForRequest(method: string, params: unknown): Promise<void> {
    await until(async () => {
      const newest = (await this.requests(method)).at(-1);
      assert.deepEqual(newest?.params, params);
    });
  }

  close(): Promise<void> {
    return this.page.close();
  }
}

function isRequest(message: unknown): message is Request {
  return (
    typeof message === 'object' &&
    message !== null &&
    'kind' in message &&
    message.kind === 'request' &&
    'method' in message &&
    'params' in message
  );
}

/** Repeats a check until it passes; after two seconds its failure is the test's. */
export async function until(check: () => Promise<void>): Promise<void> {
  const deadline = Date.now() + 2000;
  for (;;) {
    try {
      await check();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
}
