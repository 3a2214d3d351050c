import assert from 'node:assert/strict';
import * as z from 'zod';
import { isJsonObject } from '../../src/core/json/value.ts';
import { argumentsIn, present, readAs, timeOfMillis } from '../../src/formats/lenient.ts';

describe('lenient reading', () => {
  const schema = z.object({ name: z.string(), size: z.number().optional(), kind: z.string().optional() });
  const READ: readonly (readonly [given: unknown, read: unknown])[] = [
    [
      { name: 'a', size: 1, more: true },
      { name: 'a', size: 1, more: true },
    ],
    [
      { name: 'a', size: 'big', kind: 'k' },
      { name: 'a', kind: 'k' },
    ],
    [{ name: 7, size: 1 }, undefined],
    [['a'], undefined],
    [undefined, undefined],
  ];
  for (const [given, read] of READ) {
    it(`a record ${JSON.stringify(given)}`, () => assert.deepEqual(readAs(schema, given), read));
  }

  const ARGUMENTS: readonly (readonly [given: string, read: string])[] = [
    ['{"a":[1,{"b":null}]}', '{"a":[1,{"b":null}]}'],
    [' {"a":1} ', '{"a":1}'],
    ['{"a":1', '"{\\"a\\":1"'],
    ['{"a":1} x', '"{\\"a\\":1} x"'],
    ['[1]', '"[1]"'],
    ['{"__proto__":1,"a":2,"a":3}', '{"__proto__":1,"a":3}'],
    ['{"a":"\u{1f642}"}', '{"a":"\u{1f642}"}'],
    ['{"a":"\ud800"}', '{"a":"\ufffd"}'],
    ['{"a":"\\ud83d."}', '{"a":"\ufffd."}'],
    ['{"a":"\\ud83d\\ude42"}', '{"a":"\u{1f642}"}'],
    ['', '""'],
  ];
  for (const [given, read] of ARGUMENTS) {
    it(`arguments ${given}`, () => assert.equal(JSON.stringify(argumentsIn(given)), read));
  }

  it('arguments keep integers that a double does not hold', () => {
    assert.deepEqual(argumentsIn('{"a":9007199254740993}'), { __proto__: null, a: 9007199254740993n });
  });

  it('arguments that are there already, and none', () => {
    assert.deepEqual([argumentsIn(7), argumentsIn(undefined)], [7, {}]);
  });

  it('`__proto__` in arguments is a key like any other', () => {
    const read = argumentsIn('{"__proto__":{"x":1}}');
    assert.deepEqual(isJsonObject(read) && Object.keys(read), ['__proto__']);
  });

  const TIMES: readonly (readonly [millis: unknown, time: string | undefined])[] = [
    [0, '1970-01-01T00:00:00.000Z'],
    [1795952560436n, '2026-11-29T11:42:40.436Z'],
    [253_402_300_799_999, '9999-12-31T23:59:59.999Z'],
    [253_402_300_800_000, undefined],
    [-62_167_219_200_001, undefined],
    [NaN, undefined],
    ['0', undefined],
  ];
  for (const [millis, time] of TIMES)
    it(`time of ${String(millis)}`, () => assert.equal(timeOfMillis(millis), time));

  it('a payload has no key without a value', () => {
    assert.deepEqual(present({ a: 1, b: undefined, c: null, d: '' }), { a: 1, c: null, d: '' });
  });
});
