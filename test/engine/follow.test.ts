// A file that grows while it is open: reading on must come to exactly what reading the whole at once comes to, wherever
// the file ended in between.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { OpenJournal } from '../../src/engine/openJournal.ts';
import { GrowingSource, opened, turnsOf, unread, type Opening } from '../support/engine.ts';
import { FAULTS } from '../support/faults.ts';
import { bytesOf, edit, journal, textOf, type Lines } from '../support/journal.ts';
import { kernelModule } from '../support/kernel.ts';

const LANES: readonly (readonly [name: string, opening: Opening])[] = [
  ['the general way', {}],
  ['the fast lane', { kernel: kernelModule() }],
];

const SPEC = 'start user:hello req chunk:a final:ab req call:c1 result:c1 patch:src/a.ts resp:ho stop:done';
const LINES = journal(SPEC);

/** All that is told of a journal, but the number of the reading. */
function toldOf(opened: OpenJournal) {
  const { generation, ...snapshot } = opened.snapshot();
  const all = opened.rows(0, snapshot.rows);
  assert.equal(all.generation, generation);
  return {
    snapshot,
    rows: all.rows,
    violations: opened.violations(Infinity),
    replays: all.rows.map(({ row }) => ({ ...opened.replay(row), generation: 0 })),
    next: all.rows.map(({ row }) => [opened.nextProblem(row, 1), opened.nextProblem(row, -1)]),
    history: opened.history(),
  };
}

/** What the same bytes give when they are read at once. */
async function whole(source: GrowingSource) {
  return toldOf(await opened(source.read(0, source.size())));
}

/** Follows a source as the editor does. */
class Follower {
  readonly found: ('unchanged' | 'grown' | 'reread')[] = [];

  private constructor(
    readonly source: GrowingSource,
    readonly opening: Opening,
    public journal: OpenJournal,
  ) {}

  static async of(bytes: Uint8Array | string, opening: Opening = {}): Promise<Follower> {
    const source = new GrowingSource(bytesOf(bytes));
    return new Follower(source, opening, await opened(source, opening));
  }

  /** Appends, follows, and holds what is told then against a reading of the whole. */
  async grow(bytes: Uint8Array | string): Promise<void> {
    this.source.append(bytesOf(bytes));
    await this.follow();
  }

  async follow(): Promise<void> {
    const found = this.journal.follow();
    this.found.push(found);
    const seen = this.journal.history();
    if (found === 'grown') await this.journal.readMore();
    if (found === 'reread')
      this.journal = await opened(this.source, { ...this.opening, ...(seen && { seen }) });
    assert.deepEqual(toldOf(this.journal), await whole(this.source), `${this.source.size()} bytes, ${found}`);
  }
}

/** Where a file may end in between: anywhere, and more often near the end of a line. */
function cutsIn(bytes: Uint8Array): fc.Arbitrary<readonly number[]> {
  const ends = Array.from(bytes.keys()).filter((at) => bytes[at] === 0x0a);
  const near = fc.tuple(fc.constantFrom(...(ends.length > 0 ? ends : [0])), fc.integer({ min: -2, max: 2 }));
  const cut = fc.oneof(
    fc.nat(bytes.length),
    near.map(([at, by]) => Math.max(0, Math.min(bytes.length, at + by))),
  );
  return fc.array(cut, { minLength: 1, maxLength: 8 }).map((cuts) => cuts.toSorted((a, b) => a - b));
}

async function growBy(bytes: Uint8Array, cuts: readonly number[], opening: Opening): Promise<Follower> {
  const follower = await Follower.of(bytes.slice(0, cuts[0]), opening);
  for (const [i, cut] of cuts.entries()) await follower.grow(bytes.slice(cut, cuts[i + 1] ?? bytes.length));
  return follower;
}

const WORDS = [
  ...['user:u', 'req', 'resp:a', 'chunk:a', 'final:ab', 'call:c1', 'call:c2', 'result:c1', 'result:c9'],
  ...['patch:a.ts', 'metric', 'stop:x', 'start', 'type:x.y', 'user:\u{1f600}é'],
];

/** A journal, sound or with one or two of the known faults in it, with one of several endings. */
const files: fc.Arbitrary<Uint8Array> = fc
  .tuple(
    fc.array(fc.constantFrom(...WORDS), { minLength: 2, maxLength: 9 }),
    fc.array(fc.tuple(fc.constantFrom(...FAULTS), fc.nat(20)), { maxLength: 2 }),
    fc.constantFrom(...'lf lf none blank blanks crlf bom nul glued torn noise'.split(' ')),
  )
  .map(([words, faults, ending]) => {
    let lines: Lines = journal(`start ${words.join(' ')}`);
    for (const [fault, place] of faults) {
      const at = place % lines.length;
      if (isWhole(lines) && fault.fits?.(lines, at) !== false) lines = fault.inject(lines, at);
    }
    return ended(textOf(lines), ending);
  });

function isWhole(lines: Lines): boolean {
  return lines.length > 2 && lines.every((line) => line.startsWith('{"') && line.endsWith('}}'));
}

function ended(text: string, ending: string): Uint8Array {
  const first = text.slice(0, text.indexOf('\n'));
  switch (ending) {
    case 'none':
      return bytesOf(text.trimEnd());
    case 'blank':
      return bytesOf(`${text}\n`);
    case 'blanks':
      return bytesOf(text.replace('\n', '\n\n \n').concat('\n \n'));
    case 'crlf':
      return bytesOf(text.replaceAll('\n', '\r\n'));
    case 'bom':
      return bytesOf(`\ufeff${text}`);
    case 'nul':
      return bytesOf(`${text}\0\0\0\n\0`);
    case 'glued':
      return bytesOf(`${text}${first}${first}`);
    case 'torn':
      return bytesOf(`${text}${first.slice(0, 60)}`);
    case 'noise':
      return new Uint8Array(Buffer.concat([bytesOf(text), Uint8Array.of(0xff, 0x7b, 0x0a, 0x80)]));
    default:
      return bytesOf(text);
  }
}

for (const [name, opening] of LANES) {
  describe(`following a file: ${name}`, () => {
    it('ends in what reading the whole gives, wherever it ended in between', async () => {
      const grown = files.chain((bytes) => fc.tuple(fc.constant(bytes), cutsIn(bytes)));
      await fc.assert(
        fc.asyncProperty(grown, async ([bytes, cuts]) => {
          await growBy(bytes, cuts, opening);
        }),
        // Each reading by the fast lane makes a kernel with memory of its own.
        { numRuns: opening.kernel === undefined ? 150 : 60 },
      );
    });

    for (const fault of FAULTS) {
      it(`with a fault in it: ${fault.name}`, async () => {
        const at = Array.from(LINES.keys()).find((i) => i > 2 && fault.fits?.(LINES, i) !== false) ?? 0;
        const bytes = bytesOf(fault.inject(LINES, at));
        await fc.assert(
          fc.asyncProperty(cutsIn(bytes), async (cuts) => {
            await growBy(bytes, cuts, opening);
          }),
          { numRuns: 8 },
        );
      });
    }

    it('byte by byte through the end of a record and the beginning of the next', async () => {
      const bytes = bytesOf(LINES);
      const from = bytesOf(LINES.slice(0, 6)).length;
      const cuts = Array.from({ length: 60 }, (_, i) => from - 30 + i);
      const { found } = await growBy(bytes, cuts, opening);
      assert.deepEqual(
        found,
        cuts.map(() => 'grown'),
      );
    });
  });
}

/** What stands in the rows, and the codes found, each with its row; that the session has not stopped is no news here. */
function shown(opened: OpenJournal): { rows: string[]; codes: string[] } {
  const { rows } = opened.snapshot();
  return {
    rows: opened.rows(0, rows).rows.map(({ kind, sequence }) => `${kind} ${String(sequence)}`),
    codes: opened
      .violations(100)
      .map(({ row, violation }) => `${violation.code}@${row}`)
      .filter((code) => !code.startsWith('stop-missing')),
  };
}

describe('the end of a file that is followed', () => {
  const [first = '', second = '', third = ''] = LINES;

  it('an unfinished last record is a row of its own until it is completed', async () => {
    const follower = await Follower.of(`${first}\n${second.slice(0, 50)}`);
    const torn = { rows: ['event 0', 'damage null'], codes: ['record-torn@1'] };
    assert.deepEqual(shown(follower.journal), torn);
    assert.equal(follower.journal.violationsAt(1)[0]?.severity, 'information');
    assert.equal(follower.journal.replay(1).appliedEvents, 1);
    await follower.grow(second.slice(50, 90));
    assert.deepEqual(shown(follower.journal), torn);
    await follower.grow(`${second.slice(90)}\n`);
    assert.deepEqual(shown(follower.journal), { rows: ['event 0', 'event 1'], codes: [] });
    assert.equal(follower.journal.replay(1).appliedEvents, 2);
    assert.deepEqual(follower.found, ['grown', 'grown']);
  });

  it('a last record without line feed is used, and is there once when its line feed comes', async () => {
    const follower = await Follower.of(`${first}\n${second}`);
    const used = ['event 0', 'event 1'];
    assert.deepEqual(shown(follower.journal), { rows: used, codes: ['no-final-newline@1'] });
    await follower.grow('\n');
    assert.deepEqual(shown(follower.journal), { rows: used, codes: [] });
    await follower.grow(`${third}\n`);
    assert.deepEqual(shown(follower.journal).rows, [...used, 'event 2']);
    assert.deepEqual(follower.found, ['grown', 'grown']);
  });

  it('its line feed and the next records may come together', async () => {
    const follower = await Follower.of(`${first}\n${second}`);
    await follower.grow(`\n${third}`);
    assert.deepEqual(shown(follower.journal), {
      rows: ['event 0', 'event 1', 'event 2'],
      codes: ['no-final-newline@2'],
    });
    assert.deepEqual(follower.found, ['grown']);
  });

  const others: readonly (readonly [name: string, before: string, more: string, codes: readonly string[]])[] =
    [
      ['another record on its line', `${first}\n${second}`, `${third}\n`, ['records-glued@2']],
      ['text after it', `${first}\n${second}`, 'x\n', ['json-invalid@1']],
      ['its line ends with CR LF', `${first}\n${second}`, '\r\n', ['crlf@1']],
      ['its CR stands there already', `${first}\n${second}\r`, '\n', ['crlf@1']],
      ['it has a byte order mark', `\ufeff${first}`, '\n', ['bom@0']],
      [
        'a fragment before it',
        `${first}\n${second.slice(0, 50)}\n\n`,
        `${second}\n`,
        ['record-torn@1', 'blank-line@1'],
      ],
    ];
  for (const [name, before, more, codes] of others)
    it(`reads all anew where the last record is another one now: ${name}`, async () => {
      const follower = await Follower.of(before);
      await follower.grow(more);
      assert.equal(follower.found[0], 'reread');
      assert.deepEqual(shown(follower.journal).codes, codes);
    });

  it('nothing new is unchanged, and so is an empty file', async () => {
    for (const bytes of ['', textOf(LINES), `${first}\n${second}`, `${first}\n${second.slice(0, 50)}`]) {
      const follower = await Follower.of(bytes);
      const before = toldOf(follower.journal);
      await follower.follow();
      await follower.follow();
      assert.deepEqual([follower.found, toldOf(follower.journal)], [['unchanged', 'unchanged'], before]);
    }
  });

  it('an empty file, and one of no known format, that become a journal are read anew', async () => {
    for (const bytes of ['', '\n\n', '{"a":1}\n']) {
      const follower = await Follower.of(bytes);
      await follower.grow(textOf(LINES));
      assert.equal(follower.found[0], 'reread');
    }
  });

  it('is read anew when it was cut or its last bytes are others, and that is told', async () => {
    const changed = bytesOf(edit(LINES, LINES.length - 1, { payload: { reason: 'fine' } }));
    assert.equal(changed.length, bytesOf(LINES).length);
    for (const [name, now] of [
      ['cut', bytesOf(LINES.slice(0, 4))],
      ['emptied and written anew', bytesOf(LINES.slice(0, 1))],
      ['changed', changed],
      ['changed and grown', new Uint8Array(Buffer.concat([changed, bytesOf('\n')]))],
    ] as const) {
      const source = new GrowingSource(bytesOf(LINES));
      const before = await opened(source);
      source.replace(now);
      assert.equal(before.follow(), 'reread', name);
      const seen = before.history();
      assert.ok(seen);
      const after = await opened(source, { seen });
      assert.ok(
        shown(after).codes.some((code) => code.startsWith('history-rewritten')),
        name,
      );
    }
  });

  it('rows keep the number of the reading, unless the replay now stops elsewhere', async () => {
    const follower = await Follower.of(textOf(LINES.slice(0, 4)));
    const generation = () => follower.journal.snapshot().generation;
    const before = generation();
    await follower.grow(textOf(LINES.slice(4, 6)));
    assert.equal(generation(), before);
    await follower.grow(textOf(LINES.slice(7, 8)));
    assert.equal(follower.journal.snapshot().replayStop?.row, 6);
    assert.ok(generation() > before);
  });

  it('tells once how it reads on, and once that it is done', async () => {
    const source = new GrowingSource(bytesOf(LINES.slice(0, 3)));
    const { journal: reading, snapshots } = unread(source, turnsOf(0));
    await reading.read();
    const before = snapshots.length;
    source.append(bytesOf(LINES.slice(3)));
    assert.equal(reading.follow(), 'grown');
    assert.equal(reading.snapshot().state.kind, 'reading');
    await reading.readMore();
    assert.deepEqual(
      snapshots.slice(before).map(({ state, rows }) => [state.kind, rows]),
      [['ready', LINES.length]],
    );
  });
});

describe('following a file while it is read', () => {
  const many = journal(`start ${'user:hello call:c1 result:c1 '.repeat(300)}stop:done`);
  const bytes = bytesOf(many);

  for (const [name, opening] of LANES) {
    it(`answers meanwhile, and ends in the whole: ${name}`, async () => {
      const source = new GrowingSource();
      let at = 0;
      let rows = 0;
      const append = (count: number) => {
        source.append(bytes.slice(at, at + count));
        at = Math.min(bytes.length, at + count);
      };
      append(40_000);
      const turns = turnsOf(50, () => {
        append(7_001);
        assert.equal(reading.follow(), 'grown');
        void reading.readMore();
        const snapshot = reading.snapshot();
        assert.ok(snapshot.rows >= rows, 'rows only grow');
        ({ rows } = snapshot);
        assert.equal(reading.replay(5).appliedEvents, 6);
        assert.equal(reading.rows(rows - 1, 10).rows.length, 1);
      });
      const reading = unread(source, { ...opening, turns }).journal;
      await reading.read();
      for (let found = reading.follow(); found !== 'unchanged'; found = reading.follow()) {
        assert.equal(found, 'grown');
        await reading.readMore();
      }
      append(Infinity);
      assert.notEqual(reading.follow(), 'unchanged');
      await reading.readMore();
      const { generation, ...snapshot } = reading.snapshot();
      assert.equal(generation, 2);
      assert.deepEqual(snapshot, toldOf(await opened(bytes)).snapshot);
    });

    it(`10,000 appends in bursts lose and double nothing, and cost what they add: ${name}`, async () => {
      const lines = journal(['start', ...Array.from({ length: 9_999 }, (_, i) => `user:${i}`)].join(' '));
      const source = new GrowingSource();
      const whole = bytesOf(lines);
      source.append(bytesOf(lines.slice(0, 1)));
      const reading = await opened(source, opening);
      let follows = 0;
      let next = 1;
      source.bytesRead = 0;
      for (let burst = 1; next < lines.length; burst = ((burst * 7 + 3) % 61) + 1) {
        for (const line of lines.slice(next, next + burst)) source.append(bytesOf(`${line}\n`));
        next += burst;
        follows += 1;
        assert.equal(reading.follow(), 'grown');
        await reading.readMore();
      }
      // The last block is hashed, and the chunk that was added read, each time; nothing is read a second time.
      assert.ok(source.bytesRead < whole.length + follows * 66_000, `${source.bytesRead} bytes read`);
      const pages = Array.from({ length: 101 }, (_, page) => reading.rows(page * 100, 100).rows);
      const all = pages.flat();
      assert.deepEqual(
        all.map(({ sequence, summary }) => [sequence, summary]),
        lines.map((_, i) => [i, i === 0 ? all[0]?.summary : String(i - 1)]),
      );
      const atOnce = await opened(whole);
      const { generation, ...snapshot } = reading.snapshot();
      assert.equal(generation, 2);
      assert.deepEqual({ ...snapshot, generation }, atOnce.snapshot());
      for (const row of [0, 1_023, 1_024, 5_000, 9_999])
        assert.deepEqual(reading.replay(row), atOnce.replay(row));
    });
  }
});
