import assert from 'node:assert/strict';
import fc from 'fast-check';
import { frame, Framer, type Line } from '../../src/core/frame.ts';
import { bytesOf, chunksOf } from '../support/journal.ts';

function linesOf(text: string, chunkSize = Infinity): string[] {
  return [...frame(chunksOf(bytesOf(text), chunkSize))].map(shown);
}

/** `INDEX@OFFSET:text`, with `~` where the line feed is missing. */
function shown({ index, offset, bytes, terminated }: Line): string {
  return `${index}@${offset}:${new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)}${terminated ? '' : '~'}`;
}

describe('frame: bytes to lines', () => {
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    ['no bytes', '', []],
    ['one line', 'a\n', ['0@0:a']],
    ['a last line without line feed', 'a\nbc', ['0@0:a', '1@2:bc~']],
    ['empty lines', '\n\na\n\n', ['0@0:', '1@1:', '2@2:a', '3@4:']],
    ['CR is text', 'a\r\nb\r', ['0@0:a\r', '1@3:b\r~']],
    [
      'U+2028, U+2029, U+0085 and form feed are text',
      'a\u2028b\u2029c\u0085d\fe\n',
      ['0@0:a\u2028b\u2029c\u0085d\fe'],
    ],
    ['a byte order mark is text', '\ufeffa\n', ['0@0:\ufeffa']],
    ['offsets are bytes, not characters', '😀\né\nz', ['0@0:😀', '1@5:é', '2@8:z~']],
  ];
  for (const [name, text, expected] of cases)
    it(name, () => {
      assert.deepEqual(linesOf(text), expected);
      assert.deepEqual(linesOf(text, 1), expected, 'byte by byte');
    });

  it('gives the same lines whatever the chunks, each chunk read into the same buffer', () => {
    const sizes = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60, max: 12 }), sizes, (bytes, [...chunks]) => {
        const plain = ({ index, offset, bytes: text, terminated }: Line) => [
          index,
          offset,
          [...text],
          terminated,
        ];
        const buffer = new Uint8Array(9);
        const framer = new Framer();
        const pieces: unknown[] = [];
        for (let at = 0, i = 0; at < bytes.length; i++) {
          // An empty chunk now and then is fine; nothing but empty ones would never end.
          const size = Math.min(i > 99 ? 9 : (chunks[i % chunks.length] ?? 1), bytes.length - at);
          buffer.set(bytes.subarray(at, at + size));
          for (const line of framer.push(buffer.subarray(0, size))) pieces.push(plain(line));
          at += size;
        }
        for (const line of framer.end()) pieces.push(plain(line));
        assert.deepEqual(pieces, Array.from(frame([bytes]), plain));
      }),
    );
  });

  it('gives every byte back: lines and their line feeds are the file', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80, max: 13 }), (bytes) => {
        const again = [...frame([bytes])].flatMap((line) => [
          ...line.bytes,
          ...(line.terminated ? [10] : []),
        ]);
        assert.deepEqual(again, [...bytes]);
      }),
    );
  });

  it('shows the line that has no line feed yet, and goes on with it', () => {
    const framer = new Framer();
    const pushed = (text: string) => Array.from(framer.push(bytesOf(text)), shown);
    assert.equal(framer.unfinished(), undefined);
    assert.deepEqual(pushed('a\nb'), ['0@0:a']);
    const unfinished = () => {
      const line = framer.unfinished();
      return line && shown(line);
    };
    assert.deepEqual([unfinished(), unfinished(), framer.isInside], ['1@2:b~', '1@2:b~', true]);
    assert.deepEqual(pushed('c'), []);
    assert.equal(unfinished(), '1@2:bc~');
    assert.deepEqual(pushed('d\ne'), ['1@2:bcd']);
    framer.takeUnfinished();
    assert.deepEqual(
      [framer.unfinished(), framer.isInside, framer.line, framer.offset],
      [undefined, false, 3, 8],
    );
    assert.deepEqual(pushed('f\n'), ['3@8:f']);
    assert.deepEqual([...framer.end()], []);
  });

  it('counts the lines that were read elsewhere', () => {
    const framer = new Framer();
    framer.skip(10);
    assert.equal(shown(framer.whole(bytesOf('ab'))), '1@10:ab');
    assert.deepEqual(Array.from(framer.push(bytesOf('c\n')), shown), ['2@13:c']);
  });
});
