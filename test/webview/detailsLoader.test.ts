import assert from 'node:assert/strict';
import type { RowDetails } from '../../src/protocol.ts';
import { RemoteError } from '../../src/rpc.ts';
import { DetailsLoader } from '../../src/webview/detailsLoader.ts';

interface Answer {
  readonly details: RowDetails;
  readonly violations: readonly never[];
}

function answer(row: number, generation: number): Answer {
  const details: RowDetails = {
    generation,
    row: {
      row,
      kind: 'event',
      line: row,
      sequence: row,
      eventId: null,
      type: null,
      actorKind: null,
      actorId: null,
      summary: '',
      timestamp: null,
      severity: null,
      beyondReplay: false,
      status: null,
      inherited: false,
    },
    text: '',
    fullLength: null,
    events: null,
    bytes: 0,
  };
  return { details, violations: [] };
}

/** A loader whose requests are settled by hand, and a log of what became of them. */
function setUp() {
  const requests: { resolve(value: Answer): void; reject(error: unknown): void; signal: AbortSignal }[] = [];
  const log: string[] = [];
  const loader = new DetailsLoader(
    (_row, _full, signal) => new Promise((resolve, reject) => requests.push({ resolve, reject, signal })),
    {
      onWait: () => log.push('wait'),
      onShow: ({ details, isAll }) => log.push(`show ${details.row.row}${isAll ? ' whole' : ''}`),
      onFailure: (message) => log.push(`fail ${message}`),
    },
  );
  return { loader, requests, log };
}

describe('DetailsLoader', () => {
  it('shows an answer, and says whether the whole was asked for', async () => {
    const { loader, requests, log } = setUp();
    const first = loader.load(3, 1, false);
    requests[0]?.resolve(answer(3, 1));
    await first;
    const second = loader.load(3, 1, true);
    requests[1]?.resolve(answer(3, 1));
    await second;
    assert.deepEqual(log, ['show 3', 'show 3 whole']);
  });

  it('gives up a request for a newer one, whatever comes of it', async () => {
    const { loader, requests, log } = setUp();
    const first = loader.load(3, 1, false);
    const second = loader.load(4, 1, false);
    assert.equal(requests[0]?.signal.aborted, true);
    requests[0].resolve(answer(3, 1));
    await first;
    requests[1]?.resolve(answer(4, 1));
    await second;
    assert.deepEqual(log, ['show 4']);
  });

  it('drops an answer of another generation', async () => {
    const { loader, requests, log } = setUp();
    const loading = loader.load(3, 2, false);
    requests[0]?.resolve(answer(3, 1));
    await loading;
    assert.deepEqual(log, []);
  });

  it('says why a row cannot be shown, but not that it was given up', async () => {
    const { loader, requests, log } = setUp();
    const first = loader.load(3, 1, false);
    requests[0]?.reject(new RemoteError({ reason: 'failed', message: 'no such row' }));
    await first;
    const second = loader.load(3, 1, false);
    requests[1]?.reject(new RemoteError({ reason: 'aborted', message: 'aborted' }));
    await second;
    assert.deepEqual(log, ['fail no such row']);
  });

  it('speaks of waiting only when the wait is long', async () => {
    const { loader, requests, log } = setUp();
    const loading = loader.load(3, 1, false);
    await new Promise((resolve) => setTimeout(resolve, 300));
    requests[0]?.resolve(answer(3, 1));
    await loading;
    assert.deepEqual(log, ['wait', 'show 3']);
  });
});
