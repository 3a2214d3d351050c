// A journal whose bytes do not only grow while a person looks at it: cut, changed, replaced, deleted and made again. What
// was read before is gone then, and that is said. It lies outside the folder of the window.
import assert from 'node:assert/strict';
import { appendFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventOf } from '../bench/journals.mjs';
import { temporaryFolder } from '../host/temporary.mjs';
import { closeWindow, eventually } from './gestures.ts';
import { fingerprint, Journal, oneLine } from './journal.ts';
import { eventsOnShow } from './rowsOnShow.ts';
import { copySamples, openWorkbench, screenshotOnFailure, type Workbench } from './workbench.ts';

const EVENTS = 400;
const REWRITTEN = /History was rewritten/;

function journalText(events: number, text = 'text', from = 0): string {
  const lines = Array.from({ length: events }, (_, i) => JSON.stringify(eventOf(from + i, text)));
  return lines.map((line) => `${line}\n`).join('');
}

describe('a journal that is rewritten', () => {
  let workbench: Workbench;
  let journal: Journal;
  let folder: string;
  let path: string;
  let journals = 0;
  before(async () => {
    folder = temporaryFolder('journal-rewritten-');
    workbench = await openWorkbench({ folder: await copySamples() });
    journal = new Journal(workbench);
  });
  beforeEach(async () => {
    journals += 1;
    path = join(folder, `rewritten-${journals}.trace.jsonl`);
    await writeFile(path, journalText(EVENTS));
    await workbench.quickOpen(path);
    await events(EVENTS);
    await journal.row(3).click();
    await journal.cursorAt(3);
  });
  screenshotOnFailure(() => workbench);
  afterEach(() => workbench.runCommand('View: Close All Editors'));
  after(() => closeWindow(workbench));

  /** Waits until the header tells of so many events. */
  async function events(count: number): Promise<void> {
    await eventually(async () => assert.equal(await journal.fact('Events'), String(count)));
  }

  /** The page shows the file as it is now, and says whether it was rewritten. */
  async function shows(count: number, { rewritten }: { readonly rewritten: boolean }): Promise<void> {
    await events(count);
    await eventually(async () => {
      assert.equal(await journal.fact('Problems'), rewritten ? '1 1' : '1');
      assert.equal(await journal.fact('Fingerprint'), (await fingerprint(path)).slice(0, 12));
    });
    await journal.page.locator('.list').focus();
    await workbench.page.keyboard.press('End');
    await journal.cursorAt(count - 1);
    await eventsOnShow(journal);
    const problems = await workbench.problemsRows();
    const told = problems.filter({ hasText: REWRITTEN });
    if (rewritten) await told.waitFor();
    else assert.equal(await told.count(), 0);
  }

  it('says that it was cut, shows what is left, and follows what comes after', async () => {
    await truncate(path, journalText(100).length);
    await shows(100, { rewritten: true });
    await workbench.screenshot('rewritten 1 cut');
    await appendFile(path, journalText(50, 'text', 100));
    await shows(150, { rewritten: true });
  });

  it('takes a replacement that has all of it for growth', async () => {
    await writeFile(`${path}.new`, journalText(EVENTS + 20));
    await rename(`${path}.new`, path);
    await shows(EVENTS + 20, { rewritten: false });
  });

  it('says that a replacement differs, and shows the new one', async () => {
    const changed = journalText(10) + journalText(EVENTS - 10, 'otherwise', 10);
    await writeFile(`${path}.new`, changed);
    await rename(`${path}.new`, path);
    await shows(EVENTS, { rewritten: true });
    await workbench.screenshot('rewritten 2 replaced');
    const [told] = await (await workbench.problemsRows()).filter({ hasText: REWRITTEN }).allInnerTexts();
    assert.match(told ?? '', /Ln 11,/, 'the first line that differs');
    await journal.page.locator('.list').focus();
    await workbench.page.keyboard.press('ArrowUp');
    await eventually(async () => assert.match(await journal.details.innerText(), /otherwise/));
  });

  it('says that it was changed in place', async () => {
    await writeFile(path, journalText(EVENTS).replace('"text":"text"', '"text":"TEXT"'));
    await shows(EVENTS, { rewritten: true });
  });

  it('says that it is gone, and is there again when the file is', async () => {
    await rm(path);
    await eventually(async () =>
      assert.match(oneLine(await journal.page.locator('body').innerText()), /The file does not exist/),
    );
    assert.equal(await journal.fact('Events'), String(EVENTS), 'what was read of it is still shown');
    await journal.row(2).click();
    await eventually(async () => assert.match(await journal.details.innerText(), /TEXT|text/));
    await workbench.screenshot('rewritten 3 gone');
    await writeFile(path, journalText(EVENTS + 5));
    await shows(EVENTS + 5, { rewritten: false });
    await workbench.screenshot('rewritten 4 there again');
  });

  it('says that what was made again in its place is another journal', async () => {
    await rm(path);
    await journal.page.getByText('The file does not exist').first().waitFor();
    await writeFile(path, journalText(EVENTS, 'otherwise'));
    await shows(EVENTS, { rewritten: true });
    assert.deepEqual(workbench.uncaught, []);
  });
});
