import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { branchIdRefusal, takenBranchIds } from '../../../src/extension/branchIds.ts';
import { createBranchRecord } from '../../../src/extension/commands/branchFromHere.ts';
import type { JournalSession } from '../../../src/extension/journalSession.ts';
import {
  closeAll,
  eventLine,
  eventually,
  GOOD_LINES,
  lines,
  openJournal,
  temporaryFolder,
} from './support.ts';

const silent = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

async function branch(session: JournalSession, row: number, branchId: string): Promise<string | undefined> {
  const plan = await session.engine.call('planBranch', { row });
  assert.ok(plan.ok);
  return createBranchRecord({ session, row }, { plan, branchId, version: '0.0.0', log: silent });
}

describe('a branch', () => {
  const folder = temporaryFolder();
  let uri: vscode.Uri;
  beforeEach(async () => {
    for (const name of await readdir(folder.path)) await rm(join(folder.path, name), { recursive: true });
    uri = await folder.file('parent.trace.jsonl', lines(...GOOD_LINES));
  });
  afterEach(closeAll);

  it('is recorded beside the parent, which stays byte for byte what it was', async () => {
    const before = await readFile(uri.fsPath);
    const session = await openJournal(uri);
    const path = await branch(session, 2, 'retry');
    assert.equal(path, join(folder.path, 'parent.retry.branch.json'));
    const record: unknown = JSON.parse(await readFile(path, 'utf8'));
    assert.ok(typeof record === 'object' && record !== null && 'context' in record);
    const { context, ...lineage } = record;
    const { fingerprint } = await session.engine.call('replay', { row: 2 });
    assert.deepEqual(lineage, {
      branch_id: 'retry',
      parent_session_id: 's',
      parent_run_id: 'r',
      fork_sequence: 2,
      inherited_event_ids: ['e0', 'e1', 'e2'],
      parent_fingerprint: fingerprint,
    });
    assert.ok(
      typeof context === 'object' &&
        context !== null &&
        'parent_file' in context &&
        'effects_after_fork' in context,
    );
    assert.equal(context.parent_file, 'parent.trace.jsonl');
    assert.deepEqual(context.effects_after_fork, [{ path: 'src/a.ts', sequences: [4] }]);
    assert.deepEqual(await readFile(uri.fsPath), before);
    assert.deepEqual((await readdir(folder.path)).sort(), ['parent.retry.branch.json', 'parent.trace.jsonl']);
  });

  it('of the same id is refused, while typing and when it is written, and overwrites nothing', async () => {
    const session = await openJournal(uri);
    const path = await branch(session, 2, 'retry');
    assert.ok(path);
    const written = createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
    assert.match((await branchIdRefusal(uri.fsPath, 'retry')) ?? '', /exists already/);
    assert.equal(await branch(session, 3, 'retry'), undefined);
    assert.equal(
      createHash('sha256')
        .update(await readFile(path))
        .digest('hex'),
      written,
    );
    assert.deepEqual([...(await takenBranchIds(uri.fsPath))], ['retry']);
  });

  it('is refused for ids that are no file names', async () => {
    for (const id of ['', ' ', '../x', 'a/b', 'a\\b', 'a\u0000', '.hidden', 'x'.repeat(300)])
      assert.ok(await branchIdRefusal(uri.fsPath, id), JSON.stringify(id));
    assert.equal(await branchIdRefusal(uri.fsPath, 'retry-1'), undefined);
  });

  it('is refused beyond a fault', async () => {
    const broken = await folder.file(
      'broken.trace.jsonl',
      lines(...GOOD_LINES.slice(0, 3), eventLine(7, 'user.message', { content: 'gap' })),
    );
    const session = await openJournal(broken);
    const plan = await session.engine.call('planBranch', { row: 3 });
    assert.equal(plan.ok, false);
  });

  it('is not written when the journal was replaced meanwhile', async () => {
    const session = await openJournal(uri);
    const plan = await session.engine.call('planBranch', { row: 2 });
    assert.ok(plan.ok);
    const { generation } = session.snapshot;
    await folder.file(
      'parent.trace.jsonl',
      lines(eventLine(0, 'session.start', { other: 1 }), ...GOOD_LINES.slice(1)),
    );
    await eventually(() => assert.notEqual(session.snapshot.generation, generation));
    assert.equal(
      await createBranchRecord({ session, row: 2 }, { plan, branchId: 'late', version: '0', log: silent }),
      undefined,
    );
    assert.deepEqual(await readdir(folder.path), ['parent.trace.jsonl']);
  });

  it('tells when the folder is gone or cannot be written to', async () => {
    await mkdir(join(folder.path, 'gone'));
    const lost = await folder.file('gone/parent.trace.jsonl', lines(...GOOD_LINES));
    const session = await openJournal(lost);
    const plan = await session.engine.call('planBranch', { row: 2 });
    assert.ok(plan.ok);
    await rm(join(folder.path, 'gone'), { recursive: true });
    assert.equal(
      await createBranchRecord({ session, row: 2 }, { plan, branchId: 'x', version: '0', log: silent }),
      undefined,
    );
  });
});
