/** Milliseconds between two lines of progress. */
const INTERVAL = 100;

/** One line of progress on a terminal, rewritten in place; nothing where standard error is no terminal. */
export class Progress {
  #shown = false;
  #next = 0;

  constructor(private readonly stream: NodeJS.WriteStream = process.stderr) {}

  /** Shows how far a file is read: `done` of `total` bytes. */
  show(label: string, done: number, total: number): void {
    if (!this.stream.isTTY || Date.now() < this.#next) return;
    this.#next = Date.now() + INTERVAL;
    const percent = total === 0 ? 100 : Math.floor((done / total) * 100);
    this.stream.write(`\r\u001b[K${label.slice(0, 100)} ${percent}%`);
    this.#shown = true;
  }

  /** Takes the line away, before anything else is printed. */
  clear(): void {
    if (this.#shown) this.stream.write('\r\u001b[K');
    this.#shown = false;
  }
}
