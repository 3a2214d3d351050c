// What a hand does in a window that takes more than one movement: context menus, input boxes, dialogs, notifications.
import type { Locator, Page } from 'playwright-core';

/** A click that a menu has just opened under is ignored for a moment; this long shows whether one was. */
const IGNORED_CLICK_MS = 500;
const CLICKS = 8;

/** Tries until `check` gives without throwing; then gives what it gave. */
export async function eventually<T>(check: () => T | Promise<T>, milliseconds = 15_000): Promise<T> {
  const deadline = Date.now() + milliseconds;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** Right-clicks something and gives the labels of the menu that opens. */
export async function openContextMenu(
  page: Page,
  target: Locator,
  position?: { readonly x: number; readonly y: number },
): Promise<string[]> {
  await restHand(page);
  await target.click({ button: 'right', ...(position ? { position } : {}) });
  await menuEntries(page).first().waitFor();
  const labels = (await menuEntries(page).allInnerTexts()).map((label) => label.trim());
  return labels.filter((label) => label !== ''); // separators
}

/** Moves the mouse out of the way, so that no hover covers what is clicked next. */
export async function restHand(page: Page): Promise<void> {
  await page.mouse.move(1, 1);
  await page.locator('.monaco-hover:visible').first().waitFor({ state: 'hidden' });
}

/** Clicks an entry of the open context menu. */
export async function chooseFromMenu(page: Page, label: string): Promise<void> {
  const entry = menuEntries(page).filter({ hasText: label });
  for (let clicks = 0; clicks < CLICKS; clicks++) {
    await entry.click();
    try {
      await menuEntries(page).first().waitFor({ state: 'hidden', timeout: IGNORED_CLICK_MS });
      return;
    } catch {
      // Too early: once more, as a person would.
    }
  }
  throw new Error(`The menu does not take a click on “${label}”.`);
}

export function menuEntries(page: Page): Locator {
  return page.locator('.monaco-menu .action-item:not(.separator) .action-label');
}

/** The input box at the top of the window. */
export function inputBox(page: Page): Locator {
  return page.locator('.quick-input-widget .quick-input-box input');
}

/** What an input box says below its field: its prompt, or why the text is refused. */
export function inputMessage(page: Page): Locator {
  return page.locator('.quick-input-widget .quick-input-message');
}

/** Opens the list of notifications by the bell in the status bar. */
export async function openNotifications(page: Page): Promise<Locator> {
  const center = page.locator('.notifications-center');
  if (!(await center.isVisible())) await page.locator('[id="status.notifications"]').click();
  await center.waitFor();
  await restHand(page);
  return center.locator('.notification-list-item');
}

/** Closes a window, if it had opened at all. */
export async function closeWindow(workbench: { close(): Promise<void> } | undefined): Promise<void> {
  await workbench?.close();
}

/** Leaves out the tests of the surrounding suite after a failed one: they go on from where it should have led. */
export function stepByStep(): void {
  beforeEach('the steps before succeeded', function () {
    if (this.currentTest?.parent?.tests.some((test) => test.state === 'failed')) this.skip();
  });
}
