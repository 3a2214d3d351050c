import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { pageState } from '../../../src/extension/editorPage.ts';
import {
  activeInput,
  closeAll,
  eventLine,
  eventually,
  GOOD_LINES,
  lines,
  openJournal,
  temporaryFolder,
} from './support.ts';

/** VS Code answers within a second, whatever was opened. */
async function isResponsive(): Promise<void> {
  const started = Date.now();
  await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
  assert.ok(activeInput() instanceof vscode.TabInputCustom, 'our editor is there');
  assert.ok(Date.now() - started < 1_000);
}

function asRoot(): boolean {
  return process.getuid?.() === 0;
}

describe('hard files', () => {
  const folder = temporaryFolder();
  const unhandled: unknown[] = [];
  const remember = (reason: unknown) => unhandled.push(reason);
  before(() => process.on('unhandledRejection', remember));
  after(() => {
    process.off('unhandledRejection', remember);
    assert.deepEqual(unhandled, []);
  });
  afterEach(closeAll);

  it('an empty file', async () => {
    const session = await openJournal(await folder.file('empty.trace.jsonl', ''));
    assert.deepEqual(
      [session.snapshot.state.kind, session.snapshot.format, session.snapshot.rows],
      ['ready', 'empty', 0],
    );
    assert.equal(pageState(session).failureMessage, null);
    await isResponsive();
  });

  it('a folder', async () => {
    const path = join(folder.path, 'folder.jsonl');
    await mkdir(path);
    const session = await openJournal(vscode.Uri.file(path));
    assert.ok(session.snapshot.state.kind === 'failed');
    assert.equal(session.snapshot.state.reason, 'not-a-file');
    assert.ok((pageState(session).failureMessage ?? '').length > 10);
    await isResponsive();
  });

  it('a missing file, and its arrival', async () => {
    const session = await openJournal(vscode.Uri.file(join(folder.path, 'missing.trace.jsonl')));
    assert.ok(session.snapshot.state.kind === 'failed');
    assert.equal(session.snapshot.state.reason, 'not-found');
    await isResponsive();
    await folder.file('missing.trace.jsonl', lines(...GOOD_LINES));
    await eventually(() => assert.equal(session.snapshot.events, GOOD_LINES.length));
  });

  it('a file that cannot be read', async function () {
    if (asRoot()) this.skip();
    const uri = await folder.file('secret.trace.jsonl', lines(...GOOD_LINES));
    await chmod(uri.fsPath, 0);
    const session = await openJournal(uri);
    assert.ok(session.snapshot.state.kind === 'failed');
    assert.equal(session.snapshot.state.reason, 'no-permission');
    await isResponsive();
  });

  it('a link that leads in a circle', async function () {
    if (process.platform === 'win32') this.skip();
    const path = join(folder.path, 'circle.trace.jsonl');
    await symlink(path, path);
    const session = await openJournal(vscode.Uri.file(path));
    assert.equal(session.snapshot.state.kind, 'failed');
    assert.ok((pageState(session).failureMessage ?? '').length > 10);
    await isResponsive();
  });

  it('a megabyte of noise', async () => {
    const session = await openJournal(await folder.file('noise.jsonl', randomBytes(1 << 20)));
    assert.deepEqual([session.snapshot.state.kind, session.snapshot.format], ['ready', 'unknown']);
    await isResponsive();
  });

  it('a line of twenty megabytes', async () => {
    const long = eventLine(1, 'user.message', { content: 'x'.repeat(20 << 20) });
    const uri = await folder.file(
      'long.trace.jsonl',
      lines(GOOD_LINES[0] ?? '', long, eventLine(2, 'session.stop', { reason: 'done' })),
    );
    const session = await openJournal(uri);
    assert.deepEqual([session.snapshot.state.kind, session.snapshot.events], ['ready', 3]);
    session.moveCursor(2, 'command');
    const view = await session.engine.call('replay', { row: 2 });
    assert.ok((view.userMessages.items[0]?.text.length ?? 0) < 10_000);
    await isResponsive();
  });

  it('a hundred thousand levels', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const uri = await folder.file(
      'deep.trace.jsonl',
      lines(
        ...GOOD_LINES,
        eventLine(7, 'metric.sample', {}).replace('"payload":{}', `"payload":{"x":${deep}}`),
      ),
    );
    const session = await openJournal(uri);
    assert.equal(session.snapshot.state.kind, 'ready');
    assert.ok(session.engine.alive);
    await isResponsive();
  });

  it('a name that looks like markup, a pattern and an address', async () => {
    const uri = await folder.file('a [b](c) {d,e} %20 #?é😀.trace.jsonl', lines(...GOOD_LINES));
    const session = await openJournal(uri);
    assert.equal(session.snapshot.events, GOOD_LINES.length);
    await isResponsive();
  });

  it('a file of a virtual file system', async () => {
    const session = await openJournal(vscode.Uri.parse('untitled:nothing.trace.jsonl'));
    assert.match(pageState(session).failureMessage ?? '', /disk/);
  });
});
