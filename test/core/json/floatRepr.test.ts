import assert from 'node:assert/strict';
import fc from 'fast-check';
import { floatRepr } from '../../../src/core/json/floatRepr.ts';

describe('floatRepr: doubles as Python prints them', () => {
  const cases: readonly (readonly [number, string])[] = [
    [0, '0.0'],
    [-0, '-0.0'],
    [1, '1.0'],
    [-1.5, '-1.5'],
    [100, '100.0'],
    [0.1, '0.1'],
    [1 / 3, '0.3333333333333333'],
    [0.0001, '0.0001'],
    [0.00001, '1e-05'],
    [-0.000012345, '-1.2345e-05'],
    [1e-10, '1e-10'],
    [1e-100, '1e-100'],
    [1e15, '1000000000000000.0'],
    [1e16, '1e+16'],
    [-1e16, '-1e+16'],
    [9999999999999998, '9999999999999998.0'],
    [Number('12345678901234567890'), '1.2345678901234567e+19'],
    [1.5e300, '1.5e+300'],
    [Number.MAX_VALUE, '1.7976931348623157e+308'],
    [Number.MIN_VALUE, '5e-324'],
    [2 ** 53, '9007199254740992.0'],
    [Infinity, 'Infinity'],
    [-Infinity, '-Infinity'],
    [NaN, 'NaN'],
  ];
  for (const [value, expected] of cases) it(expected, () => assert.equal(floatRepr(value), expected));

  it('reads back as the same double, for every double', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), (value) => {
        assert.ok(Object.is(Number(floatRepr(value)), value), floatRepr(value));
      }),
    );
  });
});
