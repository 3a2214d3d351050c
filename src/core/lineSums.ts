// Sums of the lines of a file, so that a change can be told more exactly than by the digests of its blocks. They are no
// proof of anything: that a block has changed is what its digest says.

/** CRC-32 of bytes that follow those of `value`. */
export type Crc32 = (bytes: Uint8Array, value: number) => number;

/** Lines shorter than this are summed together. */
const LEAST = 512;

/** Only so many bytes from the start are summed: it costs a twentieth of the time that they take to be read. */
const MOST = 32 << 20;

const LF = 0x0a;

/** Groups of whole lines: where each ends in the file, and its sum. */
export interface SeenLines {
  readonly ends: readonly number[];
  readonly sums: readonly number[];
}

const NONE: SeenLines = { ends: [], sums: [] };

/** Takes the bytes of a new reading, in order, and holds their lines against those of an earlier one. */
export class LineSums {
  readonly #crc32: Crc32;
  readonly #before: SeenLines;
  readonly #ends: number[] = [];
  readonly #sums: number[] = [];
  #sum = 0;
  /** Bytes so far, and the start of the group that they are in. */
  #bytes = 0;
  #start = 0;
  #equalUntil = 0;
  #isEqual = true;

  constructor(crc32: Crc32, before: SeenLines = NONE) {
    this.#crc32 = crc32;
    this.#before = before;
  }

  push(chunk: Uint8Array): void {
    for (let from = 0; from < chunk.length && this.#start < MOST;) {
      const inGroup = this.#bytes - this.#start;
      const feed = chunk.indexOf(LF, from + Math.max(0, LEAST - 1 - inGroup));
      const end = feed < 0 ? chunk.length : feed + 1;
      this.#sum = this.#crc32(chunk.subarray(from, end), this.#sum);
      this.#bytes += end - from;
      from = end;
      if (feed >= 0) this.#endGroup();
    }
  }

  /** The lines before this byte are those of the earlier reading, as far as both were summed. */
  get equalUntil(): number {
    return this.#equalUntil;
  }

  /** False once lines were found that differ. */
  get isEqual(): boolean {
    return this.#isEqual;
  }

  /** What was seen, for the next reading. */
  seen(): SeenLines {
    return { ends: [...this.#ends], sums: [...this.#sums] };
  }

  #endGroup(): void {
    const group = this.#ends.length;
    const end = this.#before.ends[group];
    if (this.#isEqual && end !== undefined) {
      this.#isEqual = end === this.#bytes && this.#before.sums[group] === this.#sum;
      if (this.#isEqual) this.#equalUntil = end;
    }
    this.#ends.push(this.#bytes);
    this.#sums.push(this.#sum);
    this.#start = this.#bytes;
    this.#sum = 0;
  }
}
