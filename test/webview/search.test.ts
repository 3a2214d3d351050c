import * as assert from 'node:assert/strict';
import type { ShownSearchResult } from '../../src/protocol.ts';
import { Search, type BoxQuery } from '../../src/webview/search.ts';

const query: BoxQuery = {
  text: 'x',
  caseSensitive: false,
  wholeWord: false,
  regex: false,
  violationsOnly: false,
};

/** A search whose steps are answered in turn. */
function searchOf(...steps: readonly ShownSearchResult[]): {
  search: Search;
  asked: number[];
  shown: string[];
} {
  const asked: number[] = [];
  const shown: string[] = [];
  let step = 0;
  const search: Search = new Search(
    (_query, from) => {
      asked.push(from);
      const answer = steps[step++];
      return answer === undefined ? Promise.reject(new Error('no more steps')) : Promise.resolve(answer);
    },
    () => shown.push(`${search.hits.length} ${search.running ? 'running' : 'done'}`),
  );
  return { search, asked, shown };
}

const step = (hits: readonly number[], next: number, done = false): ShownSearchResult => ({
  ok: true,
  hits,
  next,
  done,
});

describe('the page’s search', () => {
  it('asks from where the last step ended, and shows hits on the way', async () => {
    const { search, asked, shown } = searchOf(step([1], 10), step([], 20), step([25, 29], 30, true));
    await search.start(query);
    assert.deepEqual(asked, [0, 10, 20]);
    assert.deepEqual(search.hits, [1, 25, 29]);
    assert.ok(shown.includes('1 running'));
    assert.equal(shown.at(-1), '3 done');
  });

  it('walks the hits in both directions, wrapping round', async () => {
    const { search } = searchOf(step([3, 8, 20], 30, true));
    await search.start(query);
    const table: readonly (readonly [number, 1 | -1, number])[] = [
      [0, 1, 3],
      [3, 1, 8],
      [19, 1, 20],
      [20, 1, 3],
      [20, -1, 8],
      [3, -1, 20],
      [0, -1, 20],
    ];
    for (const [row, direction, expected] of table) assert.equal(search.hitFrom(row, direction), expected);
    assert.deepEqual([search.positionOf(8), search.positionOf(9)], [1, -1]);
  });

  it('finds nothing for nothing, and asks nobody', async () => {
    const { search, asked } = searchOf();
    await search.start({ ...query, text: '' });
    assert.deepEqual([asked, search.hits, search.running, search.hitFrom(0, 1)], [[], [], false, null]);
  });

  it('keeps the words of a fault', async () => {
    const { search } = searchOf({ ok: false, message: 'Not a valid pattern.' });
    await search.start(query);
    assert.deepEqual([search.message, search.running], ['Not a valid pattern.', false]);
  });

  it('drops the answers of a search that was replaced', async () => {
    let answer: (result: ShownSearchResult) => void = () => undefined;
    const answers = [
      new Promise<ShownSearchResult>((resolve) => (answer = resolve)),
      Promise.resolve(step([7], 10, true)),
    ];
    let asked = 0;
    const signals: AbortSignal[] = [];
    const search = new Search(
      (_query, _from, _limit, signal) => {
        signals.push(signal);
        return answers[asked++] ?? Promise.reject(new Error('no more'));
      },
      () => undefined,
    );
    const first = search.start(query);
    await search.start({ ...query, text: 'y' });
    answer(step([1, 2, 3], 10, true));
    await first;
    assert.deepEqual(search.hits, [7]);
    assert.equal(signals[0]?.aborted, true);
  });

  it('goes on through rows that have come since, from where it was', async () => {
    const { search, asked, shown } = searchOf(
      step([1], 10, true),
      step([], 12, true),
      step([14, 15], 16, true),
    );
    await search.start(query);
    await search.goOn();
    await search.goOn();
    assert.deepEqual(asked, [0, 10, 12]);
    assert.deepEqual([search.hits, search.searched, search.running], [[1, 14, 15], 16, false]);
    assert.equal(shown.at(-1), '3 done');
  });

  it('does not go on without a query, after a fault, while it runs, or when it was cleared', async () => {
    const none = searchOf();
    await none.search.goOn();
    assert.deepEqual(none.asked, []);

    const faulty = searchOf({ ok: false, message: 'Not a valid pattern.' });
    await faulty.search.start(query);
    await faulty.search.goOn();
    assert.deepEqual([faulty.asked, faulty.search.message], [[0], 'Not a valid pattern.']);

    const running = searchOf(step([1], 10), step([12], 20, true));
    const started = running.search.start(query);
    await running.search.goOn();
    await started;
    assert.deepEqual(
      [running.asked, running.search.hits],
      [
        [0, 10],
        [1, 12],
      ],
    );

    running.search.clear();
    await running.search.goOn();
    assert.deepEqual([running.asked, running.search.hits], [[0, 10], []]);
  });
});
