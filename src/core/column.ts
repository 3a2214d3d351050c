type Numbers = Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

/** Numbers in the first block at first, and in every block at most. */
const FIRST = 1024;
const SHIFT = 15;
const BLOCK = 1 << SHIFT;

/**
 * A list of numbers that grows, in typed arrays: millions of them cost their bytes and no more. It grows by blocks, so
 * that nothing that is there is ever copied to a larger place.
 */
export class Column {
  readonly #blocks: Numbers[] = [];
  /** The block that the next number goes to, and the position at which it is full. */
  #last: Numbers;
  #limit = 0;
  #length = 0;

  private constructor(private readonly make: (size: number) => Numbers) {
    this.#last = make(0);
  }

  /** The numbers as bytes of this machine's order, to be kept and given to {@link restore}. */
  parts(): Uint8Array[] {
    return this.#blocks.flatMap((block, i) => {
      const count = Math.min(block.length, this.#length - i * BLOCK);
      return count > 0
        ? [new Uint8Array(block.buffer, block.byteOffset, count * block.BYTES_PER_ELEMENT)]
        : [];
    });
  }

  /** Takes kept numbers, in one piece, in place of those it has. `bytes` must be a copy of its own. */
  restore(bytes: Uint8Array): void {
    const numbers = this.make(Math.floor(bytes.length / this.#last.BYTES_PER_ELEMENT));
    new Uint8Array(numbers.buffer).set(bytes.subarray(0, numbers.byteLength));
    this.#blocks.length = 0;
    for (let from = 0; from < numbers.length; from += BLOCK) {
      this.#blocks.push(numbers.subarray(from, from + BLOCK));
    }
    this.#length = numbers.length;
    this.#goOn();
  }

  /** Integers from 0 to 255. */
  static ofBytes(): Column {
    return new Column((size) => new Uint8Array(size));
  }

  /** Integers from 0 to 2³² - 1. */
  static ofIntegers(): Column {
    return new Column((size) => new Uint32Array(size));
  }

  static ofDoubles(): Column {
    return new Column((size) => new Float64Array(size));
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#limit) this.#extend();
    this.#last[this.#length & (BLOCK - 1)] = value;
    this.#length += 1;
  }

  /** The number at a position, 0 outside the list. */
  at(position: number): number {
    if (position >= this.#length) return 0;
    const block = position >>> SHIFT;
    return this.#blocks[block]?.[position - block * BLOCK] ?? 0;
  }

  /** Changes the number at a position, which is there. */
  set(position: number, value: number): void {
    const block = this.#blocks[position >>> SHIFT];
    if (block !== undefined && position < this.#length) block[position & (BLOCK - 1)] = value;
  }

  /** Forgets all but the first `length` numbers. */
  truncate(length: number): void {
    this.#length = Math.min(this.#length, length);
    this.#goOn();
  }

  /** How many of the numbers, which are in ascending order, are at most `value`. */
  countUpTo(value: number): number {
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.at(middle) <= value) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Finds the block that the next number goes to, when there is one. */
  #goOn(): void {
    const block = this.#length >>> SHIFT;
    this.#last = this.#blocks[block] ?? this.#last;
    this.#limit = block in this.#blocks ? block * BLOCK + this.#last.length : this.#length;
  }

  /** Makes room for the next number: in a larger first block, or in a further one. */
  #extend(): void {
    const block = this.#length >>> SHIFT;
    const used = this.#length & (BLOCK - 1);
    const size = this.#length === 0 ? FIRST : Math.min(BLOCK, block === 0 ? used * 2 : BLOCK);
    const grown = this.make(size);
    if (used > 0) grown.set(this.#last);
    this.#blocks[block] = grown;
    this.#goOn();
  }
}
