// Standard output for commands that print more than fits into memory: in big pieces, no faster than they are read.

import { once } from 'node:events';

/** Characters that are printed at once. */
const PIECE = 1 << 16;

/** Collects text and prints it in pieces. A reader that has seen enough (`| head`) is no failure. */
export class Output {
  #text = '';
  #closed = false;

  constructor(private readonly stream: NodeJS.WriteStream = process.stdout) {
    stream.once('error', () => (this.#closed = true));
  }

  /** True when nobody reads any more. */
  get isClosed(): boolean {
    return this.#closed;
  }

  /** Adds text. True when there is enough to be printed: call {@link flush} then. */
  add(text: string): boolean {
    this.#text += text;
    return this.#text.length >= PIECE;
  }

  /** Prints what was added, and waits where the reader is slower. */
  async flush(): Promise<void> {
    const text = this.#text;
    this.#text = '';
    if (this.#closed || text === '' || this.stream.write(text)) return;
    await Promise.race([once(this.stream, 'drain'), once(this.stream, 'close')]).catch(() => undefined);
  }
}
