// A journal that was read before: shown from what was kept, whether it is as it was or has grown, read behind it, and
// never believed for another file.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { crc32 } from 'node:zlib';
import type { FileIdentity, Keeper } from '../../src/engine/keeper.ts';
import { OpenJournal } from '../../src/engine/openJournal.ts';
import { memorySource } from '../../src/engine/byteSource.ts';
import { decodeSaved, encodeSaved, type SavedTrace } from '../../src/engine/savedTrace.ts';
import { newSha256 } from '../../src/node/sha256.ts';
import type { JournalSnapshot, RowViolation } from '../../src/protocol.ts';
import { bytesOf, edit, journal, splice, type Lines } from '../support/journal.ts';

/** Keeps in memory; `now` is the identity of the file. */
function memoryKeeper(): Keeper & { now: FileIdentity | undefined; kept: Uint8Array | undefined } {
  return {
    least: 0,
    now: { file: 'a', state: 'first' },
    kept: undefined,
    identity() {
      return this.now;
    },
    load() {
      return this.kept;
    },
    save(parts) {
      this.kept = new Uint8Array(Buffer.concat(parts));
    },
  };
}

async function read(input: Lines | Uint8Array, keeper?: Keeper) {
  const snapshots: JournalSnapshot[] = [];
  const opened = new OpenJournal({
    source: memorySource(bytesOf(input)),
    newSha256,
    crc32,
    keeper,
    turns: { pause: () => Promise.resolve(), now: () => performance.now() },
    onSnapshot: (snapshot) => snapshots.push(snapshot),
  });
  const reading = opened.read();
  // Before the first pause, only what was kept is a generation of its own.
  const atOnce = snapshots.find(({ generation }) => generation > 1);
  const all = () => ({
    rows: opened.rows(0, 500).rows,
    replays: Array.from({ length: opened.snapshot().rows }, (_, row) => opened.replay(row)),
    violations: opened.violations(1000),
    problem: opened.nextProblem(0, 1),
  });
  const shown = atOnce && all();
  await reading;
  return { atOnce, shown, snapshots, opened, all: all() };
}

/** The same file after something was written to it. */
const WRITTEN: FileIdentity = { file: 'a', state: 'second' };

const SAMPLE = fs.readFileSync('samples/session.trace.jsonl');
const LINES = journal('start user:hi call:c1 result:c1 chunk:a final:ab user resp:x stop:done user:late');

describe('a journal that was read before', () => {
  const inputs: readonly (readonly [string, Lines | Uint8Array])[] = [
    ['the sample', SAMPLE],
    ['messages, calls and stops', LINES],
    ['a gap', splice(LINES, 3, 1)],
    ['damage that hid nothing', splice(LINES, 3, 0, '{"torn')],
    ['an event that ends the replay', edit(LINES, 4, { type: 'user.other' })],
  ];
  for (const [name, input] of inputs) {
    it(`${name}: is shown at once as it was, but for fingerprints on the way`, async () => {
      const keeper = memoryKeeper();
      const first = await read(input, keeper);
      assert.equal(first.atOnce, undefined);
      const again = await read(input, keeper);
      const last = first.snapshots.at(-1);
      assert.deepEqual(again.atOnce, last);
      assert.deepEqual(again.snapshots.at(-1), last);
      assert.deepEqual(again.all, first.all);
      const withoutFingerprints = ({ replays, ...rest }: typeof first.all) => ({
        ...rest,
        replays: replays.map((view) => ({ ...view, fingerprint: null, fingerprintPending: false })),
      });
      assert.ok(again.shown);
      assert.deepEqual(withoutFingerprints(again.shown), withoutFingerprints(first.all));
      for (const { fingerprint, fingerprintPending } of again.shown.replays) {
        assert.notEqual(fingerprint === null, fingerprintPending !== true);
      }
    });
  }

  it('is not believed for a file that was cut', async () => {
    const keeper = memoryKeeper();
    await read(LINES, keeper);
    keeper.now = WRITTEN;
    const again = await read(LINES.slice(0, 5), keeper);
    assert.equal(again.atOnce, undefined);
    assert.equal(again.snapshots.at(-1)?.rows, 5);
  });

  it('is corrected by the file where both differ all the same', async () => {
    const keeper = memoryKeeper();
    await read(LINES, keeper);
    const again = await read(LINES.slice(0, 5), keeper);
    assert.equal(again.atOnce?.rows, LINES.length);
    assert.equal(again.snapshots.at(-1)?.rows, 5);
    assert.ok((again.snapshots.at(-1)?.generation ?? 0) > again.atOnce.generation);
    assert.ok(again.all.violations.map(codeOf).includes('history-rewritten'));
    const third = await read(LINES.slice(0, 5), keeper);
    assert.equal(third.atOnce?.rows, 5);
    assert.ok(!third.all.violations.map(codeOf).includes('history-rewritten'), 'that is told once');
  });
});

describe('a journal that has grown since it was read', () => {
  const inputs: readonly (readonly [string, Lines])[] = [
    ['messages, calls and stops', LINES],
    ['a gap', splice(LINES, 3, 1)],
    ['damage that hid nothing', splice(LINES, 3, 0, '{"torn')],
    ['an event that ends the replay', edit(LINES, 4, { type: 'user.other' })],
    ['a parent that comes later', edit(LINES, 3, { parent_id: 'e6' })],
  ];
  for (const [name, lines] of inputs) {
    it(`${name}: cut anywhere, shows what it began with at once, then is as if it was read anew`, async () => {
      const whole = await read(lines);
      for (let cut = 1; cut < lines.length; cut++) {
        const keeper = memoryKeeper();
        const before = await read(lines.slice(0, cut), keeper);
        keeper.now = WRITTEN;
        const grown = await read(lines, keeper);
        assert.equal(grown.atOnce?.state.kind, 'reading');
        assert.equal(grown.atOnce.rows, cut);
        assert.equal(grown.atOnce.fingerprint, null, 'there is more to come');
        const ofRows = ({ all }: typeof before) =>
          all.rows.map(({ row, type, summary }) => [row, type, summary]);
        assert.deepEqual(
          grown.shown?.rows.map(({ row, type, summary }) => [row, type, summary]),
          ofRows(before),
        );
        assert.deepEqual(comparable(grown), comparable(whole), `after ${cut} lines`);
        keeper.now = WRITTEN;
        assert.equal((await read(lines, keeper)).atOnce?.state.kind, 'ready', 'it was kept anew');
      }
    });
  }

  it('keeps its rows, and tells nothing of the old end', async () => {
    const lines = journal('start user:hi call:c1 result:c1 stop:done');
    const keeper = memoryKeeper();
    const before = await read(lines.slice(0, 3), keeper);
    assert.deepEqual(before.all.violations.map(codeOf), ['stop-missing', 'tool-request-unanswered']);
    keeper.now = WRITTEN;
    const grown = await read(lines, keeper);
    assert.deepEqual(grown.shown?.violations, []);
    assert.deepEqual(
      grown.snapshots.map(({ generation }) => generation),
      grown.snapshots.map(() => grown.atOnce?.generation),
    );
  });

  const others: readonly (readonly [
    string,
    (lines: Lines) => Lines | Uint8Array,
    FileIdentity | undefined,
  ])[] = [
    ['another file is at its path', (lines) => lines, { file: 'b', state: 'first' }],
    ['it begins otherwise', (lines) => edit(lines, 0, { timestamp: '2026-01-01T00:00:09Z' }), WRITTEN],
    ['it cannot be looked at', (lines) => lines, undefined],
  ];
  for (const [name, written, now] of others) {
    it(`is read from its start when ${name}`, async () => {
      const keeper = memoryKeeper();
      await read(LINES.slice(0, 5), keeper);
      keeper.now = now;
      const again = await read(written(LINES), keeper);
      assert.notEqual(again.atOnce?.rows, 5);
      assert.deepEqual(comparable(again), comparable(await read(written(LINES))));
    });
  }

  it('is read from its start when its last line was not whole', async () => {
    const keeper = memoryKeeper();
    const bytes = bytesOf(LINES);
    await read(bytes.subarray(0, bytes.length - 20), keeper);
    keeper.now = WRITTEN;
    assert.equal((await read(bytes, keeper)).atOnce, undefined);
  });

  it('is told as rewritten, with the place, when it had changed before what was looked at', async () => {
    const long = journal(
      `start ${Array.from({ length: 400 }, (_, i) => `user:${i}${'x'.repeat(9_000)}`).join(' ')}`,
    );
    const keeper = memoryKeeper();
    await read(long.slice(0, 390), keeper);
    keeper.now = WRITTEN;
    const changed = edit(long, 11, { timestamp: '2026-01-01T00:00:09Z' });
    const again = await read(changed, keeper);
    assert.equal(again.atOnce?.rows, 390);
    const [violation] = again.all.violations.filter((found) => codeOf(found) === 'history-rewritten');
    assert.equal(violation?.row, 11);
    assert.notEqual(again.snapshots.at(-1)?.generation, again.atOnce.generation, 'its rows are shown anew');
  });
});

/** What a reading came to, but for how often it was shown. */
function comparable({ snapshots, all }: Awaited<ReturnType<typeof read>>) {
  const replays = all.replays.map((view) => ({ ...view, generation: 0 }));
  return { snapshot: { ...snapshots.at(-1), generation: 0 }, all: { ...all, replays } };
}

function codeOf({ violation }: RowViolation): string {
  return violation.code;
}

describe('what is kept of a journal', () => {
  const saved: SavedTrace = {
    file: 'f',
    state: null,
    history: { bytes: 9, digests: ['d'], rewrittenAt: null, lines: { ends: [9], sums: [1] } },
    events: 1,
    sessionId: 's',
    runId: null,
    fingerprint: null,
    applied: 1,
    break: null,
    found: [],
    end: { found: [], break: null },
    columns: [[Uint8Array.of(1, 2, 3)], [new Uint8Array(0)], [Uint8Array.of(4)]],
  };
  const bytes = new Uint8Array(Buffer.concat(encodeSaved(saved) ?? []));

  it('is read back', () => assert.deepEqual(decodeSaved(bytes), saved));
  it('is nothing when it was cut, has grown or was changed', () => {
    for (let length = 0; length < bytes.length; length++) {
      assert.equal(decodeSaved(bytes.subarray(0, length)), undefined);
    }
    assert.equal(decodeSaved(new Uint8Array([...bytes, 0])), undefined);
    assert.equal(decodeSaved(bytes.with(5, 0)), undefined);
  });
  it('is nothing for a journal with very many violations', () => {
    const one = { row: 0, violation: { code: 'bom' as const, at: { line: 0, start: 0, end: 0, offset: 0 } } };
    assert.equal(encodeSaved({ ...saved, found: Array.from({ length: 5_001 }, () => one) }), undefined);
  });
});
