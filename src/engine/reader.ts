// A journal read from its first byte to its last:
//
//     journal = fold(check(decode(frame(bytes))))
//
// This file is all but the fold: it gives rows, one at a time, so that the caller decides how long a turn lasts.

import { check, Checker, type Break, type Checked, type Found } from '../core/check.ts';
import { decode } from '../core/decode.ts';
import type { Decoded, Plain } from '../core/decoded.ts';
import type { NewSha256 } from '../core/fingerprint.ts';
import { frame } from '../core/frame.ts';
import { decodeInLane } from '../core/plain.ts';
import { detectFormat, DETECTION_RECORDS } from '../formats/detect.ts';
import type { Format } from '../formats/format.ts';
import type { ByteSource } from './byteSource.ts';

const CHUNK = 1 << 20;

/** How far a format is looked for: one record may be tens of megabytes long. */
const DETECTION_BYTES = 64 << 20;

/** The bytes of a source in chunks, each told to `onRead` with the absolute offset of its end. */
export function* chunksOf(
  source: ByteSource,
  onRead?: (end: number, chunk: Uint8Array) => void,
): Generator<Uint8Array> {
  for (let offset = 0; ;) {
    const chunk = source.read(offset, CHUNK);
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
  readonly report: (found: Found) => void;
  readonly onRead?: (end: number, chunk: Uint8Array) => void;
}

/** One pass over a journal of a known format. */
export class JournalReader {
  readonly #checker: Checker;
  readonly #decoded: Generator<Decoded | Plain>;

  constructor({ source, format, newSha256, kernel, report, onRead }: ReaderOptions) {
    const lookback = (offset: number, length: number) => source.read(offset, length);
    this.#checker = new Checker({ format, newSha256, lookback, report });
    const chunks = chunksOf(source, onRead);
    this.#decoded = kernel === undefined ? decode(frame(chunks)) : decodeInLane(chunks, format.lane(kernel));
  }

  /** The rows, in file order. A row is valid until the next one is taken. */
  rows(): Generator<Checked> {
    return check(this.#decoded, this.#checker);
  }

  /** The first fault that ends the replay, of what has been read. */
  get break(): Break | undefined {
    return this.#checker.break;
  }

  /** What only the end can tell. Call when the rows are through; may be called again. */
  atEnd(): { readonly found: readonly Found[]; readonly break: Break | undefined } {
    return this.#checker.atEnd();
  }

  /** Fingerprint of the first `events` delivered events, undefined when unavailable. */
  fingerprint(events: number): string | undefined {
    return this.#checker.prefixes.at(events);
  }
}
