// Records with marks that another thread makes ahead of the one that asks for them, line by line in file order.

import { Buffer } from 'node:buffer';
import type { Decoded } from '../core/decoded.ts';
import type { Kernel } from '../core/kernel.ts';
import { END, IS_PLAIN, KernelLane, START } from '../core/kernelLane.ts';
import { PairedLane, type AheadLane } from '../core/pairedLane.ts';
import type { LaneLine } from '../core/plain.ts';
import type { ByteSource } from '../engine/byteSource.ts';
import type { Unread } from '../formats/passages.ts';
import { tellNames } from './markedNames.ts';
import { stringIn } from './text.ts';

/** Words of a row: its text, which begins and ends there, its first passage, and how many it has. */
const TEXT = 3;
const TEXT_END = 4;
const PASSAGE = 5;
const PASSAGES = 6;
/** What the text of a row is, where it has one. */
const NARROW = 1;
const WIDE = 3;

/** Bytes that are read at once, and the longest record that is looked for here. */
const CHUNK = 1 << 20;
const LONGEST = 4 << 20;

const NOTHING = new Uint8Array(0);

/** A line as text with marks. Valid until the next one is taken. */
export interface MarkedLine extends LaneLine {
  /** Undefined where the line is to be read in another way. */
  text(): string | undefined;
  /** How many marks there are, and what stands between the quotes in the file for one of them. */
  readonly marks: number;
  passage(mark: number): Buffer;
}

export class MarkedAhead {
  readonly #source: ByteSource;
  readonly #lanes: PairedLane<MarkedLine>;
  #position = 0;
  /** The line that was taken last, and where it begins and ends with its line feed. */
  #line: MarkedLine | undefined;
  #from = 0;
  #to = 0;
  #isThrough = false;

  constructor(
    source: ByteSource,
    [one, other]: readonly [Kernel, Kernel],
    passedOn: readonly string[],
    unread: Unread,
  ) {
    this.#source = source;
    this.#lanes = new PairedLane([
      new MarkedLane(one, passedOn, unread),
      new MarkedLane(other, passedOn, unread),
    ]);
  }

  /** The line of a record, where it is all that its line holds. To be asked for in file order. */
  at(offset: number, length: number): MarkedLine | undefined {
    if (length > LONGEST || offset < this.#from) return undefined;
    let isAnew = false;
    while (this.#line === undefined || this.#to <= offset) {
      this.#line = this.#next();
      if (this.#line !== undefined) continue;
      // The end, or a line that is too long: what lies behind it is read from there.
      if (isAnew) return undefined;
      isAnew = true;
      this.#begin(offset);
    }
    // A carriage return may follow.
    const rest = this.#line.length - length;
    return this.#from === offset && (rest === 0 || rest === 1) ? this.#line : undefined;
  }

  #begin(offset: number): void {
    this.#lanes.takePending();
    this.#position = this.#from = this.#to = offset;
    this.#isThrough = false;
  }

  #next(): MarkedLine | undefined {
    for (;;) {
      const line = this.#lanes.next(0, this.#to);
      if (line !== undefined) {
        this.#from = this.#to;
        this.#to += line.length + 1;
        return line;
      }
      if (this.#isThrough) return undefined;
      this.#load();
    }
  }

  #load(): void {
    const room = this.#lanes.room();
    const bytes = room.length < CHUNK ? NOTHING : this.#read(room.subarray(0, CHUNK));
    this.#position += bytes.length;
    if (bytes.length > 0) this.#lanes.load(bytes);
    else {
      this.#lanes.flush();
      this.#isThrough = true;
    }
  }

  #read(into: Uint8Array): Uint8Array {
    const source = this.#source;
    if (source.readInto === undefined) return source.read(this.#position, into.length);
    return into.subarray(0, source.readInto(this.#position, into));
  }
}

class MarkedLane extends KernelLane implements AheadLane<MarkedLine> {
  readonly #memory: Buffer;
  readonly #passages: number;

  constructor(kernel: Kernel, passedOn: readonly string[], unread: Unread) {
    super(kernel, 'shortenLines');
    tellNames(kernel, passedOn, unread);
    this.#memory = Buffer.from(kernel.memory.buffer);
    this.#passages = kernel.passagesAt() / 4;
  }

  learn(decoded: Decoded): Decoded {
    return decoded;
  }

  next(): MarkedLine | undefined {
    const row = this.nextRow();
    if (row === undefined) return undefined;
    const { words } = this;
    const [from = 0, to = 0] = [words[row + START], words[row + END]];
    const first = this.#passages + 2 * (words[row + PASSAGE] ?? 0);
    return {
      length: to - from,
      plain: undefined,
      bytes: () => this.#memory.subarray(from, to),
      text: () => this.#text(row),
      marks: words[row + PASSAGES] ?? 0,
      passage: (mark) => this.#memory.subarray(words[first + 2 * mark], words[first + 2 * mark + 1]),
    };
  }

  #text(row: number): string | undefined {
    const { words } = this;
    const kind = words[row + IS_PLAIN];
    if (kind !== NARROW && kind !== WIDE) return undefined;
    const encoding = kind === NARROW ? 'latin1' : 'utf16le';
    return stringIn(this.#memory, encoding, words[row + TEXT] ?? 0, words[row + TEXT_END] ?? 0);
  }
}
