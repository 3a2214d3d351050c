// Records with marks in place of the texts that are only passed on: the kernel leaves those out, and keeps where they lie.

import { Buffer } from 'node:buffer';
import { openKernel, type Kernel } from '../core/kernel.ts';
import { markAt, MARKS, passOn, type MarkedReader, type Passage, type Unread } from '../formats/passages.ts';
import type { MarkedAhead, MarkedLine } from './markedAhead.ts';
import { tellNames } from './markedNames.ts';
import { stringIn } from './text.ts';

const BACKSLASH = 0x5c;
const LETTER_U = 0x75;

/** Room for what the kernel may write or read behind a text. */
const SLACK = 64;

export class MarkedText implements MarkedReader {
  readonly #kernel: Kernel;
  readonly #memory: Buffer;
  readonly #passages: Uint32Array;
  readonly #input: number;
  readonly #output: number;
  readonly #size: number;
  /** Where the next record goes. */
  #at: number;
  #count = 0;

  /**
   * @param passedOn members whose texts are only passed on, wherever they stand in a record
   * @param unread members that are not read
   * @param ahead reads records in file order ahead of this thread
   */
  constructor(
    module: WebAssembly.Module,
    passedOn: readonly string[],
    unread: Unread = {},
    private readonly ahead?: MarkedAhead,
  ) {
    const kernel = openKernel(module);
    kernel.start();
    this.#kernel = kernel;
    this.#memory = Buffer.from(kernel.memory.buffer);
    this.#passages = new Uint32Array(kernel.memory.buffer, kernel.passagesAt(), 2 * MARKS);
    this.#input = kernel.inputAt();
    this.#output = kernel.outputAt();
    this.#size = kernel.inputSize();
    this.#at = this.#input;
    tellNames(kernel, passedOn, unread);
  }

  get count(): number {
    return this.#count;
  }

  clear(): void {
    this.#at = this.#input;
    this.#begin(undefined);
  }

  /** The first marks are those of a line that was read ahead. */
  #begin(line: MarkedLine | undefined): void {
    this.#line = line;
    this.#count = line?.marks ?? 0;
    this.#kernel.forget(this.#count);
  }
  #line: MarkedLine | undefined;

  at(offset: number, length: number): string | undefined {
    const line = this.ahead?.at(offset, length);
    const text = line?.text();
    if (text !== undefined) this.#begin(line);
    return text;
  }

  read(bytes: Uint8Array): string | undefined {
    const { length } = bytes;
    const from = this.#at;
    if (from + length + SLACK > this.#input + this.#size) return undefined;
    this.#memory.set(bytes, from);
    this.#at = from + length + SLACK;
    const end = this.#kernel.shorten(from, from + length, this.#output);
    this.#count = this.#kernel.passages();
    const at = end + SLACK;
    // In UTF-16 what is left takes twice its bytes.
    if (at + 2 * (end - this.#output) > this.#output + this.#size) return undefined;
    const to = this.#kernel.narrow(this.#output, end, at);
    if (to !== 0) return stringIn(this.#memory, 'latin1', at, to);
    const wideTo = this.#kernel.widen(this.#output, end, at);
    return wideTo === 0 ? undefined : stringIn(this.#memory, 'utf16le', at, wideTo);
  }

  bytesOf(mark: number): Buffer {
    if (this.#line !== undefined && mark < this.#line.marks) return this.#line.passage(mark);
    return this.#memory.subarray(this.#passages[2 * mark] ?? 0, this.#passages[2 * mark + 1] ?? 0);
  }

  whole(text: Passage): string {
    const bytes = this.#markedBytes(text);
    return bytes === undefined ? passOn(text) : unescaped(bytes);
  }

  beginning(text: Passage, units: number): string {
    const bytes = this.#markedBytes(text);
    if (bytes === undefined) return passOn(text).slice(0, units);
    return unescaped(bytes.subarray(0, endOfUnits(bytes, units))).slice(0, units);
  }

  holds(text: Passage, letters: string): boolean {
    const bytes = this.#markedBytes(text);
    return bytes === undefined ? passOn(text).includes(letters) : bytes.includes(letters, 0, 'latin1');
  }

  /** The bytes that a mark stands for, undefined for a text that is there. */
  #markedBytes(text: Passage): Buffer | undefined {
    const there = passOn(text);
    const mark = there.length === 1 ? markAt(there, 0) : -1;
    return mark < 0 || mark >= this.#count ? undefined : this.bytesOf(mark);
  }
}

/** The text that a JSON string stands for, of what stands between its quotes. */
function unescaped(bytes: Buffer): string {
  const text = bytes.toString();
  if (!bytes.includes(BACKSLASH)) return text;
  const value: unknown = JSON.parse(`"${text}"`);
  return typeof value === 'string' ? value : text;
}

/** Where so many UTF-16 units end, or the next character after them. */
function endOfUnits(bytes: Uint8Array, units: number): number {
  let at = 0;
  for (let count = 0; count < units && at < bytes.length; count++) {
    const byte = bytes[at] ?? 0;
    if (byte === BACKSLASH) at += bytes[at + 1] === LETTER_U ? 6 : 2;
    else if (byte < 0x80) at += 1;
    else if (byte < 0xe0) at += 2;
    else if (byte < 0xf0) at += 3;
    else {
      at += 4;
      count += 1;
    }
  }
  return Math.min(at, bytes.length);
}
