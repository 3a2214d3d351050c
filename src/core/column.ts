type Numbers = Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

/** A list of numbers that grows, in a typed array: millions of them cost their bytes and no more. */
export class Column {
  #numbers: Numbers;
  #length = 0;

  private constructor(private readonly make: (size: number) => Numbers) {
    this.#numbers = make(1024);
  }

  /** The numbers as bytes of this machine's order, to be kept and given to {@link restore}. */
  bytes(): Uint8Array {
    const { buffer, byteOffset, BYTES_PER_ELEMENT } = this.#numbers;
    return new Uint8Array(buffer, byteOffset, this.#length * BYTES_PER_ELEMENT);
  }

  /** Takes kept numbers in place of those it has. `bytes` must be a copy of its own. */
  restore(bytes: Uint8Array): void {
    this.#length = Math.floor(bytes.length / this.#numbers.BYTES_PER_ELEMENT);
    this.#numbers = this.make(Math.max(1024, this.#length));
    new Uint8Array(this.#numbers.buffer).set(
      bytes.subarray(0, this.#length * this.#numbers.BYTES_PER_ELEMENT),
    );
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
    if (this.#length === this.#numbers.length) this.#resize(this.#length + (this.#length >> 2));
    this.#numbers[this.#length++] = value;
  }

  /** The number at a position, 0 outside the list. */
  at(position: number): number {
    return position < this.#length ? (this.#numbers[position] ?? 0) : 0;
  }

  /** Changes the number at a position, which is there. */
  set(position: number, value: number): void {
    if (position < this.#length) this.#numbers[position] = value;
  }

  /** Forgets all but the first `length` numbers. */
  truncate(length: number): void {
    this.#length = Math.min(this.#length, length);
  }

  /** How many of the numbers, which are in ascending order, are at most `value`. */
  countUpTo(value: number): number {
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#numbers[middle] ?? 0) <= value) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #resize(size: number): void {
    const grown = this.make(size);
    grown.set(this.#numbers);
    this.#numbers = grown;
  }
}
