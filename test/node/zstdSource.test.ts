import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import { memorySource } from '../../src/engine/byteSource.ts';
import { unpacked } from '../../src/node/zstdSource.ts';
import { zstdBomb, zstdFrame } from '../support/zstd.ts';

const TEXT = new TextEncoder().encode('{"a":1}\n'.repeat(50_000));

/** A source that tells whether it was closed. */
function closable(bytes: Uint8Array) {
  const state = { closed: 0 };
  return { state, source: { ...memorySource(bytes), close: () => void (state.closed += 1) } };
}

const leftovers = () => fs.readdirSync(os.tmpdir()).filter((name) => name.startsWith('session-journal-'));

describe('compressed logs', () => {
  it('what is not compressed stays as it is', () => {
    const source = memorySource(TEXT);
    assert.equal(unpacked(source), source);
    assert.equal(unpacked(memorySource(new Uint8Array(0))).size(), 0);
  });

  it('ranges of the text, with progress over the compressed bytes', () => {
    const packed = zstdFrame(TEXT);
    const progress: string[] = [];
    const { state, source } = closable(packed);
    const text = unpacked(source, { onProgress: (done, total) => progress.push(`${done}/${total}`) });
    assert.equal(text.size(), TEXT.length);
    assert.deepEqual(Buffer.from(text.read(8, 16)).toString(), '{"a":1}\n{"a":1}\n');
    assert.deepEqual([...text.read(0, TEXT.length)], [...TEXT]);
    assert.equal(progress.at(-1), `${packed.length}/${packed.length}`);
    assert.equal(state.closed, 0);
    text.close();
    assert.equal(state.closed, 1);
  });

  it('what a real compressor wrote', () => {
    const text = unpacked(memorySource(fs.readFileSync('test/fixtures/forty-lines.jsonl.zst')));
    const lines = Buffer.from(text.read(0, text.size())).toString().trimEnd().split('\n');
    assert.equal(lines.length, 40);
    assert.match(lines[39] ?? '', /line 39 of the fixture/);
    text.close();
  });

  it('several frames, one after the other', () => {
    const text = unpacked(memorySource(Buffer.concat([zstdFrame(TEXT), zstdFrame(TEXT)])));
    assert.equal(text.size(), 2 * TEXT.length);
    text.close();
  });

  it('a stream that is cut off gives its beginning', () => {
    const packed = zstdFrame(TEXT);
    const text = unpacked(memorySource(packed.subarray(0, packed.length - 1000)));
    assert.ok(text.size() > TEXT.length / 2 && text.size() < TEXT.length);
    text.close();
  });

  const refused: readonly (readonly [string, Uint8Array, RegExp])[] = [
    ['nothing but the first bytes', Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd), /./],
    [
      'damage at the start',
      Uint8Array.from([...zstdFrame(TEXT).subarray(0, 6), 0xff, 0xff, 0xff, 0xff]),
      /./,
    ],
    ['a window beyond memory', zstdFrame(TEXT, 31), /too much memory/],
    ['more than fits', zstdBomb(64 << 20), /unpacks to too much/],
  ];
  for (const [name, packed, words] of refused)
    it(`${name} is refused, and the source is closed`, () => {
      const { state, source } = closable(packed);
      const open = () => unpacked(source, { limit: 1 << 20 });
      assert.throws(open, (error: Error) => error.name === 'FileUnreadable' && words.test(error.message));
      assert.equal(state.closed, 1);
    });

  it('nothing is left behind', () => {
    const before = leftovers();
    const text = unpacked(memorySource(zstdFrame(TEXT)));
    text.close();
    assert.throws(() => unpacked(memorySource(zstdBomb(64 << 20)), { limit: 1 << 20 }));
    assert.deepEqual(
      leftovers().filter((name) => !before.includes(name)),
      [],
    );
  });
});
