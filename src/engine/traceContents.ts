// The contents of a Trace 0.1 journal. Holds the index, the outline and the violations; never an event.

import type { Break, Checked } from '../core/check.ts';
import type { Column } from '../core/column.ts';
import { lineageOf } from '../core/branch.ts';
import type { Fact } from '../core/fact.ts';
import type { NewSha256 } from '../core/fingerprint.ts';
import { changedFiles } from '../core/projections/changedFiles.ts';
import type { JsonRecord } from '../core/record.ts';
import type { TraceEvent } from '../core/schema.ts';
import type { Query } from '../core/query.ts';
import { severityOf } from '../core/severity.ts';
import type { Format } from '../formats/format.ts';
import type { BranchPlan, ReplayStop, ReplayView, Row, RowDetails, SearchResult } from '../protocol.ts';
import type { ByteSource } from './byteSource.ts';
import type { Contents, Summary, Ungenerated } from './contents.ts';
import { eventsBetween } from './facts.ts';
import { FoundList } from './foundList.ts';
import { EVENT, JournalIndex } from '../core/journalIndex.ts';
import { Outline, type OutlinedEvent } from './outline.ts';
import { JournalReader } from './reader.ts';
import { listsAt, shownEvent, stopReason, type ShownEvent } from './replayView.ts';
import { recordText } from './recordText.ts';
import { RowReader } from './rowReader.ts';
import type { SavedTrace } from './savedTrace.ts';
import { search } from './search.ts';
import { inTurns, type Turns } from './turns.ts';

/** A record up to this size is read whole for the replay; of a larger one only the beginning is. */
const WHOLE = 64 * 1024;

/** Bytes read at once for them. */
const WINDOW = 32 * 1024;

/** Events kept for the next replay. */
const MOST_SHOWN = 2_000;

/** What is asked of a reader, and of what one has kept. */
type Reading = Pick<JournalReader, 'index' | 'rows' | 'resume' | 'break' | 'atEnd' | 'fingerprint'>;

/** A reading that is over: it gives no rows, and does not go on. */
function savedReading({ applied, fingerprint, break: fault, found }: SavedTrace): Reading {
  return {
    index: new JournalIndex(),
    *rows() {
      // All of them are in the index.
    },
    resume: () => false,
    break: fault ?? undefined,
    atEnd: () => ({ found, break: fault ?? undefined }),
    fingerprint: (events) => (events === applied ? (fingerprint ?? undefined) : undefined),
  };
}

export interface TraceOptions {
  readonly source: ByteSource;
  readonly format: Format;
  readonly newSha256: NewSha256;
  readonly kernel?: WebAssembly.Module | undefined;
  readonly turns: Turns;
  /** Told of each chunk that is read, with the absolute offset of its end. */
  readonly onRead: (end: number, chunk: Uint8Array) => void;
}

export class TraceContents implements Contents {
  readonly format;
  readonly #options: TraceOptions;
  readonly #index: JournalIndex;
  readonly #outline = new Outline();
  readonly #found: FoundList;
  readonly #reader: Reading;
  readonly #rows: RowReader;
  #events = 0;
  #sessionId: string | null = null;
  #runId: string | null = null;
  /** Where the replay stops, once the end is known. */
  #break: { readonly at: Break | undefined } | undefined;

  /** `saved` is what an earlier reading of the same file kept: there is nothing to read then. */
  constructor(options: TraceOptions, saved?: SavedTrace) {
    this.#options = options;
    const { source, format } = options;
    this.format = format.id;
    this.#reader =
      saved === undefined
        ? new JournalReader({ ...options, report: (found) => this.#found.add(found) })
        : savedReading(saved);
    this.#index = this.#reader.index;
    this.#found = new FoundList(this.#index);
    this.#rows = new RowReader(source, this.#index, format);
    if (saved === undefined) return;
    for (const [i, column] of this.#columns().entries())
      column.restore(saved.columns[i] ?? new Uint8Array(0));
    this.#events = saved.events;
    this.#sessionId = saved.sessionId;
    this.#runId = saved.runId;
  }

  /** What is worth keeping of this reading, once it is settled. */
  saved(identity: string): SavedTrace {
    const applied = this.#index.eventsBefore(this.#replayEnd());
    return {
      identity,
      events: this.#events,
      sessionId: this.#sessionId,
      runId: this.#runId,
      fingerprint: this.#reader.fingerprint(applied) ?? null,
      applied,
      break: this.#break?.at ?? null,
      found: this.#found.all(),
      columns: this.#columns().map((column) => column.bytes()),
    };
  }

  #columns(): readonly Column[] {
    return [...this.#index.columns, ...this.#outline.columns];
  }

  get rows(): number {
    return this.#index.count;
  }

  get totals() {
    return this.#found.totals;
  }

  *read(): Generator<undefined> {
    for (const row of this.#reader.rows()) {
      this.#take(row);
      yield;
    }
  }

  settle(rewrittenAt: number | null): void {
    const end = this.#reader.atEnd();
    this.#break = { at: end.break };
    const rewritten = rewrittenAt === null ? [] : [this.#rewritten(rewrittenAt)];
    this.#found.atEnd([...end.found, ...rewritten]);
  }

  resume(): boolean {
    if (!this.#reader.resume()) return false;
    this.#found.clearEnd();
    this.#shown.clear();
    this.#window = { start: 0, bytes: new Uint8Array(0) };
    this.#break = undefined;
    return true;
  }

  get revision(): number {
    return this.#stopped()?.row ?? -1;
  }

  followBranch(): boolean {
    return false;
  }

  summary(): Summary {
    const stopped = this.#stopped();
    const applied = this.#index.eventsBefore(this.#replayEnd());
    const { stop } = this.#outline.at(this.rows);
    return {
      format: this.format,
      sessionId: this.#sessionId,
      runId: this.#runId,
      rows: this.rows,
      events: this.#events,
      totals: this.totals,
      stopReason: stop < 0 ? null : stopReason(this.#read(stop)),
      fingerprint: this.#break === undefined ? null : (this.#reader.fingerprint(applied) ?? null),
      replayStop: stopped,
      agent: null,
    };
  }

  page(from: number, count: number): Row[] {
    return this.#rows.page(from, count, this.#replayEnd());
  }

  details(row: number, limit: number, from = 0): Ungenerated<RowDetails> {
    const indexed = this.#index.at(row);
    if (indexed === undefined) throw new RangeError(`no row ${row}`);
    const { text, cut } = recordText(this.#options.source, indexed, from + limit);
    return {
      row: this.#rows.row(row, indexed, this.#replayEnd()),
      text: text.slice(from),
      fullLength: cut ? indexed.length : null,
      bytes: indexed.length,
      events: null,
    };
  }

  replay(row: number): Ungenerated<ReplayView> {
    const end = Math.min(row + 1, this.#replayEnd());
    const cursor = end - 1;
    const appliedEvents = this.#index.eventsBefore(end);
    return {
      row,
      appliedEvents,
      sequence: this.#lastSequenceBefore(end),
      ...listsAt(this.#outline, cursor, this.#outline.at(cursor), this.#read),
      fingerprint: this.#reader.fingerprint(appliedEvents) ?? null,
      stopped: row >= this.#replayEnd() ? this.#stopped() : null,
      abandoned: false,
    };
  }

  violations(limit: number) {
    return this.#found.worst(limit);
  }
  violationsAt(row: number) {
    return this.#found.at(row);
  }
  nextProblem(row: number, direction: 1 | -1): number | null {
    return this.#index.nextMarked(row, direction);
  }
  rowAtLine(line: number): number | null {
    return this.#index.rowAtLine(line);
  }

  async search(query: Query, from: number, limit: number, signal: AbortSignal): Promise<SearchResult> {
    const { format } = this.#options;
    const envelopeOf = (record: JsonRecord) => format.envelope(record);
    return search({ ...this.#options, index: this.#index, envelopeOf }, query, from, limit, signal);
  }

  async planBranch(row: number, signal: AbortSignal): Promise<BranchPlan> {
    const indexed = this.#index.at(row);
    if (indexed === undefined) return refuse({ reason: 'row-outside' });
    const stop = this.#stopped();
    if (stop !== null && row >= stop.row) {
      return refuse({ reason: 'error-in-prefix', violation: stop.violation });
    }
    const inPrefix = this.#found.all().find(
      (found) =>
        found.row <= row &&
        severityOf(found.violation) === 'error' &&
        // The events as they are now are whole, whatever stood here before.
        found.violation.code !== 'history-rewritten',
    );
    if (inPrefix?.violation.code === 'lone-surrogate') return refuse({ reason: 'fingerprint-unavailable' });
    if (inPrefix !== undefined) return refuse({ reason: 'error-in-prefix', violation: inPrefix.violation });
    if (indexed.kind !== EVENT) return refuse({ reason: 'not-an-event' });

    const prefix: TraceEvent[] = [];
    const { turns } = this.#options;
    await inTurns(this.#eventsIn(0, row + 1), turns, signal, ({ event }) => prefix.push(event));
    const fingerprint = this.#reader.fingerprint(prefix.length);
    if (fingerprint === undefined) return refuse({ reason: 'fingerprint-unavailable' });

    const files = changedFiles.initial();
    const after = this.#eventsIn(row + 1, this.rows);
    await inTurns(after, turns, signal, ({ event }) => changedFiles.apply(files, event));
    const effects = [...files].map(([path, sequences]) => ({ path, sequences }));
    return { ok: true, lineage: lineageOf('', prefix, fingerprint), effects };
  }

  #eventsIn(from: number, to: number) {
    const { source, format } = this.#options;
    return eventsBetween(source, this.#index, format, from, to);
  }

  #take(row: Checked): void {
    if (row.kind === 'damage') return;
    const { fact, retry } = row;
    this.#events += 1;
    this.#sessionId ??= fact.sessionId ?? null;
    this.#runId ??= fact.runId ?? null;
    if (!retry && fact.whole) this.#outline.add(row.row, this.#outlined.of(fact));
  }
  readonly #outlined = new OutlinedFact();

  readonly #read = (row: number): ShownEvent => {
    const known = this.#shown.get(row);
    if (known !== undefined) return known;
    if (this.#shown.size >= MOST_SHOWN) this.#shown.clear();
    const event = this.#readShown(row);
    this.#shown.set(row, event);
    return event;
  };
  /** From one cursor to the next most of what is shown stays. */
  readonly #shown = new Map<number, ShownEvent>();

  #readShown(row: number): ShownEvent {
    const indexed = this.#index.at(row);
    if (indexed === undefined) throw new RangeError(`no row ${row}`);
    const { offset, length, sequence } = indexed;
    const bytes = this.#bytesAt(offset, Math.min(length, WHOLE));
    return shownEvent(bytes, { row, sequence, length });
  }

  /** Bytes of the file; what is shown together mostly stands together. */
  #bytesAt(offset: number, length: number): Uint8Array {
    const { start, bytes } = this.#window;
    if (offset < start || offset + length > start + bytes.length) {
      this.#window = { start: offset, bytes: this.#options.source.read(offset, Math.max(length, WINDOW)) };
    }
    const from = offset - this.#window.start;
    return this.#window.bytes.subarray(from, from + length);
  }
  #window: { start: number; bytes: Uint8Array } = { start: 0, bytes: new Uint8Array(0) };

  /** Where the replay stops; while the file is read, by what is known so far. */
  #stopped(): ReplayStop | null {
    const fault = this.#break === undefined ? this.#reader.break : this.#break.at;
    return fault === undefined ? null : { ...fault, lastSequence: this.#lastSequenceBefore(fault.row) };
  }

  /** The journal is not append-only. The facts as they are now are whole all the same. */
  #rewritten(firstDifference: number) {
    const { row, line, offset } = this.#index.rowAtOffset(firstDifference) ?? { row: 0, line: 0, offset: 0 };
    const at = { line, start: 0, end: 0, offset };
    return { row, violation: { code: 'history-rewritten', firstDifference, at } } as const;
  }

  /** The first row that the replay excludes. */
  #replayEnd(): number {
    return this.#stopped()?.row ?? this.rows;
  }

  #lastSequenceBefore(row: number): number | null {
    for (let at = row - 1; at >= 0; at--) {
      const indexed = this.#index.at(at);
      if (indexed?.kind === EVENT) return indexed.sequence;
    }
    return null;
  }
}

/** A fact as the outline asks for it. One serves all rows: most are asked for their type alone. */
class OutlinedFact implements OutlinedEvent {
  #fact: Fact | undefined;

  of(fact: Fact): this {
    this.#fact = fact;
    return this;
  }
  get type() {
    return this.#fact?.type;
  }
  get eventId() {
    return this.#fact?.eventId;
  }
  get parentId() {
    return this.#fact?.parentId;
  }
  get isFinal() {
    return this.payloadHas('final') && this.#fact?.event?.payload['final'] === true;
  }
  payloadText(key: string) {
    return this.#fact?.payloadText(key);
  }
  payloadHas(key: string) {
    return this.#fact?.payloadHas(key) ?? false;
  }
}

function refuse(refusal: Extract<BranchPlan, { ok: false }>['refusal']): BranchPlan {
  return { ok: false, refusal };
}
