// A journal read from its first byte to its last:
//
//     journal = fold(check(decode(frame(bytes))))
//
// This file is all but the fold: it gives rows, one at a time, so that the caller decides how long a turn lasts.

import { check, Checker, type Break, type Checked, type Found } from '../core/check.ts';
import { decode } from '../core/decode.ts';
import type { Decoded, Recorded } from '../core/decoded.ts';
import type { NewSha256 } from '../core/fingerprint.ts';
import { frame } from '../core/frame.ts';
import { damagedRow, type JournalIndex } from '../core/journalIndex.ts';
import { openKernel, type Kernel } from '../core/kernel.ts';
import { StreamDecoder } from '../core/plain.ts';
import { detectFormat, DETECTION_RECORDS } from '../formats/detect.ts';
import type { Format } from '../formats/format.ts';
import type { ByteSource } from './byteSource.ts';

/** Bytes read at once: few at first, since the first records are what is shown and learnt from. */
const FIRST_CHUNK = 1 << 16;
const CHUNK = 1 << 20;

/** How far a format is looked for: one record may be tens of megabytes long. */
const DETECTION_BYTES = 64 << 20;

const LF = 0x0a;
const CR = 0x0d;

/**
 * The bytes of a source in chunks from `start` on, each told to `onRead` with the absolute offset of its end. A chunk is
 * valid until the next one is taken. `room` says where bytes are wanted, if anywhere: at least one byte long.
 */
export function* chunksOf(
  source: ByteSource,
  onRead?: (end: number, chunk: Uint8Array) => void,
  start = 0,
  room?: () => Uint8Array | undefined,
): Generator<Uint8Array> {
  let buffer: Uint8Array | undefined;
  let size = FIRST_CHUNK;
  for (let offset = start; ; size = Math.min(CHUNK, size * 2)) {
    let chunk: Uint8Array;
    if (source.readInto === undefined) chunk = source.read(offset, size);
    else {
      const into = (room?.() ?? (buffer ??= new Uint8Array(CHUNK))).subarray(0, size);
      chunk = into.subarray(0, source.readInto(offset, into));
    }
    if (chunk.length === 0) return;
    offset += chunk.length;
    onRead?.(offset, chunk);
    yield chunk;
  }
}

function* upTo(limit: number, chunks: Iterable<Uint8Array>): Generator<Uint8Array> {
  let read = 0;
  for (const chunk of chunks) {
    yield chunk;
    read += chunk.length;
    if (read >= limit) return;
  }
}

/** What a file holds: a journal of a format, records of none, or no record at all. */
export type Detected = Format | 'unknown' | 'empty';

/** Looks at the first records, whole or damaged, and never at the name. */
export function detect(source: ByteSource): Detected {
  let seen = 0;
  for (const item of decode(frame(upTo(DETECTION_BYTES, chunksOf(source))))) {
    if (item.kind === 'note') continue;
    const record = item.kind === 'record' ? item.record : item.salvaged;
    const format = record && detectFormat(record);
    if (format !== undefined) return format;
    seen += 1;
    if (seen >= DETECTION_RECORDS) break;
  }
  return seen === 0 ? 'empty' : 'unknown';
}

export interface ReaderOptions {
  readonly source: ByteSource;
  readonly format: Format;
  readonly newSha256: NewSha256;
  /** The compiled kernel of the fast lane; without it all goes the general way, to the same end. */
  readonly kernel?: WebAssembly.Module | undefined;
  /** Two kernels in another thread, to be used instead: one reads ahead while the lines of the other are checked. */
  readonly kernels?: readonly [Kernel, Kernel] | undefined;
  readonly report: (found: Found) => void;
  readonly onRead?: (end: number, chunk: Uint8Array) => void;
}

/** What only the end of the bytes can tell. */
export interface JournalEnd {
  readonly found: readonly Found[];
  readonly break: Break | undefined;
}

/** A journal of a known format, read from its first byte to its last, and on from there when it has grown. */
export class JournalReader {
  readonly #options: ReaderOptions;
  readonly #checker: Checker;
  readonly #stream: StreamDecoder;
  #position = 0;
  /** What the bytes end in that may still be completed. */
  #tail: readonly Exclude<Decoded, Recorded>[] = [];
  #end: 'open' | 'record-held' | 'final' = 'open';

  constructor(options: ReaderOptions) {
    const { source, format, newSha256, kernel, kernels, report } = options;
    this.#options = options;
    const lookback = (offset: number, length: number) => source.read(offset, length);
    this.#checker = new Checker({ format, newSha256, lookback, report });
    this.#stream = new StreamDecoder(
      kernels ? format.lane(...kernels) : kernel && format.lane(openKernel(kernel)),
    );
  }

  /**
   * The rows that follow those taken before, in file order, to the end of the source as it is then. A row is valid until
   * the next one is taken. The last may be provisional: it is given anew after {@link resume}.
   */
  *rows(): Generator<Checked> {
    const { source, onRead } = this.#options;
    const room = () => this.#stream.room();
    for (const chunk of chunksOf(source, onRead, this.#position, room)) {
      this.#position += chunk.length;
      yield* check(this.#stream.push(chunk), this.#checker);
    }
    yield* check(this.#stream.drain(), this.#checker);
    yield* this.#atEnd();
  }

  /** All rows so far, the provisional one too. */
  get index(): JournalIndex {
    return this.#checker.index;
  }

  /** Bytes that were read. */
  get position(): number {
    return this.#position;
  }

  /** Goes back to the last whole line, to read on; false when the end that was read cannot be taken back. */
  resume(): boolean {
    if (this.#end === 'final') return false;
    if (this.#end === 'record-held') {
      // The record is the one that was used if its line ends here.
      const { source, onRead } = this.#options;
      const next = source.read(this.#position, 1);
      if (next[0] !== LF || this.#isHeldToldOtherwise()) return false;
      this.#stream.takeHeld();
      this.#position += 1;
      onRead?.(this.#position, next);
    }
    this.index.truncate(this.#checker.rows);
    this.#end = 'open';
    this.#tail = [];
    return true;
  }

  /** The line of the held record is told more than its record once it is whole: its byte order mark or its CR. */
  #isHeldToldOtherwise(): boolean {
    const [last] = this.#options.source.read(this.#position - 1, 1);
    return last === CR || this.#tail.some(({ violation }) => violation.code === 'bom');
  }

  /** The first fault that ends the replay, of what has been read. */
  get break(): Break | undefined {
    return this.#checker.break;
  }

  /** What only the end can tell. Call when the rows are through; may be called again. */
  atEnd(): JournalEnd {
    return this.#checker.atEnd(this.#tail);
  }

  /** Fingerprint of the first `events` delivered events, undefined when unavailable. */
  fingerprint(events: number): string | undefined {
    return this.#checker.prefixes.at(events);
  }

  /** The last line without its line feed: a whole record is used, a fragment shown until it is one. */
  *#atEnd(): Generator<Checked> {
    const items = this.#stream.ifEnded();
    const [first, ...others] = items?.filter(({ kind }) => kind !== 'note') ?? [];
    const isFragment =
      first?.kind === 'damage' && first.violation.code === 'record-torn' && first.violation.last;
    if (items === undefined || others.length > 0 || (first?.kind === 'damage' && !isFragment)) {
      this.#end = 'final';
      yield* check(this.#stream.end(), this.#checker);
      return;
    }
    this.#tail = items.filter((item) => item.kind !== 'record');
    if (first?.kind === 'record') {
      this.#end = 'record-held';
      yield* check([first], this.#checker);
    } else if (first?.kind === 'damage') {
      this.index.add(damagedRow(first));
      yield { kind: 'damage', row: this.#checker.rows, damage: first };
    }
  }
}
