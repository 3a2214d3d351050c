// Step 4 of what a person does: finds out what is wrong with a journal, and where.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { SAMPLES } from '../host/paths.mjs';
import { closeWindow, stepByStep } from './gestures.ts';
import { fingerprint, Journal, oneLine } from './journal.ts';
import { copySamples, openWorkbench, screenshotOnFailure, type Workbench } from './workbench.ts';

const BROKEN = join(SAMPLES, 'broken.trace.jsonl');

/** Every fault of the sample in the panel's order: its code, its line, and the text that the place must stand at. */
const FAULTS: readonly (readonly [code: string, line: number, text: string])[] = [
  ['record-torn', 5, '{"trace_version"'],
  ['parent-unknown', 7, '"evt-777"'],
  ['records-glued', 9, '{"trace_version":"0.1.0","event_id":"evt-007"'],
  ['sequence-gap', 10, '9,"timestamp"'],
  ['event-id-conflict', 11, '"evt-003"'],
  ['session-mixed', 12, '"session-other"'],
  ['parent-future', 13, '"evt-013"'],
  ['event-type-unknown', 14, '"model.answer"'],
  ['json-invalid', 15, '}'],
  ['schema', 16, '-5'],
  ['unknown-field', 4, '"mood"'],
  ['event-id-retry', 8, '"evt-005"'],
  ['timestamp-backward', 13, '"2026-09-14T09:12:00Z"'],
  ['event-after-stop', 17, '"tool.result"'],
];

/** The other places that faults name. */
const RELATED: readonly (readonly [text: string, line: number, at: string])[] = [
  ['First delivered here (sequence 3)', 4, '"evt-003"'],
  ['The journal begins here', 1, '"session-broken"'],
];

const STOP = 'Replay stops after sequence 4, at line 7: Parent “evt-777” is nowhere in this journal.';

describe('what is wrong', () => {
  let workbench: Workbench;
  let journal: Journal;
  let lines: string[];
  before(async () => {
    lines = (await readFile(BROKEN, 'utf8')).split('\n');
    workbench = await openWorkbench({ folder: await copySamples() });
    journal = new Journal(workbench);
  });
  after(() => closeWindow(workbench));
  stepByStep();
  screenshotOnFailure(() => workbench);

  it('is counted, marked in the list, and said where the replay stops', async () => {
    await workbench.openFile('broken.trace.jsonl');
    await journal.cursorAt(0);
    await workbench.screenshot('problems 1 list');
    assert.equal(await journal.fact('Events'), '16 2 damaged lines');
    assert.equal(await journal.fact('Problems'), '10 4');
    assert.equal(oneLine(await journal.banner.locator('.banner-text').innerText()), STOP);
    const marks = await Promise.all(Array.from({ length: 18 }, (_, row) => mark(row)));
    assert.equal(marks.join(''), '...we.ew.eeeeeeeew', 'one mark a row: an error, a warning, or none');
  });

  it('is listed in the Problems panel with the exact places', async () => {
    const rows = await workbench.problemsRows();
    await workbench.screenshot('problems 2 panel');
    await panelButton('Maximize Panel').click();
    await rows.filter({ hasText: 'event-after-stop' }).waitFor();
    await workbench.screenshot('problems 3 panel maximized');
    const shown = (await rows.allInnerTexts()).map(oneLine);
    const faults = shown.filter((text) => text.includes('Session Journal'));
    assert.deepEqual(
      faults.map((text) => /Session Journal (\S+) (\[.*\])$/.exec(text)?.slice(1).join(' ')),
      FAULTS.map(([code, line, text]) => `${code} ${place(line, text)}`),
    );
    for (const [text, line, at] of RELATED)
      assert.ok(
        shown.some((row) => row.includes(place(line, at)) && row.endsWith(text)),
        `${text} ${place(line, at)} in\n${shown.join('\n')}`,
      );
  });

  it('is shown in the editor after a click on its code', async () => {
    await panelButton('Restore Panel').click();
    const rows = await workbench.problemsRows();
    await rows.locator('.marker-code', { hasText: 'session-mixed' }).click();
    await journal.cursorAt(12);
    await workbench.screenshot('problems 4 code link');
    assert.match(await journal.details.innerText(), /Another session begins/);
    await journal.page.locator('.list:focus').waitFor();
  });

  it('leads to the other place involved', async () => {
    await journal.details.getByRole('button', { name: 'Line 1' }).click();
    await journal.cursorAt(0);
    await workbench.screenshot('problems 5 related');
  });

  it('is walked with F8 and Shift+F8', async () => {
    const { keyboard } = workbench.page;
    await workbench.runCommand('View: Hide Panel');
    await journal.row(0).click();
    const walk = [3, 4, 6, 7, 9, 10, 11, 12, 13, 14, 15, 16, 17, 3];
    for (const row of walk) {
      await keyboard.press('F8');
      await journal.cursorAt(row);
    }
    await workbench.screenshot('problems 6 F8');
    for (const row of walk.slice(0, -1).reverse()) {
      await keyboard.press('Shift+F8');
      await journal.cursorAt(row);
    }
  });

  it('stops the replay before the fault, and says so', async () => {
    await journal.showReplay();
    await journal.row(5).click();
    await journal.replayShows('Applied events: 5 of 16');
    await journal.row(14).click();
    await journal.replayShows(`${STOP}:`);
    await workbench.screenshot('problems 7 replay');
    await journal.replayIs([
      `${STOP}:`,
      'User messages: 1',
      '  Rename the function total() to sum().: #1',
      'Assistant messages: 1',
      '  I will rename it.: #3',
      'Tool calls: 1',
      '  replace_text: #4 no result yet',
      'Stop state: not stopped',
      'Applied events: 5 of 16',
      `Fingerprint: ${(await fingerprint(BROKEN, 4)).slice(0, 16)}`,
    ]);
    await journal.banner.getByRole('button', { name: 'Go to Fault' }).click();
    await journal.cursorAt(6);
    await workbench.screenshot('problems 8 fault');
  });

  it('goes away with the editor', async () => {
    await workbench.runCommand('View: Close Editor');
    await workbench.page
      .locator('.statusbar-item[id="status.problems"]', { hasText: /^\s*0\s*0\s*$/ })
      .waitFor();
    assert.deepEqual(workbench.uncaught, []);
  });

  function panelButton(label: string): Locator {
    return workbench.page.locator(`.part.panel .action-label[aria-label^="${label}"]`);
  }

  /** `e`, `w` or `i` for the mark of a row, `.` for none. */
  async function mark(row: number): Promise<string> {
    const words = journal.row(row).locator('.mark .visually-hidden');
    return (await words.count()) === 0 ? '.' : (await words.innerText()).slice(0, 1);
  }

  /** Where a text stands, as the panel writes it. */
  function place(line: number, text: string): string {
    const column = lines[line - 1]?.indexOf(text) ?? -1;
    assert.ok(column >= 0, `${text} in line ${line}`);
    return `[Ln ${line}, Col ${column + 1}]`;
  }
});
