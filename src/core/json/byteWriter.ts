/** A growing byte buffer. `bytes()` is a view that holds until the next write or `clear`. */
export class ByteWriter {
  #buffer: Uint8Array<ArrayBuffer>;
  #length = 0;

  constructor(capacity = 4096) {
    this.#buffer = new Uint8Array(capacity);
  }

  get length(): number {
    return this.#length;
  }

  clear(): void {
    this.#length = 0;
  }

  bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#length);
  }

  byte(value: number): void {
    if (this.#length === this.#buffer.length) this.#reserve(1);
    this.#buffer[this.#length++] = value;
  }

  /** Copies `source[from, to)`. Short runs are copied by hand: a call into the engine costs more than the bytes. */
  copy(source: Uint8Array, from: number, to: number): void {
    const count = to - from;
    if (this.#length + count > this.#buffer.length) this.#reserve(count);
    if (count < 32) {
      const buffer = this.#buffer;
      let at = this.#length;
      for (let i = from; i < to; i++) buffer[at++] = source[i] ?? 0;
    } else {
      this.#buffer.set(source.subarray(from, to), this.#length);
    }
    this.#length += count;
  }

  /** Writes text that is known to be ASCII. */
  ascii(text: string): void {
    if (this.#length + text.length > this.#buffer.length) this.#reserve(text.length);
    for (let i = 0; i < text.length; i++) this.#buffer[this.#length++] = text.charCodeAt(i);
  }

  /** Writes one code point (not a surrogate) as UTF-8. */
  codePoint(point: number): void {
    if (point < 0x80) {
      this.byte(point);
      return;
    }
    if (point < 0x800) {
      this.byte(0xc0 | (point >> 6));
    } else {
      if (point < 0x10000) {
        this.byte(0xe0 | (point >> 12));
      } else {
        this.byte(0xf0 | (point >> 18));
        this.byte(0x80 | ((point >> 12) & 0x3f));
      }
      this.byte(0x80 | ((point >> 6) & 0x3f));
    }
    this.byte(0x80 | (point & 0x3f));
  }

  #reserve(more: number): void {
    let size = this.#buffer.length * 2;
    while (size < this.#length + more) size *= 2;
    const grown = new Uint8Array(size);
    grown.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = grown;
  }
}
