// Session Journal as a person meets it in a window: the editor page, the Replay view, the Problems. Knows their looks
// and nothing of how they work.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { FrameLocator, Locator } from 'playwright-core';
import { ROOT } from '../host/paths.mjs';
import { eventually } from './gestures.ts';
import type { Workbench } from './workbench.ts';

// What is evaluated in the page; this project has no types of a browser here.
interface PageElement {
  readonly className: string;
  readonly innerText: string;
  /** Null where it is not displayed. */
  readonly offsetParent: unknown;
  getAttribute(name: string): string | null;
  querySelector(selector: string): PageElement | null;
}
declare function getComputedStyle(element: PageElement): { readonly backgroundColor: string };

export class Journal {
  readonly #workbench: Workbench;

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
  }

  get page(): FrameLocator {
    return this.#workbench.webview();
  }

  /** A row of the list by its number from 0. Only rows near the visible part exist. */
  row(number: number): Locator {
    return this.page.locator(`[data-row="${number}"]`);
  }

  /** The row that is highlighted. */
  get cursor(): Locator {
    return this.page.locator('.row.cursor');
  }

  get details(): Locator {
    return this.page.locator('.details');
  }

  get banner(): Locator {
    return this.page.locator('.banner');
  }

  /** The page that stands in place of a journal. */
  get notice(): Locator {
    return this.page.locator('.notice-box');
  }

  /** Waits until that page says it, whatever it said while the file was read. */
  async noticeSays(words: RegExp): Promise<void> {
    await eventually(async () => assert.match(oneLine(await this.notice.innerText({ timeout: 500 })), words));
  }

  /** Waits until the first rows are there. */
  async whenShown(): Promise<void> {
    await this.page.locator('.row:not(.missing)').first().waitFor();
  }

  /** What the header says of one thing once the file is read. */
  async fact(name: string): Promise<string> {
    await this.page.locator('.reading-bar').first().waitFor({ state: 'hidden' });
    const fact = this.page.locator('.header .fact').filter({
      has: this.#workbench.page.locator(`dt:text-is("${name}")`),
    });
    return oneLine(await fact.locator('dd').innerText());
  }

  /** The texts of a row's columns, as far as the width leaves them visible. */
  async columns(number: number): Promise<Readonly<Record<string, string>>> {
    const cells = await this.row(number)
      .locator(':scope > span')
      .evaluateAll((spans: PageElement[]) =>
        spans.filter((span) => span.offsetParent !== null).map((span) => [span.className, span.innerText]),
      );
    return Object.fromEntries(
      cells.map(([names = '', text = '']): [string, string] => [names.split(' ')[0] ?? '', oneLine(text)]),
    );
  }

  /** The colour behind a row. */
  async background(number: number): Promise<string> {
    return this.row(number).evaluate((row: PageElement) => getComputedStyle(row).backgroundColor);
  }

  /** Waits until the cursor stands on a row in view and the details tell of it. */
  async cursorAt(number: number): Promise<void> {
    await this.page.locator(`.row.cursor[data-row="${number}"]`).waitFor();
    await eventually(async () => {
      const { sequence = '', type = '' } = await this.columns(number);
      await this.page.locator('.details:not([aria-busy])').waitFor();
      const shown = [oneLine(await this.details.locator('h2').innerText())];
      if (sequence !== '–') shown.push(await this.detail('Sequence'));
      assert.deepEqual(shown, sequence === '–' ? [type] : [type, sequence]);
    });
  }

  /** The number of the row of the cursor. */
  async cursorRow(): Promise<number> {
    return Number(await this.cursor.getAttribute('data-row'));
  }

  /** A fact of the details. */
  async detail(name: string): Promise<string> {
    const fact = this.details.locator('.record-facts > div').filter({
      has: this.#workbench.page.locator(`dt:text-is("${name}")`),
    });
    return oneLine(await fact.locator('dd').innerText());
  }

  /** Shows the container in the activity bar. */
  async showReplay(): Promise<void> {
    const icon = this.#workbench.page.locator('.activitybar .action-label[aria-label^="Session Journal"]');
    await icon.click();
    await this.replayView.waitFor();
  }

  get replayView(): Locator {
    return this.#workbench.page.locator('[id="workbench.view.extension.sessionJournal"]');
  }

  /** An item of the Replay view by the text of its label. */
  replayItem(label: string): Locator {
    const name = this.#workbench.page.locator('.label-name', { hasText: exactly(label) });
    return this.replayView.locator('.monaco-list-row').filter({ has: name });
  }

  /** The visible Replay view as `  label: description` lines, indented by level. Read at once: it may be changing. */
  async replayTree(): Promise<string[]> {
    const items = await this.replayView.locator('.monaco-list-row').evaluateAll((rows: PageElement[]) =>
      rows.map((row) => ({
        index: Number(row.getAttribute('data-index')),
        level: Number(row.getAttribute('aria-level')),
        label: row.querySelector('.label-name')?.innerText ?? '',
        description: row.querySelector('.label-description')?.innerText ?? '',
      })),
    );
    return items
      .sort((a, b) => a.index - b.index)
      .map(
        ({ level, label, description }) => `${'  '.repeat(level - 1)}${oneLine(`${label}: ${description}`)}`,
      );
  }

  /** Waits until the Replay view shows these lines and no others. */
  async replayIs(lines: readonly string[]): Promise<void> {
    await eventually(async () => assert.deepEqual(await this.replayTree(), lines));
  }

  /** Waits until the Replay view shows a line. */
  async replayShows(line: string): Promise<void> {
    await eventually(async () => {
      const lines = await this.replayTree();
      if (!lines.some((shown) => shown.trim() === line))
        throw new Error(`No “${line}” in:\n${lines.join('\n')}`);
    });
  }
}

/** Runs the command line tool and gives what it prints, whatever its exit code. */
export async function cli(...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(ROOT, 'dist', 'cli.js'),
    ...args,
  ]).catch((error: unknown) => {
    if (error instanceof Error && 'stdout' in error && typeof error.stdout === 'string')
      return { stdout: error.stdout };
    throw error;
  });
  return stdout.trim();
}

/** The fingerprint of a prefix, through the event of that sequence, or of all. */
export async function fingerprint(file: string, until?: number): Promise<string> {
  return cli('fingerprint', file, ...(until === undefined ? [] : ['--until', String(until)]));
}

/** What was copied last. */
export async function clipboard({ page }: Workbench): Promise<unknown> {
  return page.evaluate('navigator.clipboard.readText()');
}

export function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

/** Matches a text and nothing around it but blanks. */
export function exactly(text: string): RegExp {
  return new RegExp(`^\\s*${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s*$`);
}
