// Standard output for commands that print more than fits into memory: in big pieces, no faster than they are read.

/** Bytes that are printed at once. */
const PIECE = 1 << 18;

/** Most bytes that one UTF-16 unit takes in UTF-8. */
const WIDEST = 3;

/** Collects text as bytes and prints it in pieces. A reader that has seen enough (`| head`) is no failure. */
export class Output {
  #piece = Buffer.allocUnsafeSlow(PIECE);
  #length = 0;
  readonly #full: Buffer[] = [];
  #closed = false;

  constructor(private readonly stream: NodeJS.WriteStream = process.stdout) {
    stream.once('error', () => (this.#closed = true));
  }

  /** True when nobody reads any more. */
  get isClosed(): boolean {
    return this.#closed;
  }

  /** Adds texts. True when there is enough to be printed: call {@link flush} then. */
  add(texts: readonly string[]): boolean {
    for (const text of texts) {
      if (this.#length + text.length * WIDEST > this.#piece.length) this.#begin(text.length * WIDEST);
      this.#length += this.#piece.write(text, this.#length);
    }
    return this.#full.length > 0;
  }

  /** Prints what was added, and waits where the reader is slower. */
  async flush(): Promise<void> {
    this.#begin(0);
    await this.print(this.#full.splice(0));
  }

  /** Prints bytes, and waits until they are out: they may be overwritten then. */
  async print(pieces: readonly Buffer[]): Promise<void> {
    for (const piece of pieces) {
      if (this.#closed) return;
      // Called back with a failure as well, which makes the output a closed one.
      await new Promise<void>((resolve) => this.stream.write(piece, () => resolve()));
    }
  }

  /** A new piece: the bytes of the last one may still be on their way. */
  #begin(room: number): void {
    if (this.#length > 0) this.#full.push(this.#piece.subarray(0, this.#length));
    this.#piece = Buffer.allocUnsafeSlow(Math.max(PIECE, room));
    this.#length = 0;
  }
}
