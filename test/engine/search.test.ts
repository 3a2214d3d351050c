import * as assert from 'node:assert/strict';
import type { Query } from '../../src/core/query.ts';
import { memorySource } from '../../src/engine/byteSource.ts';
import { OpenJournal } from '../../src/engine/openJournal.ts';
import { Aborted } from '../../src/engine/turns.ts';
import { newSha256 } from '../../src/node/sha256.ts';
import { bytesOf, journal, type Lines } from '../support/journal.ts';

const turns = {
  pause: () => new Promise<void>((resolve) => setImmediate(resolve)),
  now: () => performance.now(),
};

async function opened(lines: Lines, now = turns.now): Promise<OpenJournal> {
  const source = memorySource(bytesOf(lines));
  const opening = new OpenJournal({
    source,
    newSha256,
    turns: { ...turns, now },
    onSnapshot: () => undefined,
  });
  await opening.read();
  return opening;
}

/** All hits, step by step as a page asks for them, and how many steps it took. */
async function allHits(
  searched: OpenJournal,
  query: Query,
  limit = 1000,
): Promise<{ hits: number[]; steps: number }> {
  const hits: number[] = [];
  let steps = 0;
  for (let from = 0, done = false; !done; steps++) {
    const result = await searched.search(query, from, limit, new AbortController().signal);
    assert.ok(result.ok);
    assert.ok(result.next > from || result.done);
    hits.push(...result.hits);
    ({ next: from, done } = result);
  }
  return { hits, steps };
}

const words = Array.from({ length: 3_000 }, (_, i) => (i % 500 === 7 ? 'user:needle' : 'user:hay'));
const long = journal(['start', ...words, 'stop'].join(' '));
const needles = [8, 508, 1008, 1508, 2008, 2508];

describe('search', () => {
  it('finds every row that says it, over all blocks', async () => {
    assert.deepEqual((await allHits(await opened(long), { text: 'NEEDLE' })).hits, needles);
  });

  it('goes on where it left off, whatever the limit', async () => {
    for (const limit of [1, 2, 6]) {
      const { hits, steps } = await allHits(await opened(long), { text: 'needle' }, limit);
      assert.deepEqual(hits, needles);
      assert.ok(steps >= Math.floor(needles.length / limit));
    }
  });

  it('answers with what it has when its time is up', async () => {
    let clock = 0;
    const searched = await opened(long, () => (clock += 3));
    const result = await searched.search(
      { text: 'needle', regex: true },
      0,
      100,
      new AbortController().signal,
    );
    assert.ok(result.ok && !result.done && result.next > 0 && result.next < long.length);
  });

  it('finds damaged rows by their text, and rows with problems', async () => {
    const lines = journal('start user:a user:b stop');
    const broken = await opened(lines.toSpliced(1, 0, '{"trace_version":"0.1.0","event_id":"evt-half'));
    assert.deepEqual((await allHits(broken, { text: 'evt-half' })).hits, [1]);
    assert.deepEqual((await allHits(broken, { violationsOnly: true })).hits, [1]);
  });

  it('says what is wrong with a pattern', async () => {
    const result = await (
      await opened(long)
    ).search({ text: '[', regex: true }, 0, 1, new AbortController().signal);
    assert.ok(!result.ok && result.fault.part === 'text');
  });

  it('is done at once where there is no journal', async () => {
    const result = await (
      await opened(['{"a":1}'])
    ).search({ text: 'a' }, 0, 10, new AbortController().signal);
    assert.deepEqual(result, { ok: true, hits: [], next: 0, done: true });
  });

  it('stops when it is aborted', async () => {
    let clock = 0;
    const searched = await opened(long, () => (clock += 12));
    const controller = new AbortController();
    const result = searched.search({ text: 'x', regex: true }, 0, 10, controller.signal);
    controller.abort();
    await assert.rejects(result, Aborted);
  });
});
