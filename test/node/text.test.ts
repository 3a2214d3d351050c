import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { decodeUtf8 } from '../../src/core/json/utf8.ts';
import { textReader } from '../../src/node/text.ts';
import { kernelModule } from '../support/kernel.ts';

describe('UTF-8 to text', () => {
  const read = textReader(kernelModule());
  const encode = (text: string) => new TextEncoder().encode(text);

  const TEXTS: readonly (readonly [name: string, text: string])[] = [
    ['nothing', ''],
    ['ASCII', 'plain '.repeat(40)],
    ['Latin letters', 'gr\u00fcn '.repeat(40)],
    ['the last letter of one byte and the first beyond', '\u00ff'.repeat(70) + '\u0100'],
    ['other scripts', '\u6570\u636e \u03b4\u03b5 '.repeat(40)],
    ['beyond the basic plane', '\u{1f642}\u{10ffff}'.repeat(40)],
    ['a BOM', '\ufeff' + 'a'.repeat(99)],
    ['one letter at the end', 'a'.repeat(99) + '\u00e9'],
  ];
  for (const [name, text] of TEXTS) {
    it(name, () => assert.equal(read(encode(text)), text));
  }

  it('longer than the kernel has room', () => {
    const text = '\u00e9'.repeat(6_000_000);
    assert.ok(read(encode(text)) === text);
  });

  it('any text, and the same with a byte changed or its end cut off', () => {
    const texts = fc.string({ unit: 'binary', minLength: 64, maxLength: 200 });
    fc.assert(
      fc.property(texts, fc.nat(), fc.nat(255), fc.nat(4), (text, at, byte, cut) => {
        const bytes = encode(text);
        assert.equal(read(bytes), decodeUtf8(bytes));
        bytes[at % bytes.length] = byte;
        assert.equal(read(bytes), decodeUtf8(bytes));
        assert.equal(
          read(bytes.subarray(0, bytes.length - cut)),
          decodeUtf8(bytes.subarray(0, bytes.length - cut)),
        );
      }),
    );
  });

  it('without the kernel', () => assert.equal(textReader(undefined)(encode('gr\u00fcn')), 'gr\u00fcn'));
});
