// A journal that is written while a person looks at it: read on, kept in place, never a row lost or twice. It lies outside
// the folder of the window and has 30 MB; with `LIVE=300` it has as many, grows longer, and every row is looked at.
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { appendFile, copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventOf, journalOf, RARE_WORD } from '../bench/journals.mjs';
import { ROOT } from '../host/paths.mjs';
import { temporaryFolder } from '../host/temporary.mjs';
import { watchFrames, type FrameTimes } from './frames.ts';
import { closeWindow, eventually, stepByStep } from './gestures.ts';
import { fingerprint, Journal } from './journal.ts';
import { eventsOnShow, listState, rowsOnShow } from './rowsOnShow.ts';
import { copySamples, openWorkbench, screenshotOnFailure, type Workbench } from './workbench.ts';

const LIVE = Number(process.env['LIVE'] ?? 0);
const MEGABYTES = LIVE || 30;
const PER_SECOND = 1000;
/** How long each of the two times that the journal grows lasts. */
const SECONDS = LIVE ? 20 : 4;
/** How far is paged to look at what came; two pages at once show every row. */
const PAGES = LIVE ? 2 : 20;
/** A frame of the page that takes longer is a fault on any machine. What was seen is printed. */
const LONGEST_FRAME_MS = 1000;
/** One note: that the session has not stopped. A record lost or twice would be a further problem. */
const PROBLEMS = '1';
/** The engine of a journal that nobody looks at ends after five seconds. */
const ENGINE_ENDS_MS = 6000;
const APPENDER = join(ROOT, 'test', 'bench', 'appender.mjs');

describe('a journal that grows', function () {
  this.timeout(120_000 + LIVE * 2000);
  let workbench: Workbench;
  let journal: Journal;
  let path: string;
  /** Events in the file. */
  let events: number;
  before(async () => {
    path = join(temporaryFolder('journal-growing-'), 'growing.trace.jsonl');
    await copyFile(await journalOf(MEGABYTES), path);
    events = await lineFeeds(path);
    // No call is left open, or that would be a problem too.
    for (; events % 5 !== 0; events++) await appendFile(path, `${JSON.stringify(eventOf(events, 'text'))}\n`);
    workbench = await openWorkbench({ folder: await copySamples() });
    journal = new Journal(workbench);
    // What opens first in a window waits for more than its file.
    await workbench.openFile('session.trace.jsonl');
    await journal.whenShown();
  });
  after(() => closeWindow(workbench));
  stepByStep();
  screenshotOnFailure(() => workbench);

  it('opens before it is read', async () => {
    const started = performance.now();
    await workbench.quickOpen(path);
    await journal.page.locator('.row[data-row="20"]:not(.missing)').waitFor({ state: 'attached' });
    const first = performance.now() - started;
    await workbench.screenshot('growing 1 first rows');
    await eventually(async () => assert.equal(await journal.fact('Events'), grouped(events)));
    assert.equal(await journal.fact('Problems'), PROBLEMS);
    say(`first rows after ${ms(first)}, all rows after ${ms(performance.now() - started)}`);
  });

  it('is scrolled to its last row', async () => {
    await focusList(journal);
    await workbench.page.keyboard.press('End');
    await journal.cursorAt(events - 1);
    await eventsOnShow(journal);
    await workbench.screenshot('growing 2 end');
  });

  it('is searched to its last record', async () => {
    await workbench.page.keyboard.press('Control+F');
    const started = performance.now();
    await workbench.page.keyboard.type(RARE_WORD);
    await journal.page.locator('.search-count').filter({ hasText: '1 found' }).waitFor({ timeout: 60_000 });
    say(`found after ${ms(performance.now() - started)}`);
    await workbench.page.keyboard.press('Enter');
    await eventually(async () => assert.match(await journal.details.innerText(), new RegExp(RARE_WORD)));
    await workbench.screenshot('growing 3 found');
    await workbench.page.keyboard.press('Escape');
  });

  it('is replayed to the event that was found', async () => {
    await journal.showReplay();
    await replayedThrough(journal, await journal.cursorRow());
    await workbench.screenshot('growing 4 replayed');
  });

  it('stays at its end while it grows', async () => {
    await focusList(journal);
    await workbench.page.keyboard.press('End');
    await journal.cursorAt(events - 1);
    const frames = await watchFrames(journal.page.locator('.list'));
    const appending = startAppending(path, events);
    let behind = 0;
    for (let looks = 0; appending.exitCode === null; looks++) {
      await workbench.page.waitForTimeout(250);
      if (looks === 8) await workbench.screenshot('growing 5 at the end');
      const { rows, cursor } = await listState(journal);
      // The view goes on when the rows are there.
      behind = Math.max(behind, rows - 1 - cursor);
    }
    say(`the cursor was at most ${behind} rows behind the last one`);
    assert.ok(behind < 5 * PER_SECOND);
    events += PER_SECOND * SECONDS;
    await assertGrown(journal, path, events);
    await journal.cursorAt(events - 1);
    assertSmooth('at the end', await frames());
    await replayedThrough(journal, events - 1);
    await eventsOnShow(journal);
    await workbench.screenshot('growing 6 grown at the end');
  });

  it('keeps its place while it grows', async () => {
    const { keyboard, mouse } = workbench.page;
    await focusList(journal);
    await keyboard.press('Home');
    await keyboard.press('PageDown');
    await journal.row(0).waitFor();
    const cursor = await journal.cursorRow();
    const before = await eventsOnShow(journal);
    const frames = await watchFrames(journal.page.locator('.list'));
    const appending = startAppending(path, events);
    await workbench.page.waitForTimeout((SECONDS * 1000) / 2);
    assert.deepEqual(await rowsOnShow(journal), before);
    assert.equal(await journal.cursorRow(), cursor);
    await workbench.screenshot('growing 7 in its place');

    // A person goes on working meanwhile.
    await keyboard.press('ArrowDown');
    await journal.cursorAt(cursor + 1);
    await replayedThrough(journal, cursor + 1);
    await journal.row(cursor + 1).hover();
    while (appending.exitCode === null) {
      await mouse.wheel(0, 300);
      await workbench.page.waitForTimeout(100);
    }
    events += PER_SECOND * SECONDS;
    await assertGrown(journal, path, events);
    assertSmooth('in its place', await frames());
    await eventsOnShow(journal);
    await workbench.screenshot('growing 8 scrolled meanwhile');
  });

  it('shows what came, each row once', async () => {
    const { keyboard } = workbench.page;
    await focusList(journal);
    await keyboard.press('End');
    await journal.cursorAt(events - 1);
    const from = events - 2 * PER_SECOND * SECONDS;
    const seen = new Set<number>();
    for (let first = events; first > from;) {
      const rows = (await eventsOnShow(journal)).map(({ row }) => row);
      for (const row of rows) seen.add(row);
      first = rows[0] ?? 0;
      for (let page = 0; page < PAGES; page++) await keyboard.press('PageUp');
    }
    say(`${seen.size} rows were looked at`);
    if (LIVE) for (let row = from; row < events; row++) assert.ok(seen.has(row), `row ${row} was on show`);
  });

  it('has grown when it is opened again, and is all there', async () => {
    await workbench.runCommand('View: Close All Editors');
    await workbench.page.waitForTimeout(ENGINE_ENDS_MS);
    await finished(startAppending(path, events));
    events += PER_SECOND * SECONDS;
    const started = performance.now();
    await workbench.quickOpen(path);
    await journal.whenShown();
    const { rows, cursor } = await listState(journal);
    await workbench.screenshot('growing 9 opened again');
    say(`${grouped(rows)} rows were there after ${ms(performance.now() - started)}`);
    assert.equal(cursor, 0);
    await assertGrown(journal, path, events);
    await focusList(journal);
    await workbench.page.keyboard.press('End');
    await journal.cursorAt(events - 1);
    await replayedThrough(journal, events - 1);
    assert.deepEqual(workbench.uncaught, []);
  });
});

async function focusList(journal: Journal): Promise<void> {
  await journal.page.locator('.list').focus();
}

/** Waits until the Replay view tells of that state. Its lists are long; what stands below them is not drawn. */
async function replayedThrough(journal: Journal, sequence: number): Promise<void> {
  await journal.replayView.getByText(`replayed through #${sequence}.`).waitFor();
}

function startAppending(path: string, from: number): ChildProcess {
  const numbers = [from, PER_SECOND * SECONDS, PER_SECOND].map(String);
  return spawn(process.execPath, [APPENDER, path, ...numbers], { stdio: 'inherit' });
}

async function finished(process: ChildProcess): Promise<void> {
  while (process.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 50));
}

/** The journal on the page is the file: as many events, nothing wrong with them, the same bytes. */
async function assertGrown(journal: Journal, path: string, events: number): Promise<void> {
  assert.equal(await lineFeeds(path), events);
  await eventually(async () => assert.equal(await journal.fact('Events'), grouped(events)));
  assert.equal(await journal.fact('Problems'), PROBLEMS);
  assert.equal(await journal.fact('Fingerprint'), (await fingerprint(path)).slice(0, 12));
}

function assertSmooth(when: string, { frames, median, most, longest, above200, waiting }: FrameTimes): void {
  say(
    `frames ${when}: ${frames}, median ${ms(median)}, 99 of 100 below ${ms(most)}, longest ${ms(longest)}, ` +
      `${above200} above 200 ms, ${waiting.toFixed(0)} of 100 with rows on their way`,
  );
  assert.ok(longest < LONGEST_FRAME_MS, `a frame took ${ms(longest)}`);
}

async function lineFeeds(path: string): Promise<number> {
  let count = 0;
  for await (const chunk of createReadStream(path)) {
    assert.ok(Buffer.isBuffer(chunk));
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) count += 1;
  }
  return count;
}

function grouped(count: number): string {
  return count.toLocaleString('en');
}

function ms(milliseconds: number): string {
  return `${milliseconds.toFixed(0)} ms`;
}

function say(line: string): void {
  console.log(`      ${line}`);
}
