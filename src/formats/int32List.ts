/** A growing list of 32-bit integers: four bytes each, where an array of a million numbers takes twice that. */
export class Int32List {
  #items = new Int32Array(64);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(item: number): void {
    if (this.#length === this.#items.length) {
      const grown = new Int32Array(Math.ceil(this.#items.length * 1.5));
      grown.set(this.#items);
      this.#items = grown;
    }
    this.#items[this.#length++] = item;
  }

  /** The item at a position, `missing` where there is none. */
  at(position: number, missing = -1): number {
    return position < this.#length ? (this.#items[position] ?? missing) : missing;
  }

  /** Replaces an item that is there. */
  set(position: number, item: number): void {
    if (position >= 0 && position < this.#length) this.#items[position] = item;
  }

  /** The items so far, not copied: the view holds until the next `push`. */
  view(): Int32Array {
    return this.#items.subarray(0, this.#length);
  }
}
