// Which event has which id, for millions of them: a hash table of numbers, 12 bytes per slot and no text. It names
// candidates; whether an event really has the id is read again in the file.

const FIRST_CAPACITY = 1 << 10;
const NONE: readonly number[] = [];

/** Ordinals by id. */
export class EventIds {
  readonly #seed: number;
  /** Ordinal + 1 per slot, 0 where it is free. */
  #ordinals = new Uint32Array(FIRST_CAPACITY);
  /** Two hashes of the id. The first gives the slot; together they tell ids apart, but for one in 2⁶⁴. */
  #homes = new Uint32Array(FIRST_CAPACITY);
  #tags = new Uint32Array(FIRST_CAPACITY);
  #count = 0;
  #home = 0;
  #tag = 0;

  /** @param seed any number; one that a writer of ids cannot know keeps chosen collisions away. */
  constructor(seed: number) {
    this.#seed = seed | 0;
  }

  /** Notes that the event at `ordinal` has this id. */
  add(id: string, ordinal: number): void {
    if (this.#count * 4 >= this.#ordinals.length * 3) this.#grow();
    this.#hash(id);
    this.#place(this.#home, this.#tag, ordinal + 1);
    this.#count += 1;
  }

  /** Ordinals of the events that may have this id: almost always the one that has it, or none. */
  candidates(id: string): readonly number[] {
    this.#hash(id);
    const mask = this.#ordinals.length - 1;
    let found: number[] | undefined;
    for (let slot = this.#home & mask; ; slot = (slot + 1) & mask) {
      const ordinal = this.#ordinals[slot] ?? 0;
      if (ordinal === 0) return found ?? NONE;
      if (this.#tags[slot] === this.#tag && this.#homes[slot] === this.#home)
        (found ??= []).push(ordinal - 1);
    }
  }

  #place(home: number, tag: number, ordinal: number): void {
    const mask = this.#ordinals.length - 1;
    let slot = home & mask;
    while (this.#ordinals[slot] !== 0) slot = (slot + 1) & mask;
    this.#ordinals[slot] = ordinal;
    this.#tags[slot] = tag;
    this.#homes[slot] = home;
  }

  #grow(): void {
    const [ordinals, homes, tags] = [this.#ordinals, this.#homes, this.#tags];
    const capacity = ordinals.length * 2;
    this.#ordinals = new Uint32Array(capacity);
    this.#homes = new Uint32Array(capacity);
    this.#tags = new Uint32Array(capacity);
    for (let slot = 0; slot < ordinals.length; slot++) {
      const ordinal = ordinals[slot] ?? 0;
      if (ordinal !== 0) this.#place(homes[slot] ?? 0, tags[slot] ?? 0, ordinal);
    }
  }

  /** Two multiplicative hashes over the UTF-16 units, each mixed at the end so that every bit counts. */
  #hash(id: string): void {
    let home = this.#seed ^ 0x9e3779b9;
    let tag = this.#seed ^ 0x85ebca6b;
    for (let i = 0; i < id.length; i++) {
      const unit = id.charCodeAt(i);
      home = Math.imul(home ^ unit, 0x01000193);
      tag = Math.imul(tag ^ unit, 0x5bd1e995);
    }
    this.#home = mixed(home);
    this.#tag = mixed(tag);
  }
}

function mixed(hash: number): number {
  let bits = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  bits = Math.imul(bits ^ (bits >>> 15), 0x846ca68b);
  return (bits ^ (bits >>> 16)) >>> 0;
}
