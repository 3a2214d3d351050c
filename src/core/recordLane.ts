// A fast lane for logs of any format: the kernel scans whole lines, and what it finds nothing unusual in is a record
// whose tokens lie in the kernel's memory.

import type { Decoded, Recorded } from './decoded.ts';
import { Tape } from './json/tape.ts';
import type { Kernel } from './kernel.ts';
import { END, IS_PLAIN, KernelLane, START } from './kernelLane.ts';
import { PairedLane, type AheadLane } from './pairedLane.ts';
import type { LaneLine, PlainLane } from './plain.ts';
import { JsonRecord, type LineText } from './record.ts';
import type { Violation } from './violation.ts';

/** Words of a plain row: where its tokens lie, how many they are, and the flags of them all. */
const TOKENS = 3;
const COUNT = 4;
const FLAGS = 5;

/** Flags that the TypeScript tape knows as well. */
const TAPE_FLAGS = 255;

const NONE: readonly Violation[] = [];

/** The lane on one kernel that nothing else uses, or on two of which one reads ahead. */
export function recordLane(kernel: Kernel, second?: Kernel): PlainLane {
  const lane = new RecordLane(kernel);
  return second === undefined ? lane : new PairedLane([lane, new RecordLane(second)]);
}

class RecordLane extends KernelLane implements AheadLane {
  readonly #kernel: Kernel;
  readonly #tape: Tape;

  constructor(kernel: Kernel) {
    super(kernel, 'scanLines');
    this.#kernel = kernel;
    this.#tape = new Tape(this.words);
  }

  next(line: number, offset: number): LaneLine | undefined {
    const row = this.nextRow();
    if (row === undefined) return undefined;
    const { words } = this;
    const from = words[row + START] ?? 0;
    const bytes = this.bytes.subarray(from, words[row + END]);
    const plain = words[row + IS_PLAIN] === 0 ? undefined : this.#record(bytes, row, line, offset);
    return { length: bytes.length, plain, bytes: () => bytes };
  }

  learn(decoded: Decoded): Decoded {
    return decoded;
  }

  #record(bytes: Uint8Array, row: number, line: number, offset: number): Recorded {
    const { words } = this;
    const origin = words[row + START] ?? 0;
    const at = (words[row + TOKENS] ?? 0) / 4;
    this.#tape.show(at, words[row + COUNT] ?? 0, (words[row + FLAGS] ?? 0) & TAPE_FLAGS, origin);
    const text = new LaneText(line, offset, bytes, this.#kernel, origin);
    const record = new JsonRecord(text, this.#tape.startAt(0), this.#tape.endAt(0), this.#tape, true);
    return { kind: 'record', record, violations: NONE };
  }
}

/** A line in the kernel's memory, whose columns the kernel counts. */
class LaneText implements LineText {
  constructor(
    readonly line: number,
    readonly offset: number,
    readonly bytes: Uint8Array,
    private readonly kernel: Kernel,
    private readonly origin: number,
  ) {}

  units(from: number, to: number): number {
    return this.kernel.units(this.origin + from, this.origin + to);
  }
}
