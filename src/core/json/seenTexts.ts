/**
 * Byte texts that were seen before, with what was found out about each: writers repeat the same provenance and the same
 * actors in every record, and what holds for a text holds for its equal. Keeps the last `size` of up to 4 KB.
 */
export class SeenTexts<Value> {
  readonly #entries: { readonly bytes: Uint8Array; readonly value: Value }[] = [];
  #next = 0;
  #last = 0;

  constructor(private readonly size: number) {}

  /** What is known of the text `bytes[from, to)`, undefined when it was not seen. */
  find(bytes: Uint8Array, from: number, to: number): Value | undefined {
    const last = this.#entries[this.#last];
    if (last !== undefined && equals(last.bytes, bytes, from, to)) return last.value;
    for (let i = 0; i < this.#entries.length; i++) {
      const entry = this.#entries[i];
      if (entry === undefined || i === this.#last || !equals(entry.bytes, bytes, from, to)) continue;
      this.#last = i;
      return entry.value;
    }
    return undefined;
  }

  add(bytes: Uint8Array, from: number, to: number, value: Value): void {
    if (to - from > 4096) return;
    this.#entries[this.#next] = { bytes: bytes.slice(from, to), value };
    this.#last = this.#next;
    this.#next = (this.#next + 1) % this.size;
  }
}

function equals(seen: Uint8Array, bytes: Uint8Array, from: number, to: number): boolean {
  if (seen.length !== to - from) return false;
  // From the end: texts that differ mostly do so in their last characters (ids, counters).
  for (let i = seen.length - 1; i >= 0; i--) if (seen[i] !== bytes[from + i]) return false;
  return true;
}
