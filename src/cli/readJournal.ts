// A whole journal for one command: all rows read, all violations known. The CLI may wait for the end; the editor may
// not, which is why it has the engine.

import { indexedRow, JournalIndex } from '../engine/journalIndex.ts';
import type { ByteSource } from '../engine/byteSource.ts';
import { eventsBetween, type RowEvent } from '../engine/facts.ts';
import { detect, JournalReader, chunksOf, type Detected } from '../engine/reader.ts';
import type { Break, Found } from '../core/check.ts';
import { decode } from '../core/decode.ts';
import { frame } from '../core/frame.ts';
import { severityOf } from '../core/severity.ts';
import type { Violation } from '../core/violation.ts';
import { newSha256 } from '../node/sha256.ts';

export interface ReadJournal {
  readonly detected: Detected;
  /** Records that were read as events, retries included. */
  readonly events: number;
  /** In file order. */
  readonly violations: readonly Violation[];
  readonly break: Break | undefined;
  /** Events and damaged stretches. */
  readonly rows: number;
  /** Rows that a replay may apply: all before the first fault. */
  readonly wholeRows: number;
  /** The first row with an error-level violation, and the violation. */
  readonly firstError: Found | undefined;
  eventsIn(from: number, to: number): Iterable<RowEvent>;
  /** Fingerprint of the first `events` events. */
  fingerprint(events: number): string | undefined;
}

/** Reads a journal from its first byte to its last; `onRead` is told how many bytes are read. */
export function readJournal(source: ByteSource, onRead?: (done: number) => void): ReadJournal {
  const detected = detect(source);
  const found: Found[] = [];
  if (typeof detected === 'string') return readUnknown(source, detected);

  const reader = new JournalReader({
    source,
    format: detected,
    newSha256,
    report: (item) => found.push(item),
    ...(onRead && { onRead }),
  });
  const index = new JournalIndex();
  let events = 0;
  for (const row of reader.rows()) {
    if (row.kind === 'fact') events += 1;
    index.add(indexedRow(row));
  }
  const end = reader.atEnd();
  found.push(...end.found);
  found.sort(
    (a, b) => a.violation.at.line - b.violation.at.line || a.violation.at.start - b.violation.at.start,
  );
  const violations = found.map(({ violation }) => violation);
  return {
    detected,
    events,
    violations,
    break: end.break,
    rows: index.count,
    wholeRows: end.break?.row ?? index.count,
    firstError: firstError(found),
    eventsIn: (from, to) => eventsBetween(source, index, detected, from, to),
    fingerprint: (count) => reader.fingerprint(count),
  };
}

/** The error-level violation of the earliest row. */
function firstError(found: readonly Found[]): Found | undefined {
  return found
    .filter(({ violation }) => severityOf(violation) === 'error')
    .reduce<Found | undefined>(
      (first, item) => (first === undefined || item.row < first.row ? item : first),
      undefined,
    );
}

/** A file of no known format: the violations of its lines, and no events. */
function readUnknown(source: ByteSource, detected: 'unknown' | 'empty'): ReadJournal {
  const found: Found[] = [];
  let row = 0;
  for (const item of decode(frame(chunksOf(source)))) {
    const violations = item.kind === 'record' ? item.violations : [item.violation];
    for (const violation of violations) found.push({ row, violation });
    if (item.kind !== 'note') row += 1;
  }
  return {
    detected,
    events: 0,
    violations: found.map(({ violation }) => violation),
    break: undefined,
    rows: row,
    wholeRows: 0,
    firstError: firstError(found),
    eventsIn: () => [],
    fingerprint: () => undefined,
  };
}
