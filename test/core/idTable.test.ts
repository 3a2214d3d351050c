import assert from 'node:assert/strict';
import fc from 'fast-check';
import { IdTable, utf8Of, type Utf8Text } from '../../src/core/idTable.ts';

/** Text of any UTF-16 units: halves of surrogate pairs stand alone in it. */
const units = fc
  .array(fc.oneof(fc.nat(0xffff), fc.constantFrom(0, 0x61, 0xd800, 0xdbff, 0xdc00, 0xdfff, 0xfffd)), {
    maxLength: 12,
  })
  .map((codes) => String.fromCharCode(...codes));

/** The text inside a larger buffer, as records have it. */
function within({ bytes }: Utf8Text, before: number): Utf8Text {
  const larger = new Uint8Array(before + bytes.length + 3).fill(0x22);
  larger.set(bytes, before);
  return { bytes: larger, from: before, to: before + bytes.length };
}

/** A table whose place for every id is known: chance is taken out of it. */
function unseeded(): IdTable {
  const { random } = Math;
  Math.random = () => 0;
  try {
    return new IdTable();
  } finally {
    Math.random = random;
  }
}

describe('ids as bytes', () => {
  it('are UTF-8 where there is one', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { bytes, from, to } = utf8Of(text);
        assert.deepEqual([...bytes.subarray(from, to)], [...Buffer.from(text)]);
        assert.deepEqual([from, to], [0, bytes.length]);
      }),
    );
  });

  it('differ where the texts differ, also in half a surrogate pair', () => {
    const hexOf = (text: string) => Buffer.from(utf8Of(text).bytes).toString('hex');
    const odd = [
      '\ud800',
      '\ud801',
      '\udc00',
      '\udfff',
      '\ufffd',
      '\ud83d\ude00',
      '\ude00\ud83d',
      'a\ud83d',
      '',
    ];
    assert.equal(new Set(odd.map(hexOf)).size, odd.length);
    fc.assert(
      fc.property(units, units, (a, b) => assert.equal(hexOf(a) === hexOf(b), a === b)),
      { numRuns: 500 },
    );
  });
});

describe('a table of ids', () => {
  it('finds what a Map finds', () => {
    const ids = fc.oneof(
      units,
      fc.constantFrom('', '__proto__', 'constructor', 'a', 'aa', 'a\0', '\0', '\0\0'),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(ids, fc.nat(2 ** 32 - 1), fc.nat(9)), { maxLength: 200 }), (asked) => {
        const table = new IdTable();
        const map = new Map<string, number>();
        for (const [id, value, before] of asked) {
          const text = within(utf8Of(id), before);
          assert.equal(table.find(text), map.get(id) ?? -1);
          assert.equal(table.claim(text, value), map.get(id) ?? -1);
          if (!map.has(id)) map.set(id, value);
        }
        for (const [id, value] of map) assert.equal(table.find(utf8Of(id)), value);
        for (const [id] of map) assert.equal(table.find(utf8Of(`${id}?`)), map.get(`${id}?`) ?? -1);
      }),
      { numRuns: 200 },
    );
  });

  it('does not see the bytes of an id change after it was added', () => {
    const table = new IdTable();
    const text = utf8Of('evt-1');
    table.claim(text, 3);
    text.bytes.fill(0x78);
    assert.deepEqual([table.find(utf8Of('evt-1')), table.find(utf8Of('xxxxx'))], [3, -1]);
  });

  it('grows through 400,000 ids, some of which have the same hash', () => {
    // Of so many, about nineteen pairs share all 32 bits.
    const table = new IdTable();
    const idOf = (i: number) => utf8Of(`event-${(i * 2_654_435_761) % 4_294_967_296}`);
    for (let i = 0; i < 400_000; i++) table.claim(idOf(i), i);
    let wrong = 0;
    for (let i = 0; i < 400_000; i++) {
      if (table.find(idOf(i)) !== i) wrong += 1;
      if (i % 8 === 0 && table.find(idOf(i + 400_000)) !== -1) wrong += 1;
    }
    assert.equal(wrong, 0);
  });

  it('tells ids apart that all have one hash', () => {
    const table = unseeded();
    const idOf = (length: number) => utf8Of('\0'.repeat(length));
    for (let length = 0; length < 1_500; length++) {
      assert.equal(table.find(idOf(length)), -1);
      table.claim(idOf(length), length);
    }
    for (let length = 0; length < 1_500; length++) assert.equal(table.find(idOf(length)), length);
    assert.equal(table.find(utf8Of('\0\u0001')), -1);
  });

  it('holds an id of 5 MB and an empty one', () => {
    const table = new IdTable();
    const long = utf8Of('i'.repeat(5_000_000));
    table.claim(long, 1);
    table.claim(utf8Of(''), 2);
    table.claim(utf8Of('i'), 4_294_967_295);
    assert.deepEqual(
      [long, utf8Of(''), utf8Of('i'), utf8Of('ii')].map((id) => table.find(id)),
      [1, 2, 4_294_967_295, -1],
    );
  });
});
