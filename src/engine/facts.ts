// The events of a stretch of rows, read again in order: what replays, branches and effects are folded from.

import { scanJson } from '../core/json/scan.ts';
import { Tape } from '../core/json/tape.ts';
import { JsonRecord } from '../core/record.ts';
import type { TraceEvent } from '../core/schema.ts';
import type { Format } from '../formats/format.ts';
import type { ByteSource } from './byteSource.ts';
import { EVENT, type JournalIndex } from '../core/journalIndex.ts';

/** Bytes read at once: many small records cost one read. */
const BATCH = 1 << 20;

export interface RowEvent {
  readonly row: number;
  readonly event: TraceEvent;
}

/** Whole events in rows `[from, to)`; retries and damage are passed over. */
export function* eventsBetween(
  source: ByteSource,
  index: JournalIndex,
  format: Format,
  from: number,
  to: number,
): Generator<RowEvent> {
  const tape = new Tape();
  let batch: Uint8Array = new Uint8Array(0);
  let batchOffset = 0;
  for (let row = from; row < Math.min(to, index.count); row++) {
    const indexed = index.at(row);
    if (indexed?.kind !== EVENT) continue;
    const { offset, length, line } = indexed;
    if (offset < batchOffset || offset + length > batchOffset + batch.length) {
      batch = source.read(offset, Math.max(length, BATCH));
      batchOffset = offset;
    }
    const bytes = batch.subarray(offset - batchOffset, offset - batchOffset + length);
    scanJson(bytes, 0, bytes.length, tape);
    const { event } = format.normalise(new JsonRecord({ line, offset, bytes }, 0, bytes.length, tape, true));
    if (event !== undefined) yield { row, event };
  }
}
