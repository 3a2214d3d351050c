// What an opened journal answers: replays, problems and branches, of sound journals and of broken ones.

import assert from 'node:assert/strict';
import { Aborted } from '../../src/engine/turns.ts';
import { fingerprintOf } from '../support/canonical.ts';
import { NEVER, opened, turnsOf, unread } from '../support/engine.ts';
import { altered, edit, events, idOf, journal, rewrite, splice, textOf } from '../support/journal.ts';

const spec = 'start user:hello req resp:hi call:c1 result:c1 patch:src/a.ts stop:completed';
const lines = journal(spec);
const gap = splice(lines, 3, 1);
const torn = (lines[3] ?? '').slice(0, 99);

describe('an opened journal: replay', () => {
  it('to a row, inclusive', async () => {
    const view = (await opened(lines)).replay(3);
    assert.deepEqual(view, {
      generation: 2,
      row: 3,
      appliedEvents: 4,
      sequence: 3,
      userMessages: { total: 1, items: [{ row: 1, sequence: 1, text: 'hello' }] },
      assistantMessages: { total: 1, items: [{ row: 3, sequence: 3, text: 'hi' }] },
      toolCalls: { total: 0, items: [] },
      stopReason: null,
      fingerprint: fingerprintOf(events(spec).slice(0, 4)),
      stopped: null,
      abandoned: false,
    });
  });

  it('calls with their results and rows', async () => {
    const { toolCalls } = (await opened(lines)).replay(7);
    const [call] = toolCalls.items;
    assert.deepEqual(
      [toolCalls.total, call?.row, call?.tool, call?.arguments],
      [1, 4, 'write_file', '{"path":"a"}'],
    );
    assert.deepEqual([call?.result?.row, call?.result?.ok], [5, true]);
  });

  const stops: readonly (readonly [string, readonly string[], number, number, number | undefined])[] = [
    ['before the fault', gap, 2, 3, undefined],
    ['at the fault', gap, 3, 3, 3],
    ['beyond the fault', gap, 6, 3, 3],
    ['a torn line whose event is lost', rewrite(lines, 3, () => torn), 7, 3, 3],
    ['a torn line that hid no event', splice(lines, 3, 0, torn), 8, 8, undefined],
    ['a torn last line', [...lines, torn], 8, 8, undefined],
    ['a fault in the first event', edit(lines, 0, { timestamp: 'x' }), 7, 0, 0],
    [
      'half a surrogate pair is readable',
      rewrite(lines, 1, (line) => line.replace('hello', '\\ud800')),
      7,
      8,
      undefined,
    ],
    ['an unknown type that could change the state', edit(lines, 6, { type: 'tool.x' }), 7, 6, 6],
    ['an unknown type that could not', edit(lines, 6, { type: 'x.y' }), 7, 8, undefined],
    ['outside the journal', lines, 99, 8, undefined],
    ['before the journal', lines, -1, 0, undefined],
  ];
  for (const [name, input, row, applied, stoppedAt] of stops)
    it(`${name}: ${applied} events`, async () => {
      const view = (await opened(input)).replay(row);
      assert.deepEqual([view.appliedEvents, view.stopped?.row], [applied, stoppedAt]);
    });

  it('has no fingerprint where there is none', async () => {
    const broken = await opened(rewrite(lines, 2, (line) => line.replace('"turn"', '"\\udc00"')));
    assert.equal(broken.replay(1).fingerprint, fingerprintOf(events(spec).slice(0, 2)));
    assert.equal(broken.replay(2).fingerprint, null);
  });

  it('a plan rejects when it is aborted', async () => {
    const long = journal(`start ${'user '.repeat(500)}stop`);
    const { journal: reading } = unread(long, turnsOf(50));
    await reading.read();
    await assert.rejects(reading.planBranch(500, AbortSignal.abort()), Aborted);
  });

  it('cuts long texts', async () => {
    const long = await opened(journal(`start user:${'x'.repeat(5000)} stop`));
    assert.equal(long.replay(1).userMessages.items[0]?.text, `${'x'.repeat(2000)}…`);
  });

  it('while the file is read, a fault that was read already stops it already', async () => {
    const broken = edit(journal(`start ${'user:hello '.repeat(3000)}stop`), 5, { session_id: 'other' });
    const answers: Promise<unknown>[] = [];
    const { journal: reading } = unread(
      broken,
      turnsOf(50, () => {
        if (answers.length > 0) return;
        const { appliedEvents, stopped } = reading.replay(20);
        answers.push(
          Promise.resolve([appliedEvents, stopped?.row]),
          reading.planBranch(20, NEVER).then(({ ok }) => ok),
        );
      }),
    );
    await reading.read();
    assert.deepEqual(await Promise.all(answers), [[5, 5], false]);
  });
});

describe('an opened journal: problems', () => {
  const broken = edit(edit(lines, 2, { extra: 1 }), 5, { parent_event_id: 'evt-9' });
  const codesOf = (found: readonly { readonly violation: { readonly code: string } }[]) =>
    found.map(({ violation }) => violation.code);

  it('all, with their rows and severities, in file order', async () => {
    const found = (await opened(broken)).violations(100);
    assert.deepEqual(
      found.map(({ row, severity, violation }) => [row, severity, violation.code]),
      [
        [2, 'warning', 'unknown-field'],
        [5, 'error', 'parent-unknown'],
      ],
    );
  });

  it('the worst, where there are more than asked for', async () => {
    assert.deepEqual(codesOf((await opened(broken)).violations(1)), ['parent-unknown']);
    assert.deepEqual((await opened(broken)).violations(0), []);
  });

  it('of a row', async () => {
    const journalOpened = await opened(broken);
    assert.deepEqual(codesOf(journalOpened.violationsAt(2)), ['unknown-field']);
    assert.deepEqual(journalOpened.violationsAt(3), []);
  });

  const walks: readonly (readonly [number, 1 | -1, number | null])[] = [
    [0, 1, 2],
    [2, 1, 5],
    [5, 1, 2],
    [0, -1, 5],
    [5, -1, 2],
    [2, -1, 5],
    [7, 1, 2],
  ];
  for (const [row, direction, expected] of walks)
    it(`the ${direction === 1 ? 'next' : 'previous'} one from row ${row} is at ${expected}`, async () => {
      assert.equal((await opened(broken)).nextProblem(row, direction), expected);
    });

  it('information counts only where there is nothing worse', async () => {
    assert.equal((await opened(textOf(lines).replace('\n', '\n\n'))).nextProblem(5, 1), 0);
    assert.equal((await opened(lines)).nextProblem(5, 1), null);
    assert.equal((await opened('')).nextProblem(0, 1), null);
  });

  it('what concerns the whole file is at the row of its place', async () => {
    const found = (await opened(textOf(lines).replaceAll('\n', '\r\n'))).violations(10);
    assert.deepEqual(
      found.map(({ row, violation }) => [row, violation.code]),
      [[0, 'crlf']],
    );
  });

  it('errors are kept, however many warnings come first', async () => {
    const extra = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`x${i}`, i]));
    const many = journal(`start ${'user '.repeat(400)}stop`).map((line, at) =>
      at < 400 ? altered(line, extra) : line,
    );
    const journalOpened = await opened(edit(many, 401, { parent_event_id: 'evt-nowhere' }));
    const { totals } = journalOpened.snapshot();
    assert.deepEqual([totals.error, totals.warning], [1, 120_000]);
    assert.deepEqual(codesOf(journalOpened.violations(1)), ['parent-unknown']);
  });
});

describe('an opened journal: branches', () => {
  it('the lineage through a row, and the files that changed after it', async () => {
    const plan = await (await opened(lines)).planBranch(3, NEVER);
    assert.deepEqual(plan, {
      ok: true,
      lineage: {
        branch_id: '',
        parent_session_id: 'session-1',
        parent_run_id: 'run-1',
        fork_sequence: 3,
        inherited_event_ids: [0, 1, 2, 3].map(idOf),
        parent_fingerprint: fingerprintOf(events(spec).slice(0, 4)),
      },
      effects: [{ path: 'src/a.ts', sequences: [6] }],
    });
  });

  it('no effects after the last one', async () => {
    const plan = await (await opened(lines)).planBranch(6, NEVER);
    assert.deepEqual(plan.ok && plan.effects, []);
  });

  const refused: readonly (readonly [string, readonly string[] | string, number, string])[] = [
    ['outside the journal', lines, 8, 'row-outside'],
    ['before the journal', lines, -1, 'row-outside'],
    ['no journal', '{"a":1}\n', 0, 'row-outside'],
    ['at a fault', gap, 3, 'error-in-prefix'],
    ['after a fault', gap, 5, 'error-in-prefix'],
    ['after glued records', [`${lines[0]}${lines[1]}`, ...lines.slice(2)], 5, 'error-in-prefix'],
    ['after a torn line that hid no event', splice(lines, 3, 0, torn), 6, 'error-in-prefix'],
    [
      'after half a surrogate pair',
      rewrite(lines, 1, (line) => line.replace('hello', '\\ud800')),
      3,
      'fingerprint-unavailable',
    ],
    ['at a repetition', splice(lines, 2, 0, lines[1] ?? ''), 2, 'not-an-event'],
    ['at a torn last line', [...lines, torn], 8, 'not-an-event'],
  ];
  for (const [name, input, row, reason] of refused)
    it(`refused ${name}: ${reason}`, async () => {
      const plan = await (await opened(input)).planBranch(row, NEVER);
      assert.equal(!plan.ok && plan.refusal.reason, reason);
    });

  it('not refused before the fault', async () => {
    assert.equal((await (await opened(gap)).planBranch(2, NEVER)).ok, true);
  });
});
