// The branch record on disk: whole or not there, and never in place of another.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import fsp from 'node:fs/promises';
import * as path from 'node:path';
import { mock } from 'node:test';
import { branchRecord } from '../../src/core/branchRecordSchema.ts';
import {
  BranchRecordExists,
  branchRecordPath,
  writeBranchRecord,
  type BranchContext,
} from '../../src/node/branchRecord.ts';
import type { Lineage } from '../../src/core/branch.ts';
import { temporaryFolder } from '../support/cli.ts';

const LINEAGE: Lineage = {
  branch_id: 'b',
  parent_session_id: 's',
  parent_run_id: 'r',
  fork_sequence: 1,
  inherited_event_ids: ['e0', 'e1'],
  parent_fingerprint: 'f'.repeat(64),
};
const CONTEXT: BranchContext = {
  parent_file: 'x.trace.jsonl',
  created_at: '2026-08-10T00:00:00Z',
  created_by: 'test',
  effects_after_fork: [{ path: 'a', sequences: [2, 3] }],
};

const PATHS: readonly (readonly [journal: string, record: string])[] = [
  ['/logs/session.trace.jsonl', '/logs/session.b.branch.json'],
  ['/logs/session.jsonl', '/logs/session.b.branch.json'],
  ['/logs/SESSION.TRACE.JSONL', '/logs/SESSION.b.branch.json'],
  ['/logs/a.b.jsonl', '/logs/a.b.b.branch.json'],
  ['/logs/noending', '/logs/noending.b.branch.json'],
  ['/a.jsonl/session.log', '/a.jsonl/session.log.b.branch.json'],
  ['session.jsonl', 'session.b.branch.json'],
];

describe('where a branch record goes', () => {
  for (const [journal, record] of PATHS) {
    it(journal, () => assert.equal(branchRecordPath(journal, 'b'), path.normalize(record)));
  }
});

describe('writing a branch record', () => {
  let folder = '';
  const { path: temporary } = temporaryFolder();
  beforeEach(() => (folder = fs.mkdtempSync(temporary('case-'))));
  afterEach(() => mock.restoreAll());

  const write = (more: { out?: string; lineage?: Lineage; context?: BranchContext } = {}) =>
    writeBranchRecord({
      journalPath: path.join(folder, 'x.trace.jsonl'),
      lineage: LINEAGE,
      context: CONTEXT,
      ...more,
    });
  const target = () => path.join(folder, 'x.b.branch.json');
  const names = () => fs.readdirSync(folder).sort();
  const failing = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));

  it('the six fields exactly, in the order of the chapter, and the context after them', async () => {
    assert.equal(await write(), target());
    const text = fs.readFileSync(target(), 'utf8');
    assert.equal(text, `${JSON.stringify({ ...LINEAGE, context: CONTEXT }, null, 2)}\n`);
    const record: unknown = JSON.parse(text);
    assert.ok(branchRecord.safeParse(record).success);
    assert.deepEqual(Object.keys(record ?? {}), [
      'branch_id',
      'parent_session_id',
      'parent_run_id',
      'fork_sequence',
      'inherited_event_ids',
      'parent_fingerprint',
      'context',
    ]);
    assert.deepEqual(names(), ['x.b.branch.json']);
  });

  it('where it is told to', async () => {
    const out = path.join(folder, 'elsewhere.json');
    assert.equal(await write({ out }), out);
    assert.deepEqual(names(), ['elsewhere.json']);
  });

  it('never in place of a file that is there, which stays as it is', async () => {
    fs.writeFileSync(target(), 'mine');
    await assert.rejects(write(), BranchRecordExists);
    assert.equal(fs.readFileSync(target(), 'utf8'), 'mine');
    assert.deepEqual(names(), ['x.b.branch.json']);
  });

  it('nor of a folder, nor through a link', async () => {
    fs.mkdirSync(target());
    await assert.rejects(write(), BranchRecordExists);
    fs.rmdirSync(target());
    fs.symlinkSync(path.join(folder, 'other'), target());
    await assert.rejects(write(), BranchRecordExists);
    assert.deepEqual(names(), ['x.b.branch.json']);
  });

  it('of many writers at once exactly one succeeds, and its record is whole', async () => {
    const lineages = Array.from({ length: 20 }, (_, i) => ({
      ...LINEAGE,
      parent_run_id: `r${i}`.repeat(5_000),
    }));
    const results = await Promise.allSettled(lineages.map((lineage) => write({ lineage })));
    const winners = lineages.filter((_, i) => results[i]?.status === 'fulfilled');
    assert.equal(winners.length, 1);
    for (const result of results)
      if (result.status === 'rejected') assert.ok(result.reason instanceof BranchRecordExists);
    const text = fs.readFileSync(target(), 'utf8');
    assert.equal(text, `${JSON.stringify({ ...winners[0], context: CONTEXT }, null, 2)}\n`);
    assert.deepEqual(names(), ['x.b.branch.json']);
  });

  it('into a folder that is not there fails, and makes none', async () => {
    await assert.rejects(write({ out: path.join(folder, 'none', 'x.json') }), { code: 'ENOENT' });
    assert.deepEqual(names(), []);
  });

  it('into a folder that may not be written to fails', async function () {
    if (process.platform === 'win32' || process.getuid?.() === 0) this.skip();
    fs.chmodSync(folder, 0o500);
    await assert.rejects(write(), { code: 'EACCES' });
    fs.chmodSync(folder, 0o700);
    assert.deepEqual(names(), []);
  });

  /** Every file that is opened from now on fails in one of its methods. */
  function filesFail(method: 'writeFile' | 'sync', code: string): void {
    const open = fsp.open.bind(fsp);
    mock.method(fsp, 'open', async (...args: Parameters<typeof open>) => {
      const handle = await open(...args);
      mock.method(handle, method, failing(code));
      return handle;
    });
  }

  for (const method of ['writeFile', 'sync'] as const) {
    it(`leaves nothing behind when the disk is full (${method})`, async () => {
      filesFail(method, 'ENOSPC');
      await assert.rejects(write(), { code: 'ENOSPC' });
      assert.deepEqual(names(), []);
    });
  }

  it('leaves nothing behind when the name cannot be given', async () => {
    mock.method(fsp, 'link', failing('EIO'));
    await assert.rejects(write(), { code: 'EIO' });
    assert.deepEqual(names(), []);
  });

  describe('where there are no hard links', () => {
    beforeEach(() => void mock.method(fsp, 'link', failing('ENOTSUP')));

    it('it is written all the same', async () => {
      await write();
      assert.deepEqual(names(), ['x.b.branch.json']);
      assert.match(fs.readFileSync(target(), 'utf8'), /^\{[^]*\}\n$/);
    });

    it('and still never in place of another', async () => {
      fs.writeFileSync(target(), 'mine');
      await assert.rejects(write(), BranchRecordExists);
      assert.equal(fs.readFileSync(target(), 'utf8'), 'mine');
      assert.deepEqual(names(), ['x.b.branch.json']);
    });

    it('of many writers at once exactly one succeeds', async () => {
      const results = await Promise.allSettled(Array.from({ length: 10 }, () => write()));
      assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
      assert.deepEqual(names(), ['x.b.branch.json']);
    });
  });
});
