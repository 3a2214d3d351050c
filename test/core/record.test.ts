import assert from 'node:assert/strict';
import fc from 'fast-check';
import { scanJson } from '../../src/core/json/scan.ts';
import { Tape } from '../../src/core/json/tape.ts';
import { JsonRecord, placeIn } from '../../src/core/record.ts';
import { bytesOf } from '../support/journal.ts';

/** A record that starts at `from` of its line. */
function recordOf(line: string, from = 0, offset = 0): JsonRecord {
  const bytes = bytesOf(line);
  const tape = new Tape();
  const scan = scanJson(bytes, from, bytes.length, tape);
  return new JsonRecord({ line: 4, offset, bytes }, from, scan.ok ? scan.end : bytes.length, tape, scan.ok);
}

/** What stands at a token. */
function textAt(record: JsonRecord, token: number): string {
  const { start, end } = record.placeOf(token);
  return new TextDecoder().decode(record.text.bytes).slice(start, end);
}

describe('record: places', () => {
  const cases: readonly (readonly [string, string, number, number, readonly [number, number]])[] = [
    ['ASCII', 'abcdef', 2, 4, [2, 4]],
    ['two bytes are one unit', 'éa', 2, 3, [1, 2]],
    ['three bytes are one unit', '\u2028a', 3, 4, [1, 2]],
    ['four bytes are two units', '😀a', 4, 5, [2, 3]],
    ['a range over astral characters', 'a😀b', 0, 6, [0, 4]],
  ];
  for (const [name, line, from, to, [start, end]] of cases)
    it(name, () => {
      const place = placeIn({ line: 4, offset: 100, bytes: bytesOf(line) }, from, to);
      assert.deepEqual(place, { line: 4, start, end, offset: 100 + from });
    });

  it('are the same in any order, on lines short and long', () => {
    const long = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).map((text) => text.repeat(900));
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'grapheme' }), long),
        fc.array(fc.nat(), { maxLength: 9 }),
        (line, picks) => {
          const bytes = bytesOf(line);
          const characters = Array.from(line);
          const text = { line: 0, offset: 0, bytes };
          for (const pick of picks) {
            const before = characters.slice(0, pick % (characters.length + 1)).join('');
            const from = bytesOf(before).length;
            assert.equal(placeIn(text, from, from).start, before.length);
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('record: members', () => {
  const record = recordOf('{"a":1,"b":{"c":[10,{"d":"x"}]},"a":2,"\\u0062\\u0031":3}');

  it('finds a member by its text, however it is written, the last where the key repeats', () => {
    assert.equal(textAt(record, record.member('a')), '2');
    assert.equal(textAt(record, record.member('b1')), '3');
    assert.equal(record.member('c'), -1, 'not those of inner objects');
    assert.equal(textAt(record, record.member('c', record.member('b'))), '[10,{"d":"x"}]');
    assert.equal(record.member('x', record.member('a')), -1, 'a number has no members');
  });

  const paths: readonly (readonly [readonly (string | number)[], string])[] = [
    [['b', 'c', 0], '10'],
    [['b', 'c', 1, 'd'], '"x"'],
    [['b', 'c', 2], '[10,{"d":"x"}]'],
    [['b', 'x', 'y'], '{"c":[10,{"d":"x"}]}'],
    [['b', 0], '{"c":[10,{"d":"x"}]}'],
  ];
  for (const [path, expected] of paths)
    it(`find ${path.join('.')} → ${expected}`, () =>
      assert.equal(textAt(record, record.find(path)), expected));

  it('find gives the key when asked for it', () => {
    assert.equal(textAt(record, record.find(['b', 'c'], true)), '"c"');
  });

  it('reads what is whole of a record that was cut off', () => {
    const cut = recordOf('{"a":1,"b":{"c":2,"d":"x');
    assert.deepEqual(
      [cut.number(cut.member('a')), cut.member('b') > 0, cut.member('d', cut.member('b'))],
      [1, true, -1],
    );
  });
});

describe('record: paths to tokens', () => {
  it('every token of a value has the path that leads to it', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), (text) => {
        const record = recordOf(text);
        for (let token = 0; token < record.tape.count; token++) {
          const path = record.pathTo(token);
          const found = record.find(path);
          const isKey = found !== token;
          // Of equal keys the last is found: generated objects have none.
          assert.equal(isKey ? record.find(path, true) : found, token);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('of a deep one the innermost 32 steps, with … before them', () => {
    const depth = 100_000;
    const record = recordOf(`${'{"a":['.repeat(depth)}1${']}'.repeat(depth)}`);
    const path = record.pathTo(record.tape.count - 1);
    assert.deepEqual([path.length, path[0], path[1], path[32]], [33, '…', 'a', 0]);
  });

  it('a long key is cut', () => {
    const record = recordOf(`{"${'k'.repeat(1_000_000)}":{"a":1}}`);
    const [key = '', last] = record.pathTo(record.tape.count - 1).map(String);
    assert.deepEqual([key.length < 300, key.endsWith('…'), last], [true, true, 'a']);
  });

  it('places and paths of a record with very many of them take time in proportion to its length', () => {
    const text = `{${Array.from({ length: 100_000 }, (_, i) => `"k${i}":[1,{"x":2}]`).join(',')}}`;
    const record = recordOf(text);
    const started = performance.now();
    let length = 0;
    for (let token = 0; token < record.tape.count; token++) {
      length += record.placeOf(token).end + record.pathTo(token).length;
    }
    assert.ok(length > 0);
    assert.ok(performance.now() - started < 5000, `${performance.now() - started} ms`);
  });
});
