import fc from 'fast-check';
import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { canonicalOf } from '../../support/canonicalOf.ts';
import { ByteWriter } from '../../../src/core/json/byteWriter.ts';
import { writeCanonical } from '../../../src/core/json/canonical.ts';
import { scanJson } from '../../../src/core/json/scan.ts';
import { Tape } from '../../../src/core/json/tape.ts';
import { bytesOf } from '../../support/journal.ts';
import { jsonText } from '../../support/jsonText.ts';

/** `KEY@AT again @AT` for each duplicate key of a text. */
function duplicatesIn(text: string): string[] {
  const bytes = bytesOf(text);
  const tape = new Tape();
  assert.ok(scanJson(bytes, 0, bytes.length, tape).ok);
  return writeCanonical(bytes, tape, 0, new ByteWriter()).map(({ first, again }) => {
    const [from, to] = [tape.startAt(first), tape.endAt(first)];
    return `${text.slice(from, to)}@${from} again @${tape.startAt(again)}`;
  });
}

type Vector = readonly [name: string, text: string, canonical: string];

const VECTORS: readonly Vector[] = [
  ['white space', ' { "a" : [ 1 , 2 ] } \n', '{"a":[1,2]}'],
  ['empty containers', '[ {} , [ ] , { } ]', '[{},[],{}]'],
  ['literals', '[true,false,null]', '[true,false,null]'],
  // integers
  ['an integer beyond 2^53', '9007199254740993', '9007199254740993'],
  ['an integer of 40 digits', `-${'1234567890'.repeat(4)}`, `-${'1234567890'.repeat(4)}`],
  ['the integer -0', '[-0]', '[0]'],
  // floats
  ['a whole float', '100.0', '100.0'],
  ['trailing zeros', '1.50', '1.5'],
  ['minus zero', '[-0.0,-0e0,0.0]', '[-0.0,-0.0,0.0]'],
  ['small exponents', '[1e-4,1e-5,0.00001]', '[0.0001,1e-05,1e-05]'],
  [
    'large exponents',
    '[1e15,1e16,123456789012345680.0]',
    '[1000000000000000.0,1e+16,1.2345678901234568e+17]',
  ],
  ['upper-case exponent', '1E2', '100.0'],
  ['a three-digit exponent', '[1e100,1e-100]', '[1e+100,1e-100]'],
  ['beyond the largest double', '[1E400,-1e400]', '[Infinity,-Infinity]'],
  ['below the smallest', '[1e-400,-1e-400]', '[0.0,-0.0]'],
  ['the smallest', '4.9e-324', '5e-324'],
  ['more digits than a double holds', '0.1000000000000000055511151231257827', '0.1'],
  ['the literals that only Python reads', '[NaN,Infinity,-Infinity]', '[NaN,Infinity,-Infinity]'],
  // strings
  ['escapes that stay', '"\\"\\\\\\n\\r\\t\\f\\b"', '"\\"\\\\\\n\\r\\t\\f\\b"'],
  ['a solidus needs none', '"\\/"', '"/"'],
  ['control characters', '"\\u0000\\u001f\\u000A\\u0008"', '"\\u0000\\u001f\\n\\b"'],
  ['DEL and above need none', '"\\u007f\\u0080\\u2028"', '"\u007f\u0080\u2028"'],
  ['letters need none', '"\\u0041\\u00e9"', '"Aé"'],
  ['upper-case hex', '"\\u00E9\\u00Ff"', '"éÿ"'],
  ['a surrogate pair', '"\\ud83d\\ude00"', '"😀"'],
  ['two surrogate pairs', '"\\uD83D\\uDE00\\ud83d\\ude01"', '"😀😁"'],
  ['text beyond the BMP as it is', '"😀"', '"😀"'],
  ['a byte order mark inside', '"\ufeff"', '"\ufeff"'],
  // keys
  ['sorted', '{"b":1,"a":2,"B":3}', '{"B":3,"a":2,"b":1}'],
  ['sorted by code point, not by UTF-16 unit', '{"😀":1,"\uff5e":2}', '{"\uff5e":2,"😀":1}'],
  ['sorted by what they spell', '{"\\u0062":1,"a":2}', '{"a":2,"b":1}'],
  ['a prefix comes first', '{"ab":1,"a":2,"":3}', '{"":3,"a":2,"ab":1}'],
  ['numbers are text', '{"10":1,"9":2,"2":3}', '{"10":1,"2":3,"9":2}'],
  ['the last of equal keys wins', '{"a":1,"b":2,"a":3}', '{"a":3,"b":2}'],
  ['equal by what they spell', '{"a":1,"\\u0061":2}', '{"a":2}'],
  ['equal keys, the value a container', '{"a":{"x":1},"a":[{"y":2}]}', '{"a":[{"y":2}]}'],
  [
    'names with a meaning in JavaScript',
    '{"__proto__":1,"constructor":2,"toString":3}',
    '{"__proto__":1,"constructor":2,"toString":3}',
  ],
  [
    'sorted at every level',
    '{"b":{"d":1,"c":2},"a":[{"f":1,"e":2}]}',
    '{"a":[{"e":2,"f":1}],"b":{"c":2,"d":1}}',
  ],
  // halves of surrogate pairs
  ['a lone high surrogate', '"\\ud800"', '!surrogate'],
  ['a lone low surrogate', '{"a":["\\udfff"]}', '!surrogate'],
  ['a lone one in a key', '{"\\ud800":1}', '!surrogate'],
  ['two in the wrong order', '"\\udc00\\ud800"', '!surrogate'],
  ['one before a pair', '"\\ud83d\\ud83d\\ude00"', '!surrogate'],
  ['one in a value that another replaces', '{"a":"\\ud800","a":1}', '{"a":1}'],
];

describe('canonical bytes', () => {
  for (const [name, text, expected] of VECTORS)
    it(`${name}: ${text.length > 60 ? `${text.slice(0, 60)}…` : text}`, () =>
      assert.equal(canonicalOf(text), expected));

  it('as recorded from Python 3.11 for random documents', () => {
    // test/support/recordVectors.ts writes the file.
    const recorded: unknown = JSON.parse(fs.readFileSync('test/fixtures/canonical.json', 'utf8'));
    assert.ok(Array.isArray(recorded) && recorded.length >= 300);
    for (const pair of recorded) {
      assert.ok(Array.isArray(pair));
      const [text = '', canonical = ''] = pair.map(String);
      assert.equal(canonicalOf(text), canonical, text);
    }
  });

  it('are their own canonical bytes', () => {
    for (const [, , canonical] of VECTORS) {
      if (canonical !== '!surrogate') assert.equal(canonicalOf(canonical), canonical);
    }
  });

  it('of 100,000 levels', () => {
    const deep = `${'{"a": ['.repeat(50_000)}1${']}'.repeat(50_000)}`;
    assert.equal(canonicalOf(deep), deep.replaceAll(' ', ''));
  });

  it('of strings and keys of megabytes', () => {
    const long = 'é😀\\n'.repeat(500_000);
    const text = `{"${long}":"${long}"}`;
    assert.equal(canonicalOf(text), text);
    assert.equal(canonicalOf(text.replace('é', '\\u00e9')), text);
  });

  it('of 100,000 keys, backwards', () => {
    const keys = Array.from({ length: 100_000 }, (_, i) => `"k${String(i).padStart(6, '0')}":${i}`);
    assert.equal(canonicalOf(`{${keys.toReversed().join(',')}}`), `{${keys.join(',')}}`);
  });

  it('of the same keys in other orders, each met again', () => {
    const members = ['"c":1', '"a":2', '"b":3'];
    for (let round = 0; round < 3; round++) {
      for (const first of members) {
        const rotated = [first, ...members.filter((member) => member !== first)];
        assert.equal(canonicalOf(`{${rotated.join(',')}}`), '{"a":2,"b":3,"c":1}');
        assert.equal(canonicalOf(`{${rotated.toReversed().join(',')}}`), '{"a":2,"b":3,"c":1}');
      }
    }
    assert.equal(canonicalOf('{"c":1,"a":2,"c":3}'), '{"a":2,"c":3}');
  });
});

describe('canonical bytes of members that are met again and again', () => {
  it('are those of each alone', () => {
    const pool = fc
      .sample(jsonText, { numRuns: 60, seed: 11 })
      .map((text) => ({ text, canonical: canonicalOf(text) }));
    // Of the same length, so that only their bytes tell them apart.
    for (const digit of '0123456789')
      pool.push({ text: `{"b":${digit},"a":1}`, canonical: `{"a":1,"b":${digit}}` });
    const pick = fc.constantFrom(...pool);
    fc.assert(
      fc.property(pick, pick, pick, (x, y, z) => {
        const parts = [x, y, z].map(({ canonical }) => canonical);
        const [cx = '', cy = '', cz = ''] = parts;
        const expected = parts.includes('!surrogate')
          ? '!surrogate'
          : `{"actor":${cy},"payload":${cz},"type":${cx}}`;
        assert.equal(canonicalOf(`{"type":${x.text},"actor":${y.text},"payload":${z.text}}`), expected);
      }),
      { numRuns: 5000 },
    );
  });

  it('duplicate keys are found each time', () => {
    for (let round = 0; round < 20; round++) {
      assert.equal(duplicatesIn('{"type":"x","actor":{"a":1,"a":2},"payload":{}}').length, 1);
    }
  });
});

describe('duplicate keys', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['{"a":1,"b":2}', []],
    ['{"a":1,"a":2}', ['"a"@1 again @7']],
    ['{"a":1,"b":1,"a":2,"a":3}', ['"a"@1 again @13', '"a"@13 again @19']],
    ['{"a":1,"\\u0061":2}', ['"a"@1 again @7']],
    ['{"a":{"a":1},"b":{"a":1}}', []],
    ['[{"a":1,"a":2},{"b":1,"b":2}]', ['"a"@2 again @8', '"b"@16 again @22']],
    ['{"a":{"x":1,"x":2},"a":1}', ['"a"@1 again @19']],
  ];
  for (const [text, expected] of cases)
    it(`${text} → ${expected.length}`, () => {
      assert.deepEqual(duplicatesIn(text), expected);
    });
});
