// Step 2 of what a person does: opens journals, and files that are none, and walks through them.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SAMPLES } from '../host/paths.mjs';
import {
  chooseFromMenu,
  closeWindow,
  eventually,
  openContextMenu,
  restHand,
  stepByStep,
} from './gestures.ts';
import { clipboard, fingerprint, Journal, oneLine } from './journal.ts';
import { copySamples, openWorkbench, screenshotOnFailure, type Workbench } from './workbench.ts';

const GOOD = join(SAMPLES, 'session.trace.jsonl');

describe('opening files', () => {
  let workbench: Workbench;
  let journal: Journal;
  before(async () => {
    workbench = await openWorkbench({ folder: await copySamples() });
    journal = new Journal(workbench);
  });
  after(() => closeWindow(workbench));
  stepByStep();
  screenshotOnFailure(() => workbench);

  it('shows a journal after one click in the Explorer', async () => {
    await workbench.screenshot('open 1 before');
    await workbench.explorerRow('session.trace.jsonl').click();
    await journal.whenShown();
    await journal.cursorAt(0);
    await workbench.screenshot('open 2 journal');
    assert.deepEqual(
      {
        session: await journal.fact('Session'),
        run: await journal.fact('Run'),
        events: await journal.fact('Events'),
        problems: await journal.fact('Problems'),
        stop: await journal.fact('Stop'),
        fingerprint: await journal.fact('Fingerprint'),
      },
      {
        session: 'session-pagination-fix',
        run: 'run-2026-09-14-0930',
        events: '35',
        problems: 'none',
        stop: 'completed',
        fingerprint: (await fingerprint(GOOD)).slice(0, 12),
      },
    );
  });

  it('lists the events as they were recorded', async () => {
    const events = (await readFile(GOOD, 'utf8')).split('\n').slice(0, 20);
    for (const [number, line] of events.entries()) {
      const event: unknown = JSON.parse(line);
      assert.ok(typeof event === 'object' && event && 'type' in event && 'timestamp' in event);
      const { sequence, type, time } = await journal.columns(number);
      assert.deepEqual(
        { sequence, type, time },
        { sequence: String(number), type: event.type, time: String(event.timestamp).slice(11, 19) },
      );
      await journal.row(number).locator('.type .codicon').waitFor();
    }
    assert.match((await journal.columns(1))['summary'] ?? '', /^The last page of the product list/);
    assert.match((await journal.columns(18))['summary'] ?? '', /run_tests · failed · 1 of 7 tests failed/);
  });

  it('shows who acted where the list is wide enough', async () => {
    await workbench.page.setViewportSize({ width: 1680, height: 900 });
    await journal.row(1).locator('.actor').waitFor();
    await workbench.screenshot('open 3 wide');
    assert.equal((await journal.columns(1))['actor'], 'user mira');
    assert.equal((await journal.columns(9))['actor'], 'model sample-model-1');
    await workbench.page.setViewportSize({ width: 1280, height: 800 });
    await journal.row(1).locator('.actor .dim').waitFor({ state: 'hidden' });
    assert.equal((await journal.columns(1))['actor'], 'user');
  });

  it('moves the cursor with the keys, and the details go with it', async () => {
    const { keyboard } = workbench.page;
    await journal.row(3).click();
    await journal.cursorAt(3);
    await keyboard.press('ArrowDown');
    await journal.cursorAt(4);
    assert.match(oneLine(await journal.details.innerText()), /^tool\.request .*"query": "pageCount"/);
    await workbench.screenshot('open 4 arrow down');
    assert.notEqual(
      await journal.background(4),
      await journal.background(5),
      'the row of the cursor is highlighted',
    );
    await keyboard.press('ArrowUp');
    await keyboard.press('ArrowUp');
    await journal.cursorAt(2);
    assert.equal(await journal.background(4), await journal.background(5), 'and no other is');

    await keyboard.press('End');
    await journal.cursorAt(34);
    await workbench.screenshot('open 5 end');
    await keyboard.press('Home');
    await journal.cursorAt(0);

    await keyboard.press('PageDown');
    const page = await eventually(async () => {
      const row = await journal.cursorRow();
      assert.ok(row > 10 && row < 34, `a page down leads to row ${row}`);
      return row;
    });
    await journal.cursorAt(page);
    await keyboard.press('PageDown');
    await journal.cursorAt(Math.min(34, 2 * page));
    await keyboard.press('PageUp');
    await journal.cursorAt(Math.min(34, 2 * page) - page);
  });

  it('reads on in the details and comes back', async () => {
    const { keyboard } = workbench.page;
    await keyboard.press('Home');
    await journal.cursorAt(0);
    await keyboard.press('Enter');
    await journal.page.locator('.details:focus').waitFor();
    await keyboard.press('Escape');
    await journal.page.locator('.list:focus').waitFor();
    await keyboard.press('ArrowDown');
    await journal.cursorAt(1);
    assert.equal(await journal.detail('Actor'), 'user · mira');
    assert.equal(await journal.detail('Time'), '2026-09-14T09:30:05Z');
    assert.match(await journal.details.innerText(), /fix it, please 🙏/);
  });

  it('copies the whole fingerprint', async () => {
    await journal.page.getByRole('button', { name: 'Copy the whole fingerprint' }).click();
    await workbench.statusBarItem('Copied the fingerprint of the whole journal').waitFor();
    await workbench.screenshot('open 6 copied');
    assert.equal(await clipboard(workbench), await fingerprint(GOOD));
  });

  it('leads to the text, at the line of the cursor, and back', async () => {
    await journal.row(5).click();
    await journal.cursorAt(5);
    await journal.page.getByRole('button', { name: 'Open as Text' }).click();
    await workbench.page
      .locator('.editor-instance .view-line', { hasText: '"event_id":"evt-005"' })
      .waitFor();
    await workbench.statusBarItem('Ln 6, Col 1').waitFor();
    await workbench.screenshot('open 7 as text');
    await workbench.page.locator('.editor-actions [aria-label^="Open as Session Journal"]').click();
    await journal.cursorAt(5);
    await workbench.screenshot('open 8 back');
  });

  it('leaves a .jsonl that is no journal to the text editor', async () => {
    await restHand(workbench.page);
    await workbench.openFile('products.jsonl');
    await workbench.page.locator('.editor-instance .view-line', { hasText: 'Tea towel' }).waitFor();
    await workbench.screenshot('open 9 no journal');
    assert.equal(
      await workbench.page.locator('.editor-actions [aria-label^="Open as Session Journal"]').count(),
      0,
    );
  });

  it('says calmly that it is none when asked to open it', async () => {
    const { page } = workbench;
    await openContextMenu(page, workbench.explorerRow('products.jsonl'));
    await workbench.screenshot('open 10 explorer menu');
    await chooseFromMenu(page, 'Open as Session Journal');
    await journal.noticeSays(/^products\.jsonl This file is not a session journal/);
    await workbench.screenshot('open 11 calm page');
    await journal.notice.getByText('Open as Text').click();
    await page.locator('.editor-instance .view-line', { hasText: 'Tea towel' }).waitFor();
  });

  it('says that an empty journal is empty', async () => {
    await restHand(workbench.page);
    await workbench.openFile('empty.trace.jsonl');
    await journal.noticeSays(/^No events yet This file holds no records/);
    await workbench.screenshot('open 12 empty');
  });

  it('shows all that is whole of a journal that was cut off', async () => {
    await restHand(workbench.page);
    await workbench.openFile('cut.trace.jsonl');
    await journal.whenShown();
    assert.equal(await journal.fact('Events'), '12 1 damaged line');
    await journal.row(0).click();
    await workbench.page.keyboard.press('End');
    await journal.cursorAt(12);
    await workbench.screenshot('open 13 cut');
    assert.equal((await journal.columns(12))['type'], 'damaged line');
    assert.match(await journal.details.innerText(), /The last record is unfinished/);
    assert.deepEqual(workbench.uncaught, []);
  });
});
