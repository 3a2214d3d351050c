import assert from 'node:assert/strict';
import { OpenJournal } from '../../src/engine/openJournal.ts';
import { memorySource } from '../../src/engine/byteSource.ts';
import { Aborted } from '../../src/engine/turns.ts';
import { newSha256 } from '../../src/node/sha256.ts';
import { bytesOf, journal } from '../support/journal.ts';

describe('a reading that is cancelled', () => {
  const lines = journal(`start ${'user:hello '.repeat(200)}stop`);

  /** A journal whose clock makes every turn a long one. */
  function opened(onPause: (journal: OpenJournal) => void): OpenJournal {
    let now = 0;
    const made: OpenJournal = new OpenJournal({
      source: memorySource(bytesOf(lines)),
      newSha256,
      turns: {
        pause: () => {
          onPause(made);
          return Promise.resolve();
        },
        now: () => (now += 1_000),
      },
      onSnapshot: () => undefined,
    });
    return made;
  }

  it('stops at the end of a turn', async () => {
    const stopped = opened((made) => made.cancel());
    await assert.rejects(stopped.read(), Aborted);
    assert.ok(stopped.snapshot().rows < lines.length);
  });

  it('is none once the journal was read', async () => {
    const read = opened(() => undefined);
    await read.read();
    read.cancel();
    assert.equal(read.follow(), 'unchanged');
    assert.equal(read.snapshot().rows, lines.length);
  });
});
