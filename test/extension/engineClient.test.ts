import assert from 'node:assert/strict';
import { EnginePool, UNREAD } from '../../src/extension/engineClient.ts';
import type { JournalSnapshot } from '../../src/protocol.ts';
import { RemoteError } from '../../src/rpc.ts';
import { fakeThread, handlers, readySnapshot, settled, silentLog, type FakeThread } from './fakeEngine.ts';

const GRACE = 20;

function pool(open = () => readySnapshot(3)) {
  const threads: FakeThread[] = [];
  const answers = handlers({
    open: () => open(),
    rows: ({ from }) => ({ generation: 1, from, rows: [] }),
    replay: () => new Promise(() => undefined),
  });
  const start = () => {
    const thread = fakeThread(answers);
    threads.push(thread);
    return thread;
  };
  return { pool: new EnginePool(start, silentLog, GRACE), threads };
}

const goneSnapshot = (): JournalSnapshot => ({
  ...UNREAD,
  state: { kind: 'failed', reason: 'not-found', detail: '' },
});

const states = (threads: readonly FakeThread[]) => threads.map(({ terminated }) => terminated);

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('EnginePool', () => {
  it('has one thread for each file, and opens the file once', async () => {
    let opened = 0;
    const { pool: engines, threads } = pool(() => {
      opened += 1;
      return readySnapshot(3);
    });
    const [a, b] = [engines.acquire('/a'), engines.acquire('/a')];
    engines.acquire('/b');
    await settled();
    assert.equal(a.engine, b.engine);
    assert.equal(threads.length, 2);
    assert.equal(opened, 2);
    assert.equal(a.engine.snapshot.rows, 3);
    engines.dispose();
  });

  it('ends the thread only some time after its last user, and not if one comes back', async () => {
    const { pool: engines, threads } = pool();
    const lease = engines.acquire('/a');
    lease.dispose();
    lease.dispose();
    const again = engines.acquire('/a');
    await wait(GRACE * 2);
    assert.deepEqual(states(threads), [false]);
    again.dispose();
    await wait(GRACE * 2);
    assert.equal(states(threads)[0], true);
    assert.notEqual(engines.acquire('/a').engine, lease.engine);
    engines.dispose();
  });

  it('rejects what waits when the thread dies, and what is asked later', async () => {
    const { pool: engines, threads } = pool();
    const { engine } = engines.acquire('/a');
    await settled();
    const waiting = engine.call('replay', { row: 0 });
    threads[0]?.die(new Error('out of memory'));
    await assert.rejects(waiting, RemoteError);
    assert.equal(engine.alive, false);
    await assert.rejects(engine.call('rows', { from: 0, count: 1 }), { reason: 'closed' });
    engines.dispose();
  });

  it('can be restarted after it died', async () => {
    const { pool: engines, threads } = pool();
    const { engine } = engines.acquire('/a');
    await settled();
    threads[0]?.die();
    const before = engine.snapshot.generation;
    engine.restart();
    assert.equal(engine.alive, true);
    assert.equal(engine.snapshot.state.kind, 'reading');
    await settled();
    assert.equal(engine.snapshot.state.kind, 'ready');
    assert.ok(engine.snapshot.generation > before);
    engines.dispose();
  });

  it('keeps the old reading in view until the new one is done; generations only grow', async () => {
    const { pool: engines, threads } = pool();
    const { engine } = engines.acquire('/a');
    await settled();
    const first = engine.snapshot.generation;
    const seen: number[] = [];
    engine.onDidChange(() => seen.push(engine.snapshot.rows));
    engine.restart();
    assert.equal(engine.snapshot.state.kind, 'ready');
    assert.equal(states(threads)[0], false);
    await settled();
    assert.equal(states(threads)[0], true);
    assert.ok(engine.snapshot.generation > first);
    assert.deepEqual(seen, [3]);
    const page = await engine.call('rows', { from: 0, count: 1 });
    assert.equal(page.generation, engine.snapshot.generation);
    engines.dispose();
  });

  it('keeps what was read in view when the file is gone, and holds what is there again against it', async () => {
    const seen = { bytes: 3, digests: ['abc'], rewrittenAt: null };
    const opened: unknown[] = [];
    const isGone = [false, true, false];
    const answers = handlers({
      open: (params) => {
        opened.push(params.seen);
        return isGone[opened.length - 1] === true
          ? goneSnapshot()
          : readySnapshot(opened.length === 1 ? 3 : 4);
      },
      history: () => seen,
      rows: ({ from }) => ({ generation: 1, from, rows: [] }),
    });
    const engines = new EnginePool(() => fakeThread(answers), silentLog, GRACE);
    const { engine } = engines.acquire('/a');
    await settled();
    engine.restart();
    await settled();
    assert.equal(engine.lost?.reason, 'not-found');
    assert.deepEqual([engine.snapshot.state.kind, engine.snapshot.rows, opened.length], ['ready', 3, 2]);
    const page = await engine.call('rows', { from: 0, count: 1 });
    assert.equal(page.generation, engine.snapshot.generation);
    engine.restart();
    assert.equal(engine.lost, null);
    await settled();
    assert.deepEqual([engine.snapshot.state.kind, engine.snapshot.rows, engine.lost], ['ready', 4, null]);
    assert.deepEqual(opened, [null, seen, seen]);
    engines.dispose();
  });

  it('leaves no thread behind when it is disposed', async () => {
    const { pool: engines, threads } = pool();
    engines.acquire('/a');
    engines.acquire('/b').dispose();
    engines.dispose();
    await settled();
    assert.deepEqual(
      threads.map(({ terminated }) => terminated),
      [true, true],
    );
  });
});
