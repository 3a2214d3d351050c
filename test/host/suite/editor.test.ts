import assert from 'node:assert/strict';
import { appendFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { COMMANDS, EDITOR_ID } from '../../../src/extension/ids.ts';
import {
  activeInput,
  api,
  closeAll,
  eventually,
  GOOD_LINES,
  lines,
  openJournal,
  sample,
  temporaryFolder,
} from './support.ts';

describe('the editor', () => {
  const folder = temporaryFolder();
  afterEach(closeAll);

  it('opens *.trace.jsonl by default', async () => {
    await vscode.commands.executeCommand('vscode.open', sample('session.trace.jsonl'));
    const input = await eventually(() => {
      const found = activeInput();
      assert.ok(found instanceof vscode.TabInputCustom, 'a custom editor');
      return found;
    });
    assert.equal(input.viewType, EDITOR_ID);
    const { sessions } = await api();
    const session = sessions.get(input.uri);
    assert.ok(session && session === sessions.active);
    const snapshot = await session.whenSettled();
    assert.equal(snapshot.state.kind, 'ready');
    assert.equal(snapshot.totals.error, 0);
    assert.ok(snapshot.events > 5);
  });

  it('leaves other .jsonl files to the text editor, and opens them when asked', async () => {
    const uri = await folder.file('data.jsonl', lines(...GOOD_LINES));
    await vscode.commands.executeCommand('vscode.open', uri);
    await eventually(() => assert.equal(activeInput() instanceof vscode.TabInputText, true));
    await vscode.commands.executeCommand(COMMANDS.openAsJournal, uri);
    await eventually(() => assert.equal(activeInput() instanceof vscode.TabInputCustom, true));
    const session = (await api()).sessions.get(uri);
    assert.equal((await session?.whenSettled())?.events, GOOD_LINES.length);
  });

  it('opens as text at the line of the cursor', async () => {
    const session = await openJournal(sample('session.trace.jsonl'));
    session.moveCursor(3, 'command');
    await vscode.commands.executeCommand(COMMANDS.openAsText);
    const editor = await eventually(() => {
      const found = vscode.window.activeTextEditor;
      assert.equal(found?.document.uri.toString(), session.key);
      return found;
    });
    await eventually(() => assert.equal(editor.selection.active.line, 3));
  });

  it('keeps diffs as text', async () => {
    const left = await folder.file('left.trace.jsonl', lines(...GOOD_LINES.slice(0, 3)));
    const right = await folder.file('right.trace.jsonl', lines(...GOOD_LINES));
    await vscode.commands.executeCommand('vscode.diff', left, right, 'what was appended');
    await eventually(() => assert.equal(activeInput() instanceof vscode.TabInputTextDiff, true));
    const { sessions } = await api();
    assert.equal(sessions.get(right), undefined);
  });

  it('is one session however many editors show the file, and none when all are closed', async () => {
    const session = await openJournal(sample('session.trace.jsonl'));
    await vscode.commands.executeCommand('workbench.action.splitEditor');
    await eventually(() => assert.equal(vscode.window.tabGroups.all.length, 2));
    const { sessions } = await api();
    assert.deepEqual(sessions.all, [session]);
    await closeAll();
    await eventually(() => assert.deepEqual(sessions.all, []));
    assert.equal(session.closed, true);
  });

  it('tells when the file was rewritten, not when it grew', async () => {
    const uri = await folder.file('rewritten.trace.jsonl', lines(...GOOD_LINES.slice(0, 4)));
    const session = await openJournal(uri);
    const codes = async () =>
      (await session.engine.call('violations', { limit: 100 })).map(({ violation }) => violation.code);
    await folder.file('rewritten.trace.jsonl', lines(...GOOD_LINES));
    await eventually(() => assert.equal(session.snapshot.events, GOOD_LINES.length));
    assert.ok(!(await codes()).includes('history-rewritten'));
    await folder.file('rewritten.trace.jsonl', lines(...GOOD_LINES.slice(0, 3)));
    await eventually(() => assert.equal(session.snapshot.events, 3));
    assert.ok((await codes()).includes('history-rewritten'));
  });

  it('reads on when the file grows on disk, and keeps the cursor', async () => {
    const uri = await folder.file('growing.trace.jsonl', lines(...GOOD_LINES.slice(0, 4)));
    const session = await openJournal(uri);
    session.moveCursor(2, 'command');
    const { generation } = session.snapshot;
    await appendFile(uri.fsPath, lines(...GOOD_LINES.slice(4)));
    await eventually(() => assert.equal(session.snapshot.events, GOOD_LINES.length));
    assert.equal(session.snapshot.generation, generation);
    assert.equal(session.cursor, 2);
  });
});
