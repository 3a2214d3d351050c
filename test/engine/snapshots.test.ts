import assert from 'node:assert/strict';
import { memorySource } from '../../src/engine/byteSource.ts';
import type { JournalSnapshot } from '../../src/protocol.ts';
import { fingerprintOf } from '../support/canonical.ts';
import { countingSource, opened, turnsOf, unread, type Unread } from '../support/engine.ts';
import { bytesOf, edit, events, journal, splice, type Lines } from '../support/journal.ts';

const SPEC = 'start user:hi req resp:ho stop:done';
const LINES = journal(SPEC);
const BYTES = bytesOf(LINES);
const many = (count: number) =>
  journal(['start', ...Array.from({ length: count - 1 }, () => 'metric')].join(' '));

async function read(made: Unread): Promise<Unread> {
  await made.journal.read();
  return made;
}

const snapshotOf = async (input: Lines | string | Uint8Array) => (await opened(input)).snapshot();

describe('an opened journal: snapshots', () => {
  it('of a sound journal', async () => {
    assert.deepEqual(await snapshotOf(LINES), {
      generation: 2,
      state: { kind: 'ready' },
      format: 'trace01',
      sessionId: 'session-1',
      runId: 'run-1',
      rows: 5,
      events: 5,
      totals: { error: 0, warning: 0, information: 0 },
      stopReason: 'done',
      fingerprint: fingerprintOf(events(SPEC)),
      replayStop: null,
      agent: null,
      bytes: BYTES.length,
    } satisfies JournalSnapshot);
  });

  it('before a byte is read: reading, and nothing known', () => {
    const { state, format, rows, fingerprint, bytes } = unread(BYTES).journal.snapshot();
    assert.deepEqual(
      { state, format, rows, fingerprint, bytes },
      {
        state: { kind: 'reading', bytesRead: 0, bytesTotal: BYTES.length },
        format: 'empty',
        rows: 0,
        fingerprint: null,
        bytes: BYTES.length,
      },
    );
  });

  it('while reading: rows and bytes only grow, each is complete, and the last is ready', async () => {
    const bytes = bytesOf(many(500));
    const { snapshots } = await read(unread(bytes, turnsOf(1000)));
    assert.ok(snapshots.length > 10, String(snapshots.length));
    assert.deepEqual(snapshots[0]?.state, { kind: 'reading', bytesRead: 0, bytesTotal: bytes.length });
    for (const [i, snapshot] of snapshots.entries()) {
      const before = snapshots[i - 1];
      const last = i === snapshots.length - 1;
      assert.equal(snapshot.state.kind, last ? 'ready' : 'reading');
      assert.equal(snapshot.format, 'trace01');
      assert.equal(snapshot.fingerprint === null, !last);
      assert.ok(snapshot.rows >= (before?.rows ?? 0));
      assert.ok(snapshot.generation >= (before?.generation ?? 0));
    }
    assert.equal(snapshots.at(-1)?.rows, 500);
    assert.ok((snapshots.at(-1)?.generation ?? 0) > snapshots[0].generation);
  });

  it('no more often than ten times a second', async () => {
    const { snapshots } = await read(unread(many(500), turnsOf(0)));
    assert.equal(snapshots.length, 2);
  });

  const stopped: readonly (readonly [
    name: string,
    lines: Lines,
    row: number,
    last: number | null,
    applied: number,
  ])[] = [
    ['a gap', splice(LINES, 2, 1), 2, 1, 2],
    ['the first event', LINES.slice(1), 0, null, 0],
    ['a shape', edit(LINES, 3, { timestamp: 'now' }), 3, 2, 3],
    ['a lost event under damage', splice(LINES, 2, 1, (LINES[2] ?? '').slice(0, 80)), 2, 1, 2],
  ];
  for (const [name, lines, row, lastSequence, applied] of stopped) {
    it(`says where the replay stops: ${name}`, async () => {
      const { replayStop, fingerprint, events: all, rows } = await snapshotOf(lines);
      assert.deepEqual({ row: replayStop?.row, last: replayStop?.lastSequence }, { row, last: lastSequence });
      assert.equal(rows, lines.length);
      assert.ok(all >= applied);
      const prefix = events(SPEC).slice(0, applied);
      assert.equal(fingerprint, applied === 0 ? null : fingerprintOf(prefix));
    });
  }

  it('retries are rows and events, and are applied once', async () => {
    const { rows, events: all, fingerprint } = await snapshotOf(splice(LINES, 2, 0, LINES[1] ?? ''));
    assert.deepEqual({ rows, all }, { rows: 6, all: 6 });
    assert.equal(fingerprint, fingerprintOf(events(SPEC)));
  });

  it('a fingerprint that is unavailable is null', async () => {
    const { fingerprint, replayStop } = await snapshotOf(
      LINES.with(1, (LINES[1] ?? '').replace('"hi"', '"\\ud800"')),
    );
    assert.deepEqual({ fingerprint, replayStop }, { fingerprint: null, replayStop: null });
  });

  it('the last stop reason counts, and one that is no event does not', async () => {
    assert.equal((await snapshotOf(journal('stop:a start stop:b'))).stopReason, 'b');
    const broken = edit(journal('stop:a start stop:b'), 2, { actor: null });
    assert.equal((await snapshotOf(broken)).stopReason, 'a');
  });

  for (const [name, input, format] of [
    ['an empty file', '', 'empty'],
    ['blank lines', '\n\n\n', 'empty'],
    ['JSON of another kind', '{"id":1}\n', 'unknown'],
    ['no JSON at all', 'hello\n', 'unknown'],
  ] as const) {
    it(`${name} is ready at once, with nothing in it and no flood of violations`, async () => {
      const { snapshots, journal: none } = await read(unread(input));
      assert.deepEqual(
        snapshots.map(({ state, format: found, rows, events: all, totals }) => ({
          state,
          found,
          rows,
          all,
          totals,
        })),
        [
          {
            state: { kind: 'ready' },
            found: format,
            rows: 0,
            all: 0,
            totals: { error: 0, warning: 0, information: 0 },
          },
        ],
      );
      assert.deepEqual(none.rows(0, 10).rows, []);
      assert.deepEqual(none.violations(10), []);
      assert.equal(none.nextProblem(0, 1), null);
      assert.equal(none.rowAtLine(0), null);
      assert.throws(() => none.details(0, 10), RangeError);
    });
  }

  it('closes its source', () => {
    const source = countingSource(BYTES);
    unread(source).journal.close();
    assert.equal(source.closed, true);
  });

  it('a source that fails ends the reading with its error', async () => {
    const failing = {
      ...memorySource(BYTES),
      read: () => {
        throw new Error('gone');
      },
    };
    await assert.rejects(opened(failing), /gone/);
  });
});
