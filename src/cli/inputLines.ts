const LF = 0x0a;

/** A line of the input without its line feed, or how long it was when that is more than is taken. */
export type InputLine = { readonly bytes: Uint8Array } | { readonly tooLong: number };

/** Cuts a stream into lines, of which none is kept beyond `limit` bytes: an endless line costs no memory. */
export class InputLines {
  #pieces: Uint8Array[] = [];
  #length = 0;

  constructor(private readonly limit: number) {}

  /** The lines that `chunk` completes. */
  push(chunk: Uint8Array): InputLine[] {
    const lines: InputLine[] = [];
    let from = 0;
    for (let at = chunk.indexOf(LF); at >= 0; at = chunk.indexOf(LF, from)) {
      this.#add(chunk.subarray(from, at));
      lines.push(this.#take());
      from = at + 1;
    }
    this.#add(chunk.subarray(from));
    return lines;
  }

  /** The last line, when the input does not end with a line feed. */
  end(): InputLine[] {
    return this.#length > 0 ? [this.#take()] : [];
  }

  #add(piece: Uint8Array): void {
    this.#length += piece.length;
    if (this.#length > this.limit) this.#pieces = [];
    else if (piece.length > 0) this.#pieces.push(piece);
  }

  #take(): InputLine {
    const line: InputLine =
      this.#length > this.limit ? { tooLong: this.#length } : { bytes: Buffer.concat(this.#pieces) };
    this.#pieces = [];
    this.#length = 0;
    return line;
  }
}
