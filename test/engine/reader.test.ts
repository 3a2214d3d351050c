import assert from 'node:assert/strict';
import { memorySource, type ByteSource } from '../../src/engine/byteSource.ts';
import { eventsBetween } from '../../src/engine/facts.ts';
import type { JournalIndex } from '../../src/core/journalIndex.ts';
import { chunksOf, detect, JournalReader } from '../../src/engine/reader.ts';
import { Aborted, inTurns } from '../../src/engine/turns.ts';
import { trace01 } from '../../src/formats/trace01.ts';
import { newSha256 } from '../../src/node/sha256.ts';
import { countingSource, turnsOf } from '../support/engine.ts';
import { bytesOf, journal, splice, textOf } from '../support/journal.ts';

const lines = journal('start user:hello req resp:hi call:c1 result:c1 stop:completed');

/** What of a format is found in the bytes. */
function detected(source: ByteSource | string): string {
  const found = detect(typeof source === 'string' ? memorySource(bytesOf(source)) : source);
  return typeof found === 'string' ? found : found.id;
}

describe('reading a source', () => {
  it('in chunks of a megabyte after smaller ones, each told with its end', () => {
    const source = memorySource(new Uint8Array(2_500_000));
    const ends: number[] = [];
    const sizes = Array.from(
      chunksOf(source, (end) => ends.push(end)),
      (chunk) => chunk.length,
    );
    assert.deepEqual(
      [sizes, ends],
      [
        [65536, 131072, 262144, 524288, 1048576, 468384],
        [65536, 196608, 458752, 983040, 2031616, 2500000],
      ],
    );
  });

  it('that grows meanwhile, to its end', () => {
    let bytes = bytesOf('one');
    const source: ByteSource = {
      size: () => bytes.length,
      read: (offset, length) => bytes.subarray(offset, offset + length),
      close: () => undefined,
    };
    const texts: string[] = [];
    for (const chunk of chunksOf(source)) {
      texts.push(new TextDecoder().decode(chunk));
      if (texts.length === 1) bytes = bytesOf('one, two');
    }
    assert.deepEqual(texts, ['one', ', two']);
  });
});

describe('what kind of file it is', () => {
  const files: readonly (readonly [string, string, string])[] = [
    ['a journal', textOf(lines), 'trace01'],
    ['a journal with a byte order mark', `\ufeff${textOf(lines)}`, 'trace01'],
    ['a journal with CR LF', textOf(lines).replaceAll('\n', '\r\n'), 'trace01'],
    ['one torn event', (lines[0] ?? '').slice(0, 60), 'trace01'],
    ['torn before it says what it is', (lines[0] ?? '').slice(0, 30), 'unknown'],
    ['a broken event first', `{"trace_version":"0.1.0","event_id":x}\n${textOf(lines)}`, 'trace01'],
    ['arrays', '[1]\n[2]\n', 'unknown'],
    ['an event in an array', `[${lines[0]}]\n`, 'unknown'],
    ['an event in a string', `${JSON.stringify(lines[0])}\n`, 'unknown'],
    ['an event inside another object', `{"event":${lines[0]}}\n`, 'unknown'],
    ['a version alone', '{"trace_version":"0.1.0"}\n', 'unknown'],
    ['nothing', '', 'empty'],
    ['blank lines', ' \n\n', 'empty'],
    ['a byte order mark', '\ufeff', 'empty'],
  ];
  for (const [name, text, expected] of files)
    it(`${name}: ${expected}`, () => assert.equal(detected(text), expected));

  it('is seen from the beginning of the file', () => {
    const source = countingSource(bytesOf(`${textOf(lines)}${'x'.repeat(5_000_000)}`));
    assert.equal(detected(source), 'trace01');
    assert.equal(source.reads.length, 1);
  });

  it('is not looked for beyond 64 MB', () => {
    const source = countingSource(new Uint8Array(70_000_000).fill(0x78));
    assert.equal(detected(source), 'unknown');
    assert.ok(source.reads.every(([offset]) => offset < 64 << 20));
  });
});

describe('events, read again', () => {
  const many = splice(journal(`start ${'user:hello '.repeat(500)}stop`), 7, 0, 'damage');

  function indexed(source: ByteSource): JournalIndex {
    const reader = new JournalReader({ source, format: trace01, newSha256, report: () => undefined });
    let rows = 0;
    for (const { row } of reader.rows()) assert.equal(row, rows++);
    return reader.index;
  }

  it('of a stretch of rows, in order, without the damage', () => {
    const source = memorySource(bytesOf(many));
    const rows = [...eventsBetween(source, indexed(source), trace01, 5, 10)];
    assert.deepEqual(
      rows.map(({ row, event }) => [row, event.sequence]),
      [
        [5, 5],
        [6, 6],
        [8, 7],
        [9, 8],
      ],
    );
  });

  it('with few reads', () => {
    const source = countingSource(bytesOf(many));
    const index = indexed(source);
    source.reset();
    assert.equal([...eventsBetween(source, index, trace01, 0, Infinity)].length, 502);
    assert.equal(source.reads.length, 1);
  });

  it('beyond the end there are none', () => {
    const source = memorySource(bytesOf(many));
    assert.deepEqual([...eventsBetween(source, indexed(source), trace01, 600, 700)], []);
  });
});

describe('turns', () => {
  const items = Array.from({ length: 1000 }, (_, i) => i);

  it('takes all items in order, and pauses when a turn is over', async () => {
    let pauses = 0;
    const taken: number[] = [];
    await inTurns(
      items,
      turnsOf(6, () => pauses++),
      undefined,
      (item) => taken.push(item),
    );
    assert.deepEqual(taken, items);
    assert.ok(pauses > 5 && pauses < 32, `${pauses}`);
  });

  it('does not pause when time stands still', async () => {
    let pauses = 0;
    await inTurns(
      items,
      turnsOf(0, () => pauses++),
      undefined,
      () => undefined,
    );
    assert.equal(pauses, 0);
  });

  it('stops when it is aborted', async () => {
    const controller = new AbortController();
    let taken = 0;
    const work = inTurns(
      items,
      turnsOf(20, () => controller.abort()),
      controller.signal,
      () => taken++,
    );
    await assert.rejects(work, Aborted);
    assert.ok(taken > 0 && taken < 100);
  });
});
