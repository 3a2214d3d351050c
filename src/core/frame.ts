// Bytes → lines. A line ends at LF and nowhere else: U+2028, U+2029, U+0085 and a lone CR are text.

const LF = 0x0a;

/** A physical line: its bytes without the LF, valid until the next one is taken. */
export interface Line {
  /** 0-based. */
  readonly index: number;
  /** Absolute byte offset of the first byte. */
  readonly offset: number;
  readonly bytes: Uint8Array;
  /** False for a last line without LF: it may still be being written. */
  readonly terminated: boolean;
}

/** Cuts a stream of chunks into lines. Bytes are copied only where a line spans chunks. */
export class Framer {
  #index = 0;
  #offset = 0;
  #pieces: Uint8Array[] = [];
  #pending = 0;

  /** Lines completed by `chunk`. The chunk must not be overwritten until the last of them has been used. */
  *push(chunk: Uint8Array): Generator<Line> {
    let from = 0;
    for (;;) {
      const at = chunk.indexOf(LF, from);
      if (at < 0) break;
      yield this.#line(chunk.subarray(from, at), true);
      from = at + 1;
    }
    if (from < chunk.length) {
      // Copied: the caller may read the next chunk into the same buffer.
      this.#pieces.push(chunk.slice(from));
      this.#pending += chunk.length - from;
    }
  }

  /** 0-based number of the line that comes next, and the absolute byte offset of its beginning. */
  get line(): number {
    return this.#index;
  }
  get offset(): number {
    return this.#offset;
  }

  /** True when the beginning of a line is held. */
  get isInside(): boolean {
    return this.#pending > 0;
  }

  /** A whole line that was cut out elsewhere; `bytes` without its LF. */
  whole(bytes: Uint8Array): Line {
    return this.#line(bytes, true);
  }

  /** Steps over a line that was read elsewhere; `length` counts its LF. */
  skip(length: number): void {
    this.#index += 1;
    this.#offset += length;
  }

  /** The line that has no LF yet, as it would be if the bytes ended here. Its beginning stays held. */
  unfinished(): Line | undefined {
    if (this.#pending === 0) return undefined;
    const bytes = this.#joined(new Uint8Array(0));
    this.#pieces = [bytes];
    return { index: this.#index, offset: this.#offset, bytes, terminated: false };
  }

  /** Steps over the held line and the LF that ends it, which is not pushed. */
  takeUnfinished(): void {
    this.skip(this.#pending + 1);
    this.#pieces = [];
    this.#pending = 0;
  }

  /** The last line, when the bytes do not end with LF. */
  *end(): Generator<Line> {
    if (this.#pending > 0) yield this.#line(new Uint8Array(0), false);
  }

  #line(tail: Uint8Array, terminated: boolean): Line {
    const bytes = this.#joined(tail);
    this.#pieces = [];
    this.#pending = 0;
    const line: Line = { index: this.#index, offset: this.#offset, bytes, terminated };
    this.#index += 1;
    this.#offset += bytes.length + (terminated ? 1 : 0);
    return line;
  }

  #joined(tail: Uint8Array): Uint8Array {
    if (this.#pending === 0) return tail;
    const bytes = new Uint8Array(this.#pending + tail.length);
    let at = 0;
    for (const piece of this.#pieces) {
      bytes.set(piece, at);
      at += piece.length;
    }
    bytes.set(tail, at);
    return bytes;
  }
}

/** `frame(bytes)`: all lines of a sequence of chunks. */
export function* frame(chunks: Iterable<Uint8Array>): Generator<Line> {
  const framer = new Framer();
  for (const chunk of chunks) yield* framer.push(chunk);
  yield* framer.end();
}
