import assert from 'node:assert/strict';
import type { Row, RowPage } from '../../src/protocol.ts';
import { RowPages } from '../../src/webview/pages.ts';

function rowOf(row: number, summary: string): Row {
  return {
    row,
    kind: 'event',
    line: row,
    sequence: row,
    eventId: null,
    type: 'user.message',
    actorKind: null,
    actorId: null,
    summary,
    timestamp: null,
    severity: null,
    beyondReplay: false,
    status: null,
    inherited: false,
  };
}

function pageOf(generation: number, from: number, count: number): RowPage {
  const rows = Array.from({ length: count }, (_, i) => rowOf(from + i, `g${generation} r${from + i}`));
  return { generation, from, rows };
}

interface Asked {
  readonly from: number;
  readonly count: number;
  readonly signal: AbortSignal;
  answer(page: RowPage): Promise<void>;
  fail(): Promise<void>;
}

/** Pages over a host that answers when told to. */
function setUp(): { pages: RowPages; asked: Asked[]; arrivals: () => number } {
  const asked: Asked[] = [];
  let arrivals = 0;
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const fetch = (from: number, count: number, signal: AbortSignal): Promise<RowPage> =>
    new Promise((resolve, reject) => {
      asked.push({
        from,
        count,
        signal,
        answer: (page) => (resolve(page), settle()),
        fail: () => (reject(new Error('gone')), settle()),
      });
    });
  return { pages: new RowPages(fetch, () => (arrivals += 1)), asked, arrivals: () => arrivals };
}

/** The one request at an index; fails the test when there is none. */
function at(asked: readonly Asked[], index: number): Asked {
  const request = asked[index];
  assert.ok(request, `request ${index}`);
  return request;
}

describe('RowPages', () => {
  it('asks for whole pages, once', async () => {
    const { pages, asked, arrivals } = setUp();
    pages.update(1, 1000);
    pages.want({ first: 190, end: 230 });
    pages.want({ first: 191, end: 231 });
    assert.deepEqual(
      asked.map(({ from, count }) => [from, count]),
      [
        [0, 200],
        [200, 200],
      ],
    );
    await at(asked, 1).answer(pageOf(1, 200, 200));
    assert.equal(arrivals(), 1);
    assert.equal(pages.row(230)?.summary, 'g1 r230');
    assert.equal(pages.row(190), undefined);
    pages.want({ first: 200, end: 240 });
    assert.equal(asked.length, 2);
  });

  it('asks for no more rows than there are', () => {
    const { pages, asked } = setUp();
    pages.update(1, 250);
    pages.want({ first: 240, end: 270 });
    assert.deepEqual(
      asked.map(({ from, count }) => [from, count]),
      [[200, 50]],
    );
  });

  it('gives up what was scrolled away, and is not disturbed by its answer', async () => {
    const { pages, asked } = setUp();
    pages.update(1, 100_000);
    pages.want({ first: 0, end: 40 });
    pages.want({ first: 50_000, end: 50_040 });
    assert.equal(at(asked, 0).signal.aborted, true);
    assert.equal(at(asked, 1).signal.aborted, false);
    await at(asked, 0).answer(pageOf(1, 0, 200));
    assert.equal(pages.row(0), undefined);
  });

  it('leaves pages of a view that is about to go as they are, and asks for those that are not here', async () => {
    const { pages, asked } = setUp();
    pages.update(1, 1000, 5);
    pages.want({ first: 0, end: 40 });
    await at(asked, 0).answer(pageOf(1, 0, 200));
    pages.update(1, 1200, 6);
    pages.want({ first: 180, end: 220 }, true);
    assert.deepEqual(
      asked.slice(1).map(({ from }) => from),
      [200],
    );
    pages.want({ first: 180, end: 220 });
    assert.deepEqual(
      asked.slice(2).map(({ from }) => from),
      [0],
    );
  });

  it('drops an answer of another generation', async () => {
    const { pages, asked, arrivals } = setUp();
    pages.update(2, 1000);
    pages.want({ first: 0, end: 40 });
    await at(asked, 0).answer(pageOf(1, 0, 200));
    assert.equal(pages.row(0), undefined);
    assert.equal(arrivals(), 0);
    pages.want({ first: 0, end: 40 });
    await at(asked, 1).answer(pageOf(2, 0, 200));
    assert.equal(pages.row(0)?.summary, 'g2 r0');
  });

  it('asks anew in a new generation, shows the old rows meanwhile, and ignores the old request', async () => {
    const { pages, asked } = setUp();
    pages.update(1, 1000);
    pages.want({ first: 0, end: 240 });
    await at(asked, 0).answer(pageOf(1, 0, 200));
    pages.update(2, 1000);
    assert.equal(pages.row(5)?.summary, 'g1 r5');
    pages.want({ first: 0, end: 240 });
    assert.equal(asked.length, 4);
    assert.equal(at(asked, 1).signal.aborted, true);
    await at(asked, 1).answer(pageOf(2, 200, 200));
    assert.equal(pages.row(205), undefined, 'an answer to a request given up');
    await at(asked, 2).answer(pageOf(2, 0, 200));
    assert.equal(pages.row(5)?.summary, 'g2 r5');
  });

  it('completes a page when the journal grows', async () => {
    const { pages, asked } = setUp();
    pages.update(1, 150);
    pages.want({ first: 100, end: 150 });
    await at(asked, 0).answer(pageOf(1, 0, 150));
    pages.update(1, 180);
    assert.equal(pages.row(149)?.summary, 'g1 r149');
    assert.equal(pages.row(150), undefined);
    pages.want({ first: 130, end: 180 });
    await at(asked, 1).answer(pageOf(1, 0, 180));
    assert.equal(pages.row(179)?.summary, 'g1 r179');
  });

  it('waits for an answer that is on its way when the journal grows, and then asks for the rest', async () => {
    const { pages, asked } = setUp();
    pages.update(1, 50, 1);
    pages.want({ first: 0, end: 50 });
    pages.update(1, 80, 2);
    pages.want({ first: 30, end: 80 });
    assert.equal(asked.length, 1);
    assert.equal(at(asked, 0).signal.aborted, false);
    await at(asked, 0).answer(pageOf(1, 0, 50));
    assert.equal(pages.row(49)?.summary, 'g1 r49');
    pages.want({ first: 30, end: 80 });
    assert.equal(at(asked, 1).count, 80);
  });

  it('prepares rows that are not in view yet, beside those that are', async () => {
    const { pages, asked } = setUp();
    pages.update(1, 900);
    pages.want({ first: 0, end: 50 });
    assert.equal(pages.prepare({ first: 790, end: 810 }), false);
    pages.want({ first: 10, end: 60 });
    assert.deepEqual(
      asked.map(({ from, signal }) => [from, signal.aborted]),
      [
        [0, false],
        [600, false],
        [800, false],
      ],
    );
    await at(asked, 1).answer(pageOf(1, 600, 200));
    assert.equal(pages.prepare({ first: 790, end: 810 }), false);
    await at(asked, 2).answer(pageOf(1, 800, 100));
    assert.equal(pages.prepare({ first: 790, end: 810 }), true);
  });

  it('is done preparing where rows cannot be read, and gives up what is no longer wanted', async () => {
    const { pages, asked } = setUp();
    pages.update(1, 900);
    assert.equal(pages.prepare({ first: 890, end: 900 }), false);
    await at(asked, 0).fail();
    assert.equal(pages.prepare({ first: 890, end: 900 }), true);
    assert.equal(pages.prepare({ first: 500, end: 510 }), false);
    assert.equal(pages.prepare(null), true);
    pages.want({ first: 0, end: 50 });
    assert.equal(at(asked, 1).signal.aborted, true);
  });

  it('asks once more for what is in view when the file has grown, and shows it meanwhile', async () => {
    const { pages, asked } = setUp();
    pages.update(1, 400, 9_000);
    pages.want({ first: 190, end: 400 });
    await at(asked, 0).answer(pageOf(1, 0, 200));
    await at(asked, 1).answer(pageOf(1, 200, 200));
    // What was torn is whole now, and a call far above has its answer: as many rows, and more bytes.
    pages.update(1, 400, 9_100);
    assert.deepEqual([pages.row(0)?.summary, pages.row(399)?.summary], ['g1 r0', 'g1 r399']);
    pages.want({ first: 250, end: 290 });
    assert.deepEqual(
      asked.slice(2).map(({ from, count }) => [from, count]),
      [[200, 200]],
      'the page out of view can wait',
    );
    await at(asked, 2).answer(pageOf(1, 200, 200));
    pages.update(1, 400, 9_100);
    pages.want({ first: 250, end: 290 });
    assert.equal(asked.length, 3, 'no more often than it grows');
    pages.want({ first: 0, end: 40 });
    assert.deepEqual([at(asked, 3).from, asked.length], [0, 4]);
  });

  it('asks again where the file grew while an answer was on its way', async () => {
    const { pages, asked } = setUp();
    pages.update(1, 100, 9_000);
    pages.want({ first: 0, end: 100 });
    pages.update(1, 100, 9_100);
    pages.want({ first: 0, end: 100 });
    assert.equal(
      asked.length,
      1,
      'what is on its way is waited for: a file may grow faster than it is asked',
    );
    await at(asked, 0).answer(pageOf(1, 0, 100));
    assert.equal(pages.row(99)?.summary, 'g1 r99');
    pages.want({ first: 0, end: 100 });
    assert.equal(asked.length, 2, 'the answer may be older than the growth');
    await at(asked, 1).answer(pageOf(1, 0, 100));
    pages.want({ first: 0, end: 100 });
    assert.equal(asked.length, 2);
  });

  it('does not ask again and again for a page that is shorter than promised', async () => {
    const { pages, asked } = setUp();
    pages.update(1, 200);
    pages.want({ first: 0, end: 40 });
    await at(asked, 0).answer(pageOf(1, 0, 10));
    pages.want({ first: 0, end: 40 });
    assert.equal(asked.length, 1);
  });

  it('forgets rows beyond a journal that shrank', async () => {
    const { pages, asked } = setUp();
    pages.update(1, 400);
    pages.want({ first: 0, end: 400 });
    await at(asked, 0).answer(pageOf(1, 0, 200));
    await at(asked, 1).answer(pageOf(1, 200, 200));
    pages.update(2, 50);
    assert.equal(pages.row(49)?.summary, 'g1 r49');
    assert.equal(pages.row(50), undefined);
    assert.equal(pages.row(300), undefined);
  });

  it('says which rows could not be read, and tries again when they come back into view', async () => {
    const { pages, asked, arrivals } = setUp();
    pages.update(1, 10_000);
    pages.want({ first: 0, end: 40 });
    await at(asked, 0).fail();
    assert.equal(arrivals(), 1);
    assert.equal(pages.hasFailed(3), true);
    pages.want({ first: 1, end: 41 });
    assert.equal(asked.length, 1, 'no storm of requests');
    pages.want({ first: 5000, end: 5040 });
    pages.want({ first: 0, end: 40 });
    assert.equal(at(asked, asked.length - 1).from, 0);
    assert.equal(pages.hasFailed(3), false);
  });

  it('keeps a bounded number of pages, the ones used last', async () => {
    const { pages, asked } = setUp();
    pages.update(1, 1_000_000);
    for (let page = 0; page < 60; page++) {
      pages.want({ first: page * 200, end: page * 200 + 30 });
      await at(asked, page).answer(pageOf(1, page * 200, 200));
      pages.want({ first: 0, end: 1 });
    }
    const kept = Array.from({ length: 60 }, (_, page) => pages.row(page * 200)).filter((row) => row);
    assert.equal(kept.length, 40);
    assert.ok(pages.row(0), 'used all the time');
    assert.ok(pages.row(59 * 200), 'used last');
    assert.equal(pages.row(200), undefined);
  });
});
