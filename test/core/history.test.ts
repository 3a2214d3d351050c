import * as assert from 'node:assert/strict';
import { crc32 } from 'node:zlib';
import * as fc from 'fast-check';
import { HistoryGuard, looksContinued, type SeenHistory } from '../../src/core/history.ts';
import { newSha256 } from '../../src/node/sha256.ts';
import { chunksOf } from '../support/journal.ts';

const BLOCK = 64 * 1024;

/** One reading of the bytes, in pieces, against an earlier one. */
function reading(bytes: Uint8Array, before?: SeenHistory, chunk = 100_000): SeenHistory {
  const guard = new HistoryGuard(newSha256, before);
  for (const piece of chunksOf(bytes, chunk)) guard.push(piece);
  return guard.end();
}

const looks = (now: Uint8Array, before: SeenHistory) =>
  looksContinued(before, newSha256, (offset, length) => now.subarray(offset, offset + length));

const bytes = (length: number) =>
  Uint8Array.from({ length }, (_, i) => (i === length - 1 ? 0x0a : (i * 31) % 251));
const joined = (a: Uint8Array, b: Uint8Array) => new Uint8Array(Buffer.concat([a, b]));
const changed = (old: Uint8Array, at: number) => old.with(at, (old[at] ?? 0) ^ 1);

describe('the history of a file', () => {
  const old = bytes(3 * BLOCK + 100);
  const seen = reading(old);

  const table: readonly (readonly [string, Uint8Array, number | null])[] = [
    ['the same', old, null],
    ['grown', joined(old, Uint8Array.of(1, 2, 3)), null],
    ['grown over several blocks', joined(old, bytes(2 * BLOCK)), null],
    ['its first byte changed', changed(old, 0), 0],
    ['a byte of a later block changed', changed(old, BLOCK + 5), BLOCK],
    ['its last line changed', changed(old, old.length - 2), 3 * BLOCK],
    ['its line feed gone', changed(old, old.length - 1), 3 * BLOCK],
    ['its last line changed, and grown', joined(changed(old, old.length - 2), Uint8Array.of(1)), 3 * BLOCK],
    ['cut', old.subarray(0, BLOCK + 10), BLOCK + 10],
    ['cut at the end of a block', old.subarray(0, BLOCK), BLOCK],
    ['emptied', new Uint8Array(0), 0],
    ['cut and changed', changed(old, 1).subarray(0, 2 * BLOCK), 0],
  ];
  for (const [name, now, expected] of table) {
    it(`${name}: ${expected === null ? 'not rewritten' : `rewritten at ${expected}`}`, () => {
      assert.equal(reading(now, seen).rewrittenAt, expected);
      assert.equal(looks(now, seen), expected === null, 'all of its few blocks are looked at');
    });
  }

  it('is looked at in few places, its first and last block among them', () => {
    const long = bytes(100 * BLOCK + 7);
    const before = reading(long);
    const asked: number[] = [];
    assert.equal(
      looksContinued(before, newSha256, (offset, length) => {
        asked.push(offset);
        return long.subarray(offset, offset + length);
      }),
      true,
    );
    assert.deepEqual([asked[0], asked.at(-1), asked.length], [0, 100 * BLOCK, 17]);
    assert.equal(looks(changed(long, 3), before), false);
    assert.equal(looks(changed(long, 100 * BLOCK + 3), before), false);
  });

  describe('with sums of its lines', () => {
    const LINES = Array.from({ length: 400 }, (_, i) => `${i}:${'x'.repeat(i % 7 === 0 ? 90 : 600)}\n`);
    const text = (lines: readonly string[]) => Buffer.from(lines.join(''));
    const startOf = (line: number) => text(LINES.slice(0, line)).length;
    const summed = (now: Uint8Array, before?: SeenHistory, chunk = 30_000) => {
      const guard = new HistoryGuard(newSha256, before, crc32);
      for (const piece of chunksOf(now, chunk)) guard.push(piece);
      return guard.end();
    };
    const before = summed(text(LINES), undefined, 70_001);

    const lines: readonly (readonly [string, Uint8Array, number | null])[] = [
      ['the same', text(LINES), null],
      ['grown', text([...LINES, 'more\n']), null],
      [
        'a byte of a line changed',
        text(LINES.with(200, LINES[200]?.replace('xxx', 'xyx') ?? '')),
        startOf(200),
      ],
      ['a line gone', text(LINES.toSpliced(300, 1)), startOf(300)],
      ['a line put in', text(LINES.toSpliced(40, 0, `${'y'.repeat(700)}\n`)), startOf(40)],
      ['changed, and grown', text([...LINES.with(398, 'z\n'), 'more\n'.repeat(300)]), startOf(398)],
      ['cut', text(LINES).subarray(0, startOf(301) + 5), startOf(301) + 5],
      ['cut, and written on', text([...LINES.slice(0, 100), `${'w'.repeat(600)}\n`]), startOf(100)],
    ];
    for (const [name, now, expected] of lines) {
      it(`${name}: ${expected === null ? 'not rewritten' : `rewritten at ${expected}`}`, () => {
        assert.equal(summed(now, before).rewrittenAt, expected);
      });
    }

    it('of short lines the group is told, never a place after the change', () => {
      const short = Array.from({ length: 3000 }, (_, i) => `line ${i}\n`);
      const seenShort = summed(text(short));
      for (const at of [0, 1, 63, 1500, 2999]) {
        const found = summed(text(short.with(at, `LINE ${at}\n`)), seenShort).rewrittenAt ?? NaN;
        const start = text(short.slice(0, at)).length;
        assert.ok(found <= start && found > start - 600, `line ${at} at ${start}: ${found}`);
      }
    });
  });

  describe('a last line without line feed', () => {
    const torn = joined(old, Uint8Array.of(0x7b, 0x22, 0x61));
    const before = reading(torn);
    for (const [name, now] of [
      ['may be completed', joined(torn, Uint8Array.of(0x22, 0x7d, 0x0a))],
      ['may be set aside', old],
      ['may be set aside, and others follow', joined(old, bytes(500))],
    ] as const) {
      it(name, () => assert.equal(reading(now, before).rewrittenAt, null));
    }
    it('does not cover for what stands before it', () => {
      assert.equal(reading(changed(torn, 5), before).rewrittenAt, 0);
      assert.equal(reading(old.subarray(0, old.length - 1), before).rewrittenAt, old.length - 1);
    });
  });

  it('stays told in later readings', () => {
    const later = reading(changed(old, BLOCK), seen);
    assert.equal(reading(changed(old, BLOCK), later).rewrittenAt, BLOCK);
  });

  it('compares the readings of any pieces, of any growth', () => {
    const lengths = fc.integer({ min: 0, max: 3 * BLOCK });
    const chunk = fc.integer({ min: 1000, max: 2 * BLOCK });
    fc.assert(
      fc.property(lengths, lengths, chunk, chunk, (first, more, a, b) => {
        const whole = bytes(first + more);
        const grown = reading(whole, reading(whole.subarray(0, first), undefined, a), b);
        assert.deepEqual(grown, reading(whole));
      }),
      { numRuns: 40 },
    );
  });

  it('knows the last bytes that it took: at most a block, and where they stand', () => {
    const lengths = fc.oneof(
      fc.integer({ min: 0, max: 3 * BLOCK }),
      fc.constantFrom(0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK),
    );
    const chunk = fc.integer({ min: 1000, max: 2 * BLOCK });
    fc.assert(
      fc.property(lengths, lengths, chunk, (length, before, size) => {
        const whole = bytes(length);
        const guard = new HistoryGuard(newSha256, reading(bytes(before)));
        for (const piece of chunksOf(whole, size)) guard.push(piece);
        const last = guard.last();
        assert.equal(guard.bytes, length);
        assert.equal(last.offset + last.length, length);
        assert.ok(last.length <= BLOCK && (last.length > 0 || length === 0));
        const hash = newSha256();
        hash.update(whole.subarray(last.offset));
        assert.equal(last.digest, hash.digest());
        // Asking leaves no trace.
        assert.deepEqual(guard.end().digests, reading(whole).digests);
      }),
      { numRuns: 60 },
    );
  });
});
