// The fingerprint of a prefix: SHA-256 over the canonical JSON array of its events. The hash itself comes from
// outside (the core has no crypto); all it must do is take bytes, be copied, and give its digest.

import type { Utf8Text } from './idTable.ts';

/** A running SHA-256. `copy` continues independently; `digest` is lower-case hex and ends it. */
export interface Sha256 {
  update(bytes: Uint8Array): void;
  copy(): Sha256;
  digest(): string;
}

export type NewSha256 = () => Sha256;

const OPEN = Uint8Array.of(0x5b);
const COMMA = Uint8Array.of(0x2c);
const CLOSE = Uint8Array.of(0x5d);

/** Between two kept hash states: the most events, and the most bytes before one more event, that are hashed again. */
const STRIDE = 512;
const STRIDE_BYTES = 256 * 1024;

/**
 * Fingerprints of every prefix of a growing list of events, in one pass. `canonicalOf(i)` gives the bytes of event `i`
 * again, for the prefixes that end between two kept states.
 */
export class PrefixFingerprints {
  readonly #states: { readonly count: number; readonly state: Sha256 }[] = [];
  readonly #running: Sha256;
  #count = 0;
  /** Bytes since the newest kept state. */
  #bytes = 0;
  /** Events before the first one that has no canonical bytes; prefixes beyond it have no fingerprint. */
  #available = Infinity;

  constructor(
    newSha256: NewSha256,
    private readonly canonicalOf: (index: number) => Uint8Array,
  ) {
    this.#running = newSha256();
    this.#running.update(OPEN);
    this.#states.push({ count: 0, state: this.#running.copy() });
  }

  get count(): number {
    return this.#count;
  }

  /** Adds the next event; undefined when it has no canonical bytes (a lone surrogate has no UTF-8). */
  add(canonical: Uint8Array | undefined): void {
    this.settle();
    if (canonical === undefined) this.#available = Math.min(this.#available, this.#count);
    else {
      if (this.#count > 0) this.#running.update(COMMA);
      this.#running.update(canonical);
    }
    this.#added(canonical?.length ?? 0);
  }

  /**
   * Adds the next event, whose bytes stay where they are, with a comma before them, until {@link settle} or until an
   * event is added that does not come right after them. Many are hashed in one go.
   */
  addStaying({ bytes, from, to }: Utf8Text): void {
    const waiting = this.#waiting;
    if (waiting.bytes === bytes && waiting.to + 1 === from) waiting.to = to;
    else {
      this.settle();
      this.#waiting = { bytes, from: this.#count > 0 ? from - 1 : from, to };
    }
    this.#added(to - from);
  }
  #waiting: { bytes: Uint8Array; from: number; to: number } = { bytes: OPEN, from: 0, to: 0 };

  #added(bytes: number): void {
    this.#count += 1;
    this.#bytes += bytes;
    if (this.#bytes < STRIDE_BYTES && this.#count % STRIDE !== 0) return;
    this.#bytes = 0;
    this.settle();
    this.#states.push({ count: this.#count, state: this.#running.copy() });
  }

  /** Hashes what waits: its bytes are about to be overwritten. */
  settle(): void {
    const { bytes, from, to } = this.#waiting;
    if (to > from) this.#running.update(bytes.subarray(from, to));
    this.#waiting = { bytes: OPEN, from: 0, to: 0 };
  }

  /** Fingerprint of the first `count` events, or undefined when it is unavailable or they are not there. */
  at(count: number): string | undefined {
    if (!Number.isInteger(count) || count < 1 || count > this.#count || count > this.#available)
      return undefined;
    this.settle();
    const state = count === this.#count ? this.#running.copy() : this.#stateAt(count);
    state.update(CLOSE);
    return state.digest();
  }

  /** The state after an earlier event: from the nearest that is kept, or from the one that was asked for last. */
  #stateAt(count: number): Sha256 {
    let nearest = this.#keptBefore(count);
    if (this.#asked !== undefined && this.#asked.count > nearest.count && this.#asked.count <= count) {
      nearest = this.#asked;
    }
    const state = nearest.state.copy();
    for (let i = nearest.count; i < count; i++) {
      if (i > 0) state.update(COMMA);
      state.update(this.canonicalOf(i));
    }
    this.#asked = { count, state: state.copy() };
    return state;
  }
  /** The last kept state at or before a count. */
  #keptBefore(count: number): { readonly count: number; readonly state: Sha256 } {
    let low = 0;
    for (let high = this.#states.length; high - low > 1;) {
      const middle = (low + high) >>> 1;
      if ((this.#states[middle]?.count ?? Infinity) <= count) low = middle;
      else high = middle;
    }
    return this.#states[low] ?? { count: 0, state: this.#running };
  }
  #asked: { readonly count: number; readonly state: Sha256 } | undefined;
}
