// What a person does to record an observation in the journal itself: allowed by a setting, explained, and confirmed.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { closeWindow, openNotifications, stepByStep } from './gestures.ts';
import { cli, Journal, oneLine } from './journal.ts';
import { copySamples, openWorkbench, screenshotOnFailure, type Workbench } from './workbench.ts';

describe('appending an observation', () => {
  let workbench: Workbench;
  let journal: Journal;
  let file: string;
  let was: Buffer;
  before(async () => {
    const folder = await copySamples();
    file = join(folder, 'session.trace.jsonl');
    was = await readFile(file);
    workbench = await openWorkbench({ folder, settings: { 'sessionJournal.allowAppend': true } });
    journal = new Journal(workbench);
  });
  after(() => closeWindow(workbench));
  stepByStep();
  screenshotOnFailure(() => workbench);

  it('asks what to record, and says what it does', async () => {
    await workbench.openFile('session.trace.jsonl');
    await journal.row(9).click();
    await journal.cursorAt(9);
    await workbench.runCommand('Session Journal: Append Observation…');
    const choice = workbench.page.locator('.quick-input-list .monaco-list-row', { hasText: 'A Replay' });
    await choice.waitFor();
    await workbench.screenshot('append 1 choice');
    await choice.click();
    await workbench.dialog().waitFor();
    await workbench.screenshot('append 2 confirm');
    assert.match(oneLine(await workbench.dialog().innerText()), /cannot be taken away again/);
    assert.ok((await readFile(file)).equals(was), 'nothing is written yet');
  });

  it('appends one event, which the open journal shows', async () => {
    await workbench.page.getByRole('button', { name: 'Append', exact: true }).click();
    const recorded = (await openNotifications(workbench.page)).filter({ hasText: 'Recorded in' });
    await recorded.waitFor();
    await workbench.screenshot('append 3 recorded');
    const now = await readFile(file);
    assert.ok(now.subarray(0, was.length).equals(was));
    const [added = '', ...more] = now.subarray(was.length).toString().split('\n');
    assert.deepEqual(more, ['']);
    assert.match(added, /"type":"session.replay".*"applied_events":10,/);
    assert.match(await cli('validate', file), /0 errors, 0 warnings/);
    const rows = was.toString().split('\n').length;
    await journal.row(rows - 1).waitFor({ state: 'attached' });
  });
});
