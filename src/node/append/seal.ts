// The end of a journal whose writer was cut off. Bytes after the last line feed are no record yet: nobody was told that
// they are durable. A tail that is a whole record all the same gets its line feed; any other is set aside.

import * as path from 'node:path';
import { scanJson } from '../../core/json/scan.ts';
import { OBJECT, Tape } from '../../core/json/tape.ts';
import { readRange, writeAll, type FileOps } from './fileOps.ts';

const LF = 0x0a;
const BLOCK = 1 << 16;
const LINE_FEED = Uint8Array.of(LF);

/**
 * Where a torn tail starts: what stands after the last line feed and does not begin with a whole record. Undefined
 * where there is none; what follows a whole record is for the check of the journal to name.
 */
export function tornTail(ops: FileOps, descriptor: number, size: number): number | undefined {
  const offset = lastLineEnd(ops, descriptor, size);
  if (offset === size) return undefined;
  const bytes = readRange(ops, descriptor, offset, size - offset);
  const tape = new Tape();
  return scanJson(bytes, 0, bytes.length, tape).ok && tape.kindAt(0) === OBJECT ? undefined : offset;
}

/** Offset after the last line feed, 0 without one. */
function lastLineEnd(ops: FileOps, descriptor: number, size: number): number {
  for (let end = size; end > 0;) {
    const from = Math.max(0, end - BLOCK);
    const at = readRange(ops, descriptor, from, end - from).lastIndexOf(LF);
    if (at >= 0) return from + at + 1;
    end = from;
  }
  return 0;
}

/** Gives a whole last record its line feed where it has none, and returns where the journal ends. */
export function terminated(ops: FileOps, descriptor: number, size: number): number {
  if (size === 0 || readRange(ops, descriptor, size - 1, 1)[0] === LF) return size;
  writeAll(ops, descriptor, LINE_FEED);
  ops.syncData(descriptor);
  return size + 1;
}

/**
 * Sets the torn end `[offset, size)` of a journal aside: its bytes go to a file of their own beside the journal,
 * verbatim, and are durable there before the journal ends where its last record does. Returns the path of that file.
 */
export function setAside(
  ops: FileOps,
  journal: string,
  descriptor: number,
  offset: number,
  size: number,
): string {
  const bytes = readRange(ops, descriptor, offset, size - offset);
  const file = keep(ops, journal, descriptor, offset, bytes);
  ops.syncFolder(path.dirname(journal));
  ops.truncate(descriptor, offset);
  ops.syncData(descriptor);
  return file;
}

/**
 * The kept bytes under a name that tells where they stood. A file of that name from a sealing that was itself cut off
 * is completed; one with other bytes stays, and these get a name of their own.
 */
function keep(ops: FileOps, journal: string, descriptor: number, offset: number, bytes: Uint8Array): string {
  const { mode } = ops.stateOf(descriptor);
  for (let copy = 1; ; copy++) {
    const file = `${journal}.torn-${offset}${copy === 1 ? '' : `-${copy}`}`;
    const known = ops.stateAt(file);
    if (known !== undefined && (!known.isFile || known.size > bytes.length)) continue;
    const kept = known === undefined ? ops.createNew(file, mode) : ops.openAppend(file, false);
    try {
      const before = readRange(ops, kept, 0, known?.size ?? 0);
      if (!before.every((byte, i) => byte === bytes[i])) continue;
      writeAll(ops, kept, bytes.subarray(before.length));
      ops.syncData(kept);
      return file;
    } finally {
      ops.close(kept);
    }
  }
}
