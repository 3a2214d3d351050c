import assert from 'node:assert/strict';
import fc from 'fast-check';
import { decodeUtf8, firstInvalidUtf8, isCutCharacter, utf16Length } from '../../../src/core/json/utf8.ts';

/** What the platform's own decoder says of the bytes. */
function isWellFormed(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

const hex = (text: string) => Uint8Array.from(text.split(' '), (byte) => parseInt(byte, 16));

describe('UTF-8', () => {
  const cases: readonly (readonly [string, string, number])[] = [
    ['ASCII', '61 62', -1],
    ['two bytes', 'c3 a9', -1],
    ['three bytes', 'e2 80 a8', -1],
    ['four bytes', 'f0 9f 98 80', -1],
    ['the last code point', 'f4 8f bf bf', -1],
    ['around the surrogates', 'ed 9f bf ee 80 80', -1],
    ['a continuation alone', '61 80', 1],
    ['overlong, two bytes', 'c0 80', 0],
    ['overlong, two bytes more', 'c1 bf', 0],
    ['overlong, three bytes', 'e0 9f bf', 0],
    ['overlong, four bytes', 'f0 8f bf bf', 0],
    ['a surrogate', 'ed a0 80', 0],
    ['beyond the last code point', 'f4 90 80 80', 0],
    ['no lead byte', 'f5 80 80 80', 0],
    ['ff', '61 ff', 1],
    ['cut short by the end', '61 e2 80', 1],
    ['cut short by text', 'e2 80 61', 0],
  ];
  for (const [name, bytes, expected] of cases)
    it(`${name}: ${bytes} → ${expected}`, () =>
      assert.equal(firstInvalidUtf8(hex(bytes), 0, hex(bytes).length), expected));

  it('ill-formed exactly where the platform says so', () => {
    const byte = fc.constantFrom(
      0x61,
      0x7f,
      0x80,
      0x8f,
      0x90,
      0x9f,
      0xa0,
      0xbf,
      0xc0,
      0xc2,
      0xdf,
      0xe0,
      0xe1,
      0xed,
      0xef,
      0xf0,
      0xf4,
      0xf5,
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(byte, fc.nat(255)), { maxLength: 8 }), (list) => {
        const bytes = Uint8Array.from(list);
        const at = firstInvalidUtf8(bytes, 0, bytes.length);
        assert.equal(at < 0, isWellFormed(bytes));
        if (at >= 0) assert.ok(isWellFormed(bytes.subarray(0, at)));
      }),
      { numRuns: 5000 },
    );
  });

  it('a character cut off at every byte of it is one that was cut off', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }), (character) => {
        const bytes = new TextEncoder().encode(character);
        for (let end = 1; end < bytes.length; end++) assert.ok(isCutCharacter(bytes, 0, end));
      }),
      { numRuns: 2000 },
    );
  });

  const notCut = ['61', '80', 'c0', 'f5', 'e0 80', 'ed a0', 'f4 90', 'e2 28', 'f0 9f 28', 'e2 80 a8'];
  for (const bytes of notCut.slice(0, -1))
    it(`${bytes} begins no character`, () =>
      assert.equal(isCutCharacter(hex(bytes), 0, hex(bytes).length), false));

  it('a byte order mark is a character like others', () => {
    assert.equal(decodeUtf8(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61)), '\ufeffa');
    assert.equal(utf16Length(new TextEncoder().encode('a😀é\ufeff'), 0, 10), 5);
  });

  it('the UTF-16 length of any bytes is that of their text', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }).map((text) => new TextEncoder().encode(text)),
      fc.uint8Array({ maxLength: 8 }),
      fc.nat(80).map((length) => new Uint8Array(length).fill(0x61)),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const bytes = Uint8Array.from(pieces.flatMap((part) => [...part]));
        assert.equal(utf16Length(bytes, 0, bytes.length), decodeUtf8(bytes).length);
      }),
    );
  });
});
