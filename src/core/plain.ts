// Reading with a fast lane: whole lines that hold plain records are taken by a kernel, all others by the decoder. What
// comes out is the same, in the same order; the decoder alone decides what is wrong.

import { Decoder } from './decode.ts';
import type { Decoded, Plain, Recorded } from './decoded.ts';
import { Framer } from './frame.ts';

const LF = 0x0a;

/** Takes bytes of a journal and cuts them into lines, plain ones read and others as they are. */
export interface PlainLane {
  /** Most bytes that may be loaded at once. */
  readonly capacity: number;
  /** Where the next bytes may be put, to be loaded without being copied. */
  room?(): Uint8Array;
  /** Bytes that follow those loaded before; all lines that `next` gave of those must have been taken. */
  load(bytes: Uint8Array): void;
  /** The next whole line, undefined when there is none left. `plain` is undefined where it is for the decoder. */
  next(line: number, offset: number): LaneLine | undefined;
  /** Nothing follows for now: `next` gives the lines that it has held back to work ahead. */
  flush?(): void;
  /** Bytes of a line that is not whole yet. */
  readonly pending: number;
  /** Takes them out. */
  takePending(): Uint8Array;
  /** Learns from what the decoder made of a line, so that its like is plain from now on. */
  learn(decoded: Decoded): Decoded;
}

/** A line in the lane. Valid until the next one is taken. */
export interface LaneLine {
  /** In bytes, without its line feed. */
  readonly length: number;
  readonly plain: Plain | Recorded | undefined;
  /** The bytes of the line. */
  bytes(): Uint8Array;
}

/** Longest beginning of a line that waits in the lane for its end; of a longer one the pieces are put together apart. */
const LONGEST_WAIT = 12 << 20;

/**
 * `decode(frame(bytes))` of a stream that may end and go on again, with a fast lane where there is one. What is not a
 * whole line yet is held.
 */
export class StreamDecoder {
  readonly #framer = new Framer();
  readonly #decoder = new Decoder();

  constructor(private readonly lane?: PlainLane) {}

  /** Where the next chunk may be put, to be taken without being copied; undefined where that is nowhere. */
  room(): Uint8Array | undefined {
    return this.#framer.isInside ? undefined : this.lane?.room?.();
  }

  /** All that a chunk completes, or completed before it. The chunk may be overwritten afterwards. */
  *push(chunk: Uint8Array): Generator<Decoded | Plain> {
    const { lane } = this;
    if (lane === undefined) {
      yield* this.#general(chunk);
      return;
    }
    for (let from = 0; from < chunk.length;) {
      if (this.#framer.isInside) {
        const at = chunk.indexOf(LF, from);
        const to = at < 0 ? chunk.length : at + 1;
        yield* this.#general(chunk.subarray(from, to));
        from = to;
        continue;
      }
      const to = Math.min(chunk.length, from + lane.capacity - lane.pending);
      lane.load(chunk.subarray(from, to));
      from = to;
      yield* this.#lines(lane);
      if (lane.pending > LONGEST_WAIT) {
        yield* this.drain();
        yield* this.#general(lane.takePending());
      }
    }
  }

  /** What the lane has held back. To be taken before the end is looked at. */
  *drain(): Generator<Decoded | Plain> {
    if (this.lane?.flush === undefined) return;
    this.lane.flush();
    yield* this.#lines(this.lane);
  }

  /** The last line, when it has no line feed, and what only the end can tell. Nothing may follow. */
  *end(): Generator<Decoded> {
    this.#hold();
    for (const line of this.#framer.end()) yield* this.#decoder.push(line);
    yield* this.#decoder.end();
  }

  /**
   * What there would be if the stream ended here, when all that is missing is the end of one line: its record or its
   * fragment, and notes. Undefined when lines before it wait for what follows.
   */
  ifEnded(): readonly Decoded[] | undefined {
    this.#hold();
    const line = this.#framer.unfinished();
    if (line === undefined) return this.#decoder.notes();
    if (!this.#decoder.isIdle) return undefined;
    const apart = new Decoder();
    const items = [...apart.push(line), ...apart.end()];
    return items.length > 0 ? [...items, ...(this.#decoder.notes() ?? [])] : undefined;
  }

  /** Counts the held line as taken: its record was used, and its line feed has come. */
  takeHeld(): void {
    this.#framer.takeUnfinished();
  }

  #hold(): void {
    // Held where a long line is: the framer.
    if (this.lane !== undefined && this.lane.pending > 0) {
      for (const line of this.#framer.push(this.lane.takePending()))
        throw new Error(`line ${line.index} is whole`);
    }
  }

  *#lines(lane: PlainLane): Generator<Decoded | Plain> {
    for (;;) {
      const taken = lane.next(this.#framer.line, this.#framer.offset);
      if (taken === undefined) return;
      if (taken.plain !== undefined && this.#decoder.isIdle) {
        this.#framer.skip(taken.length + 1);
        yield taken.plain;
        continue;
      }
      // Copied: the lane is loaded anew while a fragment still waits for the lines after it.
      const line = this.#framer.whole(taken.bytes().slice());
      for (const decoded of this.#decoder.push(line)) yield lane.learn(decoded);
    }
  }

  *#general(bytes: Uint8Array): Generator<Decoded> {
    for (const line of this.#framer.push(bytes)) yield* this.#decoder.push(line);
  }
}

/** All records, damage and notes of a sequence of chunks. */
export function* decodeInLane(chunks: Iterable<Uint8Array>, lane: PlainLane): Generator<Decoded | Plain> {
  const decoder = new StreamDecoder(lane);
  for (const chunk of chunks) yield* decoder.push(chunk);
  yield* decoder.drain();
  yield* decoder.end();
}
