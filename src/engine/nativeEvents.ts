// The numbered events of a native log. They are made anew from the file each time they are asked for; what is kept is the
// number of events before each row, and now and then where the numbering stood, so that any row can be had alone.

import { eventText } from '../core/eventText.ts';
import { PrefixFingerprints, type NewSha256 } from '../core/fingerprint.ts';
import { ByteWriter } from '../core/json/byteWriter.ts';
import { isEncodable, writeCanonical } from '../core/json/canonical.ts';
import { scanJson } from '../core/json/scan.ts';
import { Tape } from '../core/json/tape.ts';
import type { TraceEvent } from '../core/schema.ts';
import type { NativeEvent, NativeFormatId, Plan } from '../formats/native.ts';
import type { MarkedReader, Unread } from '../formats/passages.ts';
import { isTime, NO_TIME, Numberer, numberingOf, type NumberingState } from '../formats/numbered.ts';
import type { NewCanonicalPass } from './canonicalPass.ts';
import type { RowEvent } from './facts.ts';
import type { JournalIndex } from '../core/journalIndex.ts';
import type { NativeRows } from './nativeRows.ts';

/** Rows between two kept states of the numbering: the most that is read again for one row. */
const STRIDE = 64;

/** How many rows are looked through for the time that events before the first one get. */
const TIME_ROWS = 1000;

export interface NativeEventsParts {
  readonly format: NativeFormatId;
  readonly fileName: string | null;
  readonly plan: Plan;
  readonly index: JournalIndex;
  readonly rows: NativeRows;
  readonly newSha256: NewSha256;
  /** A faster way to all canonical bytes, where there is one. */
  readonly pass?: NewCanonicalPass | undefined;
  /** Members whose texts the events only pass on, and those that none is made of. */
  readonly passedOn: readonly string[];
  readonly unread: Unread;
}

export class NativeEvents {
  readonly #parts: NativeEventsParts;
  readonly #ids = new Map<string, number>();
  readonly #numbering;
  readonly #states: NumberingState[] = [];
  /** Events before each row that was numbered, and before the closing ones. */
  #before = new Float64Array(1024);
  #numbered = 0;
  #count: number | undefined;
  #fingerprints: PrefixFingerprints | undefined;

  constructor(parts: NativeEventsParts) {
    this.#parts = parts;
    const { format, plan, fileName } = parts;
    this.#numbering = numberingOf(format, plan.identity, fileName, this.#firstTimestamp());
  }

  get sessionId(): string {
    return this.#numbering.sessionId;
  }
  get runId(): string {
    return this.#numbering.provenance.run_id;
  }

  /**
   * All events of rows `[from, to)` in order, those that close the journal with its last row. Rows before `from` are
   * read again only as far as the numbering needs them. With a reader their texts may be marks, until the next one.
   */
  *between(from: number, to: number, reader?: MarkedReader): Generator<RowEvent> {
    const { index, plan } = this.#parts;
    const start = Math.min(from, this.#numbered) - (Math.min(from, this.#numbered) % STRIDE);
    const numberer = new Numberer(this.#numbering, this.#ids, this.#states[start / STRIDE]);
    for (let row = start; row < Math.min(to, index.count); row++) {
      this.#note(row, numberer);
      for (const event of this.#eventsAt(row, numberer, reader)) if (row >= from) yield { row, event };
    }
    if (to < index.count || from >= Math.max(1, index.count)) return;
    this.#note(index.count, numberer);
    reader?.clear();
    const closing = numberer.number(plan.closing(), undefined);
    this.#count = numberer.state.sequence;
    const row = Math.max(0, index.count - 1);
    for (const event of closing) yield { row, event };
  }

  /** All events row by row, of records that are read with marks, which hold until the next row. */
  *marked(reader: MarkedReader): Generator<readonly TraceEvent[]> {
    const { index, plan } = this.#parts;
    const numberer = new Numberer(this.#numbering, this.#ids);
    for (let row = 0; row < index.count; row++) {
      const events = this.#eventsAt(row, numberer, reader);
      if (events.length > 0) yield events;
    }
    reader.clear();
    yield numberer.number(plan.closing(), undefined);
  }

  /** Numbers the rows that were not numbered yet, one after the other; yields the row that is through. */
  *number(): Generator<number> {
    const { index, pass: begin, passedOn, unread } = this.#parts;
    const { reader } = begin?.(passedOn, unread) ?? {};
    for (const { row } of this.between(this.#numbered, index.count, reader)) yield row;
  }

  /** How many events there are. */
  get count(): number {
    if (this.#count === undefined) drain(this.number());
    return this.#count ?? 0;
  }

  /** The events of one row, none where it is not replayed. The closing ones are not among them. */
  ofRow(row: number): TraceEvent[] {
    const events: TraceEvent[] = [];
    if (this.#parts.plan.statusOf(row) !== 'active') return events;
    for (const { event } of this.between(row, row + 1)) events.push(event);
    return row === this.#parts.index.count - 1
      ? events.slice(0, (this.#before[row + 1] ?? 0) - (this.#before[row] ?? 0))
      : events;
  }

  /** What a row of any status stands for, unnumbered: for an abandoned one, what would have happened. */
  shownOf(row: number): readonly NativeEvent[] {
    const { plan, index, rows } = this.#parts;
    const value = rows.value(row);
    return value === undefined ? [] : plan.events(row, index.at(row)?.line ?? 0, value, rows.other);
  }

  /** How many events come before a row: the sequence of its first one, where it has any. */
  before(row: number): number {
    this.#numberTo(row);
    return this.#before[Math.min(row, this.#numbered)] ?? 0;
  }

  /** The row of the event with a sequence; null where there is none. */
  rowOf(sequence: number): number | null {
    if (sequence < 0 || sequence >= this.count) return null;
    let low = 0;
    let high = this.#parts.index.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#before[middle] ?? 0) <= sequence) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }

  /** Fingerprint of the first `count` events, undefined when it is unavailable or they are not there. */
  fingerprint(count: number): string | undefined {
    if (this.#fingerprints === undefined) drain(this.fingerprinted());
    return this.#fingerprints?.at(count);
  }

  /** All events in order, fingerprinted on the way; their texts may be marks. To be run to its end. */
  *fingerprinted(): Generator<RowEvent> {
    const canonical = new CanonicalEvents();
    // Asked for in order mostly: the walk goes on where it is.
    let walk = this.between(0, Infinity);
    let next = 0;
    const canonicalOf = (sequence: number) => {
      if (sequence !== next) walk = this.between(this.rowOf(sequence) ?? 0, Infinity);
      for (let item = walk.next(); item.done !== true; item = walk.next()) {
        const { event } = item.value;
        if (event.sequence < sequence) continue;
        next = sequence + 1;
        return canonical.of(event) ?? new Uint8Array(0);
      }
      return new Uint8Array(0);
    };
    const { newSha256, pass: begin, passedOn, unread } = this.#parts;
    const fingerprints = new PrefixFingerprints(newSha256, canonicalOf);
    const pass = begin?.(passedOn, unread);
    for (const item of this.between(0, Infinity, pass?.reader)) {
      if (pass === undefined) fingerprints.add(canonical.of(item.event));
      else pass.add(item.event, fingerprints);
      yield item;
    }
    pass?.flush(fingerprints);
    this.#fingerprints = fingerprints;
  }

  #eventsAt(row: number, numberer: Numberer, reader?: MarkedReader): TraceEvent[] {
    const { plan, index } = this.#parts;
    if (plan.statusOf(row) !== 'active') return [];
    const events = reader === undefined ? this.shownOf(row) : this.#markedOf(row, reader);
    return numberer.number(events, index.at(row)?.line ?? 0);
  }

  #markedOf(row: number, reader: MarkedReader): readonly NativeEvent[] {
    const { plan, index, rows } = this.#parts;
    reader.clear();
    const value = rows.marked(row, reader);
    const other = (at: number) => rows.otherMarked(at, reader);
    return value === undefined ? [] : plan.events(row, index.at(row)?.line ?? 0, value, other, reader);
  }

  /** Keeps where the numbering stands before a row that is reached for the first time. */
  #note(row: number, { state }: Numberer): void {
    if (row < this.#numbered) return;
    if (row >= this.#before.length) {
      const grown = new Float64Array(this.#before.length * 2);
      grown.set(this.#before);
      this.#before = grown;
    }
    this.#before[row] = state.sequence;
    this.#numbered = row;
    if (row % STRIDE === 0 && this.#states.length === row / STRIDE) this.#states.push({ ...state });
  }

  #numberTo(row: number): void {
    if (row <= this.#numbered) return;
    drain(this.between(this.#numbered, row + 1));
  }

  /** The first time that the log gives, for the events before it. */
  #firstTimestamp(): string {
    const { plan, index } = this.#parts;
    for (let row = 0; row < Math.min(TIME_ROWS, index.count); row++) {
      if (plan.statusOf(row) !== 'active') continue;
      const timed = this.shownOf(row).find(({ timestamp }) => timestamp !== undefined && isTime(timestamp));
      if (timed?.timestamp !== undefined) return timed.timestamp;
    }
    return NO_TIME;
  }
}

function drain(items: Generator): void {
  while (items.next().done !== true);
}

/** Canonical bytes of events. What it gives is valid until the next call. */
class CanonicalEvents {
  readonly #encoder = new TextEncoder();
  readonly #tape = new Tape();
  readonly #writer = new ByteWriter();

  /** Undefined where the event has no canonical bytes: a lone surrogate has no UTF-8. */
  of(event: TraceEvent): Uint8Array | undefined {
    const bytes = this.#encoder.encode(eventText(event));
    scanJson(bytes, 0, bytes.length, this.#tape);
    this.#writer.clear();
    writeCanonical(bytes, this.#tape, 0, this.#writer);
    const canonical = this.#writer.bytes();
    return isEncodable(this.#tape, canonical) ? canonical : undefined;
  }
}
