// The lane for logs of any format comes to what the decoder comes to: on the samples, and on texts of random JSON.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as fs from 'node:fs';
import { decode } from '../../src/core/decode.ts';
import type { Decoded, Plain } from '../../src/core/decoded.ts';
import { frame } from '../../src/core/frame.ts';
import { decodeInLane } from '../../src/core/plain.ts';
import { recordLane } from '../../src/core/recordLane.ts';
import { bytesOf, chunksOf } from '../support/journal.ts';
import { secondKernel, testKernel } from '../support/kernel.ts';

/** What of a stretch can be told apart, its tokens one by one. */
function shown(item: Decoded | Plain) {
  assert.notEqual(item.kind, 'plain');
  if (item.kind !== 'record') return item.kind === 'plain' ? [] : [item.kind, item.violation];
  const { record, violations } = item;
  const { tape } = record;
  const tokens = Array.from({ length: tape.count }, (_, token) => [
    ...[tape.kindAt(token), tape.flagsAt(token), tape.startAt(token), tape.endAt(token), tape.nextAt(token)],
  ]);
  const unusual = [tape.anyFlags, tape.firstLoneSurrogate, tape.firstNonFinite, tape.firstIllFormed];
  const places = [record.place(), record.placeOf(tape.count - 1)];
  const { line } = record.text;
  return [record.offset, line, [...record.bytes], tokens, unusual, record.value(), violations, places];
}

function same(text: string | Uint8Array, chunkSize = Infinity): void {
  const bytes = bytesOf(text);
  const general = Array.from(decode(frame(chunksOf(bytes, chunkSize))), shown);
  for (const second of [undefined, secondKernel()]) {
    const lane = recordLane(testKernel(), second);
    const fast = Array.from(decodeInLane(chunksOf(bytes, chunkSize), lane), shown);
    assert.deepEqual(fast, general);
  }
}

describe('the lane for records of any format', () => {
  const texts: readonly (readonly [string, string])[] = [
    ['an empty file', ''],
    ['blank lines and white space', '\n {"a" : 1 }\t\n\n  \n{"b":[ ]}'],
    ['numbers', '{"n":[0,-0,1.0,1.50,1e5,1E-7,0.00001,0.0001,123456789012345,1234567890123456,-1.5e+3]}\n'],
    ['numbers that are none', '{"n":01}\n{"n":1.}\n{"n":.5}\n{"n":1e}\n{"n":+1}\n{"n":-}\n{"n":1a}\n'],
    ['literals', '{"l":[true,false,null]}\n{"l":truex}\n{"l":nul}\n{"l":NaN}\n{"l":-Infinity}\n'],
    [
      'escapes',
      '{"s":"\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u00e9 \\ud83d\\ude00"}\n{"s":"\\x"}\n{"s":"\\u12g4"}\n',
    ],
    ['surrogates', '{"s":"\\ud800"}\n{"s":"\\udc00\\ud800"}\n{"s":"\\ud800\\u0041"}\n'],
    ['text beyond ASCII', '{"é":"数据 🙂 \u2028 \ufeff"}\n'],
    ['torn, split and glued', '{"a":1\n{"b":2}{"c":3}\n{"d":"x\ny"}\n{"e":{"f":'],
    ['CR LF, BOM, NUL', '\ufeff{"a":1}\r\n{"b":2}\0\0\n\0\n{"c":3}\r\n'],
    ['deep', `${'{"a":'.repeat(60)}1${'}'.repeat(60)}\n${'{"a":['.repeat(20)}${']}'.repeat(20)}\n`],
    ['no objects', '[1,2]\n"x"\n3\n'],
  ];
  for (const [name, text] of texts) {
    it(name, () => {
      same(text);
      for (const size of [1, 3, 7]) same(text, size);
    });
  }

  it('ill-formed UTF-8', () => {
    const bad = ['\xff', '\xc0\x80', '\xe0\x80\x80', '\xed\xa0\x80', '\xf4\x90\x80\x80', '\xc3', '\xe2\x82'];
    for (const bytes of bad) same(Buffer.from(`{"s":"a${bytes}b"}\n{"t":1}\n`, 'latin1'));
  });

  it('more lines, and more tokens, than one run has room for', () => {
    const line = (tokens: number, text = '') => `{"n":[${Array(tokens).fill(1).join()}],"s":"${text}"}`;
    const many = Array.from({ length: 4500 }, (_, i) => line(i % 3, 'é'.repeat(i % 5)));
    const large = Array.from({ length: 30 }, (_, i) => line(i * 500));
    const lines = [
      ...large,
      line(70_000),
      ...many,
      '{"torn":',
      line(65_530),
      line(65_531),
      line(65_532),
      ...large,
    ];
    for (const size of [Infinity, 100_000]) same(`${lines.join('\n')}\n{"end":1}`, size);
  });

  it('the samples', () => {
    for (const name of fs.readdirSync('samples')) same(fs.readFileSync(`samples/${name}`), 4096);
  });

  it('random JSON, and the same with a byte changed', () => {
    const line = fc.json({ maxDepth: 4 }).map((json) => `{"v":${json}}`);
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 5 }),
        fc.nat(),
        fc.nat(255),
        fc.nat(99),
        (lines, at, byte, size) => {
          const bytes = Buffer.from(`${lines.join('\n')}\n`);
          same(bytes, size + 1);
          bytes[at % bytes.length] = byte;
          same(bytes, size + 1);
        },
      ),
      { numRuns: 300 },
    );
  });
});
