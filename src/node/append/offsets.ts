const BLOCK = 1 << 14;

/** Where each event's record starts: eight bytes per event, in blocks, so that growing copies nothing. */
export class Offsets {
  readonly #blocks: Float64Array[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(offset: number): void {
    const at = this.#count % BLOCK;
    if (at === 0) this.#blocks.push(new Float64Array(BLOCK));
    const block = this.#blocks[this.#blocks.length - 1];
    if (block !== undefined) block[at] = offset;
    this.#count += 1;
  }

  /** Absolute byte offset of an event's record, -1 when there is no such event. */
  at(ordinal: number): number {
    return ordinal < this.#count ? (this.#blocks[Math.floor(ordinal / BLOCK)]?.[ordinal % BLOCK] ?? -1) : -1;
  }
}
