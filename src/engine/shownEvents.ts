// The events that a replay shows, read by their rows. From one cursor to the next most of them stay, and what is shown
// together mostly stands together in the file.

import type { JournalIndex } from '../core/journalIndex.ts';
import type { ByteSource } from './byteSource.ts';
import { shownEvent, type ReadEvent, type ShownEvent } from './replayView.ts';

/** Most bytes that are read of a record. */
const WHOLE = 64 * 1024;

/** Bytes that are read of each record of a view; and how many more of its larger ones together, in the order of asking. */
const BRIEF = 4 * 1024;
const VIEW_BYTES = 1024 * 1024;

/** Bytes read at once. */
const WINDOW = 32 * 1024;

/** Events kept for the next replay, and bytes of them. */
const MOST_KEPT = 2_000;
const MOST_BYTES = 16 << 20;

export class ShownEvents {
  readonly #kept = new Map<number, { readonly event: ShownEvent; readonly most: number }>();
  #keptBytes = 0;
  #window: { start: number; bytes: Uint8Array } = { start: 0, bytes: new Uint8Array(0) };

  constructor(
    private readonly source: ByteSource,
    private readonly index: JournalIndex,
  ) {}

  /** The event of a row. @throws {RangeError} when there is no such row. */
  at(row: number): ShownEvent {
    return this.#event(row, WHOLE);
  }

  /**
   * Reads the events of one view: what it costs has a bound, however large its records are. Which of them are read
   * whole depends on their sizes and the order of asking alone, not on what is kept.
   */
  forView(): ReadEvent {
    let left = VIEW_BYTES;
    return (row) => {
      const length = Math.min(this.index.at(row)?.length ?? 0, WHOLE);
      if (length <= BRIEF) return this.#event(row, BRIEF);
      left -= length;
      return this.#event(row, left < 0 ? BRIEF : WHOLE);
    };
  }

  #event(row: number, most: number): ShownEvent {
    const kept = this.#kept.get(row);
    if (kept?.most === most) return kept.event;
    const indexed = this.index.at(row);
    if (indexed === undefined) throw new RangeError(`no row ${row}`);
    const { offset, length, sequence } = indexed;
    const bytes = Math.min(length, most);
    if (this.#kept.size >= MOST_KEPT || this.#keptBytes + bytes > MOST_BYTES) this.#forget();
    const event = shownEvent(this.#bytes(offset, bytes), { row, sequence, length });
    this.#kept.set(row, { event, most });
    this.#keptBytes += bytes;
    return event;
  }

  /** Forgets what was read: the file has changed. */
  clear(): void {
    this.#forget();
    this.#window = { start: 0, bytes: new Uint8Array(0) };
  }

  #forget(): void {
    this.#kept.clear();
    this.#keptBytes = 0;
  }

  #bytes(offset: number, length: number): Uint8Array {
    const { start, bytes } = this.#window;
    if (offset < start || offset + length > start + bytes.length) {
      const wanted = Math.max(length, WINDOW);
      // A view goes backwards: what comes next stands before it.
      const first = offset < start ? Math.max(0, offset + length - wanted) : offset;
      this.#window = { start: first, bytes: this.source.read(first, wanted) };
    }
    const from = offset - this.#window.start;
    return this.#window.bytes.subarray(from, from + length);
  }
}
