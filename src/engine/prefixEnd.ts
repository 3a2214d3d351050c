// Where the records end that a log has of another: told by the numbers that they carry, or where they carry none by
// counting them. What the other log says of offsets is not believed.

import { decode } from '../core/decode.ts';
import { frame } from '../core/frame.ts';
import { NUMBER } from '../core/json/tape.ts';
import type { JsonRecord } from '../core/record.ts';
import type { ByteSource } from './byteSource.ts';
import { chunksOf } from './reader.ts';

export interface PrefixEnd {
  /** Absolute offset that the prefix ends at. Never before the end of the first record: the header is wanted always. */
  readonly offset: number;
  /** Records and damaged stretches in the prefix. */
  readonly rows: number;
  /** Of the records that were asked for, counted from the first of all, up to which one there are any here. */
  readonly reaches: number;
}

/** Looks for the end of the first `records` records, one record at a time. To be run to its end. */
export function* prefixEnd(source: ByteSource, records: number): Generator<undefined, PrefixEnd> {
  let rows = 0;
  /** The number that would come next; undefined while no record has one. */
  let next: number | undefined;
  for (const item of decode(frame(chunksOf(source)))) {
    if (item.kind === 'note') continue;
    yield;
    const { offset, length } =
      item.kind === 'damage'
        ? item
        : { offset: item.record.offset, length: item.record.to - item.record.from };
    const ordinal = item.kind === 'damage' ? undefined : ordinalOf(item.record);
    if (ordinal === undefined ? next === undefined && rows >= records : ordinal >= records)
      return { offset: rows === 0 ? offset + length : offset, rows, reaches: records };
    if (ordinal !== undefined) next = Math.max(next ?? 0, ordinal + 1);
    rows += 1;
  }
  return { offset: source.size(), rows, reaches: next ?? rows };
}

function ordinalOf(record: JsonRecord): number | undefined {
  const token = record.member('ordinal');
  if (token < 0 || record.tape.kindAt(token) !== NUMBER) return undefined;
  const ordinal = record.number(token);
  return Number.isSafeInteger(ordinal) && ordinal >= 0 ? ordinal : undefined;
}
