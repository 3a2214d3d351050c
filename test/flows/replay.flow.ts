// Step 3 of what a person does: reads the state of a session as it stood at an event.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { SAMPLES } from '../host/paths.mjs';
import { chooseFromMenu, closeWindow, openContextMenu, restHand, stepByStep } from './gestures.ts';
import { clipboard, fingerprint, Journal } from './journal.ts';
import { copySamples, openWorkbench, screenshotOnFailure, type Workbench } from './workbench.ts';

const GOOD = join(SAMPLES, 'session.trace.jsonl');

describe('replaying', () => {
  let workbench: Workbench;
  let journal: Journal;
  before(async () => {
    workbench = await openWorkbench({ folder: await copySamples() });
    journal = new Journal(workbench);
  });
  after(() => closeWindow(workbench));
  stepByStep();
  screenshotOnFailure(() => workbench);

  it('invites to open a journal while none is open', async () => {
    await journal.showReplay();
    await journal.replayView.getByText('Open the journal of an agent session').waitFor();
    await workbench.screenshot('replay 1 welcome');
  });

  it('shows the state at the first event when a journal opens', async () => {
    await workbench.quickOpen('session.trace.jsonl');
    await journal.cursorAt(0);
    await journal.replayShows('Applied events: 1 of 35');
    await workbench.screenshot('replay 2 first event');
    await journal.replayIs([
      'User messages: 0',
      'Assistant messages: 0',
      'Tool calls: 0',
      'Stop state: not stopped',
      'Applied events: 1 of 35',
      `Fingerprint: ${(await fingerprint(GOOD, 0)).slice(0, 16)}`,
    ]);
  });

  it('follows the cursor', async () => {
    const { keyboard } = workbench.page;
    await journal.row(4).click();
    await journal.replayShows('Applied events: 5 of 35');
    await journal.replayShows('search: #4 no result yet');
    await workbench.screenshot('replay 3 tool call');

    await journal.row(18).click();
    await journal.replayShows('Applied events: 19 of 35');
    await workbench.screenshot('replay 4 failed tool');
    await journal.replayIs([
      'User messages: 1',
      '  The last page of the product list is missing one product. Find out why and fix it, please 🙏: #1',
      'Assistant messages: 3',
      '  I will look at how pages are counted.: #3',
      '  `Math.floor` drops the last, partly filled page. It must be `Math.ceil`.: #9',
      '  (empty message): #16',
      'Tool calls: 4',
      '  search: #4 ok',
      '  read_file: #5 ok',
      '  replace_text: #10 ok',
      '  run_tests: #17 failed',
      'Stop state: not stopped',
      'Applied events: 19 of 35',
      `Fingerprint: ${(await fingerprint(GOOD, 18)).slice(0, 16)}`,
    ]);

    await keyboard.press('ArrowUp');
    await journal.replayShows('run_tests: #17 no result yet');
    await keyboard.press('End');
    await journal.replayShows('Applied events: 35 of 35');
    await journal.replayShows('Stop state: completed');
    await journal.replayShows(`Fingerprint: ${(await fingerprint(GOOD)).slice(0, 16)}`);
    await workbench.screenshot('replay 5 end');
  });

  it('shows the arguments and the result of a tool call', async () => {
    await journal.row(18).click();
    await journal.replayShows('Applied events: 19 of 35');
    await restHand(workbench.page);
    await journal.replayItem('run_tests').locator('.monaco-tl-twistie').click();
    await journal.replayShows('Arguments: {"filter":"pages"}:');
    await workbench.screenshot('replay 6 unfolded');
    await journal.replayShows('Result: 1 of 7 tests failed: pageCount(0, 10) is 0, expected 1: #18');
  });

  it('shows the event of a clicked item and stays where it is', async () => {
    await restHand(workbench.page);
    await journal.replayItem('read_file').click();
    await journal.cursorAt(5);
    await workbench.screenshot('replay 7 clicked item');
    await journal.replayShows('Applied events: 19 of 35');
  });

  it('goes to an event of the list: Replay to Here', async () => {
    await workbench.runCommand('View: Show Explorer');
    await journal.replayView.waitFor({ state: 'hidden' });
    const entries = await openContextMenu(workbench.page, journal.row(9));
    await workbench.screenshot('replay 8 row menu');
    assert.deepEqual(entries, ['Replay to Here', 'Branch from Here…', 'Copy Fingerprint', 'Open as Text']);
    await chooseFromMenu(workbench.page, 'Replay to Here');
    await journal.replayView.waitFor();
    await journal.cursorAt(9);
    await journal.replayShows('Applied events: 10 of 35');
    await journal.replayShows(`Fingerprint: ${(await fingerprint(GOOD, 9)).slice(0, 16)}`);
    await workbench.screenshot('replay 9 from the list');
  });

  it('goes to an event of the tree: Replay to Here', async () => {
    const entries = await openContextMenu(workbench.page, journal.replayItem('search'));
    await workbench.screenshot('replay 10 tree menu');
    assert.deepEqual(entries, ['Replay to Here', 'Branch from Here…']);
    await chooseFromMenu(workbench.page, 'Replay to Here');
    await journal.replayShows('Applied events: 5 of 35');
    await journal.replayShows(`Fingerprint: ${(await fingerprint(GOOD, 4)).slice(0, 16)}`);
    await journal.cursorAt(4);
    await workbench.screenshot('replay 11 from the tree');
  });

  it('copies the fingerprint of what is replayed', async () => {
    await openContextMenu(workbench.page, journal.replayItem('Fingerprint'));
    await chooseFromMenu(workbench.page, 'Copy Fingerprint');
    await workbench.statusBarItem('Copied the fingerprint of the events through #4').waitFor();
    assert.equal(await clipboard(workbench), await fingerprint(GOOD, 4));
  });

  it('goes to a line of the text editor: Replay to Here', async () => {
    const { page } = workbench;
    await journal.page.getByRole('button', { name: 'Open as Text' }).click();
    const line = page.locator('.editor-instance .view-line', { hasText: '"event_id":"evt-012"' });
    await line.waitFor();
    await workbench.runCommand('View: Show Explorer');
    await journal.replayView.waitFor({ state: 'hidden' });
    const entries = await openContextMenu(page, line, { x: 200, y: 8 });
    await workbench.screenshot('replay 12 text menu');
    assert.ok(entries.includes('Replay to Here') && entries.includes('Branch from Here…'), entries.join());
    await chooseFromMenu(page, 'Replay to Here');
    await journal.replayView.waitFor();
    await journal.replayShows('Applied events: 13 of 35');
    await journal.replayShows(`Fingerprint: ${(await fingerprint(GOOD, 12)).slice(0, 16)}`);
    await workbench.screenshot('replay 13 from the text');
    assert.ok(await line.isVisible(), 'the text editor stays');
    await workbench.tab('session.trace.jsonl').first().click();
    await journal.cursorAt(12);
    assert.deepEqual(workbench.uncaught, []);
  });
});
