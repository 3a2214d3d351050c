// The events that a replay shows, read by their rows. From one cursor to the next most of them stay, and what is shown
// together mostly stands together in the file.

import type { JournalIndex } from '../core/journalIndex.ts';
import type { ByteSource } from './byteSource.ts';
import { shownEvent, type ShownEvent } from './replayView.ts';

/** A record up to this size is read whole; of a larger one only the beginning is. */
const WHOLE = 64 * 1024;

/** Bytes read at once. */
const WINDOW = 32 * 1024;

/** Events kept for the next replay. */
const MOST_KEPT = 2_000;

export class ShownEvents {
  readonly #kept = new Map<number, ShownEvent>();
  #window: { start: number; bytes: Uint8Array } = { start: 0, bytes: new Uint8Array(0) };

  constructor(
    private readonly source: ByteSource,
    private readonly index: JournalIndex,
  ) {}

  /** The event of a row. @throws {RangeError} when there is no such row. */
  readonly at = (row: number): ShownEvent => {
    const known = this.#kept.get(row);
    if (known !== undefined) return known;
    if (this.#kept.size >= MOST_KEPT) this.#kept.clear();
    const indexed = this.index.at(row);
    if (indexed === undefined) throw new RangeError(`no row ${row}`);
    const { offset, length, sequence } = indexed;
    const event = shownEvent(this.#bytes(offset, Math.min(length, WHOLE)), { row, sequence, length });
    this.#kept.set(row, event);
    return event;
  };

  /** Forgets what was read: the file has changed. */
  clear(): void {
    this.#kept.clear();
    this.#window = { start: 0, bytes: new Uint8Array(0) };
  }

  #bytes(offset: number, length: number): Uint8Array {
    const { start, bytes } = this.#window;
    if (offset < start || offset + length > start + bytes.length) {
      this.#window = { start: offset, bytes: this.source.read(offset, Math.max(length, WINDOW)) };
    }
    const from = offset - this.#window.start;
    return this.#window.bytes.subarray(from, from + length);
  }
}
