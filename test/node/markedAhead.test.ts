// Lines that are made ready ahead, wherever they are asked for: what is given is what stands there.

import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { ByteSource } from '../../src/engine/byteSource.ts';
import { memorySource } from '../../src/engine/byteSource.ts';
import { MarkedAhead } from '../../src/node/markedAhead.ts';
import { secondKernel, testKernel } from '../support/kernel.ts';

/** A source that reads into the kernels' own memory, as a file does. */
function fileSource(bytes: Uint8Array): ByteSource {
  return {
    ...memorySource(bytes),
    readInto(offset, into) {
      const part = bytes.subarray(offset, offset + into.length);
      into.set(part);
      return part.length;
    },
  };
}

const sources = [memorySource, fileSource];

/** What is given for each of the records that are asked for: its text with its passages, undefined where nothing is. */
function given(source: ByteSource, records: readonly (readonly [offset: number, length: number])[]) {
  const ahead = new MarkedAhead(source, [testKernel(), secondKernel()], ['text'], {});
  return records.map(([offset, length]) => {
    const line = ahead.at(offset, length);
    const text = line?.text();
    if (line === undefined || text === undefined) return undefined;
    return Array.from({ length: line.marks }, (_, mark) => mark).reduce(
      (whole, mark) =>
        whole.replace(`\\u${(0xdc00 + mark).toString(16)}`, () => line.passage(mark).toString()),
      text,
    );
  });
}

/** Where the lines of a text lie. */
function placesOf(lines: readonly string[]): [number, number][] {
  let offset = 0;
  return lines.map((line) => {
    const { length } = Buffer.from(line);
    const place: [number, number] = [offset, length];
    offset += length + 1;
    return place;
  });
}

const LONG = 'A long text of é and 数据, which is only passed on. '.repeat(4);

describe('records that are made ready ahead', () => {
  it('are what stands there, whichever of them are asked for in order', () => {
    const line = fc.tuple(fc.nat(4), fc.constantFrom('', LONG, 'short', '数'), fc.boolean());
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), fc.nat(), fc.boolean(), (given_, skip, hasEnd) => {
        const lines = given_.map(([n, text]) => JSON.stringify({ n, text, list: Array(n).fill({ text }) }));
        const bytes = Buffer.from(lines.join('\n') + (hasEnd ? '\n' : ''));
        const asked = given_.map(([, , isAsked], i) => isAsked || i === skip);
        const places = placesOf(lines).filter((_, i) => asked[i]);
        const expected = lines.filter((_, i) => asked[i]);
        // The last line without its line feed is left to another way.
        if (!hasEnd && asked.at(-1) === true) expected[expected.length - 1] = '';
        for (const of of sources) {
          assert.deepEqual(
            given(of(bytes), places).map((text) => text ?? ''),
            expected,
          );
        }
      }),
    );
  });

  it('over many runs, and behind lines that are too long for one', () => {
    const small = Array.from({ length: 5_000 }, (_, n) => JSON.stringify({ n, text: LONG }));
    const lines = [
      ...small,
      JSON.stringify({ text: 'x'.repeat(3 << 20) }),
      JSON.stringify({ text: 'x'.repeat(9 << 20) }),
      ...small,
      JSON.stringify({ text: 'x'.repeat(17 << 20) }),
      ...small,
    ];
    const bytes = Buffer.from(`${lines.join('\n')}\n`);
    for (const of of sources) {
      const texts = given(of(bytes), placesOf(lines));
      for (const [i, text] of texts.entries()) {
        if ((lines[i] ?? '').length < 4 << 20) assert.equal(text, lines[i]);
        else assert.equal(text, undefined);
      }
    }
  });

  it('more texts than there are marks for are told in full', () => {
    const text = LONG.slice(0, 70);
    const line = JSON.stringify(Array(1_100).fill({ text }));
    const lines = Array.from({ length: 18 }, () => line);
    assert.deepEqual(given(memorySource(Buffer.from(`${lines.join('\n')}\n`)), placesOf(lines)), lines);
  });

  it('are not given for a part of a line, and for one that is ill-formed', () => {
    const bytes = Buffer.from('{"a":1}{"b":2}\n{"c":3}\r\n{"d":"\xff"}\n{"e":5}\n', 'latin1');
    const records = [[0, 7], [7, 7], [15, 7], [24, 9], [34, 7], [0, 14]] as const; // prettier-ignore
    const texts = ['{"c":3}\r', undefined, '{"e":5}', undefined];
    for (const of of sources) assert.deepEqual(given(of(bytes), records), [undefined, undefined, ...texts]);
  });
});
