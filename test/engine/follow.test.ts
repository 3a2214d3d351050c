// A file that grows while it is open: reading on must come to exactly what reading the whole at once comes to, wherever
// the file ended in between.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { OpenJournal } from '../../src/engine/openJournal.ts';
import { GrowingSource, opened, turnsOf, unread, type Opening } from '../support/engine.ts';
import { FAULTS } from '../support/faults.ts';
import { bytesOf, edit, journal, splice, textOf, type Lines } from '../support/journal.ts';
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
    const { size } = { size: this.source.size() };
    assert.deepEqual(toldOf(this.journal), await whole(this.source), `${size} bytes, ${found}`);
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
        { numRuns: 150 },
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
