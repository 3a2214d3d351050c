import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import * as z from 'zod';
import { fits, isOther } from '../../src/formats/fits.ts';

const text = z.string();
const SCHEMAS = [
  z.object({ type: z.literal('call'), id: text, name: text.nullish() }),
  z.object({ inner: z.object({ id: text }), parts: z.array(z.object({ text: text.nullish() })).optional() }),
  z.looseObject({ id: z.union([text, z.null()]).optional(), size: z.number().optional() }),
  z.object({ id: z.custom<unknown>((value) => value !== undefined), ok: z.boolean().optional() }),
  z.object({ parts: z.array(z.object({ text }).catch({ text: '' })) }),
  z.object({ size: z.number().min(0).optional() }),
  z.object({ id: text.transform((id) => id.length) }),
  z.object({ id: z.unknown(), parts: z.array(text).max(1).optional() }),
];

const leaf = fc.constantFrom('call', 'x', 0, -1, 1.5, true, null, undefined, [], ['x', 'y'], {}, NaN);
const named = (value: fc.Arbitrary<unknown>) =>
  fc.record(
    { type: value, id: value, name: value, inner: value, parts: value, size: value, ok: value, text: value },
    { requiredKeys: [] },
  );
const value = fc.oneof(leaf, named(fc.oneof(leaf, named(leaf), fc.array(named(leaf), { maxLength: 2 }))));

describe('whether a record fits its schema', () => {
  it('what fits is accepted by the schema as it is', () => {
    fc.assert(
      fc.property(fc.constantFrom(...SCHEMAS), value, (schema, given) => {
        if (!fits(schema, given)) return;
        const read = schema.safeParse(given);
        assert.ok(read.success && holds(given, read.data));
      }),
      { numRuns: 3000 },
    );
  });

  it('what is of another kind is accepted whatever is left out of it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...SCHEMAS), named(leaf), (schema, given) => {
        if (!isOther(schema, given)) return;
        for (const left of subsets(Object.entries(given)))
          assert.equal(schema.safeParse(Object.fromEntries(left)).success, false);
      }),
    );
  });

  const FITTING: readonly (readonly [given: unknown, schema: number, fits: boolean])[] = [
    [{ type: 'call', id: 'a', more: 1 }, 0, true],
    [{ type: 'call', id: 'a', name: null }, 0, true],
    [{ type: 'result', id: 'a' }, 0, false],
    [{ inner: { id: 'a' }, parts: [{ text: 'x' }, {}] }, 1, true],
    [{ inner: { id: 'a' }, parts: [{ text: 1 }] }, 1, false],
    [{ id: 'a', ok: true }, 3, true],
    [{ parts: [{ text: 'x' }] }, 4, true],
    [{ parts: [{ text: 1 }] }, 4, false],
    [['a'], 2, false],
  ];
  for (const [given, schema, expected] of FITTING) {
    it(`${JSON.stringify(given)} ${expected ? 'fits' : 'does not fit'} schema ${schema}`, () =>
      assert.equal(fits(SCHEMAS[schema] ?? z.never(), given), expected));
  }
});

function subsets<T>(items: readonly T[]): T[][] {
  return items.reduce<T[][]>((all, item) => [...all, ...all.map((set) => [...set, item])], [[]]);
}

/** True where everything that a schema has read is in the value as it was given. */
function holds(given: unknown, read: unknown): boolean {
  if (typeof read !== 'object' || read === null) return Object.is(given, read);
  if (typeof given !== 'object' || given === null) return false;
  const members = new Map(Object.entries(given));
  return Object.entries(read).every(([key, member]) => holds(members.get(key), member));
}
