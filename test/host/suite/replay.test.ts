import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { COMMANDS, EDITOR_ID } from '../../../src/extension/ids.ts';
import type { ReplayItem } from '../../../src/extension/replayTree.ts';
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

async function tree(): Promise<readonly ReplayItem[]> {
  return (await api()).replay.getChildren();
}

/** The tree as `label: description` lines. */
async function drawn(): Promise<string[]> {
  const { replay } = await api();
  const draw = (items: readonly ReplayItem[], indent: string): string[] =>
    items.flatMap((item) => [
      `${indent}${item.node.label}: ${item.node.description ?? ''}`,
      ...draw(replay.getChildren(item), `${indent}  `),
    ]);
  return draw(replay.getChildren(), '');
}

async function shows(pattern: RegExp): Promise<void> {
  await eventually(async () => assert.match((await drawn()).join('\n'), pattern));
}

describe('the Replay view', () => {
  const folder = temporaryFolder();
  let uri: vscode.Uri;
  before(async () => {
    uri = await folder.file('replayed.trace.jsonl', lines(...GOOD_LINES));
  });
  afterEach(closeAll);

  it('follows the cursor', async () => {
    const session = await openJournal(uri);
    await shows(/Applied events: 1 of 7/);
    session.moveCursor(6, 'page');
    await shows(/Applied events: 7 of 7/);
    assert.deepEqual(
      (await drawn()).filter((line) => !/Arguments|Result|Fingerprint/.test(line)),
      [
        'User messages: 1',
        '  Fix the test: #1',
        'Assistant messages: 1',
        '  Fixed.: #5',
        'Tool calls: 1',
        '  edit: #2 ok',
        'Stop state: done',
        'Applied events: 7 of 7',
      ],
    );
  });

  it('is moved by Replay to Here from a tree item, a page row and a text line', async () => {
    const session = await openJournal(uri);
    session.moveCursor(6, 'page');
    await shows(/Fixed\./);
    const item = (await tree())[0];
    const message = item && (await api()).replay.getChildren(item)[0];
    await vscode.commands.executeCommand(COMMANDS.replayToHere, message);
    assert.equal(session.cursor, 1);
    await shows(/Applied events: 2 of 7/);

    await vscode.commands.executeCommand(COMMANDS.replayToHere, {
      webview: EDITOR_ID,
      webviewSection: 'event',
      row: 3,
    });
    assert.equal(session.cursor, 3);

    await vscode.commands.executeCommand('vscode.openWith', uri, 'default');
    await eventually(() =>
      assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), uri.toString()),
    );
    await vscode.commands.executeCommand(COMMANDS.replayToHere, { uri, lineNumber: 6 });
    assert.equal(session.cursor, 5);
    await shows(/Applied events: 6 of 7/);
  });

  it('works from the plain text editor alone', async () => {
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { selection: new vscode.Range(4, 0, 4, 0) });
    await vscode.commands.executeCommand(COMMANDS.replayToHere, uri);
    assert.ok(activeInput() instanceof vscode.TabInputText, 'our editor is not forced upon anybody');
    await shows(/Applied events: 5 of 7/);
  });

  it('stays where it is when an item is clicked, and the page shows the event', async () => {
    const session = await openJournal(uri);
    session.moveCursor(6, 'page');
    await shows(/Applied events: 7 of 7/);
    await vscode.commands.executeCommand(COMMANDS.revealEvent, { uri: uri.toString(), row: 1, look: true });
    assert.deepEqual([session.cursor, session.replayRow], [1, 6]);
    await new Promise((resolve) => setTimeout(resolve, 200));
    await shows(/Applied events: 7 of 7/);
  });

  it('says where and why a replay stops, and leads there', async () => {
    const session = await openJournal(sample('broken.trace.jsonl'));
    session.moveCursor(session.snapshot.rows - 1, 'page');
    const first = await eventually(async () => {
      const [node] = await tree();
      assert.equal(node?.node.id, 'stopped');
      return node;
    });
    assert.equal(first.node.row, session.snapshot.replayStop?.row);
    assert.match(first.node.label, /line \d+/);
    const item = (await api()).replay.getTreeItem(first);
    assert.ok(item instanceof vscode.TreeItem && item.command);
  });

  it('shows nothing when no journal is open', async () => {
    await openJournal(uri);
    await shows(/Applied/);
    await closeAll();
    await eventually(async () => assert.deepEqual(await tree(), []));
  });

  it('copies the fingerprint of the prefix', async () => {
    const session = await openJournal(uri);
    session.moveCursor(2, 'page');
    await vscode.commands.executeCommand(COMMANDS.copyFingerprint);
    const { fingerprint } = await session.engine.call('replay', { row: 2 });
    assert.match(fingerprint ?? '', /^[0-9a-f]{64}$/);
    assert.equal(await vscode.env.clipboard.readText(), fingerprint);
  });

  it('follows the caret of the text editor, and the caret follows the cursor', async () => {
    const session = await openJournal(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    const editor = await vscode.window.showTextDocument(document, vscode.ViewColumn.Beside);
    editor.selection = new vscode.Selection(5, 3, 5, 3);
    await eventually(() => assert.equal(session.cursor, 5));
    session.moveCursor(2, 'command');
    await eventually(() => assert.equal(editor.selection.active.line, 2));
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.equal(session.cursor, 2, 'they do not chase each other');
  });
});
