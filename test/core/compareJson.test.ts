import assert from 'node:assert/strict';
import { firstDifference, type Scanned } from '../../src/core/compareJson.ts';
import { scanJson } from '../../src/core/json/scan.ts';
import { Tape } from '../../src/core/json/tape.ts';
import { bytesOf } from '../support/journal.ts';

function scanned(text: string): Scanned {
  const tape = new Tape();
  const bytes = bytesOf(text);
  assert.ok(scanJson(bytes, 0, bytes.length, tape).ok, text);
  return { bytes, tape };
}

/** `PATH: LEFT | RIGHT`, empty when there is no difference. */
function difference(left: string, right: string): string {
  const found = firstDifference(scanned(left), scanned(right));
  return found === undefined ? '' : `${found.path.join('.')}: ${found.left ?? '-'} | ${found.right ?? '-'}`;
}

const CASES: readonly (readonly [left: string, right: string, expected: string])[] = [
  ['{"a":1}', '{"a":1}', ''],
  ['{"a":[1,{"b":2}]}', ' { "a" : [ 1 ,\t{ "b":2 } ] } ', ''],
  ['1', '2', ': 1 | 2'],
  ['{}', '[]', ': {} | []'],
  ['{"a":1,"b":2}', '{"a":1,"b":3}', 'b: 2 | 3'],
  ['{"a":{"b":[0,1,2]}}', '{"a":{"b":[0,9,8]}}', 'a.b.1: 1 | 9'],
  ['{"a":1}', '{"a":"1"}', 'a: 1 | "1"'],
  ['{"a":{}}', '{"a":[]}', 'a: {} | []'],
  // As written: another spelling is a difference.
  ['{"a":1.0}', '{"a":1}', 'a: 1.0 | 1'],
  ['{"a":"\\u0062"}', '{"a":"b"}', 'a: "\\u0062" | "b"'],
  ['{"a":1,"b":2}', '{"b":2,"a":1}', 'a: 1 | -'],
  ['{"\\u0061":1}', '{"a":1}', 'a: 1 | -'],
  ['{"x":{"\\u0061":1}}', '{"x":{"a":1}}', 'x.a: 1 | -'],
  // Members and elements that only one side has.
  ['{"a":1}', '{"a":1,"b":2}', 'b: - | 2'],
  ['{"a":1,"b":2}', '{"a":1}', 'b: 2 | -'],
  ['{}', '{"a":{"b":1}}', 'a: - | {"b":1}'],
  ['[1,2]', '[1]', '1: 2 | -'],
  ['[]', '[[]]', '0: - | []'],
  ['{"a":1,"a":2}', '{"a":1,"a":3}', 'a: 2 | 3'],
  ['{"":1}', '{"":2}', ': 1 | 2'],
  ['[[1],[2]]', '[[1,2],[]]', '0.1: - | 2'],
];

describe('firstDifference of two JSON texts', () => {
  for (const [left, right, expected] of CASES) {
    it(`${left} and ${right}: ${expected || 'none'}`, () => assert.equal(difference(left, right), expected));
  }

  it('goes as deep as there is', () => {
    const deep = (inside: string) => '{"a":['.repeat(20_000) + inside + ']}'.repeat(20_000);
    assert.equal(difference(deep('1'), deep('1')), '');
  });
});
