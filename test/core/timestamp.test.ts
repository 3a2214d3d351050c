import fc from 'fast-check';
import assert from 'node:assert/strict';
import { instantOf, isRfc3339 } from '../../src/core/timestamp.ts';

const utc = (...parts: Parameters<typeof Date.UTC>) => Date.UTC(...parts);

const INSTANTS: readonly (readonly [text: string, instant: number])[] = [
  ['1970-01-01T00:00:00Z', 0],
  ['2026-08-10T09:30:01Z', utc(2026, 7, 10, 9, 30, 1)],
  ['2026-08-10t09:30:01z', utc(2026, 7, 10, 9, 30, 1)],
  ['2026-08-10 09:30:01Z', utc(2026, 7, 10, 9, 30, 1)],
  ['2026-08-10T09:30:01.5Z', utc(2026, 7, 10, 9, 30, 1, 500)],
  ['2026-08-10T09:30:01.123456Z', utc(2026, 7, 10, 9, 30, 1) + 123.456],
  ['2026-08-10T09:30:01+00:00', utc(2026, 7, 10, 9, 30, 1)],
  ['2026-08-10T09:30:01-00:00', utc(2026, 7, 10, 9, 30, 1)],
  ['2026-08-10T09:30:01+05:30', utc(2026, 7, 10, 4, 0, 1)],
  ['2026-08-10T09:30:01-08:00', utc(2026, 7, 10, 17, 30, 1)],
  ['2026-12-31T23:59:59-23:59', utc(2027, 0, 1, 23, 58, 59)],
  ['2024-02-29T00:00:00Z', utc(2024, 1, 29)],
  ['2000-02-29T00:00:00Z', utc(2000, 1, 29)],
  ['0001-01-01T00:00:00Z', -62135596800000],
  ['9999-12-31T23:59:59Z', utc(9999, 11, 31, 23, 59, 59)],
  // A leap second is the first instant of the next minute.
  ['2016-12-31T23:59:60Z', utc(2017, 0, 1)],
];

const NONE = [
  '',
  'now',
  '2026-08-10',
  '2026-08-10T09:30Z',
  '2026-08-10T09:30:01',
  '2026-08-10T09:30:01.Z',
  '2026-08-10T09:30:01,5Z',
  '2026-08-10T09:30:01Z ',
  ' 2026-08-10T09:30:01Z',
  '2026-08-10T09:30:01ZZ',
  '2026-08-10T09:30:01+5:30',
  '2026-08-10T09:30:01+0530',
  '2026-08-10T09:30:01+24:00',
  '2026-08-10T09:30:01+05:60',
  '2026-08-10T24:00:00Z',
  '2026-08-10T09:60:00Z',
  '2026-08-10T09:30:61Z',
  '2026-13-01T00:00:00Z',
  '2026-00-01T00:00:00Z',
  '2026-04-31T00:00:00Z',
  '2026-04-00T00:00:00Z',
  '2026-02-29T00:00:00Z',
  '1900-02-29T00:00:00Z',
  '26-08-10T09:30:01Z',
  '+2026-08-10T09:30:01Z',
  '-026-08-10T09:30:01Z',
  '2026/08/10T09:30:01Z',
  '2026-08-10_09:30:01Z',
  '2026-08-10T09.30.01Z',
  '٢٠٢٦-08-10T09:30:01Z',
  '2026-08-10T09:30:01.٥Z',
];

describe('instantOf: RFC 3339 date-times', () => {
  for (const [text, instant] of INSTANTS) it(text, () => assert.equal(instantOf(text), instant));

  it('agrees with Date for every instant that Date can print', () => {
    const date = fc.date({
      min: new Date(utc(0, 0, 1)),
      max: new Date(utc(9999, 11, 31)),
      noInvalidDate: true,
    });
    fc.assert(fc.property(date, (value) => instantOf(value.toISOString()) === value.getTime()));
  });
});

describe('isRfc3339: no date-time', () => {
  for (const text of NONE) it(JSON.stringify(text), () => assert.equal(isRfc3339(text), false));
});
