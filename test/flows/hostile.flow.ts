// A log is written by a program that read things from the internet: whatever stands in it is shown, and never obeyed.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import {
  chooseFromMenu,
  closeWindow,
  eventually,
  inputBox,
  openContextMenu,
  openNotifications,
  restHand,
} from './gestures.ts';
import { Journal, oneLine } from './journal.ts';
import { copySamples, openWorkbench, screenshotOnFailure, type Workbench } from './workbench.ts';

const IMAGE = '<img src=x onerror="top.obeyed=1;alert(1)">';
const SCRIPT = '</script></textarea><script>globalThis.obeyed=1</script>';
const LINK = '[x](command:workbench.action.closeAllEditors)';
const TURNED = '\u202Elortnoc\u202C\u2066';
const ICON = '$(alert)';
const ALL = `${LINK} ${IMAGE} ${SCRIPT} ${TURNED} ${ICON}`;

const NAME = '[x](command) $(alert) é.trace.jsonl';

/** A line of a journal whose every visible field is hostile; `type` and `payload` as given. */
function hostileLine(sequence: number, type: string, payload: string, more = ''): string {
  const event = {
    trace_version: '0.1.0',
    event_id: `e${sequence} ${ALL}`,
    session_id: `s ${ALL}`,
    sequence,
    timestamp: `2026-01-01T00:00:0${sequence}Z`,
    type,
    actor: { kind: 'model', id: ALL },
    provenance: {
      agent_id: 'a',
      snapshot_id: 's',
      surface: 'cli',
      harness_mode: 'native',
      run_id: `r ${ALL}`,
    },
    redaction: { status: 'clean', fields: [] },
  };
  return `${JSON.stringify(event).slice(0, -1)},"payload":${payload}${more}}`;
}

function hostileJournal(): string {
  const text = JSON.stringify(ALL);
  return [
    hostileLine(
      0,
      'session.start',
      `{"cwd":${text},"__proto__":{"polluted":true},"constructor":{"prototype":1}}`,
    ),
    hostileLine(1, 'user.message', `{"content":${text},"__proto__":{"content":"polluted"}}`),
    hostileLine(2, 'model.response', `{"content":${text},"stop":false,"tool_calls":[]}`),
    hostileLine(
      3,
      'tool.request',
      `{"tool_call_id":${text},"tool":${text},"arguments":{${text}:${text},"__proto__":1}}`,
    ),
    hostileLine(4, 'tool.result', `{"tool_call_id":${text},"tool":${text},"ok":false,"error":${text}}`),
    hostileLine(5, 'file.patch', `{"path":${text}}`),
    hostileLine(6, 'session.stop', `{"reason":${text}}`),
    hostileLine(7, `model.${ALL}`, '{}', `,"__proto__":{"polluted":true},${text}:1`),
    `{"${LINK}`,
    '',
  ].join('\n');
}

describe('hostile files', () => {
  let folder: string;
  let workbench: Workbench;
  let journal: Journal;
  let dialogs: string[];
  before(async () => {
    folder = await copySamples();
    await writeFile(join(folder, NAME), hostileJournal());
    workbench = await openWorkbench({ folder });
    journal = new Journal(workbench);
    dialogs = [];
    workbench.page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
  });
  after(() => closeWindow(workbench));
  afterEach('nothing was obeyed', async () => {
    assert.deepEqual(dialogs, []);
    for (const frame of workbench.page.frames())
      assert.equal(await frame.evaluate('globalThis.obeyed ?? Object.prototype.polluted'), undefined);
    assert.deepEqual(workbench.uncaught, []);
  });
  screenshotOnFailure(() => workbench);

  describe('a journal full of markup', () => {
    it('is shown as the text that it is', async () => {
      await workbench.openFile(NAME);
      await journal.cursorAt(0);
      await workbench.screenshot('hostile 1 list');
      for (const name of ['Session', 'Run', 'Stop'])
        assert.ok((await journal.fact(name)).includes(`${LINK} ${IMAGE}`), name);
      for (const row of [1, 2, 3, 4, 5, 7, 8]) {
        await journal.row(row).click();
        await journal.cursorAt(row);
        assert.ok((await journal.details.innerText()).includes(LINK), `details of row ${row}`);
      }
      await workbench.screenshot('hostile 2 details');
      assert.match((await journal.columns(1))['summary'] ?? '', /^\[x\]\(command:.* <img src=x/);
      const made = journal.page.locator('body :is(img, iframe, object, embed, a[href], form, [onerror])');
      assert.equal(await made.count(), 0, 'no element came from the journal');
      await nothingIsTurned(journal.page.locator('html'));
    });

    it('is plain in the Replay view, tooltips too', async () => {
      await journal.row(6).click();
      await journal.showReplay();
      await journal.replayShows('Applied events: 7 of 8');
      await workbench.screenshot('hostile 3 replay');
      const plain = `${LINK} ${IMAGE} ${SCRIPT} \ufffdlortnoc\ufffd\ufffd ${ICON}`;
      await journal.replayShows(`${plain}: #1`);
      await journal.replayShows(`${plain}: #3 failed`);
      await journal.replayShows(`Stop state: ${plain}`);
      assert.equal(
        await journal.replayView.locator('.monaco-list-row :is(a[href], img, .label-name .codicon)').count(),
        0,
      );

      const hover = workbench.page.locator('.monaco-hover:visible').first();
      // The view's message may still grow by a line, and move the item from under the pointer.
      await eventually(async () => {
        await workbench.page.mouse.move(600, 700);
        await journal
          .replayItem(plain)
          .first()
          .hover({ position: { x: 120, y: 10 } });
        await hover.filter({ hasText: LINK }).waitFor({ timeout: 3_000 });
      });
      await workbench.screenshot('hostile 4 tooltip');
      assert.equal(await hover.locator('a, img').count(), 0);
      await nothingIsTurned(workbench.page.locator('html'));
    });

    it('is plain in the Problems panel', async () => {
      const rows = await workbench.problemsRows();
      await rows.filter({ hasText: 'event-type-unknown' }).waitFor();
      await workbench.screenshot('hostile 5 problems');
      assert.ok((await rows.allInnerTexts()).some((text) => text.includes(LINK)));
      assert.equal(await rows.locator(':is(.marker-message a, img)').count(), 0);
      await nothingIsTurned(workbench.page.locator('html'));
      await workbench.runCommand('View: Hide Panel');
    });

    it('is plain in warnings and notifications', async () => {
      const { page } = workbench;
      await openContextMenu(page, journal.row(2));
      await chooseFromMenu(page, 'Branch from Here…');
      await inputBox(page).waitFor();
      await page.keyboard.press('Enter');
      await workbench.dialog().waitFor();
      await workbench.screenshot('hostile 6 warning');
      assert.ok(oneLine(await workbench.dialog().innerText()).includes(LINK), 'it names the changed file');
      assert.equal(await workbench.dialog().locator(':is(.dialog-message-row a, img)').count(), 0);
      await nothingIsTurned(workbench.dialog());
      await page.getByRole('button', { name: 'Create Branch Record' }).click();

      await journal.row(7).click();
      await openContextMenu(page, journal.row(7));
      await chooseFromMenu(page, 'Branch from Here…');
      const notifications = await openNotifications(page);
      await notifications.filter({ hasText: 'No branch here' }).waitFor();
      await notifications.filter({ hasText: 'Created' }).waitFor();
      await workbench.screenshot('hostile 7 notifications');
      assert.equal(await notifications.locator(':is(.notification-list-item-message a, img)').count(), 0);
      await nothingIsTurned(page.locator('.notifications-center'));
      await workbench.runCommand('Notifications: Clear All Notifications');
      await workbench.tab(NAME).waitFor();
    });
  });

  describe('a file that is hard to read', () => {
    it('a megabyte of noise', async () => {
      await writeFile(join(folder, 'noise.trace.jsonl'), randomBytes(1 << 20));
      await opens('noise.trace.jsonl');
      await journal.noticeSays(/^noise\.trace\.jsonl This file is not a session journal/);
      await workbench.screenshot('hard 1 noise');
      await isResponsive();
    });

    it('a line of twenty megabytes', async () => {
      const long = JSON.stringify('x'.repeat(20 << 20));
      await writeFile(
        join(folder, 'long.trace.jsonl'),
        [
          hostileLine(0, 'session.start', '{}'),
          hostileLine(1, 'user.message', `{"content":${long}}`),
          hostileLine(2, 'session.stop', '{"reason":"done"}'),
          '',
        ].join('\n'),
      );
      await opens('long.trace.jsonl');
      await journal.whenShown();
      await journal.row(1).click();
      await journal.cursorAt(1);
      assert.equal(await journal.detail('Size'), '20 MB');
      await workbench.screenshot('hard 2 long line');
      assert.match(oneLine(await journal.details.innerText()), /Cut after/);
      await isResponsive();
      await journal.details
        .getByRole('button', { name: /^Show all/ })
        .first()
        .click();
      await journal.details
        .getByText(/open the file as text to see the rest/)
        .first()
        .waitFor();
      await workbench.screenshot('hard 3 long line shown');
      await isResponsive();
    });

    it('a hundred thousand levels', async () => {
      const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
      await writeFile(
        join(folder, 'deep.trace.jsonl'),
        [
          hostileLine(0, 'session.start', '{}'),
          hostileLine(1, 'metric.sample', `{"x":${deep}}`),
          hostileLine(2, 'session.stop', '{"reason":"done"}'),
          '',
        ].join('\n'),
      );
      await opens('deep.trace.jsonl');
      await journal.whenShown();
      await journal.row(1).click();
      await journal.cursorAt(1);
      await workbench.screenshot('hard 4 deep');
      await isResponsive();
    });

    it('a file that is deleted while it is open, and comes back', async () => {
      const path = join(folder, 'cut.trace.jsonl');
      await workbench.openFile('cut.trace.jsonl');
      await journal.cursorAt(0);
      await rm(path);
      await journal.notice
        .or(journal.banner)
        .getByText(/The file does not exist/)
        .waitFor();
      await workbench.screenshot('hard 5 deleted');
      await isResponsive();
      await writeFile(path, `${hostileLine(0, 'session.start', '{}')}\n`);
      await eventually(async () => assert.equal(await journal.fact('Events'), '1'));
      await workbench.screenshot('hard 6 back');
    });

    it('a folder in place of the file', async () => {
      const path = join(folder, 'products.jsonl');
      await openContextMenu(workbench.page, workbench.explorerRow('products.jsonl'));
      await chooseFromMenu(workbench.page, 'Open as Session Journal');
      await journal.noticeSays(/^products\.jsonl/);
      await rm(path);
      await mkdir(path);
      await journal.notice.getByText('This is a folder or a device, not a file.').waitFor();
      await workbench.screenshot('hard 7 folder');
      await isResponsive();
    });

    it('a file without permission to read it', async function () {
      if (process.platform === 'win32' || process.getuid?.() === 0) this.skip();
      const path = join(folder, 'secret.trace.jsonl');
      await writeFile(path, `${hostileLine(0, 'session.start', '{}')}\n`);
      await chmod(path, 0);
      await opens('secret.trace.jsonl');
      await journal.notice.getByText(/You have no permission to read the file/).waitFor();
      await workbench.screenshot('hard 8 no permission');
      await isResponsive();
    });
  });

  /** Opens a file that has just been written. */
  async function opens(name: string): Promise<void> {
    await workbench.runCommand('View: Show Explorer');
    await workbench.explorerRow(name).waitFor();
    await restHand(workbench.page);
    await workbench.openFile(name);
  }

  /** A person who asks for the palette gets it, soon. */
  async function isResponsive(): Promise<void> {
    const { page } = workbench;
    const started = Date.now();
    await page.keyboard.press('F1');
    await inputBox(page).waitFor();
    await page.keyboard.type('toggle panel');
    await page
      .locator('.quick-input-list .monaco-list-row', { hasText: 'View: Toggle Panel' })
      .first()
      .waitFor();
    const took = Date.now() - started;
    await page.keyboard.press('Escape');
    await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
    assert.ok(took < 5_000, `the command palette took ${took} ms`);
    assert.equal(await workbench.dialog().count(), 0);
  }
});

/** Nothing that a person reads holds a character that turns other text around: neither texts nor their tooltips. */
async function nothingIsTurned(root: Locator): Promise<void> {
  const shown = await root.evaluate((element: PageElement) => [
    element.innerText,
    ...Array.from(element.querySelectorAll('[title], [aria-label]'), (each) =>
      [each.getAttribute('title'), each.getAttribute('aria-label')].join('\n'),
    ),
  ]);
  const turned = shown.filter((text) => /[\u202a-\u202e\u2066-\u2069]/.test(text));
  assert.deepEqual(turned, []);
}

interface PageElement {
  readonly innerText: string;
  getAttribute(name: string): string | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
}
