import assert from 'node:assert/strict';
import fc from 'fast-check';
import { EVENT, JournalIndex, type IndexedRow } from '../../src/core/journalIndex.ts';
import type { Severity } from '../../src/core/severity.ts';

/** A row per line number given. */
function indexOf(...lines: readonly number[]): JournalIndex {
  const index = new JournalIndex();
  for (const [row, line] of lines.entries()) index.add(rowAt(row, line));
  return index;
}

function rowAt(row: number, line = row): IndexedRow {
  return { kind: row % 3, offset: row * 2 ** 40, length: row + 2 ** 33, line, sequence: row - 1 };
}

describe('the index', () => {
  it('gives back what was put in, however far it grew', () => {
    const index = new JournalIndex();
    for (let row = 0; row < 5000; row++) index.add(rowAt(row));
    assert.equal(index.count, 5000);
    for (const row of [0, 1, 1023, 1024, 1025, 2047, 2048, 4999]) assert.deepEqual(index.at(row), rowAt(row));
  });

  for (const row of [-1, 3, 0.5, NaN, Infinity])
    it(`has no row ${row} of 3`, () => assert.equal(indexOf(0, 1, 2).at(row), undefined));

  const lines: readonly (readonly [string, readonly number[], number, number | null])[] = [
    ['the row on the line', [0, 1, 2], 1, 1],
    ['the first of glued records', [0, 1, 1, 1, 2], 1, 1],
    ['the row above a blank line', [0, 4, 5], 3, 0],
    ['the row above the continuation of a split record', [0, 1, 5], 4, 1],
    ['the last row below the end', [0, 1, 2], 99, 2],
    ['none above the first', [3, 4], 2, null],
    ['none in an empty journal', [], 0, null],
  ];
  for (const [name, rows, line, expected] of lines)
    it(`line ${line}: ${name}`, () => assert.equal(indexOf(...rows).rowAtLine(line), expected));

  it('finds by line as a search from the end would', () => {
    const steps = fc.array(fc.nat(3), { maxLength: 40 });
    fc.assert(
      fc.property(steps, fc.nat(60), (gaps, line) => {
        let at = 0;
        const rows = gaps.map((gap) => (at += gap));
        const last = rows.findLast((row) => row <= line);
        assert.equal(indexOf(...rows).rowAtLine(line), last === undefined ? null : rows.indexOf(last));
      }),
    );
  });

  it('keeps the worst severity of a row', () => {
    const index = indexOf(0, 1);
    const marks: readonly Severity[] = ['information', 'error', 'warning', 'information'];
    for (const severity of marks) index.mark(0, severity);
    assert.deepEqual([index.severityAt(0), index.severityAt(1), index.severityAt(99)], ['error', null, null]);
  });

  it('marks a row before it is added', () => {
    const index = new JournalIndex();
    index.mark(3000, 'warning');
    for (let row = 0; row <= 3000; row++) index.add({ ...rowAt(row), kind: EVENT });
    assert.deepEqual([index.severityAt(3000), index.severityAt(2999)], ['warning', null]);
    assert.equal(index.nextMarked(0, 1), 3000);
  });
});
