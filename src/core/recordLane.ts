// A fast lane for logs of any format: the kernel scans whole lines, and what it finds nothing unusual in is a record
// whose tokens lie in the kernel's memory.

import type { Decoded, Recorded } from './decoded.ts';
import { Tape } from './json/tape.ts';
import type { Kernel } from './kernel.ts';
import type { LaneLine, PlainLane } from './plain.ts';
import { JsonRecord, type LineText } from './record.ts';
import type { Violation } from './violation.ts';

const LF = 0x0a;

/** Flags that the TypeScript tape knows as well. */
const TAPE_FLAGS = 255;

const NONE: readonly Violation[] = [];

export class RecordLane implements PlainLane {
  readonly capacity: number;
  readonly #kernel: Kernel;
  readonly #bytes: Uint8Array;
  readonly #tape: Tape;
  readonly #input: number;
  /** Where the lines that were not taken begin, and where the input ends. */
  #from: number;
  #to: number;
  /** Nothing but the beginning of a line is left. */
  #isThrough = true;

  /** @param kernel a kernel that nothing else uses meanwhile */
  constructor(kernel: Kernel) {
    kernel.start();
    this.#kernel = kernel;
    this.#bytes = new Uint8Array(kernel.memory.buffer);
    this.#tape = new Tape(new Uint32Array(kernel.memory.buffer), kernel.tokensAt() / 4);
    this.#input = kernel.inputAt();
    this.capacity = kernel.inputSize();
    this.#from = this.#input;
    this.#to = this.#input;
  }

  get pending(): number {
    return this.#to - this.#from;
  }

  room(): Uint8Array {
    this.#moveUp();
    return this.#bytes.subarray(this.#to, this.#input + this.capacity);
  }

  load(bytes: Uint8Array): void {
    // A long line is looked at when it is whole, not each time that more of it comes.
    this.#isThrough = this.pending > 0 && !bytes.includes(LF);
    this.#moveUp();
    const isThere = bytes.buffer === this.#bytes.buffer && bytes.byteOffset === this.#to;
    if (!isThere) this.#bytes.set(bytes, this.#to);
    this.#to += bytes.length;
  }

  /** Moves what waits to the front. */
  #moveUp(): void {
    if (this.#from === this.#input) return;
    this.#bytes.copyWithin(this.#input, this.#from, this.#to);
    this.#to = this.#input + this.pending;
    this.#from = this.#input;
  }

  takePending(): Uint8Array {
    const bytes = this.#bytes.slice(this.#from, this.#to);
    this.#from = this.#to;
    return bytes;
  }

  next(line: number, offset: number): LaneLine | undefined {
    const from = this.#from;
    const found = this.#isThrough || from === this.#to ? -1 : this.#kernel.nextLine(from, this.#to);
    if (found < 0) {
      this.#isThrough = true;
      return undefined;
    }
    const to = this.#kernel.lineTo();
    this.#from = to + 1;
    const bytes = this.#bytes.subarray(from, to);
    const plain = found === 0 ? undefined : this.#record(bytes, from, line, offset);
    return { length: bytes.length, plain, bytes: () => bytes };
  }

  learn(decoded: Decoded): Decoded {
    return decoded;
  }

  #record(bytes: Uint8Array, origin: number, line: number, offset: number): Recorded {
    this.#tape.show(this.#kernel.tokens(), this.#kernel.flags() & TAPE_FLAGS, origin);
    const text = new LaneText(line, offset, bytes, this.#kernel, origin);
    const start = this.#tape.startAt(0);
    const record = new JsonRecord(text, start, this.#tape.endAt(0), this.#tape, true);
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
