// An opened journal for tests, over memory.

import { memorySource, type ByteSource } from '../../src/engine/byteSource.ts';
import { OpenJournal, type OpenOptions } from '../../src/engine/openJournal.ts';
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

/** How a journal is opened where it is not as usual. */
export type Opening = Partial<Pick<OpenOptions, 'turns' | 'kernel' | 'seen'>>;

/** A journal before its first byte is read. */
export function unread(input: Input, opening: Turns | Opening = {}): Unread {
  const source = isSource(input) ? input : memorySource(bytesOf(input));
  const snapshots: JournalSnapshot[] = [];
  const onSnapshot = (snapshot: JournalSnapshot) => void snapshots.push(snapshot);
  const given = 'pause' in opening ? { turns: opening } : opening;
  return { journal: new OpenJournal({ source, newSha256, turns: TURNS, onSnapshot, ...given }), snapshots };
}

/** A journal that was read to its end. */
export async function opened(input: Input, opening: Turns | Opening = {}): Promise<OpenJournal> {
  const { journal } = unread(input, opening);
  await journal.read();
  return journal;
}

/** A source whose bytes are changed under its reader, as those of a file are. */
export class GrowingSource implements ByteSource {
  /** Bytes that were read so far. */
  bytesRead = 0;
  #bytes = new Uint8Array(0);
  #size = 0;

  constructor(bytes: Uint8Array = new Uint8Array(0)) {
    this.append(bytes);
  }

  append(bytes: Uint8Array): void {
    const size = this.#size + bytes.length;
    if (size > this.#bytes.length) {
      const grown = new Uint8Array(size * 2);
      grown.set(this.#bytes.subarray(0, this.#size));
      this.#bytes = grown;
    }
    this.#bytes.set(bytes, this.#size);
    this.#size = size;
  }

  /** Other bytes in place of all. */
  replace(bytes: Uint8Array): void {
    this.#size = 0;
    this.append(bytes);
  }

  size(): number {
    return this.#size;
  }

  /** A copy: what was read does not change any more. */
  read(offset: number, length: number): Uint8Array {
    const bytes = this.#bytes.slice(offset, Math.max(offset, Math.min(this.#size, offset + length)));
    this.bytesRead += bytes.length;
    return bytes;
  }

  close(): void {
    // Memory needs no closing.
  }
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
