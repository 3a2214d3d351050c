import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  cyclesOf,
  markPath,
  NO_PARENT,
  PARENT_UNKNOWN,
  pathTo,
  unmarkedBefore,
  unmarkedLeaves,
} from '../../src/formats/tree.ts';

const tree = (...parents: number[]) => Int32Array.from(parents);
const [R, U] = [NO_PARENT, PARENT_UNKNOWN];

describe('tree: the path to a leaf', () => {
  const cases: readonly [string, Int32Array, number, number[]][] = [
    ['a chain', tree(R, 0, 1), 2, [0, 1, 2]],
    ['a fork', tree(R, 0, 0, 2), 3, [0, 2, 3]],
    ['an inner node', tree(R, 0, 1), 1, [0, 1]],
    ['a second root', tree(R, 0, R, 2), 3, [2, 3]],
    ['a parent nowhere', tree(R, U, 1), 2, [1, 2]],
    ['a parent ahead', tree(1, R, 0), 2, [1, 0, 2]],
    ['its own parent', tree(R, 1), 1, [1]],
    ['a cycle', tree(2, 0, 1, 2), 3, [0, 1, 2, 3]],
    ['no node', tree(), 0, []],
    ['a node that is not there', tree(R), 7, []],
    ['a parent that is not there', tree(R, 9), 1, [1]],
  ];
  for (const [name, parents, leaf, path] of cases) {
    it(name, () => {
      assert.deepEqual(pathTo(parents, leaf), path);
      const marked = [...markPath(parents, leaf).keys()].filter(
        (node) => markPath(parents, leaf)[node] === 1,
      );
      assert.deepEqual(
        marked,
        path.toSorted((a, b) => a - b),
      );
    });
  }
});

describe('tree: what is off the path', () => {
  it('counts the nodes before each that carry no mark', () => {
    assert.deepEqual([...unmarkedBefore(Uint8Array.of(0, 1, 0, 0, 1))], [0, 1, 1, 2, 3, 3]);
    assert.deepEqual([...unmarkedBefore(new Uint8Array(0))], [0]);
  });

  const cases: readonly [string, Int32Array, number, number[]][] = [
    ['a chain has no other leaf', tree(R, 0, 1), 2, []],
    ['two branches', tree(R, 0, 1, 0, 3), 4, [2]],
    ['newest first', tree(R, 0, 0, 0), 2, [3, 1]],
    ['a leaf chosen inside leaves its own end as another', tree(R, 0, 1), 1, [2]],
    ['its own parent is nobody else’s', tree(R, 1), 0, [1]],
    ['a cycle has no leaf', tree(R, 2, 1), 0, []],
  ];
  for (const [name, parents, leaf, leaves] of cases) {
    it(name, () => assert.deepEqual(unmarkedLeaves(parents, markPath(parents, leaf)), leaves));
  }
});

describe('tree: cycles', () => {
  const cases: readonly [string, Int32Array, [number, number][]][] = [
    ['none', tree(R, 0, 1, 0), []],
    ['its own parent', tree(R, 1), [[1, 1]]],
    ['two nodes', tree(1, 0), [[0, 2]]],
    ['reported by the earliest node, wherever it is entered', tree(3, 3, 1, 2), [[1, 3]]],
    [
      'two cycles and what hangs off them',
      tree(3, 2, 1, 4, 3, 0, 1),
      [
        [1, 2],
        [3, 2],
      ],
    ],
  ];
  for (const [name, parents, cycles] of cases) {
    it(name, () => {
      const expected = cycles.map(([node, length]) => ({ node, length }));
      assert.deepEqual(cyclesOf(parents), expected);
    });
  }
});

describe('tree: any parents at all', () => {
  const parentsOf = fc
    .integer({ min: 1, max: 40 })
    .chain((count) =>
      fc.array(fc.integer({ min: -2, max: count - 1 }), { minLength: count, maxLength: count }),
    );

  /** Cycles and paths the slow way: each node walks up by itself. */
  function bySteps(parents: Int32Array) {
    return Array.from(parents, (_, node) => {
      const seen = new Set<number>();
      let at = node;
      while (at >= 0 && !seen.has(at)) {
        seen.add(at);
        at = parents[at] ?? -1;
      }
      return { isOnCycle: at === node, path: seen };
    });
  }

  it('agrees with walking up from each node', () => {
    fc.assert(
      fc.property(parentsOf, (list) => {
        const parents = tree(...list);
        const slow = bySteps(parents);
        const onCycle = slow.flatMap(({ isOnCycle }, node) => (isOnCycle ? [node] : []));
        const cycles = cyclesOf(parents);
        assert.equal(
          cycles.reduce((sum, { length }) => sum + length, 0),
          onCycle.length,
        );
        for (const { node } of cycles) assert.ok(onCycle.includes(node));
        for (const [leaf, { path }] of slow.entries()) {
          assert.deepEqual(pathTo(parents, leaf).toReversed(), [...path]);
        }
      }),
    );
  });

  it('is linear: a chain, a star and a ring of 300,000', () => {
    const count = 300_000;
    const shapes = {
      chain: Int32Array.from({ length: count }, (_, node) => node - 1),
      backwards: Int32Array.from({ length: count }, (_, node) => (node + 1 < count ? node + 1 : R)),
      star: Int32Array.from({ length: count }, (_, node) => (node === 0 ? R : 0)),
      ring: Int32Array.from({ length: count }, (_, node) => (node + 1) % count),
    };
    const started = performance.now();
    for (const parents of Object.values(shapes)) {
      cyclesOf(parents);
      unmarkedLeaves(parents, markPath(parents, count - 1));
    }
    assert.equal(cyclesOf(shapes.ring)[0]?.length, count);
    assert.ok(performance.now() - started < 5_000);
  });
});
