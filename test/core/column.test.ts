import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Column } from '../../src/core/column.ts';

const KINDS: readonly (readonly [name: string, make: () => Column, value: fc.Arbitrary<number>])[] = [
  ['bytes', () => Column.ofBytes(), fc.nat(255)],
  ['integers', () => Column.ofIntegers(), fc.nat(2 ** 32 - 1)],
  ['doubles', () => Column.ofDoubles(), fc.double()],
];

/** One step: append some, change one, or forget some. */
const steps = (value: fc.Arbitrary<number>) =>
  fc.array(
    fc.oneof(
      { weight: 6, arbitrary: fc.record({ push: fc.array(value, { maxLength: 900 }) }) },
      { weight: 3, arbitrary: fc.record({ set: fc.nat(5_000), to: value }) },
      { weight: 1, arbitrary: fc.record({ truncate: fc.nat(4_000) }) },
    ),
    { maxLength: 20 },
  );

describe('a column of numbers', () => {
  for (const [name, make, value] of KINDS) {
    it(`of ${name} holds what an array holds`, () => {
      fc.assert(
        fc.property(steps(value), (taken) => {
          const column = make();
          const list: number[] = [];
          for (const step of taken) {
            if ('push' in step) {
              for (const number of step.push) column.push(number);
              list.push(...step.push);
            } else if ('set' in step) {
              column.set(step.set, step.to);
              if (step.set < list.length) list[step.set] = step.to;
            } else {
              column.truncate(step.truncate);
              list.splice(step.truncate);
            }
            assert.equal(column.length, list.length);
          }
          assert.deepEqual(
            Array.from(list.keys(), (i) => column.at(i)),
            list,
          );
          for (const outside of [-1, list.length, list.length + 1, 0.5, NaN, Infinity])
            assert.equal(column.at(outside), 0);
        }),
        { numRuns: 60 },
      );
    });
  }

  it('grows through a million numbers, and starts again after it was emptied', () => {
    const column = Column.ofIntegers();
    for (let i = 0; i < 1_000_000; i++) column.push(i * 4_000);
    for (const i of [0, 1_023, 1_024, 1_535, 1_536, 999_999]) assert.equal(column.at(i), i * 4_000);
    column.truncate(0);
    assert.deepEqual([column.length, column.at(0), column.countUpTo(Infinity)], [0, 0, 0]);
    column.push(7);
    assert.deepEqual([column.length, column.at(0), column.at(1)], [1, 7, 0]);
  });

  it('truncating to more than there is changes nothing', () => {
    const column = Column.ofBytes();
    column.push(1);
    column.truncate(9);
    assert.deepEqual([column.length, column.at(1)], [1, 0]);
  });

  it('counts the ascending numbers up to a value', () => {
    const numbers = fc.array(fc.nat(60), { maxLength: 80 }).map((list) => list.toSorted((a, b) => a - b));
    fc.assert(
      fc.property(numbers, fc.integer({ min: -1, max: 61 }), fc.nat(80), (list, value, kept) => {
        const column = Column.ofIntegers();
        for (const number of list) column.push(number);
        assert.equal(column.countUpTo(value), list.filter((number) => number <= value).length);
        column.truncate(kept);
        const rest = list.slice(0, kept);
        assert.equal(column.countUpTo(value), rest.filter((number) => number <= value).length);
      }),
    );
  });

  for (const count of [0, 1, 1_024, 32_767, 32_768, 32_769, 100_000]) {
    it(`of ${count} numbers is kept, restored in one piece, and goes on`, () => {
      const column = Column.ofDoubles();
      for (let i = 0; i < count; i++) column.push(i / 2);
      const restored = Column.ofDoubles();
      restored.push(99);
      restored.restore(Buffer.concat(column.parts()));
      assert.equal(restored.length, count);
      for (let i = count; i < count + 3; i++) restored.push(i / 2);
      for (const i of [0, count - 2, count - 1, count, count + 2].filter((at) => at >= 0))
        assert.equal(restored.at(i), i / 2);
      restored.truncate(Math.max(0, count - 1));
      restored.push(7);
      assert.equal(restored.at(Math.max(0, count - 1)), 7);
    });
  }
});
