// Random JSON as text, with everything that parsers and writers disagree about: white space, escapes of every kind,
// repeated keys, integers of any size, floats in all notations, surrogate pairs, keys that sort differently by UTF-16
// unit and by code point, names with a meaning in JavaScript, nesting.

import fc from 'fast-check';

const oneOf = (characters: string) => fc.constantFrom(...Array.from(characters));

const space = fc.constantFrom('', '', '', ' ', '\t', '\r', '\n', ' \n ');

const digits = (max: number) => fc.string({ unit: oneOf('0123456789'), minLength: 1, maxLength: max });
const wholePart = fc.oneof(
  fc.constant('0'),
  fc.tuple(oneOf('123456789'), digits(20)).map((parts) => parts.join('')),
  fc
    .tuple(oneOf('123456789'), digits(30), fc.integer({ min: 1, max: 40 }))
    .map(([first, rest, times]) => first + rest.repeat(times)),
  fc.constantFrom('1', '9', '100', '9007199254740993', '10000000000000000', '18446744073709551616'),
);
const sign = fc.constantFrom('', '', '-');
const exponent = fc
  .tuple(
    fc.constantFrom('e', 'E'),
    fc.constantFrom('', '+', '-'),
    fc.oneof(fc.nat(400).map(String), digits(3)),
  )
  .map((parts) => parts.join(''));
const bits = new DataView(new ArrayBuffer(8));

/** Any double by its bits, in one of the ways to write it down. */
const double = fc.tuple(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), fc.nat(3)).map(([raw, way]) => {
  bits.setBigUint64(0, raw);
  const value = bits.getFloat64(0);
  if (!Number.isFinite(value)) return '1E400';
  if (way === 0) return value.toExponential(20);
  if (way === 1 && Math.abs(value) < 1e60) return value.toFixed(12);
  return value.toExponential();
});

const number = fc.oneof(
  fc.tuple(sign, wholePart).map((parts) => parts.join('')),
  fc.tuple(sign, wholePart, fc.constant('.'), digits(25)).map((parts) => parts.join('')),
  fc.tuple(sign, wholePart, exponent).map((parts) => parts.join('')),
  fc.tuple(sign, wholePart, fc.constant('.'), digits(8), exponent).map((parts) => parts.join('')),
  double,
  fc.integer({ min: -30, max: 30 }).map((power) => `1e${power}`),
  fc.constantFrom(
    '-0',
    '-0.0',
    '0e0',
    '1E400',
    '-1e400',
    '1e-400',
    '5e-324',
    '2.2250738585072014e-308',
    '1e16',
    '1e15',
  ),
  fc.constantFrom('NaN', 'Infinity', '-Infinity'),
);

const hex = (unit: number) => unit.toString(16).padStart(4, '0');

/** One character of a string, as itself or in one of its escapes. */
const character = fc.oneof(
  { weight: 6, arbitrary: oneOf('abcAB01 /_~\u007f\u0080é\u2028\uff5e') },
  { weight: 2, arbitrary: fc.constantFrom('😀', '\u{10ffff}', '\u{10000}', '\ufeff', '\uffff', '\ue000') },
  { weight: 3, arbitrary: fc.constantFrom('\\"', '\\\\', '\\/', '\\b', '\\f', '\\n', '\\r', '\\t') },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.oneof(fc.nat(0x7f), fc.nat(0xd7ff), fc.integer({ min: 0xe000, max: 0xffff })), fc.boolean())
      .map(([unit, upper]) => `\\u${upper ? hex(unit).toUpperCase() : hex(unit)}`),
  },
  {
    weight: 2,
    arbitrary: fc
      .integer({ min: 0x10000, max: 0x10ffff })
      .map((point) =>
        Array.from(String.fromCodePoint(point).split(''), (unit) => `\\u${hex(unit.charCodeAt(0))}`).join(''),
      ),
  },
);
/** Rarely, half a surrogate pair. */
const half = fc.integer({ min: 0xd800, max: 0xdfff }).map((unit) => `\\u${hex(unit)}`);
const textOf = (max: number) =>
  fc
    .array(fc.oneof({ weight: 400, arbitrary: character }, { weight: 1, arbitrary: half }), {
      maxLength: max,
    })
    .map((parts) => `"${parts.join('')}"`);

const key = fc.oneof(
  fc.constantFrom(
    '"a"',
    '"\\u0061"',
    '"b"',
    '"A"',
    '""',
    '"10"',
    '"9"',
    '"2"',
    '"__proto__"',
    '"constructor"',
    '"toString"',
  ),
  fc.constantFrom('"\uff5e"', '"😀"', '"\\ud83d\\ude00"', '"\\uff5e"', '"aa"', '"a\\u0000"', '"\ue000"'),
  textOf(4),
);

const { value, array, object } = fc.letrec<{ value: string; array: string; object: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    number,
    textOf(12),
    fc.constantFrom('true', 'false', 'null', '[]', '{}', '[ ]', '{\n}'),
    tie('array'),
    tie('object'),
  ),
  array: fc
    .array(
      fc.tuple(space, tie('value'), space).map((parts) => parts.join('')),
      { maxLength: 5 },
    )
    .map((items) => `[${items.join(',')}]`),
  object: fc
    .array(
      fc
        .tuple(space, key, space, fc.constant(':'), space, tie('value'), space)
        .map((parts) => parts.join('')),
      {
        maxLength: 7,
      },
    )
    .map((members) => `{${members.join(',')}}`),
}));

/** A JSON text that Python's `json.loads` accepts. */
export const jsonText = fc
  .tuple(space, fc.oneof(value, array, object, object, object), space)
  .map((parts) => parts.join(''));

/** The same with one character taken away, doubled or put in: mostly no JSON any more. */
export const brokenJsonText = fc
  .tuple(jsonText, fc.nat(), fc.constantFrom('', ',', '"', '}', '0', '\\', 'e', '.', '-', '\u0001', 'N', ' '))
  .map(([text, pick, put]) => {
    const at = pick % (text.length + 1);
    return text.slice(0, at) + put + text.slice(put === '' ? at + 1 : at);
  })
  // Half of a surrogate pair of the text itself would be no text at all.
  .filter((text) => Buffer.from(text).toString() === text);
