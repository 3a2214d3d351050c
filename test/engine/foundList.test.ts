// The violations of a journal that grows: some stay, some are told anew at each end, and the marks of the rows are always
// those of what is told now.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Found } from '../../src/core/check.ts';
import { DAMAGE, EVENT, JournalIndex } from '../../src/core/journalIndex.ts';
import { severityOf } from '../../src/core/severity.ts';
import type { Violation } from '../../src/core/violation.ts';
import { FoundList } from '../../src/engine/foundList.ts';

const ROWS = 8;

function indexOf(rows = ROWS): JournalIndex {
  const index = new JournalIndex();
  for (let row = 0; row < rows; row++)
    index.add({
      kind: row % 3 === 2 ? DAMAGE : EVENT,
      offset: row * 100,
      length: 99,
      line: row,
      sequence: row,
    });
  return index;
}

/** A violation of each severity at an offset within a row. */
function violation(severity: number, row: number, by = 0): Violation {
  const at = { line: row, start: by, end: by + 1, offset: row * 100 + by };
  if (severity === 0) return { code: 'blank-line', lines: 1, at };
  if (severity === 1) return { code: 'tool-request-unanswered', call: 'c', at };
  return { code: 'sequence-gap', expected: row, found: row + 1, at };
}

const found = (severity: number, row: number, by = 0): Found => ({
  row,
  violation: violation(severity, row, by),
});

const anyFound = fc
  .tuple(fc.nat(2), fc.nat(ROWS - 1), fc.nat(9))
  .map(([severity, row, by]) => found(severity, row, by));

/** What a list of all says, without the machine that keeps it. */
function expected(all: readonly Found[]) {
  const ranks = ['information', 'warning', 'error'] as const;
  const severities = all.map((item) => severityOf(item.violation));
  return {
    totals: Object.fromEntries(ranks.map((rank) => [rank, severities.filter((one) => one === rank).length])),
    marks: Array.from({ length: ROWS }, (_, row) => {
      const here = all.filter((item) => item.row === row).map((item) => severityOf(item.violation));
      return ranks.findLast((rank) => here.includes(rank)) ?? null;
    }),
    places: all.map((item) => item.violation.at.offset).toSorted((a, b) => a - b),
  };
}

describe('the violations of a journal that grows', () => {
  it('are those that stay and those of the newest end', () => {
    const step = fc.oneof(
      fc.record({ add: anyFound }),
      fc.record({ end: fc.array(anyFound, { maxLength: 5 }) }),
      fc.constant({ clear: true }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const index = indexOf();
        const list = new FoundList(index);
        const stable: Found[] = [];
        let atEnd: readonly Found[] = [];
        for (const one of steps) {
          if ('add' in one) {
            list.add(one.add);
            stable.push(one.add);
          } else if ('end' in one) {
            list.atEnd(one.end);
            atEnd = one.end;
          } else {
            list.clearEnd();
            atEnd = [];
          }
          const all = [...stable, ...atEnd];
          const told = {
            totals: list.totals,
            marks: Array.from({ length: ROWS }, (_, row) => index.severityAt(row)),
            places: list.worst(Infinity).map((item) => item.violation.at.offset),
          };
          assert.deepEqual(told, expected(all));
          for (let row = 0; row < ROWS; row++)
            assert.equal(list.at(row).length, all.filter((item) => item.row === row).length);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('where there are more than asked for the worst are kept, in file order', () => {
    const list = new FoundList(indexOf());
    for (const [severity, row] of [
      [0, 0],
      [2, 5],
      [1, 3],
      [1, 1],
      [2, 2],
    ] as const)
      list.add(found(severity, row));
    const rowsOf = (limit: number) => list.worst(limit).map(({ row, severity }) => `${row} ${severity}`);
    assert.deepEqual(rowsOf(0), []);
    assert.deepEqual(rowsOf(2), ['2 error', '5 error']);
    assert.deepEqual(rowsOf(3), ['1 warning', '2 error', '5 error']);
    assert.deepEqual(rowsOf(5).length, 5);
  });

  it('of one kind beyond 100,000 only the number is kept, and the mark; other kinds are not pushed out', () => {
    const index = indexOf(1);
    const list = new FoundList(index);
    for (let i = 0; i < 100_500; i++) list.add(found(1, 0, i % 90));
    list.atEnd([found(2, 0)]);
    assert.deepEqual(list.totals, { error: 1, warning: 100_500, information: 0 });
    assert.equal(list.worst(Infinity).length, 100_001);
    assert.equal(index.severityAt(0), 'error');
    list.clearEnd();
    assert.deepEqual(list.totals, { error: 0, warning: 100_500, information: 0 });
    assert.equal(index.severityAt(0), 'warning');
  });

  it('line ends are shown where the first such line is', () => {
    const list = new FoundList(indexOf());
    const at = { line: 2, start: 5, end: 5, offset: 205 };
    list.atEnd([{ row: ROWS - 1, violation: { code: 'crlf', lines: 3, at } }]);
    assert.deepEqual(
      list.worst(9).map(({ row }) => row),
      [2],
    );
  });
});
