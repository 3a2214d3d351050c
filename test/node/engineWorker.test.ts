// The engine in a real worker thread, as the extension host starts it: the bundle, the wire and the file.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { EngineApi, EngineEvents, JournalSnapshot } from '../../src/protocol.ts';
import { Channel, RemoteError } from '../../src/rpc.ts';
import { bundle } from '../support/built.ts';
import { temporaryFolder } from '../support/cli.ts';
import { fingerprintOf } from '../support/canonical.ts';
import { events, idOf, journal, splice, textOf } from '../support/journal.ts';

const SPEC = 'start user:hi patch:a resp:ho stop:done';

describe('the engine worker', () => {
  const folder = temporaryFolder();
  let worker: Worker;
  let engine: Channel<object, EngineApi, EngineEvents, object>;
  let newest: JournalSnapshot | undefined;
  const told: JournalSnapshot[] = [];

  beforeEach(() => {
    newest = undefined;
    told.length = 0;
    worker = new Worker(bundle('engineWorker.js'));
    engine = new Channel(
      { post: (message) => worker.postMessage(message), receive: (handler) => worker.on('message', handler) },
      {},
      { snapshot: (snapshot) => void told.push((newest = snapshot)) },
    );
  });

  afterEach(async () => {
    engine.close();
    await worker.terminate();
  });

  /** Opens a file, and waits for its end. */
  async function opened(path: string, storage: string | null = null): Promise<JournalSnapshot> {
    const first = await engine.call('open', { path, storage });
    if (first.state.kind !== 'reading') return first;
    while (newest === undefined || newest.state.kind === 'reading')
      await new Promise((resolve) => setTimeout(resolve, 5));
    return newest;
  }

  const file = (text: string) => folder.write('session.trace.jsonl', text);

  it('reads a journal and answers every question about it', async () => {
    const snapshot = await opened(file(textOf(splice(journal(SPEC), 5, 0, '{torn'))));
    assert.deepEqual(
      { state: snapshot.state.kind, rows: snapshot.rows, format: snapshot.format },
      { state: 'ready', rows: 6, format: 'trace01' },
    );
    assert.equal(snapshot.fingerprint, fingerprintOf(events(SPEC)));

    assert.deepEqual(
      (await engine.call('rows', { from: 1, count: 2 })).rows.map(({ summary }) => summary),
      ['hi', 'a'],
    );
    assert.match((await engine.call('details', { row: 1, from: 0, limit: 1_000 })).text, /"content": "hi"/);
    assert.deepEqual((await engine.call('replay', { row: 1 })).userMessages, {
      total: 1,
      items: [{ row: 1, sequence: 1, text: 'hi' }],
    });
    assert.equal((await engine.call('violations', { limit: 10 })).length, 1);
    assert.equal((await engine.call('violationsAt', { row: 5 })).length, 1);
    assert.equal(await engine.call('nextProblem', { row: 0, direction: 1 }), 5);
    assert.equal(await engine.call('rowAtLine', { line: 3 }), 3);
    const plan = await engine.call('planBranch', { row: 1 });
    assert.ok(plan.ok);
    assert.deepEqual(plan.lineage.inherited_event_ids, [idOf(0), idOf(1)]);
    assert.deepEqual(plan.effects, [{ path: 'a', sequences: [2] }]);
  });

  it('answers while it is still reading', async () => {
    const lines = journal(['start', ...Array.from({ length: 400 }, () => 'metric')].join(' '));
    const more = `${(lines[1] ?? '').replaceAll('evt-001', 'evt-more')}\n`.repeat(60_000);
    await engine.call('open', { path: file(textOf(lines) + more) });
    const { rows } = await engine.call('rows', { from: 0, count: 1 });
    assert.ok(rows.length <= 1);
    assert.equal(newest?.state.kind ?? 'reading', 'reading');
  });

  const failures: readonly (readonly [name: string, path: () => string, reason: string])[] = [
    ['a missing file', () => folder.path('missing.jsonl'), 'not-found'],
    ['a folder', () => folder.path(), 'not-a-file'],
  ];
  for (const [name, path, reason] of failures) {
    it(`${name} is a snapshot that says so: ${reason}`, async () => {
      const { state, rows } = await opened(path());
      assert.equal(state.kind === 'failed' && state.reason, reason);
      assert.equal(rows, 0);
      await assert.rejects(engine.call('rows', { from: 0, count: 1 }), {
        reason: 'failed',
        message: 'no journal is open',
      });
    });
  }

  it('what the engine refuses reaches the caller as words, and the worker goes on', async () => {
    await opened(file(textOf(journal(SPEC))));
    await assert.rejects(engine.call('details', { row: 99, from: 0, limit: 1 }), {
      reason: 'failed',
      message: 'no row 99',
    });
    assert.equal((await engine.call('rows', { from: 0, count: 1 })).rows.length, 1);
  });

  it('aborts a plan', async () => {
    const spec = ['start', ...Array.from({ length: 20_000 }, () => 'metric')].join(' ');
    const { rows } = await opened(file(textOf(journal(spec))));
    const controller = new AbortController();
    const asking = engine.call('planBranch', { row: rows - 1 }, controller.signal);
    controller.abort();
    await assert.rejects(asking, (error) => RemoteError.isAbort(error));
    assert.equal((await engine.call('replay', { row: 2 })).appliedEvents, 3);
  });

  /** Follows the file, and waits for what was read on. */
  async function followed(): Promise<string> {
    newest = undefined;
    const found = await engine.call('follow', {});
    while (found === 'grown' && ending() !== 'ready') await new Promise((resolve) => setTimeout(resolve, 2));
    return found;
  }
  const ending = () => newest?.state.kind;

  it('follows a file that grows, and says when nothing is new', async () => {
    const lines = journal(SPEC);
    const path = file(textOf(lines.slice(0, 2)));
    const { generation } = await opened(path);
    assert.equal(await followed(), 'unchanged');
    const [third = ''] = lines.slice(2);
    for (const [more, rows] of [
      [third.slice(0, 60), 3],
      [`${third.slice(60)}\n`, 3],
      [textOf(lines.slice(3)), 5],
    ] as const) {
      fs.appendFileSync(path, more);
      assert.equal(await followed(), 'grown');
      assert.deepEqual([newest?.rows, newest?.generation], [rows, generation]);
      assert.equal(await followed(), 'unchanged');
    }
    fs.appendFileSync(path, '\n');
    assert.equal(await followed(), 'grown');
    assert.equal((await engine.call('replay', { row: 4 })).fingerprint, fingerprintOf(events(SPEC)));
  });

  const others: readonly (readonly [name: string, change: (path: string) => void])[] = [
    ['was cut', (path) => fs.truncateSync(path, 700)],
    ['has other bytes at its end', (path) => fs.writeFileSync(path, textOf(journal('start user:xx')))],
    ['was replaced', (path) => fs.renameSync(folder.write('new', textOf(journal(SPEC))), path)],
    ['is gone', (path) => fs.rmSync(path)],
    ['ends in other records on the last line', (path) => fs.appendFileSync(path, '{}')],
  ];
  for (const [name, change] of others)
    it(`reads a file anew that ${name}`, async function () {
      if (process.platform === 'win32') this.skip();
      const path = file(textOf(journal('start user:hi')).trimEnd());
      await opened(path);
      change(path);
      assert.equal(await followed(), 'reread');
    });

  it('begins a file that has grown with what was kept of it', async () => {
    const storage = folder.path('kept');
    const text = 'x'.repeat(1000);
    const lines = journal(`start ${Array.from({ length: 10_000 }, () => `user:${text}`).join(' ')}`);
    const path = file(textOf(lines.slice(0, 5000)));
    await opened(path, storage);
    while (!fs.existsSync(storage) || fs.readdirSync(storage).length === 0)
      await new Promise((resolve) => setTimeout(resolve, 5));
    fs.appendFileSync(path, textOf(lines.slice(5000)));
    told.length = 0;
    newest = undefined;
    const { rows } = await opened(path, storage);
    const first = told.find((snapshot) => snapshot.rows > 0);
    assert.deepEqual([first?.rows, first?.state.kind, rows], [5000, 'reading', lines.length]);
    const [late] = (await engine.call('rows', { from: 9000, count: 1 })).rows;
    assert.match(late?.summary ?? '', /^x+/);
  });

  it('opens another file after the first', async () => {
    await opened(file(textOf(journal(SPEC))));
    newest = undefined;
    const { rows } = await opened(folder.write('other.jsonl', textOf(journal('start stop'))));
    assert.equal(rows, 2);
  });

  it('never changes the file', async () => {
    const path = file(textOf(journal(SPEC)));
    const before = [fs.readFileSync(path, 'utf8'), fs.statSync(path).mtimeMs];
    await opened(path);
    await engine.call('planBranch', { row: 2 });
    assert.deepEqual([fs.readFileSync(path, 'utf8'), fs.statSync(path).mtimeMs], before);
  });
});
