// An agent's own log, opened: surveyed once from its first byte to its last, then read again row by row as it is asked
// for. Holds an index of numbers, the violations, and what the format's survey keeps; never a record.

import type { Found } from '../core/check.ts';
import { isCompleteCopy } from '../core/completeCopy.ts';
import type { Damage, Decoded, Plain } from '../core/decoded.ts';
import type { NewSha256 } from '../core/fingerprint.ts';
import { LONG_INTEGER, NON_FINITE } from '../core/json/tape.ts';
import { openKernel, type Kernel } from '../core/kernel.ts';
import { StreamDecoder } from '../core/plain.ts';
import type { JsonRecord } from '../core/record.ts';
import { recordLane } from '../core/recordLane.ts';
import type { SeverityTotals } from '../core/severity.ts';
import type { TraceEvent } from '../core/schema.ts';
import type { Violation } from '../core/violation.ts';
import type { DetectedNative } from '../formats/detect.ts';
import type { LogIdentity, NativeEvent, NativeFormatId, Plan, RowStatus, Survey } from '../formats/native.ts';
import type { ByteSource } from './byteSource.ts';
import type { RowEvent } from './facts.ts';
import type { MarkedReader, Unread } from '../formats/passages.ts';
import type { NewCanonicalPass } from './canonicalPass.ts';
import { FoundList } from './foundList.ts';
import { identityFault } from './identityFault.ts';
import { DAMAGE, EVENT, JournalIndex } from '../core/journalIndex.ts';
import { NativeEvents } from './nativeEvents.ts';
import { NativeRows, type TextOf } from './nativeRows.ts';
import { chunksOf } from './reader.ts';

const LF = 0x0a;

export interface NativeJournalOptions {
  readonly source: ByteSource;
  readonly detected: DetectedNative;
  readonly newSha256: NewSha256;
  /** Name of the file without its folder; null for standard input. */
  readonly fileName: string | null;
  /** How records become text; the general way without it. */
  readonly textOf?: TextOf;
  /** The compiled kernel of the fast lane; without it all goes the general way, to the same end. */
  readonly kernel?: WebAssembly.Module | undefined;
  /** Two kernels of which one reads ahead in another thread, to be surveyed with instead. */
  readonly kernels?: readonly [Kernel, Kernel] | undefined;
  /** A faster way to the canonical bytes of all events, where there is one. */
  readonly canonicalPass?: NewCanonicalPass | undefined;
  /** Told the absolute offset of the end of each chunk that the survey reads. */
  readonly onRead?: (end: number, chunk: Uint8Array) => void;
}

/** What the log says about itself, and how many of its rows are what. */
export interface NativeHeader {
  readonly format: NativeFormatId;
  readonly label: string;
  readonly identity: LogIdentity;
  /** Readable records, and of them the ones that are replayed, told by others, off the path, or of unknown type. */
  readonly records: number;
  readonly active: number;
  readonly folded: number;
  readonly abandoned: number;
  readonly unknown: number;
  /** Damaged stretches. */
  readonly skipped: number;
  /** Ends of branches other than the active one. */
  readonly branches: number;
}

export class NativeJournal {
  readonly index = new JournalIndex();
  /** Found while reading, and at the end: what only the end tells is told anew each time. */
  readonly found = new FoundList(this.index);
  readonly #options: NativeJournalOptions;
  readonly #survey: Survey;
  readonly #exact = new Set<number>();
  readonly #halves = new Set<number>();
  readonly #illFormed = new Set<number>();
  readonly #rows: NativeRows;
  readonly #stream: StreamDecoder;
  #position = 0;
  /** What the end of the bytes allows: to read on, to read on where its line ends here, or to begin again. */
  #end: 'open' | 'record-held' | 'final' = 'open';
  #notesAtEnd: readonly Found[] = [];
  #leaf: number | undefined;
  #torn: { readonly row: number; readonly damage: Damage } | undefined;
  #plan: Plan | undefined;
  #events: NativeEvents | undefined;

  constructor(options: NativeJournalOptions) {
    this.#options = options;
    const { kernel, kernels } = options;
    this.#stream = new StreamDecoder(
      kernels ? recordLane(...kernels) : kernel && recordLane(openKernel(kernel)),
    );
    const { format, generation } = options.detected;
    this.#survey = format.survey(generation, (row, violation) => this.#add(row, violation));
    this.#rows = new NativeRows(
      options.source,
      this.index,
      { exact: this.#exact, halves: this.#halves, illFormed: this.#illFormed },
      options.textOf,
    );
  }

  /**
   * Reads to the end of the source as it is then, from the start or on from where {@link resume} said, one row at a
   * time, so that the caller decides how long a turn lasts. To be run to its end.
   */
  *read(): Generator<number> {
    const { source, onRead } = this.#options;
    const room = () => this.#stream.room();
    for (const chunk of chunksOf(source, onRead, this.#position, room)) {
      this.#position += chunk.length;
      yield* this.#take(this.#stream.push(chunk));
    }
    yield* this.#take(this.#stream.drain());
    yield* this.#take(this.#ending());
    if (this.#torn !== undefined) this.#end = 'final';
    this.#resolveTorn(undefined);
    this.choose(this.#leaf);
  }

  /** Gets ready to read on after the source has grown; false when the end that was read may turn out otherwise. */
  resume(): boolean {
    if (this.#end === 'final') return false;
    if (this.#end === 'record-held') {
      // The record is the one that was surveyed if its line ends here.
      const { source, onRead } = this.#options;
      const next = source.read(this.#position, 1);
      if (next[0] !== LF) return false;
      this.#stream.takeHeld();
      this.#position += 1;
      onRead?.(this.#position, next);
    }
    this.#end = 'open';
    return true;
  }

  /** Follows another path of a tree: the one that ends in the row `leaf`, or without it the agent's own choice. */
  choose(leaf?: number): void {
    const { plan, found } = this.#survey.end(leaf);
    this.#leaf = leaf;
    this.#plan = plan;
    this.#events = undefined;
    const { detected, fileName } = this.#options;
    const mismatch = identityFault(detected.format.id, plan.identity, fileName, this);
    this.found.atEnd([...this.#notesAtEnd, ...(mismatch === undefined ? [] : [mismatch]), ...found]);
  }

  /** The row that the active path was told to end in; undefined where it is the agent's own choice. */
  get leaf(): number | undefined {
    return this.#leaf;
  }

  get totals(): SeverityTotals {
    return this.found.totals;
  }

  /** The plan of the whole log. @throws {Error} before it is read. */
  get plan(): Plan {
    if (this.#plan === undefined) throw new Error('the log is not read yet');
    return this.#plan;
  }

  /** Records and damaged stretches, numbered from 0 in file order. */
  get rows(): number {
    return this.index.count;
  }

  statusOf(row: number): RowStatus {
    return this.index.at(row)?.kind === DAMAGE ? 'damaged' : this.plan.statusOf(row);
  }

  /** The record of a row with its tokens; undefined where the row has none. Valid until the next call. */
  record(row: number): JsonRecord | undefined {
    return this.#rows.record(row);
  }

  /** All violations in file order. */
  violations(): readonly Found[] {
    return this.found.all();
  }

  header(): NativeHeader {
    const { detected } = this.#options;
    const rows = { active: 0, folded: 0, abandoned: 0, unknown: 0, damaged: 0 };
    for (let row = 0; row < this.rows; row++) rows[this.statusOf(row)] += 1;
    const { damaged: skipped, ...readable } = rows;
    return {
      format: detected.format.id,
      label: detected.format.label,
      identity: this.plan.identity,
      records: this.rows - skipped,
      ...readable,
      skipped,
      branches: this.plan.otherLeaves.length,
    };
  }

  /** Members whose texts the events only pass on. */
  get passedOn(): readonly string[] {
    return this.#options.detected.format.passedOn ?? [];
  }
  /** Members that no event is made of. */
  get unread(): Unread {
    return this.#options.detected.format.unread ?? {};
  }
  get sessionId(): string {
    return this.#numbered.sessionId;
  }
  get runId(): string {
    return this.#numbered.runId;
  }
  /** Normalised events, the closing ones included. */
  get eventCount(): number {
    return this.#numbered.count;
  }

  /** Normalised events of rows `[from, to)` in order; those that close the journal belong to its last row. */
  events(from = 0, to = Infinity): Generator<RowEvent> {
    return this.#numbered.between(from, to);
  }
  /**
   * All normalised events, row by row. Passages are marks, which {@link MarkedReader} tells the meaning of until the next
   * row is asked for.
   */
  marked(reader: MarkedReader): Generator<readonly TraceEvent[]> {
    return this.#numbered.marked(reader);
  }
  /** Numbers all rows, one at a time; what is asked by row or sequence later needs no further reading then. */
  number(): Generator<number> {
    return this.#numbered.number();
  }
  /**
   * All events in order, fingerprinted on the way: what is asked of them later needs no further reading. Texts that they
   * only pass on may be marks.
   */
  replayed(): Generator<RowEvent> {
    return this.#numbered.fingerprinted();
  }
  /** Normalised events of one row. */
  eventsOf(row: number): TraceEvent[] {
    return this.#numbered.ofRow(row);
  }
  /** What a row of any status stands for, unnumbered. */
  shownOf(row: number): readonly NativeEvent[] {
    return this.#numbered.shownOf(row);
  }
  /** How many events come before a row: the sequence of its first one, where it has any. */
  eventsBefore(row: number): number {
    return this.#numbered.before(row);
  }
  /** The row that the event with a sequence comes from; null where there is none. */
  rowOf(sequence: number): number | null {
    return this.#numbered.rowOf(sequence);
  }
  /** Fingerprint of the first `events` normalised events; undefined when it is unavailable or they are not there. */
  fingerprint(events: number): string | undefined {
    return this.#numbered.fingerprint(events);
  }

  get #numbered(): NativeEvents {
    const { detected, fileName, newSha256, canonicalPass: pass } = this.#options;
    const { plan, index, passedOn, unread } = this;
    const format = detected.format.id;
    return (this.#events ??= new NativeEvents({
      ...{ format, fileName, plan, index, newSha256, pass, passedOn, unread },
      rows: this.#rows,
    }));
  }

  *#take(items: Iterable<Decoded | Plain>): Generator<number> {
    for (const item of items) {
      if (item.kind === 'plain') continue; // only a fast lane gives these
      const row = this.index.count;
      this.#accept(row, item);
      if (this.index.count > row) yield row;
    }
  }

  /** The last line without its line feed: a whole record is used; anything else ends the reading for good. */
  *#ending(): Generator<Decoded> {
    const items = this.#stream.ifEnded();
    const [first, ...others] = items?.filter(({ kind }) => kind !== 'note') ?? [];
    if (items === undefined || others.length > 0 || first?.kind === 'damage') {
      this.#end = 'final';
      this.#notesAtEnd = [];
      yield* this.#stream.end();
      return;
    }
    if (first !== undefined) {
      this.#end = 'record-held';
      yield first;
    }
    const row = Math.max(0, this.rows - 1);
    this.#notesAtEnd = items.flatMap((item) =>
      item.kind === 'note' ? [{ row, violation: item.violation }] : [],
    );
  }

  #accept(row: number, item: Decoded): void {
    if (item.kind === 'note') {
      this.#add(Math.max(0, row - 1), item.violation);
      return;
    }
    if (item.kind === 'damage') {
      this.#resolveTorn(undefined);
      const { offset, length, line, violation, salvaged } = item;
      this.index.add({ kind: DAMAGE, offset, length, line, sequence: -1 });
      if (violation.code === 'record-torn') this.#torn = { row, damage: item };
      else this.#add(row, violation);
      this.#survey.damaged(row, salvaged);
      return;
    }
    const { record, violations } = item;
    this.#resolveTorn(record);
    for (const violation of violations) this.#add(row, violation);
    const { tape, text, from, to, offset } = record;
    this.index.add({ kind: EVENT, offset, length: to - from, line: text.line, sequence: -1 });
    if ((tape.anyFlags & (LONG_INTEGER | NON_FINITE)) !== 0) this.#exact.add(row);
    if (!record.wellFormed) this.#illFormed.add(row);
    const surrogate = tape.firstLoneSurrogate;
    if (surrogate >= 0) {
      const at = record.placeOf(surrogate);
      this.#halves.add(row);
      this.#add(row, { code: 'lone-surrogate', path: record.pathTo(surrogate), isMended: true, at });
    }
    this.#survey.accept(row, record);
  }

  /** Reports a torn record, now that it is known what follows it: the same record in full, or something else. */
  #resolveTorn(next: JsonRecord | undefined): void {
    const torn = this.#torn;
    if (torn === undefined) return;
    this.#torn = undefined;
    const { row, damage } = torn;
    const isCopied =
      next !== undefined &&
      damage.length <= next.to - next.from &&
      isCompleteCopy(this.#options.source.read(damage.offset, damage.length), next.bytes);
    const related = isCopied ? [{ role: 'complete-copy' as const, at: next.place() }] : undefined;
    this.#add(row, { ...damage.violation, ...(related && { related }) });
  }

  #add(row: number, violation: Violation): void {
    this.found.add({ row, violation });
  }
}
