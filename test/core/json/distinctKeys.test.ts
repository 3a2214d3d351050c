import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ByteWriter } from '../../../src/core/json/byteWriter.ts';
import { writeCanonical } from '../../../src/core/json/canonical.ts';
import { hasDistinctKeys } from '../../../src/core/json/distinctKeys.ts';
import { scanJson } from '../../../src/core/json/scan.ts';
import { Tape } from '../../../src/core/json/tape.ts';

function look(text: string): { distinct: boolean; duplicates: number } {
  const bytes = new TextEncoder().encode(text);
  const tape = new Tape();
  assert.ok(scanJson(bytes, 0, bytes.length, tape).ok);
  const distinct = hasDistinctKeys(bytes, tape);
  return { distinct, duplicates: writeCanonical(bytes, tape, 0, new ByteWriter()).length };
}

describe('keys that stand twice', () => {
  const cases: readonly (readonly [string, boolean])[] = [
    ['{}', true],
    ['{"a":1,"b":{"a":1},"c":[{"a":1},{"a":2}]}', true],
    ['{"":1,"a":2,"aa":3,"ab":4,"ba":5}', true],
    ['{"é":1,"è":2}', true],
    ['{"a":1,"b":2,"a":3}', false],
    ['{"":1,"":2}', false],
    ['[{"x":[{"y":1,"y":1}]}]', false],
    ['{"a":1,"\\u0061":2}', false],
  ];
  for (const [text, distinct] of cases)
    it(`${text}: ${distinct ? 'none' : 'one'}`, () => {
      assert.deepEqual(look(text), { distinct, duplicates: distinct ? 0 : 1 });
    });

  it('keys with escapes and objects of many members are left to a closer look', () => {
    const many = `{${Array.from({ length: 40 }, (_, i) => `"${i}":0`).join()}}`;
    for (const text of ['{"\\n":1}', many]) assert.deepEqual(look(text), { distinct: false, duplicates: 0 });
  });

  it('are never overlooked', () => {
    const key = fc.stringMatching(/^[abé]{0,2}$/);
    const object = fc.array(fc.tuple(key, fc.constantFrom('1', '{"a":1}', '{"b":1,"b":2}')), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(object, (members) => {
        const { distinct, duplicates } = look(`{${members.map(([k, v]) => `"${k}":${v}`).join()}}`);
        assert.equal(distinct, duplicates === 0);
      }),
    );
  });
});
