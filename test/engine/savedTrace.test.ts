// A journal that was read before: shown from what was kept, read behind it, and never believed for another file.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import type { Keeper } from '../../src/engine/keeper.ts';
import { OpenJournal } from '../../src/engine/openJournal.ts';
import { memorySource } from '../../src/engine/byteSource.ts';
import { decodeSaved, encodeSaved, type SavedTrace } from '../../src/engine/savedTrace.ts';
import { newSha256 } from '../../src/node/sha256.ts';
import type { JournalSnapshot } from '../../src/protocol.ts';
import { bytesOf, edit, journal, splice, type Lines } from '../support/journal.ts';

/** Keeps in memory; `identity` is that of the file now. */
function memoryKeeper(): Keeper & { now: string; kept: Uint8Array | undefined } {
  return {
    least: 0,
    now: 'first',
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

async function read(input: Lines | Uint8Array, keeper: Keeper) {
  const snapshots: JournalSnapshot[] = [];
  const opened = new OpenJournal({
    source: memorySource(bytesOf(input)),
    newSha256,
    keeper,
    turns: { pause: () => Promise.resolve(), now: () => performance.now() },
    onSnapshot: (snapshot) => snapshots.push(snapshot),
  });
  const reading = opened.read();
  const atOnce = snapshots.find(({ state }) => state.kind === 'ready');
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

  it('is not believed for a file that was written to', async () => {
    const keeper = memoryKeeper();
    await read(LINES, keeper);
    keeper.now = 'second';
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
    assert.equal((await read(LINES.slice(0, 5), keeper)).atOnce?.rows, 5);
  });
});

describe('what is kept of a journal', () => {
  const saved: SavedTrace = {
    identity: 'i',
    events: 1,
    sessionId: 's',
    runId: null,
    fingerprint: null,
    applied: 1,
    break: null,
    found: [],
    columns: [[Uint8Array.of(1, 2, 3)], [new Uint8Array(0)], [Uint8Array.of(4)]],
  };
  const bytes = new Uint8Array(Buffer.concat(encodeSaved(saved) ?? []));

  it('is read back', () => assert.deepEqual(decodeSaved(bytes, 'i'), saved));
  it('is nothing for another file', () => assert.equal(decodeSaved(bytes, 'j'), undefined));
  it('is nothing when it was cut, has grown or was changed', () => {
    for (let length = 0; length < bytes.length; length++) {
      assert.equal(decodeSaved(bytes.subarray(0, length), 'i'), undefined);
    }
    assert.equal(decodeSaved(new Uint8Array([...bytes, 0]), 'i'), undefined);
    assert.equal(decodeSaved(bytes.with(5, 0), 'i'), undefined);
  });
  it('is nothing for a journal with very many violations', () => {
    const one = { row: 0, violation: { code: 'bom' as const, at: { line: 0, start: 0, end: 0, offset: 0 } } };
    assert.equal(encodeSaved({ ...saved, found: Array.from({ length: 5_001 }, () => one) }), undefined);
  });
});
