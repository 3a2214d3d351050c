// An opened journal for tests, over memory.

import { memorySource, type ByteSource } from '../../src/engine/byteSource.ts';
import { OpenJournal } from '../../src/engine/openJournal.ts';
import type { Turns } from '../../src/engine/turns.ts';
import { newSha256 } from '../../src/node/sha256.ts';
import type { JournalSnapshot } from '../../src/protocol.ts';
import { bytesOf, type Lines } from './journal.ts';

/** A signal that nobody aborts. */
export const NEVER = new AbortController().signal;

/** Turns as in the worker. */
export const TURNS: Turns = {
  pause: () => new Promise((resolve) => setImmediate(resolve)),
  now: () => performance.now(),
};

/** Turns by a clock that goes on by `step` milliseconds each time it is looked at; `during` is called in each pause. */
export function turnsOf(step: number, during: () => void = () => undefined): Turns {
  let now = 0;
  return {
    pause: async () => {
      during();
      await Promise.resolve();
    },
    now: () => (now += step),
  };
}

type Input = Lines | string | Uint8Array | ByteSource;

function isSource(input: Input): input is ByteSource {
  return typeof input === 'object' && 'read' in input;
}

export interface Unread {
  readonly journal: OpenJournal;
  /** Everything that it told, so far. */
  readonly snapshots: readonly JournalSnapshot[];
}

/** A journal before its first byte is read. */
export function unread(input: Input, turns: Turns = TURNS): Unread {
  const source = isSource(input) ? input : memorySource(bytesOf(input));
  const snapshots: JournalSnapshot[] = [];
  const onSnapshot = (snapshot: JournalSnapshot) => void snapshots.push(snapshot);
  return { journal: new OpenJournal({ source, newSha256, turns, onSnapshot }), snapshots };
}

/** A journal that was read to its end. */
export async function opened(input: Input, turns: Turns = TURNS): Promise<OpenJournal> {
  const { journal } = unread(input, turns);
  await journal.read();
  return journal;
}

/** A source that tells what was read through it: offset and length of each read. */
export interface CountingSource extends ByteSource {
  readonly reads: readonly (readonly [offset: number, length: number])[];
  readonly closed: boolean;
  /** Forgets what was read so far. */
  reset(): void;
}

export function countingSource(bytes: Uint8Array): CountingSource {
  const source = memorySource(bytes);
  const reads: (readonly [number, number])[] = [];
  let closed = false;
  return {
    reads,
    get closed() {
      return closed;
    },
    reset: () => void reads.splice(0),
    size: () => source.size(),
    read(offset, length) {
      const read = source.read(offset, length);
      if (read.length > 0) reads.push([offset, read.length]);
      return read;
    },
    close() {
      closed = true;
    },
  };
}
