// A whole journal for one command: all rows read, all violations known. The CLI may wait for the end; the editor may
// not, which is why it has the engine.

import type { ByteSource } from '../engine/byteSource.ts';
import { eventsBetween, type RowEvent } from '../engine/facts.ts';
import { detectNative } from '../engine/nativeDetect.ts';
import { NativeJournal, type NativeJournalOptions } from '../engine/nativeJournal.ts';
import { detect, JournalReader, chunksOf, type Detected, type ReaderOptions } from '../engine/reader.ts';
import type { Break, Found } from '../core/check.ts';
import { decode } from '../core/decode.ts';
import { frame } from '../core/frame.ts';
import { severityOf } from '../core/severity.ts';
import type { Violation } from '../core/violation.ts';
import type { DetectedNative } from '../formats/detect.ts';
import { canonicalPasses } from '../node/canonicalPass.ts';
import { loadKernel } from '../node/kernel.ts';
import { kernelPairFor } from '../node/kernelPair.ts';
import { newSha256 } from '../node/sha256.ts';
import { textReader } from '../node/text.ts';

export interface ReadJournal {
  readonly detected: Detected | DetectedNative;
  /** An agent's own log, whose events are normalised ones; undefined for Trace 0.1. */
  readonly native: NativeJournal | undefined;
  /** Records that were read as events, retries included; of an agent's own log the normalised events. */
  readonly events: number;
  /** Readable records. */
  readonly records: number;
  /** In file order. */
  readonly violations: readonly Violation[];
  readonly break: Break | undefined;
  /** Records and damaged stretches. */
  readonly rows: number;
  /** Rows that a replay may apply: all before the first fault. */
  readonly wholeRows: number;
  /** Events in these rows. */
  readonly wholeEvents: number;
  /** The first row with an error-level violation, and the violation. */
  readonly firstError: Found | undefined;
  eventsIn(from: number, to: number): Iterable<RowEvent>;
  /** Fingerprint of the first `events` events. */
  fingerprint(events: number): string | undefined;
}

export interface ReadOptions {
  /** Name of the file without its folder, where there is one: a session may be named by it. */
  readonly fileName?: string;
  /** Told how many bytes are read. */
  readonly onRead?: (done: number) => void;
}

/** Reads a journal from its first byte to its last. */
export function readJournal(source: ByteSource, { fileName, onRead }: ReadOptions = {}): ReadJournal {
  const detected = detect(source);
  const native = typeof detected === 'string' ? detectNative(source) : undefined;
  const pair = kernelPairFor(source);
  const kernels = pair?.kernels;
  const kernel = loadKernel();
  const options = { source, newSha256, kernel, kernels, ...(onRead && { onRead }) };
  try {
    if (typeof detected !== 'string') return readTrace({ ...options, format: detected });
    return native === undefined
      ? readUnknown(source, detected)
      : readNative({
          ...{ ...options, detected: native, fileName: fileName ?? null },
          ...{ textOf: textReader(kernel), canonicalPass: canonicalPasses(kernel) },
        });
  } finally {
    pair?.close();
  }
}

/** A journal of Trace 0.1. */
function readTrace(options: Omit<ReaderOptions, 'report'>): ReadJournal {
  const { source, format } = options;
  const found: Found[] = [];
  const reader = new JournalReader({
    ...options,
    report: (item) => found.push(item),
  });
  let events = 0;
  for (const row of reader.rows()) {
    if (row.kind === 'fact') events += 1;
  }
  const { index } = reader;
  const end = reader.atEnd();
  found.push(...end.found);
  found.sort(
    (a, b) => a.violation.at.line - b.violation.at.line || a.violation.at.start - b.violation.at.start,
  );
  const violations = found.map(({ violation }) => violation);
  return {
    detected: format,
    native: undefined,
    events,
    records: events,
    violations,
    break: end.break,
    rows: index.count,
    wholeRows: end.break?.row ?? index.count,
    wholeEvents: index.eventsBefore(end.break?.row ?? index.count),
    firstError: firstError(found),
    eventsIn: (from, to) => eventsBetween(source, index, format, from, to),
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

/** An agent's own log. Damage in it ends no replay: its records are not numbered. */
function readNative(options: NativeJournalOptions): ReadJournal {
  const { detected } = options;
  const native = new NativeJournal(options);
  const reading = native.read();
  while (reading.next().done !== true);
  const found = native.violations();
  return {
    detected,
    native,
    get events() {
      return native.eventCount;
    },
    records: native.header().records,
    violations: found.map(({ violation }) => violation),
    break: undefined,
    rows: native.rows,
    wholeRows: native.rows,
    get wholeEvents() {
      return native.eventCount;
    },
    firstError: firstError(found),
    eventsIn: (from, to) => native.events(from, to),
    fingerprint: (count) => native.fingerprint(count),
  };
}

/** A file of no known format: the violations of its lines, and no events. */
function readUnknown(source: ByteSource, detected: 'unknown' | 'empty'): ReadJournal {
  const found: Found[] = [];
  let row = 0;
  let records = 0;
  for (const item of decode(frame(chunksOf(source)))) {
    const violations = item.kind === 'record' ? item.violations : [item.violation];
    for (const violation of violations) found.push({ row, violation });
    if (item.kind !== 'note') row += 1;
    if (item.kind === 'record') records += 1;
  }
  return {
    detected,
    native: undefined,
    events: 0,
    records,
    violations: found.map(({ violation }) => violation),
    break: undefined,
    rows: row,
    wholeRows: 0,
    wholeEvents: 0,
    firstError: firstError(found),
    eventsIn: () => [],
    fingerprint: () => undefined,
  };
}
