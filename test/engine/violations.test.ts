import assert from 'node:assert/strict';
import { opened } from '../support/engine.ts';
import { altered, bytesOf, edit, journal, read, splice, type Lines } from '../support/journal.ts';

const LINES = journal('start user:hi req resp:ho stop:done');
/** One of each severity, and more: an unknown field (warning), a fragment (error), CR LF and no last line feed. */
const TORN = splice(edit(LINES, 1, { extra: 1 }), 3, 0, '{"trace_version":"0.1.0","seq');
const MIXED = TORN.join('\n').replace('\n', '\r\n');

const codesOf = (found: readonly { row: number; violation: { code: string } }[]) =>
  found.map(({ row, violation }) => `${row} ${violation.code}`);

describe('violations of an opened journal', () => {
  it('are those of the checker, in file order, each with its row and severity', async () => {
    const lines = splice(edit(LINES, 1, { extra: 1 }), 2, 1);
    const violations = (await opened(lines)).violations(1_000);
    assert.deepEqual(
      violations.map(({ row, violation, severity }) => ({ row, violation, severity })),
      read(lines).found.map(({ row, violation }) => ({
        row,
        violation,
        severity: violation.code === 'sequence-gap' ? 'error' : 'warning',
      })),
    );
    assert.deepEqual(codesOf(violations), ['1 unknown-field', '2 sequence-gap']);
  });

  it('at a row: those of the row', async () => {
    const journalOpened = await opened(edit(LINES, 1, { extra: 1, more: 2 }));
    assert.deepEqual(codesOf(journalOpened.violationsAt(1)), ['1 unknown-field', '1 unknown-field']);
    assert.deepEqual([journalOpened.violationsAt(0), journalOpened.violationsAt(99)], [[], []]);
  });

  describe('where there are more than asked for, the worst are kept, in file order', () => {
    const cuts: readonly (readonly [limit: number, kept: readonly string[]])[] = [
      [9, ['0 crlf', '1 unknown-field', '3 record-torn', '5 no-final-newline']],
      [3, ['0 crlf', '1 unknown-field', '3 record-torn']],
      [2, ['1 unknown-field', '3 record-torn']],
      [1, ['3 record-torn']],
      [0, []],
    ];
    for (const [limit, kept] of cuts) {
      it(`${limit}`, async () => assert.deepEqual(codesOf((await opened(MIXED)).violations(limit)), kept));
    }
  });

  it('an error after a flood of warnings is kept all the same', async () => {
    const flood = Object.fromEntries(Array.from({ length: 100_001 }, (_, i) => [`x${i}`, 0]));
    const lines = splice([altered(LINES[0], flood), ...LINES.slice(1)], 2, 1);
    const journalOpened = await opened(lines);
    assert.deepEqual(journalOpened.snapshot().totals, { error: 1, warning: 100_001, information: 0 });
    assert.deepEqual(codesOf(journalOpened.violations(1)), ['2 sequence-gap']);
    assert.deepEqual(codesOf(journalOpened.violationsAt(2)), ['2 sequence-gap']);
  }).timeout(60_000);
});

describe('the next problem', () => {
  const at = (lines: Lines, ...rows: readonly number[]) =>
    rows.reduce<Lines>((broken, row) => edit(broken, row, { extra: 1 }), lines);

  const walks: readonly (readonly [
    name: string,
    input: Lines | string,
    row: number,
    next: number | null,
    previous: number | null,
  ])[] = [
    ['none', LINES, 2, null, null],
    ['forward and back', at(LINES, 1, 3), 2, 3, 1],
    ['not the one it is at, if there is another', at(LINES, 1, 3), 3, 1, 1],
    ['wraps at both ends', at(LINES, 1, 3), 4, 1, 3],
    ['wraps at the beginning', at(LINES, 1, 3), 0, 1, 3],
    ['the only one, from itself', at(LINES, 2), 2, 2, 2],
    ['from outside', at(LINES, 2), 99, 2, 2],
    ['information is passed over where there is worse', at(LINES, 1).join('\n'), 2, 1, 1],
    ['information alone is a problem', LINES.join('\n'), 0, 4, 4],
  ];
  for (const [name, input, row, next, previous] of walks) {
    it(name, async () => {
      const journalOpened = await opened(input);
      assert.deepEqual(
        [journalOpened.nextProblem(row, 1), journalOpened.nextProblem(row, -1)],
        [next, previous],
      );
    });
  }

  it('visits every row that has one, in both directions', async () => {
    const journalOpened = await opened(at(LINES, 0, 1, 4));
    const walk = (direction: 1 | -1) => {
      const visited: number[] = [];
      let row: number | null = 2;
      for (let i = 0; i < 6 && row !== null; i++) {
        row = journalOpened.nextProblem(row, direction);
        visited.push(row ?? -1);
      }
      return visited;
    };
    assert.deepEqual(walk(1), [4, 0, 1, 4, 0, 1]);
    assert.deepEqual(walk(-1), [1, 0, 4, 1, 0, 4]);
  });
});

describe('the row at a line', () => {
  it('is the row on it, or the nearest above; none above the first', async () => {
    const text = `\n${LINES[0] ?? ''}\n\n${LINES[1] ?? ''}${LINES[2] ?? ''}\n{torn\n${LINES[3] ?? ''}\n`;
    const journalOpened = await opened(bytesOf(text));
    assert.deepEqual(
      [-1, 0, 1, 2, 3, 4, 5, 6, 99].map((line) => journalOpened.rowAtLine(line)),
      [null, null, 0, 0, 1, 3, 4, 4, 4],
    );
  });
});
