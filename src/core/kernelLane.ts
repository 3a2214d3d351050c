// The input of a kernel, and the rows that its runs fill: one per whole line. The kernel may do them in another thread.

import type { Kernel, RunName } from './kernel.ts';

/** Words per row of the kernel, and most rows that one run fills; see `src/assembly/memory.ts`. */
export const ROW = 24;
const MAX_ROWS = 4096;

/** Words of a row: what it is, and where its line begins and ends. */
export const IS_PLAIN = 0;
export const START = 1;
export const END = 2;

/** In place of a row behind the last one: there was no room for more. */
const MORE = 2;

const LF = 0x0a;

/** What all lanes on a kernel have: they differ in what they make of a row. */
export class KernelLane {
  /** Most bytes that wait at once. */
  readonly capacity: number;
  /** The kernel's memory. */
  protected readonly bytes: Uint8Array;
  protected readonly words: Uint32Array;
  readonly #kernel: Kernel;
  readonly #name: RunName;
  readonly #input: number;
  readonly #rows: number;
  /** Where the lines that are not looked at yet begin, and where the input ends. */
  #from: number;
  #to: number;
  /** Rows that the kernel has filled, and how many of them were taken. */
  #filled = 0;
  #taken = 0;
  /** The kernel may still be filling them. */
  #isRunning = false;

  /** @param kernel a kernel that nothing else uses meanwhile; it is started anew */
  constructor(kernel: Kernel, name: RunName) {
    kernel.start();
    this.#kernel = kernel;
    this.#name = name;
    const { buffer } = kernel.memory;
    this.bytes = new Uint8Array(buffer);
    this.words = new Uint32Array(buffer);
    this.#input = kernel.inputAt();
    this.capacity = kernel.inputSize();
    this.#rows = kernel.rowsAt() / 4;
    this.#from = this.#input;
    this.#to = this.#input;
  }

  /** Bytes that wait. */
  get pending(): number {
    this.settle();
    return this.#to - this.#from;
  }

  /** Where the next bytes may be put. */
  room(): Uint8Array {
    this.#moveUp();
    return this.bytes.subarray(this.#to, this.#input + this.capacity);
  }

  load(bytes: Uint8Array): void {
    const isLonger = this.pending > 0 && !bytes.includes(LF);
    this.append(bytes);
    // A long line is looked at when it is whole, not each time that more of it comes.
    if (!isLonger) this.begin();
  }

  /** Puts bytes behind those that wait, and does not look at them yet. */
  append(bytes: Uint8Array): void {
    this.#moveUp();
    const isThere = bytes.buffer === this.bytes.buffer && bytes.byteOffset === this.#to;
    if (!isThere) this.bytes.set(bytes, this.#to);
    this.#to += bytes.length;
  }

  /** Has the kernel read the lines that wait. It may still do so when this returns. */
  begin(): void {
    this.#kernel.begin?.(this.#name, this.#from, this.#to);
    this.#isRunning = true;
    this.#filled = 0;
    this.#taken = 0;
  }

  /** Takes out what waits. */
  takePending(): Uint8Array {
    this.settle();
    const bytes = this.bytes.slice(this.#from, this.#to);
    this.#to = this.#from;
    return bytes;
  }

  /** The word at which the next row begins; undefined when no whole line is left. Its bytes hold until more is loaded. */
  protected nextRow(): number | undefined {
    if (this.#isRunning) this.settle();
    if (this.#taken === this.#filled) {
      if (this.#filled < MAX_ROWS && this.words[this.#rows + this.#filled * ROW] !== MORE) return undefined;
      this.begin();
      this.settle();
      if (this.#filled === 0) return undefined;
    }
    this.#taken += 1;
    return this.#rows + (this.#taken - 1) * ROW;
  }

  /** True when the row that was taken last is the last one of its run. */
  protected get isLast(): boolean {
    return this.#taken === this.#filled;
  }

  /** Has the lines that were not taken yet read once more. */
  protected again(): void {
    this.settle();
    if (this.#taken === this.#filled) return;
    this.#from = this.words[this.#rows + this.#taken * ROW + START] ?? this.#from;
    this.begin();
  }

  /** Waits for the end of the run. */
  protected settle(): void {
    if (!this.#isRunning) return;
    this.#isRunning = false;
    this.#filled = this.#kernel[this.#name](this.#from, this.#to);
    if (this.#filled > 0) this.#from = (this.words[this.#rows + (this.#filled - 1) * ROW + END] ?? 0) + 1;
  }

  /** Moves what waits to the front. */
  #moveUp(): void {
    if (this.#from === this.#input) return;
    const { pending } = this;
    this.bytes.copyWithin(this.#input, this.#from, this.#to);
    this.#to = this.#input + pending;
    this.#from = this.#input;
  }
}
