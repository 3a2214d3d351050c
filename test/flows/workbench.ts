// A VS Code window for tests to use as a person does: by clicking, typing and looking. Knows where things are in the
// workbench; knows nothing of this extension.
import { cp } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { BrowserContext, FrameLocator, Locator, Page } from 'playwright-core';
import { RESULTS, ROOT, SAMPLES } from '../host/paths.mjs';
import { workbenchUrl } from '../host/server.mjs';
import { closeSessions, sharedSession } from '../host/session.mjs';
import { writeSettings } from '../host/settings.mjs';
import { temporaryFolder } from '../host/temporary.mjs';
import { restHand } from './gestures.ts';

export interface WorkbenchOptions {
  /** The folder to open; see `copySamples`. */
  readonly folder: string;
  /** The unpacked extension to develop in this window; the project itself unless told otherwise. */
  readonly extension?: string;
  /** A packaged extension to install instead. */
  readonly installedVsix?: string;
  /** User settings on top of the quiet ones. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly viewport?: { readonly width: number; readonly height: number };
}

/** How long a person would wait before thinking that nothing happens. */
const PATIENCE_MS = 20_000;

/** A quick input closes when something else takes the focus, and lists what it found a moment ago: once more, then. */
const QUICK_INPUT_MS = 7_000;
const QUICK_INPUT_TRIES = 3;

after('close the workbenches', closeSessions);

/** A copy of the sample journals that a test may spoil. */
export async function copySamples(): Promise<string> {
  const folder = join(temporaryFolder('journal-samples-'), 'samples');
  await cp(SAMPLES, folder, { recursive: true });
  return folder;
}

/** Opens a window and waits until the extensions are there. The server behind it is shared; the window is fresh. */
export async function openWorkbench(options: WorkbenchOptions): Promise<Workbench> {
  const { folder, installedVsix, viewport = { width: 1280, height: 800 } } = options;
  const { server, browser, userDataDir } = await sharedSession(installedVsix);
  await writeSettings(userDataDir, options.settings);
  const context = await browser.newContext({
    viewport: { ...viewport },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const workbench = new Workbench(page, context);
  const extension = installedVsix ? undefined : (options.extension ?? ROOT);
  await page.goto(workbenchUrl(server, { folder, extension }), { timeout: 60_000 });
  await untilReady(page);
  return workbench;
}

/** Takes a picture of the window after each failed test of the surrounding suite. */
export function screenshotOnFailure(workbench: () => Workbench | undefined): void {
  afterEach('picture of a failure', async function () {
    if (this.currentTest?.state !== 'failed') return;
    const path = await workbench()?.screenshot(`failed ${this.currentTest.fullTitle()}`);
    if (path) console.log(`      ${path}`);
  });
}

export class Workbench {
  /** Exceptions that nobody caught in the window or in a webview of it. */
  readonly uncaught: string[] = [];

  constructor(
    readonly page: Page,
    private readonly context: BrowserContext,
  ) {
    page.on('pageerror', (error) => this.uncaught.push(error.stack ?? error.message));
  }

  async close(): Promise<void> {
    await this.context.close();
  }

  /** Runs a command from the palette by its whole title, category included: `View: Toggle Terminal`. */
  async runCommand(title: string): Promise<void> {
    await this.chooseFromQuickInput('F1', `>${title}`, title);
  }

  /** Opens a file with a double click in the Explorer, unfolding the folders on the way. */
  async openFile(path: string): Promise<void> {
    const segments = path.split('/');
    const name = segments.pop() ?? path;
    for (const segment of segments) {
      const folder = this.explorerRow(segment);
      if ((await folder.getAttribute('aria-expanded')) !== 'true') await folder.click();
    }
    await this.explorerRow(name).dblclick();
    await this.tab(name).waitFor();
  }

  /** Opens a file by typing its name, or its path wherever it lies. */
  async quickOpen(path: string): Promise<void> {
    const name = basename(path);
    await this.chooseFromQuickInput('Control+P', path, name);
    await this.tab(name).waitFor();
  }

  explorerRow(name: string): Locator {
    const label = this.page.locator('.label-name', { hasText: exactly(name) });
    return this.page.locator('.explorer-folders-view .monaco-list-row').filter({ has: label });
  }

  /** The tab of an open editor. */
  tab(name: string): Locator {
    return this.page.locator(`.tabs-container .tab[data-resource-name=${JSON.stringify(name)}]`);
  }

  /** The document inside the visible webview, two frames deep. */
  webview(): FrameLocator {
    return this.page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
  }

  /** Shows the Problems panel and gives its rows, files and problems alike. */
  async problemsRows(): Promise<Locator> {
    await this.runCommand('Problems: Focus on Problems View');
    await this.page.locator('.markers-panel').waitFor();
    return this.page.locator('.markers-panel .monaco-list-row');
  }

  /** The modal dialog. */
  dialog(): Locator {
    return this.page.locator('.monaco-dialog-box');
  }

  notifications(): Locator {
    return this.page.locator('.notifications-toasts .notification-list-item');
  }

  statusBarItem(text: string | RegExp): Locator {
    return this.page.locator('.part.statusbar .statusbar-item', { hasText: text });
  }

  /** Saves a picture of the window under test-results/screenshots and gives its path. */
  async screenshot(name: string): Promise<string> {
    const path = join(RESULTS, 'screenshots', `${name.replace(/[^\w.-]+/g, '-')}.png`);
    await this.page.screenshot({ path, animations: 'disabled' });
    return path;
  }

  /** Opens the quick input by a key, types, and clicks what it offers under a label. */
  private async chooseFromQuickInput(key: string, text: string, label: string): Promise<void> {
    const widget = this.page.locator('.quick-input-widget');
    const rows = widget.locator('.quick-input-list .monaco-list-row');
    const row = rows.filter({ has: this.page.locator('.label-name', { hasText: exactly(label) }) }).first();
    await restHand(this.page);
    for (let tries = 1; ; tries++) {
      try {
        await this.page.keyboard.press(key);
        await widget.locator('input[type="text"], input:not([type])').first().fill(text);
        await row.click({ timeout: QUICK_INPUT_MS });
        return;
      } catch (error) {
        if (tries < QUICK_INPUT_TRIES) continue;
        const offered = (await rows.allInnerTexts()).map((line) => line.replaceAll('\n', ' '));
        throw new Error(`“${label}” is not offered, but: ${offered.join(' | ') || 'nothing'}`, {
          cause: error,
        });
      }
    }
  }
}

/**
 * Resolves when a double click opens what it would open for a person: the extensions' contributions are known and the
 * workbench has come to rest. Its services start when the browser is idle, and those calls come in order, so once ours
 * has come, theirs have.
 */
async function untilReady(page: Page): Promise<void> {
  await page.waitForFunction("performance.getEntriesByName('code/didLoadExtensions').length > 0", undefined, {
    timeout: 60_000,
  });
  await page.evaluate('new Promise((done) => requestIdleCallback(() => requestIdleCallback(() => done())))');
}

function exactly(text: string): RegExp {
  return new RegExp(`^\\s*${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s*$`);
}
