import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../host/browser.mjs';
import { PageDriver, until } from './pageDriver.ts';
import { serveStandalone, type StandaloneServer } from './standaloneServer.ts';

describe('the editor page in a browser', () => {
  let browser: Browser;
  let server: StandaloneServer;
  let driver: PageDriver;

  const open = async (journal: string): Promise<void> => {
    driver = await PageDriver.open(browser, server.url, journal);
  };

  /** What VS Code's menu is told of a row. */
  const menuContext = async (row: number): Promise<unknown> =>
    JSON.parse((await driver.row(row).getAttribute('data-vscode-context')) ?? '');

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

  describe('keyboard', () => {
    const moves: readonly (readonly [key: string, row: number])[] = [
      ['ArrowDown', 8],
      ['ArrowUp', 6],
      ['End', 57],
      ['Home', 0],
    ];
    for (const [key, row] of moves) {
      it(`${key} moves the cursor at once, and the host hears of it`, async () => {
        await open('good');
        assert.equal(await driver.cursor(), 7);
        await driver.list.press(key);
        assert.equal(await driver.cursor(), row);
        assert.ok(await driver.isInView(row));
        await driver.waitForRequest('moveCursor', { row });
        await driver.details.getByText(`evt-${String(row).padStart(3, '0')}`, { exact: true }).waitFor();
      });
    }

    it('PageDown and PageUp move by a viewport', async () => {
      await open('million');
      await driver.list.press('PageDown');
      const row = await driver.cursor();
      assert.ok(row > 20 && row < 32, `row ${row}`);
      assert.ok(await driver.isInView(row));
      await driver.list.press('PageUp');
      assert.equal(await driver.cursor(), 0);
    });

    it('a held arrow key ends where it should, with few words to the host', async () => {
      await open('good');
      for (let i = 0; i < 40; i++) await driver.page.keyboard.press('ArrowDown', { delay: 0 });
      assert.equal(await driver.cursor(), 47);
      await driver.waitForRequest('moveCursor', { row: 47 });
      assert.ok((await driver.requests('moveCursor')).length < 40);
    });

    it('Enter leads to the details, Escape back', async () => {
      await open('good');
      await driver.list.press('Enter');
      assert.equal(await driver.details.evaluate((element) => element === document.activeElement), true);
      await driver.page.keyboard.press('Tab');
      await driver.page.keyboard.press('Escape');
      assert.equal(await driver.list.evaluate((element) => element === document.activeElement), true);
    });

    it('F8 is left to VS Code', async () => {
      await open('broken');
      await driver.list.press('F8');
      await driver.list.press('ArrowDown');
      await driver.waitForRequest('moveCursor', { row: 9 });
      assert.deepEqual(await driver.requests('nextProblem'), []);
    });

    it('the context-menu key opens the menu of the cursor, wherever the list was scrolled', async () => {
      await open('million');
      await driver.list.press('ArrowDown');
      await driver.list.evaluate((element) => (element.scrollTop = 3000));
      await until(async () => assert.equal(await driver.row(1).count(), 0));
      await driver.page.evaluate(() => {
        window.addEventListener('contextmenu', (event) => {
          if (event.defaultPrevented || !(event.target instanceof HTMLElement)) return;
          document.body.dataset['menu'] = event.target.dataset['vscodeContext'] ?? '';
          document.body.dataset['menuTop'] = String(event.clientY);
        });
      });
      await driver.page.keyboard.press('Shift+F10');
      await driver.page.locator('body[data-menu]').waitFor();
      const body = driver.page.locator('body');
      const y = Number(await body.getAttribute('data-menu-top'));
      assert.deepEqual(JSON.parse((await body.getAttribute('data-menu')) ?? ''), {
        webviewSection: 'event',
        row: 1,
        sequence: 1,
        rowStatus: null,
        preventDefaultContextMenuItems: true,
      });
      const box = await driver.row(1).boundingBox();
      assert.ok(box && Math.abs(y - (box.y + box.height)) < 2, 'it opens below the row');
    });
  });

  describe('mouse', () => {
    it('a click moves the cursor', async () => {
      await open('good');
      await driver.row(12).click();
      assert.equal(await driver.cursor(), 12);
      await driver.waitForRequest('moveCursor', { row: 12 });
    });

    it('a right click moves the cursor and leaves the event to VS Code, with the row in its data', async () => {
      await open('broken');
      await driver.page.evaluate(() =>
        window.addEventListener(
          'contextmenu',
          (event) => (window.name = `prevented: ${event.defaultPrevented}`),
        ),
      );
      await driver.row(10).click({ button: 'right' });
      assert.equal(await driver.cursor(), 10);
      assert.equal(await driver.page.evaluate(() => window.name), 'prevented: false');
      assert.deepEqual(await menuContext(10), {
        webviewSection: 'event',
        row: 10,
        sequence: 11,
        rowStatus: null,
        preventDefaultContextMenuItems: true,
      });
    });

    it('a damaged line is no event to the menu', async () => {
      await open('broken');
      assert.deepEqual(await menuContext(5), {
        webviewSection: 'damage',
        row: 5,
        sequence: null,
        rowStatus: null,
        preventDefaultContextMenuItems: true,
      });
    });
  });

  describe('a million rows', () => {
    const LAST = 999_999;

    it('End shows the last row, and the arrows are exact there', async () => {
      await open('million');
      await driver.list.press('End');
      assert.equal(await driver.cursor(), LAST);
      assert.ok(await driver.isInView(LAST));
      await driver.row(LAST).getByText('session.stop').waitFor();
      for (let row = LAST - 1; row > LAST - 45; row--) {
        await driver.list.press('ArrowUp');
        assert.equal(await driver.cursor(), row);
        assert.ok(await driver.isInView(row), `row ${row}`);
      }
    });

    it('the scroll bar reaches the last row and the middle', async () => {
      await open('million');
      await driver.list.evaluate((element) => (element.scrollTop = element.scrollHeight));
      await until(async () => assert.equal(await driver.isInView(LAST), true));
      await driver.list.evaluate(
        (element) => (element.scrollTop = (element.scrollHeight - element.clientHeight) / 2),
      );
      await driver.row(500_000).waitFor();
    });

    it('the wheel moves the rows by as many pixels as it turns, also after it rests', async () => {
      await open('million');
      await driver.list.evaluate(
        (element) => (element.scrollTop = (element.scrollHeight - element.clientHeight) / 2),
      );
      // A row that has come stands in the place of one that was missing.
      await driver.page.locator('.row[data-row="500000"]:not(.missing)').waitFor();
      const before = (await driver.row(500_000).boundingBox())?.y ?? Number.NaN;
      await driver.list.hover();
      await driver.page.mouse.wheel(0, 110);
      const moved = async (): Promise<void> => {
        const now = (await driver.row(500_000).boundingBox())?.y ?? Number.NaN;
        assert.ok(Math.abs(before - now - 110) < 1.5, `moved by ${before - now}`);
      };
      await until(moved);
      await driver.page.waitForTimeout(300);
      await moved();
    });

    it('keeps few rows as elements, and the scroll range drawable', async () => {
      await open('million');
      await driver.list.press('PageDown');
      assert.ok((await driver.page.locator('[role=option]').count()) < 80);
      assert.ok((await driver.list.evaluate((element) => element.scrollHeight)) <= 8_000_000);
    });
  });

  describe('generations', () => {
    it('drops late answers of an older generation', async () => {
      await open('million');
      await driver.row(3).getByText('model.response').waitFor();
      await driver.page.evaluate(() => window.fakeHost.hold());
      await driver.list.press('End');
      await until(async () => assert.equal((await driver.requests('rows')).length, 2));
      await driver.page.evaluate(() => window.fakeHost.change({}, { generation: 2 }));
      await until(async () => assert.equal((await driver.requests('rows')).length, 3));
      await driver.page.evaluate(() => window.fakeHost.release());
      await driver.row(999_998).getByText('generation 2:').waitFor();
      await driver.details.getByText('evt-999999', { exact: true }).waitFor();
      const texts = await driver.page.locator('[role=option] .summary').allTextContents();
      assert.ok(texts.length > 20 && texts.every((text) => text.startsWith('generation 2:')));
    });

    it('asks for the details anew when the rows may have changed their meaning', async () => {
      await open('good');
      await driver.waitForRequest('details', { row: 7, from: 0 });
      await driver.page.evaluate(() => window.fakeHost.change({}, { generation: 2 }));
      await until(async () => assert.equal((await driver.requests('details')).length, 2));
      await driver.page.evaluate(() => window.fakeHost.change({ fileName: 'renamed' }));
      await driver.page.waitForTimeout(100);
      assert.equal((await driver.requests('details')).length, 2);
    });

    it('keeps the cursor and the view when the journal grows', async () => {
      await open('good');
      await driver.list.press('ArrowDown');
      await driver.page.evaluate(() => window.fakeHost.change({}, { rows: 500, events: 500, bytes: 9e6 }));
      await driver.page.getByText('500', { exact: true }).first().waitFor();
      assert.equal(await driver.cursor(), 8);
      assert.ok(await driver.isInView(8));
      await driver.page.waitForTimeout(150);
      assert.deepEqual((await driver.requests('moveCursor')).at(-1)?.params, { row: 8 });
    });

    it('stays at the end when the cursor was there and the journal grows', async () => {
      await open('good');
      await driver.list.press('End');
      await driver.page.evaluate(() => window.fakeHost.change({}, { rows: 500, events: 500, bytes: 9e6 }));
      await until(async () => assert.equal(await driver.cursor(), 499));
      assert.ok(await driver.isInView(499));
      await driver.waitForRequest('moveCursor', { row: 499 });
      await driver.details.getByText('evt-499', { exact: true }).waitFor();
    });

    it('stays at the end also when what came gives earlier rows another meaning', async () => {
      await open('good');
      await driver.list.press('End');
      await driver.page.evaluate(() => window.fakeHost.change({}, { rows: 500, generation: 2 }));
      await until(async () => assert.equal(await driver.cursor(), 499));
      await driver.row(499).getByText('generation 2:').waitFor();
      await driver.details.getByText('evt-499', { exact: true }).waitFor();
    });

    it('stays at the end also while much is read on, step by step', async () => {
      await open('good');
      await driver.list.press('End');
      for (const rows of [70, 90, 120]) {
        await driver.page.evaluate((count) => {
          const state = { kind: 'reading', bytesRead: 1, bytesTotal: 2 } as const;
          window.fakeHost.change({}, { rows: count, state: count === 120 ? { kind: 'ready' } : state });
          return new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
        }, rows);
      }
      await until(async () => assert.equal(await driver.cursor(), 119));
    });

    it('stays at the end of a long journal with the elements that it has, and asks only for what comes', async () => {
      await open('million');
      await driver.list.press('End');
      await driver.row(999_999).getByText('session.stop').waitFor();
      const before = await driver.page.locator('[role=option]').first().elementHandle();
      const asked = (await driver.requests('rows')).length;
      await driver.page.evaluate(() => window.fakeHost.change({}, { rows: 1_000_900, bytes: 9e9 }));
      await until(async () => assert.equal(await driver.cursor(), 1_000_899));
      assert.ok(await driver.isInView(1_000_899));
      assert.equal(await before.evaluate((element) => element.isConnected), true);
      const froms = (await driver.requests('rows')).slice(asked).map(({ params }) => params);
      assert.ok(
        froms.every((params) => JSON.stringify(params).includes('"from":1000')),
        JSON.stringify(froms),
      );
    });

    it('does not run along with the first reading', async () => {
      await open('growing');
      await driver.list.press('End');
      await driver.page.evaluate(() => window.fakeHost.change({}, { rows: 50_000 }));
      await driver.page.waitForTimeout(150);
      assert.equal(await driver.cursor(), 39_999);
    });

    it('asks for the rows in view again when the journal has grown', async () => {
      await open('good');
      await driver.page.evaluate(() => window.fakeHost.change({}, { bytes: 9e6 }));
      await until(async () => assert.equal((await driver.requests('rows')).length, 2));
      await driver.page.evaluate(() => window.fakeHost.change({ fileName: 'renamed' }));
      await driver.page.waitForTimeout(100);
      assert.equal((await driver.requests('rows')).length, 2);
    });

    it('brings the cursor back when the journal shrank', async () => {
      await open('good');
      await driver.list.press('End');
      await driver.page.evaluate(() => window.fakeHost.change({}, { rows: 20, generation: 2 }));
      await until(async () => assert.equal(await driver.cursor(), 19));
    });
  });

  describe('the host moves the cursor', () => {
    it('by a reveal request, which scrolls it into the middle', async () => {
      await open('million');
      await driver.page.evaluate(() => window.fakeHost.change({ cursor: 123_456, revealRequest: 1 }));
      await until(async () => assert.equal(await driver.cursor(), 123_456));
      assert.ok(await driver.isInView(123_456));
      assert.ok(await driver.isInView(123_456 - 8));
      assert.deepEqual(await driver.requests('moveCursor'), []);
    });

    it('and by nothing else: a snapshot that crossed a key press pulls nothing back', async () => {
      await open('good');
      await driver.list.press('ArrowDown');
      await driver.page.evaluate(() => window.fakeHost.change({ cursor: 7, fileName: 'renamed' }));
      await driver.page.waitForTimeout(100);
      assert.equal(await driver.cursor(), 8);
    });
  });

  describe('hostile text', () => {
    it('stays text, everywhere', async () => {
      await open('hostile');
      await driver.details.getByText('sequence').first().waitFor();
      await driver.details.getByText('window.pwned').first().waitFor();
      assert.equal(await driver.page.locator('img, b, i, body script:not([nonce])').count(), 0);
      assert.equal(await driver.page.evaluate(() => 'pwned' in window), false);
      const summary = (await driver.row(2).locator('.summary').textContent()) ?? '';
      assert.ok(
        summary.startsWith('<img src=x onerror="window.pwned=1"><b>bold</b>⏎⟨U+202E⟩gnp.exe'),
        summary,
      );
    });

    it('leaves no character that hides or reorders', async () => {
      await open('hostile');
      await driver.details.getByText('window.pwned').first().waitFor();
      const html = await driver.page.evaluate(() => document.body.outerHTML);
      assert.ok(html.includes('⟨U+202E⟩'));
      assert.doesNotMatch(html, /\p{Bidi_Control}/u);
      for (const control of ['\0', '\u001b', '\u0007']) assert.ok(!html.includes(control));
    });
  });

  describe('header', () => {
    it('tells what the journal is', async () => {
      await open('broken');
      const header = driver.page.locator('header');
      for (const text of [
        'session-s07-session-replay',
        'run-s07-session-replay-golden',
        '27',
        '1 damaged line',
      ])
        await header.getByText(text, { exact: true }).waitFor();
      for (const name of ['3 errors', '2 warnings', '1 information'])
        await header.getByRole('button', { name }).waitFor();
      assert.equal(
        await header.getByText('1288ae16a0df', { exact: true }).getAttribute('title'),
        'SHA-256 of all that can be replayed: 1288ae16a0df9408d7a7394b16e7f29367b34832eeca1d9488ca8a410be3cb2e',
      );
    });

    it('a badge goes to the next problem, and the keys go on from there', async () => {
      await open('broken');
      await driver.page.getByRole('button', { name: '3 errors' }).click();
      await until(async () => assert.equal(await driver.cursor(), 12));
      await driver.waitForRequest('moveCursor', { row: 12 });
      await driver.page.keyboard.press('ArrowDown');
      assert.equal(await driver.cursor(), 13);
    });

    it('copies the fingerprint and says so', async () => {
      await open('good');
      await driver.page.getByRole('button', { name: 'Copy the whole fingerprint' }).click();
      await driver.waitForRequest('copyFingerprint', {});
      await driver.page.getByRole('status').getByText('Fingerprint copied').waitFor({ state: 'attached' });
    });

    it('opens as text', async () => {
      await open('good');
      await driver.page.getByRole('button', { name: 'Open as Text' }).click();
      await driver.waitForRequest('openAsText', {});
    });

    it('says where the replay stops and leads there', async () => {
      await open('broken');
      await driver.list.press('Home');
      await driver.page.getByText('Replay stops after event 7').waitFor();
      await driver.page.getByRole('button', { name: 'Go to Fault' }).click();
      await until(async () => assert.equal(await driver.cursor(), 8));
    });

    it('shows how far the file was read', async () => {
      await open('growing');
      const bar = driver.page.getByRole('progressbar', { name: 'Reading the file' });
      assert.equal(await bar.getAttribute('aria-valuenow'), '42');
    });
  });

  describe('details', () => {
    it('say what is wrong, and lead to the related line', async () => {
      await open('broken');
      await driver.details.getByText('Sequence 9 follows 7: 8 is missing.').waitFor();
      await driver.details.getByText('sequence-gap', { exact: true }).waitFor();
      await driver.details.getByRole('button', { name: 'Line 8', exact: true }).click();
      await until(async () => assert.equal(await driver.cursor(), 7));
    });

    it('show the whole of a cut text when asked', async () => {
      await open('huge');
      const button = driver.details.getByRole('button', { name: 'Show all (2.1 MB)' });
      await button.first().click();
      await until(async () => assert.equal(await button.count(), 0));
      const shown = await driver.details.locator('.text-block').allTextContents();
      assert.ok(shown.join('').length > 2_000_000);
      assert.equal(await driver.details.locator('.json-string').count(), 0, 'long texts have no colours');
    });

    it('branch from the row', async () => {
      await open('good');
      await driver.details.getByRole('button', { name: 'Branch from Here…' }).click();
      await driver.waitForRequest('branchFrom', { row: 7 });
    });

    it('no branch from a row that the replay does not reach, and why', async () => {
      await open('broken');
      await driver.list.press('End');
      const button = driver.details.locator('vscode-button[disabled]');
      await button.waitFor();
      assert.match((await button.getAttribute('title')) ?? '', /not whole/);
    });
  });

  describe('the bar between list and details', () => {
    it('moves by keys and by mouse, and its place is remembered', async () => {
      await open('good');
      const bar = driver.page.getByRole('separator', { name: 'Size of the details' });
      assert.equal(await bar.getAttribute('aria-valuenow'), '40');
      await bar.press('ArrowLeft');
      assert.equal(await bar.getAttribute('aria-valuenow'), '42');
      const box = await bar.boundingBox();
      assert.ok(box);
      await driver.page.mouse.move(box.x, 300);
      await driver.page.mouse.down();
      await driver.page.mouse.move(640, 300, { steps: 4 });
      await driver.page.mouse.up();
      assert.equal(await bar.getAttribute('aria-valuenow'), '50');
      await driver.page.reload();
      await until(async () => assert.equal(await bar.getAttribute('aria-valuenow'), '50'));
      const details = await driver.details.boundingBox();
      assert.ok(details && Math.abs(details.width - 640) < 4, `${details?.width} pixels`);
    });

    it('lies below the list in a narrow editor, where the cursor stays in view', async () => {
      await open('good');
      await driver.row(24).click();
      await driver.page.setViewportSize({ width: 500, height: 700 });
      const bar = driver.page.getByRole('separator', { name: 'Size of the details' });
      await until(async () => assert.equal(await bar.getAttribute('aria-orientation'), 'horizontal'));
      await until(async () => assert.equal(await driver.isInView(24), true));
    });
  });

  describe('calm pages', () => {
    it('a file of another kind offers its text', async () => {
      await open('unknown');
      await driver.page.getByText('This file is not a session journal that Session Journal knows.').waitFor();
      await driver.page.getByRole('button', { name: 'Open as Text' }).click();
      await driver.waitForRequest('openAsText', {});
    });

    it('a file that cannot be read says why and can be tried again', async () => {
      await open('failed');
      await driver.page.getByText('VS Code has no permission to read').waitFor();
      await driver.page.getByRole('button', { name: 'Try Again' }).click();
      await driver.waitForRequest('readAgain', {});
    });

    it('an empty journal becomes a journal with its first event', async () => {
      await open('empty');
      await driver.page.getByText('No events yet').waitFor();
      await driver.page.evaluate(() => window.fakeHost.change({}, { rows: 1, events: 1, format: 'trace01' }));
      await driver.row(0).getByText('session.start').waitFor();
      await driver.details.getByText('evt-000', { exact: true }).waitFor();
      assert.equal(await driver.page.getByText('No events yet').count(), 0);
    });

    it('a file being read becomes the journal, with the cursor where the host had it', async () => {
      await open('reading');
      await driver.page.getByText('393 MB of 935 MB').waitFor();
      await driver.page.evaluate(() => window.fakeHost.change({ cursor: 30 }, { rows: 0 }));
      await driver.page.evaluate(() => window.fakeHost.change({}, { rows: 50, events: 50 }));
      await until(async () => assert.equal(await driver.cursor(), 30));
    });
  });
});
