import assert from 'node:assert/strict';
import { Channel, RemoteError, type Handlers } from '../src/rpc.ts';
import { Wire } from './support/wire.ts';

interface Api {
  double(params: { n: number }): number;
  wait(params: object): string;
  give(params: object): unknown;
}
interface Events {
  news: string;
}

const until = (signal: AbortSignal) =>
  new Promise<string>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true });
  });

function connected(handlers: Partial<Handlers<Api>> = {}) {
  const wire = new Wire();
  const heard: string[] = [];
  const server = new Channel<Api, object, object, Events>(
    wire.port(0, 1),
    { double: ({ n }) => n * 2, wait: (_params, signal) => until(signal), give: () => null, ...handlers },
    {},
  );
  const client = new Channel<object, Api, Events, object>(
    wire.port(1, 0),
    {},
    { news: (text) => heard.push(text) },
  );
  return { wire, server, client, heard };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 5));
const reason = (expected: RemoteError['reason'], message?: RegExp) => (error: unknown) => {
  assert.ok(error instanceof RemoteError);
  assert.equal(error.reason, expected);
  if (message) assert.match(error.message, message);
  return true;
};

describe('a channel: requests', () => {
  it('are answered, in whatever order the answers come', async () => {
    const { client } = connected();
    assert.equal(await client.call('double', { n: 4 }), 8);
    assert.deepEqual(await Promise.all([3, 1, 2].map((n) => client.call('double', { n }))), [6, 2, 4]);
  });

  it('fail with the words of the handler, whether it throws or rejects', async () => {
    const failures: readonly (() => number | Promise<number>)[] = [
      () => {
        throw new Error('no such row');
      },
      () => Promise.reject(new Error('no such row')),
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
      () => Promise.reject('no such row'),
    ];
    for (const double of failures) {
      const { client } = connected({ double });
      await assert.rejects(client.call('double', { n: 1 }), reason('failed', /^no such row$/));
    }
  });

  it('whose answer cannot cross the wire fail too', async () => {
    const { client } = connected({ give: () => () => 'a function' });
    await assert.rejects(client.call('give', {}), reason('failed'));
  });

  for (const method of ['nothing', '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'double ']) {
    it(`of an unknown method fail: ${method}`, async () => {
      const { client, wire } = connected();
      const asking = client.call('wait', {});
      wire.deliver(0, { kind: 'request', id: 1, method, params: {} });
      await assert.rejects(asking, reason('unknown-method'));
    });
  }
});

describe('a channel: aborting', () => {
  it('rejects at once on this side, and tells the other', async () => {
    let stopped = false;
    const { client } = connected({
      wait: (_params, signal) =>
        until(signal).finally(() => {
          stopped = true;
        }),
    });
    const controller = new AbortController();
    const asking = client.call('wait', {}, controller.signal);
    await settled();
    controller.abort();
    await assert.rejects(asking, reason('aborted'));
    assert.equal(stopped, false, 'nobody was waited for');
    await settled();
    assert.equal(stopped, true);
  });

  it('a request that is aborted before it is made is never posted', async () => {
    const { client, wire } = connected();
    await assert.rejects(client.call('double', { n: 1 }, AbortSignal.abort()), reason('aborted'));
    assert.deepEqual(wire.posted, []);
  });

  it('after the answer does nothing', async () => {
    const { client, wire } = connected();
    const controller = new AbortController();
    assert.equal(await client.call('double', { n: 1 }, controller.signal), 2);
    controller.abort();
    await settled();
    assert.equal(wire.posted.length, 2);
  });

  it('what the handler gives afterwards is dropped, and other requests go on', async () => {
    const { client } = connected({ wait: (_params, signal) => until(signal).catch(() => 'late') });
    const controller = new AbortController();
    const asking = client.call('wait', {}, controller.signal);
    const other = client.call('double', { n: 3 });
    controller.abort();
    await assert.rejects(asking, (error) => RemoteError.isAbort(error));
    assert.equal(await other, 6);
    await settled();
  });

  it('is told apart from failures', async () => {
    assert.equal(RemoteError.isAbort(new RemoteError({ reason: 'failed', message: 'aborted' })), false);
    assert.equal(RemoteError.isAbort(new Error('aborted')), false);
    const { client, wire } = connected();
    const asking = client.call('wait', {});
    await settled();
    wire.deliver(0, { kind: 'abort', id: 1 });
    await assert.rejects(asking, (error) => RemoteError.isAbort(error));
  });
});

describe('a channel: events', () => {
  it('reach the other side, in order', async () => {
    const { server, heard } = connected();
    for (const text of ['a', 'b', 'c']) server.push('news', text);
    await settled();
    assert.deepEqual(heard, ['a', 'b', 'c']);
  });

  it('that nobody listens to are dropped, also those with a name that every object has', async () => {
    const { wire, heard } = connected();
    for (const name of ['other', '__proto__', 'constructor', 'toString'])
      wire.deliver(1, { kind: 'event', name, value: 1 });
    await settled();
    assert.deepEqual(heard, []);
  });
});

describe('a channel: closing', () => {
  it('rejects what waits and what is asked later, and aborts what runs', async () => {
    let stopped = false;
    const { client, server } = connected({
      wait: (_params, signal) =>
        until(signal).finally(() => {
          stopped = true;
        }),
    });
    const asking = client.call('wait', {});
    await settled();
    client.close();
    await assert.rejects(asking, reason('closed'));
    await assert.rejects(client.call('double', { n: 1 }), reason('closed'));
    server.close();
    await settled();
    assert.equal(stopped, true);
  });

  it('posts nothing any more, and hears nothing', async () => {
    const { client, server, wire, heard } = connected();
    server.push('news', 'before');
    client.close();
    server.close();
    server.push('news', 'after');
    wire.deliver(0, { kind: 'request', id: 9, method: 'double', params: { n: 1 } });
    await settled();
    assert.deepEqual(heard, []);
    assert.equal(wire.posted.length, 1);
  });
});

describe('a channel: what is no message is ignored', () => {
  const noise: readonly unknown[] = [
    undefined,
    null,
    7,
    'request',
    [],
    {},
    { kind: 3 },
    { kind: 'other', id: 1 },
    { kind: 'request' },
    { kind: 'request', id: 1 },
    { kind: 'request', id: '1', method: 'double', params: { n: 1 } },
    { kind: 'request', id: 1, method: { toString: 1, valueOf: 1 } },
    { kind: 'abort' },
    { kind: 'abort', id: {} },
    { kind: 'answer' },
    { kind: 'answer', id: 99, result: 1 },
    { kind: 'answer', id: '1', result: 1 },
    { kind: 'failure', id: 99, failure: { reason: 'failed', message: '' } },
    { kind: 'failure', id: 1 },
    { kind: 'failure', id: 1, failure: 'failed' },
    { kind: 'failure', id: 1, failure: { reason: 'odd', message: 'x' } },
    { kind: 'event' },
    { kind: 'event', name: { toString: 1, valueOf: 1 } },
  ];

  const unhandled: unknown[] = [];
  const note = (error: unknown) => void unhandled.push(error);
  before(() => void process.on('unhandledRejection', note));
  after(() => void process.off('unhandledRejection', note));

  for (const message of noise) {
    it(JSON.stringify(message) || 'undefined', async () => {
      const { client, wire, heard } = connected();
      const asking = client.call('wait', {});
      await settled();
      wire.posted.length = 0;
      wire.deliver(0, message);
      wire.deliver(1, message);
      await settled();
      assert.deepEqual(wire.posted, []);
      assert.deepEqual(heard, []);
      assert.deepEqual(unhandled.splice(0), []);
      // What waits still waits, and the channel still works.
      assert.equal(await client.call('double', { n: 1 }), 2);
      client.close();
      await assert.rejects(asking, reason('closed'));
    });
  }
});
