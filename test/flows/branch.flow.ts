// Step 5 of what a person does: branches from an event, knowing what that does not undo.
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  chooseFromMenu,
  closeWindow,
  inputBox,
  inputMessage,
  openContextMenu,
  openNotifications,
  stepByStep,
} from './gestures.ts';
import { cli, Journal, oneLine } from './journal.ts';
import { copySamples, openWorkbench, screenshotOnFailure, type Workbench } from './workbench.ts';

const RECORD = 'session.retry.branch.json';

describe('branching', () => {
  let workbench: Workbench;
  let journal: Journal;
  let folder: string;
  let parent: string;
  let parentBytes: Buffer;
  let filesBefore: string[];
  before(async () => {
    folder = await copySamples();
    parent = join(folder, 'session.trace.jsonl');
    parentBytes = await readFile(parent);
    filesBefore = (await readdir(folder)).sort();
    workbench = await openWorkbench({ folder });
    journal = new Journal(workbench);
  });
  after(() => closeWindow(workbench));
  afterEach('the parent is as it was', async () => assert.ok((await readFile(parent)).equals(parentBytes)));
  stepByStep();
  screenshotOnFailure(() => workbench);

  it('asks for a name and offers one', async () => {
    await workbench.openFile('session.trace.jsonl');
    await journal.cursorAt(0);
    await openContextMenu(workbench.page, journal.row(9));
    await workbench.screenshot('branch 1 menu');
    await chooseFromMenu(workbench.page, 'Branch from Here…');
    await inputBox(workbench.page).waitFor();
    await workbench.screenshot('branch 2 name');
    assert.equal(await inputBox(workbench.page).inputValue(), 'branch-at-9');
    assert.equal(await workbench.page.locator('.quick-input-title').innerText(), 'Branch from #9');
  });

  it('refuses names that are no part of a file name while they are typed', async () => {
    const { keyboard } = workbench.page;
    for (const [name, refusal] of [
      ['../escape', /letters, digits, dots, hyphens and underscores/],
      ['con', /reserved by Windows/],
      ['x'.repeat(101), /longer than 100 characters/],
      [' ', /Give the branch an id/],
    ] as const) {
      await keyboard.press('Control+A');
      await keyboard.type(name);
      await inputMessage(workbench.page).filter({ hasText: refusal }).waitFor();
      if (name === '../escape') await workbench.screenshot('branch 3 refused');
      await keyboard.press('Enter');
      assert.ok(await inputBox(workbench.page).isVisible(), `“${name}” is not accepted`);
    }
    await keyboard.press('Control+A');
    await keyboard.type('retry');
    await inputMessage(workbench.page).filter({ hasText: 'Name of the branch' }).waitFor();
  });

  it('warns of the files that stay as they are', async () => {
    await workbench.page.keyboard.press('Enter');
    await workbench.dialog().waitFor();
    await workbench.screenshot('branch 4 warning');
    const text = oneLine(await workbench.dialog().innerText());
    assert.match(text, /Branch from #9\? File effects in the workspace are not rolled back\./);
    assert.match(text, /“retry” inherits the conversation of 10 events/);
    assert.match(text, /src\/pages\.ts \(#13, #14\) test\/pages\.test\.ts \(#28, #29\)/);
    assert.ok(text.includes(`${RECORD} will be written beside the journal.`), text);
    assert.deepEqual((await readdir(folder)).sort(), filesBefore, 'nothing is written yet');
  });

  it('writes the record that the command line would write', async () => {
    await workbench.page.getByRole('button', { name: 'Create Branch Record' }).click();
    await workbench.dialog().waitFor({ state: 'hidden' });
    await workbench.explorerRow(RECORD).waitFor();
    assert.deepEqual((await readdir(folder)).sort(), [...filesBefore, RECORD].sort());
    const { context, ...lineage } = record(await readFile(join(folder, RECORD), 'utf8'));
    const elsewhere = await mkdtemp(join(tmpdir(), 'journal-record-'));
    const other = join(elsewhere, 'record.json');
    await cli('branch', parent, '--at', '9', '--id', 'retry', '--out', other);
    const { context: otherContext, ...otherLineage } = record(await readFile(other, 'utf8'));
    await rm(elsewhere, { recursive: true });
    assert.deepEqual(lineage, otherLineage);
    assert.deepEqual(Object.keys(lineage), [
      'branch_id',
      'parent_session_id',
      'parent_run_id',
      'fork_sequence',
      'inherited_event_ids',
      'parent_fingerprint',
    ]);
    assert.deepEqual(withoutTime(context), withoutTime(otherContext));
    assert.match(
      await cli('verify-branch', join(folder, RECORD)),
      /^verified: .* exactly the inherited events 0 to 9/,
    );
  });

  it('offers to open the record', async () => {
    const notifications = await openNotifications(workbench.page);
    const created = notifications.filter({ hasText: `Created ${RECORD}.` });
    await created.waitFor();
    await workbench.screenshot('branch 5 notification');
    await created.getByRole('button', { name: 'Open Record' }).click();
    await workbench.tab(RECORD).waitFor();
    await workbench.page.locator('.editor-instance .view-line', { hasText: '"branch_id"' }).waitFor();
    await workbench.screenshot('branch 6 record');
  });

  it('refuses the same name again', async () => {
    await workbench.tab('session.trace.jsonl').click();
    await journal.cursorAt(9);
    await openContextMenu(workbench.page, journal.row(9));
    await chooseFromMenu(workbench.page, 'Branch from Here…');
    await inputBox(workbench.page).fill('retry');
    await inputMessage(workbench.page)
      .filter({ hasText: `${RECORD} exists already` })
      .waitFor();
    await workbench.screenshot('branch 7 taken');
    await workbench.page.keyboard.press('Enter');
    assert.ok(await inputBox(workbench.page).isVisible());
    assert.equal(await workbench.dialog().count(), 0);
  });

  it('writes nothing when the name or the warning is cancelled', async () => {
    const { keyboard } = workbench.page;
    const files = (await readdir(folder)).sort();
    await keyboard.press('Escape');
    await inputBox(workbench.page).waitFor({ state: 'hidden' });

    // The second time by the keyboard alone.
    await journal.row(9).click();
    await keyboard.press('Control+Shift+Enter');
    await inputBox(workbench.page).waitFor();
    await keyboard.press('Enter');
    await workbench.dialog().waitFor();
    await workbench.dialog().getByRole('button', { name: 'Cancel' }).click();
    await workbench.dialog().waitFor({ state: 'hidden' });
    await workbench.runCommand('View: Show Explorer');
    assert.deepEqual((await readdir(folder)).sort(), files);
  });

  it('refuses to branch beyond a fault, and says why', async () => {
    await workbench.openFile('broken.trace.jsonl');
    await journal.cursorAt(0);
    await openContextMenu(workbench.page, journal.row(14));
    await chooseFromMenu(workbench.page, 'Branch from Here…');
    const refusal = (await openNotifications(workbench.page)).filter({ hasText: 'No branch here' });
    await refusal.waitFor();
    await workbench.screenshot('branch 8 beyond a fault');
    assert.match(oneLine(await refusal.innerText()), /Line 7: Parent “evt-777” is nowhere in this journal/);
    assert.deepEqual(workbench.uncaught, []);
  });
});

/** A branch record as it was written. */
function record(text: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(text);
  assert.ok(isObject(value));
  return value;
}

function withoutTime(context: unknown): Readonly<Record<string, unknown>> {
  assert.ok(isObject(context));
  const { created_at, ...others } = context;
  assert.match(String(created_at), /^\d{4}-\d\d-\d\dT/);
  return others;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
