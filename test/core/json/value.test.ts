import assert from 'node:assert/strict';
import fc from 'fast-check';
import { scanJson } from '../../../src/core/json/scan.ts';
import { Tape } from '../../../src/core/json/tape.ts';
import { isJsonObject, valueAt, type JsonValue } from '../../../src/core/json/value.ts';
import { writeJson } from '../../../src/core/json/write.ts';
import { bytesOf } from '../../support/journal.ts';

function valueOf(text: string): JsonValue {
  const bytes = bytesOf(text);
  const tape = new Tape();
  scanJson(bytes, 0, bytes.length, tape);
  return valueAt(bytes, tape, 0);
}

describe('values: JSON as plain data, and back', () => {
  it('the same as JSON.parse, but for what that loses', () => {
    fc.assert(
      fc.property(
        fc.json().filter((text) => !/\d{16}/.test(text)),
        (text) => {
          assert.equal(JSON.stringify(valueOf(text)), JSON.stringify(JSON.parse(text)));
        },
      ),
    );
  });

  const numbers: readonly (readonly [string, number | bigint])[] = [
    ['12', 12],
    ['-0', -0],
    ['1.50', 1.5],
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', 9007199254740992n],
    ['9007199254740993', 9007199254740993n],
    ['-12345678901234567890', -12345678901234567890n],
    ['12345678901234567890.0', Number('12345678901234567890')],
    ['1e400', Infinity],
    ['NaN', NaN],
    ['-Infinity', -Infinity],
  ];
  for (const [text, expected] of numbers)
    it(`${text} → ${String(expected)}`, () => assert.ok(Object.is(valueOf(text), expected)));

  it('objects have no prototype: every name is just a name', () => {
    const value = valueOf('{"__proto__":{"polluted":true},"constructor":1,"toString":2}');
    assert.ok(isJsonObject(value));
    assert.deepEqual(Object.keys(value), ['__proto__', 'constructor', 'toString']);
    assert.equal(Object.getPrototypeOf(value), null);
    assert.equal(Reflect.get({}, 'polluted'), undefined);
  });

  it('of equal keys the last wins, in the place of the first', () => {
    assert.equal(writeJson(valueOf('{"a":1,"b":2,"\\u0061":3}')), '{"a":3,"b":2}');
  });

  it('of a text that was cut off, what is whole', () => {
    assert.equal(writeJson(valueOf('{"a":[1,{"b":2,"c":"x')), '{"a":[1,{"b":2}]}');
  });

  it('100,000 levels, there and back', () => {
    const deep = '[{"a":'.repeat(50_000) + '1' + '}]'.repeat(50_000);
    assert.equal(writeJson(valueOf(deep)), deep);
  });

  const kinds: readonly (readonly [unknown, boolean])[] = [
    [{}, true],
    [Object.create(null), true],
    [[], false],
    [null, false],
    ['x', false],
    [1, false],
  ];
  for (const [value, expected] of kinds)
    it(`isJsonObject(${JSON.stringify(value)}) is ${expected}`, () =>
      assert.equal(isJsonObject(value), expected));
});

describe('writing', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['every digit of a big integer', '[12345678901234567890123]', '[12345678901234567890123]'],
    ['an infinite double as what reads back to it', '[1e400,-1e400]', '[1e999,-1e999]'],
    ['NaN, which JSON cannot say', '[NaN]', '[null]'],
    ['minus zero as a float', '[-0.0]', '[-0.0]'],
    ['empty containers', '[{},[]]', '[{},[]]'],
    ['strings escaped', '["\\u0000\\"\\\\\\n"]', '["\\u0000\\"\\\\\\n"]'],
    ['keys escaped', '{"\\"\\n":1}', '{"\\"\\n":1}'],
    ['half a surrogate pair', '["\\ud800"]', '["\\ud800"]'],
  ];
  for (const [name, text, expected] of cases)
    it(name, () => assert.equal(writeJson(valueOf(text)), expected));

  it('indented like JSON.stringify', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        assert.equal(writeJson(valueOf(text), '  '), JSON.stringify(JSON.parse(text), null, 2));
      }),
    );
  });
});
