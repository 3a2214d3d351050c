// Whether a file is still the one that was read before. An append-only journal keeps every byte; the digests of its
// blocks tell, without the old bytes, where it does not; the sums of its lines tell it more exactly.

import type { NewSha256, Sha256 } from './fingerprint.ts';
import { LineSums, type Crc32, type SeenLines } from './lineSums.ts';

/** Bytes per block: as exactly as a change is told where lines are not summed. */
const BLOCK = 64 * 1024;

const LF = 0x0a;

/**
 * What was read of a file: the length of its whole lines, and the digest of each block of them, the last one as far as it
 * went. A last line without line feed is no record yet: it may be completed, or set aside, and nothing was rewritten.
 */
export interface SeenHistory {
  readonly bytes: number;
  readonly digests: readonly string[];
  /** Where an earlier reading found it rewritten: once told, it stays told. */
  readonly rewrittenAt: number | null;
  /** Sums of its lines, where somebody could make them. */
  readonly lines?: SeenLines;
}

/** Blocks that are looked at to tell whether a file still begins with what was seen of it. */
const SAMPLES = 16;

/**
 * Whether a file, read by offset and length in bytes, looks as if it still began with what was seen of it: its first
 * and last blocks and some between. All of it is held against what was seen only by reading it with a
 * {@link HistoryGuard}.
 */
export function looksContinued(
  seen: SeenHistory,
  newSha256: NewSha256,
  read: (offset: number, length: number) => Uint8Array,
): boolean {
  const last = seen.digests.length - 1;
  for (let sample = 0; sample <= Math.min(SAMPLES, last); sample++) {
    const block = Math.round((last * sample) / Math.max(1, Math.min(SAMPLES, last)));
    const offset = block * BLOCK;
    const now = newSha256();
    now.update(read(offset, Math.min(BLOCK, seen.bytes - offset)));
    if (now.digest() !== seen.digests[block]) return false;
  }
  return true;
}

/**
 * Takes the bytes of a new reading, in order, and holds them against an earlier one. Blocks end where the earlier
 * reading's ended, so that a file that has only grown compares equal.
 */
export class HistoryGuard {
  readonly #newSha256: NewSha256;
  readonly #before: SeenHistory | undefined;
  readonly #digests: string[] = [];
  #block;
  /** Bytes in the block that is being read, and of all. */
  #inBlock = 0;
  #bytes = 0;
  #rewrittenAt: number | null;
  readonly #lines: LineSums | undefined;

  constructor(newSha256: NewSha256, before: SeenHistory | undefined, crc32?: Crc32) {
    this.#lines = crc32 && new LineSums(crc32, before?.lines);
    this.#newSha256 = newSha256;
    this.#before = before;
    this.#rewrittenAt = before?.rewrittenAt ?? null;
    this.#block = newSha256();
  }

  push(chunk: Uint8Array): void {
    this.#lines?.push(chunk);
    const end = chunk.lastIndexOf(LF) + 1;
    this.#take(chunk.subarray(0, end));
    if (end > 0) {
      const rest = this.#inBlock > 0 ? [this.#block.copy()] : [];
      this.#whole = { bytes: this.#bytes, blocks: this.#digests.length, rest };
    }
    this.#take(chunk.subarray(end));
  }
  /** As it stood after the last line feed. */
  #whole: { bytes: number; blocks: number; rest: Sha256[] } = { bytes: 0, blocks: 0, rest: [] };

  #take(chunk: Uint8Array): void {
    for (let from = 0; from < chunk.length;) {
      const untilBlock = BLOCK - this.#inBlock;
      const untilSeen = (this.#before?.bytes ?? 0) - this.#bytes;
      const take = Math.min(chunk.length - from, untilBlock, untilSeen > 0 ? untilSeen : untilBlock);
      this.#block.update(chunk.subarray(from, from + take));
      from += take;
      this.#inBlock += take;
      this.#bytes += take;
      if (this.#bytes === this.#before?.bytes) this.#compare(this.#block.copy().digest());
      if (this.#inBlock === BLOCK) this.#endBlock();
    }
  }

  /** The end of the file. Gives what was read, for the next reading. */
  end(): SeenHistory {
    const before = this.#before?.bytes ?? 0;
    if (this.#bytes < before) this.#rewrittenAt ??= this.#cutAt();
    const { bytes, blocks, rest } = this.#whole;
    const digests = [...this.#digests.slice(0, blocks), ...rest.map((block) => block.copy().digest())];
    const lines = this.#lines && { lines: this.#lines.seen() };
    return { bytes, digests, rewrittenAt: this.#rewrittenAt, ...lines };
  }

  /** The new end, or the lines before it that differ, too. */
  #cutAt(): number {
    return this.#lines?.isEqual === false ? Math.min(this.#bytes, this.#lines.equalUntil) : this.#bytes;
  }

  /** Bytes so far. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The last bytes that were taken, as a range and its digest: what a file that has only grown still has there. */
  last(): { readonly offset: number; readonly length: number; readonly digest: string } {
    const isNew = this.#inBlock === 0 && this.#digests.length > 0;
    const length = isNew ? BLOCK : this.#inBlock;
    const digest = isNew ? (this.#digests.at(-1) ?? '') : this.#block.copy().digest();
    return { offset: this.#bytes - length, length, digest };
  }

  #endBlock(): void {
    const digest = this.#block.digest();
    if (this.#bytes < (this.#before?.bytes ?? 0)) this.#compare(digest);
    this.#digests.push(digest);
    this.#block = this.#newSha256();
    this.#inBlock = 0;
  }

  /** The block that ends here, or would have ended here, against the earlier one. */
  #compare(digest: string): void {
    const index = this.#digests.length;
    if (digest === this.#before?.digests[index]) return;
    const start = index * BLOCK;
    const equal = Math.min(this.#lines?.equalUntil ?? 0, start + BLOCK - 1);
    this.#rewrittenAt ??= Math.max(start, equal);
  }
}
