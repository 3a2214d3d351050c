import assert from 'node:assert/strict';
import { DisposableStore, onDispose } from '../../src/extension/disposables.ts';
import { Emitter } from '../../src/extension/emitter.ts';
import { Latest } from '../../src/extension/latest.ts';
import { RemoteError } from '../../src/rpc.ts';

describe('DisposableStore', () => {
  it('disposes in reverse order, once, and what comes too late at once', () => {
    const order: string[] = [];
    const store = new DisposableStore();
    for (const name of ['a', 'b']) store.add({ dispose: () => order.push(name) });
    store.dispose();
    store.dispose();
    store.add({ dispose: () => order.push('late') });
    assert.deepEqual(order, ['b', 'a', 'late']);
  });
});

describe('onDispose', () => {
  it('runs at most once', () => {
    let runs = 0;
    const item = onDispose(() => (runs += 1));
    item.dispose();
    item.dispose();
    assert.equal(runs, 1);
  });
});

describe('Emitter', () => {
  it('does not tell those who left, also when they leave while it tells', () => {
    const heard: string[] = [];
    const emitter = new Emitter<string>();
    const first = emitter.event((value) => {
      heard.push(`first ${value}`);
      first.dispose();
    });
    emitter.event((value) => heard.push(`second ${value}`));
    emitter.fire('a');
    emitter.fire('b');
    assert.deepEqual(heard, ['first a', 'second a', 'second b']);
  });
});

describe('Latest', () => {
  const never = (signal: AbortSignal) =>
    new Promise<string>((_, reject) => {
      signal.addEventListener('abort', () => reject(new RemoteError({ reason: 'aborted', message: '' })));
    });

  it('aborts the one before and drops its answer', async () => {
    const latest = new Latest();
    const first = latest.run(never);
    const second = latest.run(() => Promise.resolve('new'));
    assert.deepEqual(await Promise.all([first, second]), [undefined, 'new']);
  });

  it('drops an answer that pays no heed to the abort', async () => {
    const latest = new Latest();
    const first = latest.run(() => Promise.resolve('old'));
    latest.cancel();
    assert.equal(await first, undefined);
  });

  it('lets a failure of the newest through', async () => {
    await assert.rejects(
      new Latest().run(() => Promise.reject(new Error('no'))),
      /no/,
    );
  });
});
