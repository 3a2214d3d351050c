// A log that holds only what came after a point of another one: what is before is told, read and opened; and where it is
// not here, a person is told what to do.
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../host/temporary.mjs';
import { deltaLog, rolloutName, rootLog, turn } from '../support/deltaForks.ts';
import { closeWindow, eventually, inputBox, restHand, stepByStep } from './gestures.ts';
import { Journal, oneLine } from './journal.ts';
import { openWorkbench, screenshotOnFailure, type Workbench } from './workbench.ts';

// What is evaluated in the page; this project has no types of a browser here.
interface Focusable {
  matches(selector: string): boolean;
}

const [PARENT, FORK, AGAIN, MISSING, ALONE, LOST] = [1, 2, 3, 4, 5, 6].map(rolloutName);

describe('a log that builds on another', () => {
  let workbench: Workbench;
  let journal: Journal;
  let folder: string;
  const put = async (path: string, text: string) => {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), text);
  };
  before(async () => {
    folder = temporaryFolder('journal-forks-');
    const day = '.codex/sessions/2026/01';
    await put(`${day}/01/${PARENT}`, rootLog(1, 'for the list of colours', 'for something else'));
    await put(`${day}/02/${FORK}`, deltaLog(2, 1, 7, turn('for the names of shades')));
    await put(`${day}/03/${AGAIN}`, deltaLog(3, 2, 12, turn('for one shade')));
    await put(`other/.codex/sessions/2026/01/04/${ALONE}`, deltaLog(5, 4, 7, turn('for the rest')));
    await put(`other/.codex/sessions/2026/01/05/${LOST}`, deltaLog(6, 7, 7, turn('for nothing')));
    const settings = {
      'sessionJournal.sessionFolders': [join(folder, 'kept')],
      'workbench.colorTheme': 'Default Dark Modern',
      'explorer.autoReveal': false,
    };
    workbench = await openWorkbench({ folder, viewport: { width: 1400, height: 800 }, settings });
    journal = new Journal(workbench);
  });
  after(() => closeWindow(workbench));
  stepByStep();
  screenshotOnFailure(() => workbench);

  const shot = (name: string) => workbench.screenshot(`inherited ${name}`);
  const open = async (name = '') => {
    await workbench.quickOpen(name);
    await journal.whenShown();
  };
  const bannerSays = (words: RegExp) =>
    eventually(async () => assert.match(oneLine(await journal.banner.innerText({ timeout: 500 })), words));
  const treeShows = (words: RegExp) =>
    eventually(async () =>
      assert.match((await journal.replayTree()).map((line) => line.trim()).join('\n'), words),
    );

  it('says at its top how much comes before, and from where', async () => {
    await open(FORK);
    await bannerSays(/^7 records inherited from rollout-\S+0001\.jsonl\. Open at That Record$/);
    assert.equal(await journal.fact('Events'), '7', 'its own events');
  });

  it('shows what was said before in the Replay view, at any event, and marks it', async () => {
    await journal.showReplay();
    await journal.row(0).click();
    await journal.replayShows('ask for the list of colours: inherited · #1');
    await treeShows(/^7 records inherited from rollout-\S+\.jsonl\.:\nUser messages: 1\n/);
    await journal.row(5).click();
    await journal.replayShows('ask for the names of shades: #2');
    await treeShows(
      /User messages: 2\nask for the list of colours: inherited · #1\nask for the names of shades: #2\nAssistant messages: 2\ntell for the list of colours: inherited · #\d\n[^]*\nshell: inherited · #\d ok\n/,
    );
    await shot('1 dark');
  });

  it('leads to the other log at that record, by the keyboard', async () => {
    const { page } = workbench;
    await journal.row(0).click();
    // From the list back to what is above it.
    const button = journal.banner.getByRole('button', { name: 'Open at That Record' });
    for (let presses = 0; presses < 12; presses++) {
      if (await button.evaluate((element: Focusable) => element.matches(':focus'))) break;
      await page.keyboard.press('Shift+Tab');
    }
    await shot('2 focus');
    await page.keyboard.press('Enter');
    await workbench.tab(PARENT ?? '').waitFor();
    await eventually(async () => assert.equal(await journal.cursorRow(), 6));
    assert.equal(await journal.banner.count(), 0);
  });

  it('leads there from the Replay view too', async () => {
    await open(FORK);
    await journal.replayShows('tell for the list of colours: inherited · #4');
    await journal.replayItem('tell for the list of colours').click();
    await eventually(async () => assert.equal(await journal.cursorRow(), 5));
    assert.equal(await workbench.tab(PARENT ?? '').getAttribute('aria-selected'), 'true');
  });

  it('goes through a log that builds on another in its turn', async () => {
    await open(AGAIN);
    await bannerSays(/^12 records inherited from rollout-\S+0002\.jsonl and rollout-\S+0001\.jsonl\. /);
    await journal.row(2).click();
    await treeShows(
      /User messages: 3\nask for the list .*\nask for the names .*: inherited · #2\nask for one shade: #2\n/,
    );
  });

  it('says what to do where the other log is not here, and finds it when it is', async () => {
    await open(ALONE);
    await bannerSays(
      /^7 records come before this log\. The log of session \S+0004 is not here: put it beside this one, or name its folder in the setting sessionJournal\.sessionFolders\. Look Again$/,
    );
    await treeShows(/^7 records come before this log\. /);
    await shot('3 missing');
    await put(`kept/2026/01/01/${MISSING}`, rootLog(4, 'for a colour'));
    await journal.banner.getByText('Look Again').click();
    await bannerSays(/^7 records inherited from rollout-\S+0004\.jsonl\. Open at That Record$/);
    await journal.row(5).click();
    await journal.replayShows('ask for a colour: inherited · #1');
  });

  it('reads well in high contrast', async () => {
    const { page } = workbench;
    await restHand(page);
    await workbench.runCommand('Preferences: Color Theme');
    await inputBox(page).fill('Dark High Contrast');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Dark High Contrast' }).click();
    await page.locator('.monaco-workbench.hc-black').waitFor();
    await open(FORK);
    await journal.row(5).click();
    await journal.replayShows('ask for the list of colours: inherited · #1');
    await shot('4 high contrast');
    await open(LOST);
    await bannerSays(/ is not here: /);
    await shot('5 missing, high contrast');
  });

  it('fits a narrow window', async () => {
    await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
    await workbench.page.setViewportSize({ width: 620, height: 600 });
    await shot('6 narrow');
    const banner = await journal.banner.boundingBox();
    assert.ok(banner !== null && banner.height < 100, `the line is ${banner?.height ?? 0} px high`);
  });
});
