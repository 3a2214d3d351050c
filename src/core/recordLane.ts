// A fast lane for logs of any format: the kernel scans whole lines, and what it finds nothing unusual in is a record
// whose tokens lie in the kernel's memory.

import type { Decoded, Recorded } from './decoded.ts';
import { Tape } from './json/tape.ts';
import type { Kernel } from './kernel.ts';
import { END, IS_PLAIN, LineRuns, START } from './lineRuns.ts';
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

class RecordLane implements AheadLane {
  readonly capacity: number;
  readonly #kernel: Kernel;
  readonly #runs: LineRuns;
  readonly #tape: Tape;

  constructor(kernel: Kernel) {
    kernel.start();
    this.#kernel = kernel;
    this.#runs = new LineRuns(kernel, 'scanLines');
    this.#tape = new Tape(this.#runs.words);
    this.capacity = this.#runs.capacity;
  }

  get pending(): number {
    return this.#runs.pending;
  }
  room(): Uint8Array {
    return this.#runs.room();
  }
  load(bytes: Uint8Array): void {
    this.#runs.load(bytes);
  }
  append(bytes: Uint8Array): void {
    this.#runs.append(bytes);
  }
  begin(): void {
    this.#runs.begin();
  }
  takePending(): Uint8Array {
    return this.#runs.takePending();
  }

  next(line: number, offset: number): LaneLine | undefined {
    const row = this.#runs.next();
    if (row === undefined) return undefined;
    const { words } = this.#runs;
    const from = words[row + START] ?? 0;
    const bytes = this.#runs.bytes.subarray(from, words[row + END]);
    const plain = words[row + IS_PLAIN] === 0 ? undefined : this.#record(bytes, row, line, offset);
    return { length: bytes.length, plain, bytes: () => bytes };
  }

  learn(decoded: Decoded): Decoded {
    return decoded;
  }

  #record(bytes: Uint8Array, row: number, line: number, offset: number): Recorded {
    const { words } = this.#runs;
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
