// The contents of a Trace 0.1 journal. Holds the index, the outline and the violations; never an event.

import type { Break, Checked, Found } from '../core/check.ts';
import type { Column } from '../core/column.ts';
import type { NewSha256 } from '../core/fingerprint.ts';
import { EVENT, type JournalIndex } from '../core/journalIndex.ts';
import type { JsonRecord } from '../core/record.ts';
import type { Query } from '../core/query.ts';
import type { Format } from '../formats/format.ts';
import type { BranchPlan, ReplayStop, ReplayView, Row, RowDetails, SearchResult } from '../protocol.ts';
import { planBranch } from './branchPlan.ts';
import type { ByteSource } from './byteSource.ts';
import type { Contents, Summary, Ungenerated } from './contents.ts';
import { eventsBetween } from './facts.ts';
import { FoundList } from './foundList.ts';
import { Outline } from './outline.ts';
import { OutlinedFact } from './outlinedFact.ts';
import { JournalReader } from './reader.ts';
import { recordText } from './recordText.ts';
import { listsAt, stopReason } from './replayView.ts';
import { RowReader } from './rowReader.ts';
import { savedReading, type Reading } from './savedReading.ts';
import type { SavedTrace } from './savedTrace.ts';
import { search } from './search.ts';
import { ShownEvents } from './shownEvents.ts';
import type { Turns } from './turns.ts';

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
  readonly #shown: ShownEvents;
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
    this.#shown = new ShownEvents(source, this.#index);
    if (saved === undefined) return;
    for (const [i, column] of this.#columns().entries())
      column.restore(saved.columns[i]?.[0] ?? new Uint8Array(0));
    for (const found of saved.found) this.#found.add(found);
    this.#events = saved.events;
    this.#sessionId = saved.sessionId;
    this.#runId = saved.runId;
  }

  /** What is worth keeping of this reading, once it is settled. */
  saved(): Omit<SavedTrace, 'file' | 'state' | 'history'> {
    const applied = this.#index.eventsBefore(this.#replayEnd());
    const end = this.#reader.atEnd();
    return {
      events: this.#events,
      sessionId: this.#sessionId,
      runId: this.#runId,
      fingerprint: this.#reader.fingerprint(applied) ?? null,
      applied,
      break: this.#reader.break ?? null,
      found: this.#found.stable,
      end: { found: end.found, break: end.break ?? null },
      columns: this.#columns().map((column) => column.parts()),
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
    this.#found.atEnd([...end.found.map(asFollowed), ...rewritten]);
  }

  resume(): boolean {
    if (!this.#reader.resume()) return false;
    this.#found.clearEnd();
    this.#shown.clear();
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
      stopReason: stop < 0 ? null : stopReason(this.#shown.at(stop)),
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
      ...listsAt(this.#outline, cursor, this.#outline.at(cursor), this.#shown.forView()),
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

  planBranch(row: number, signal: AbortSignal): Promise<BranchPlan> {
    return planBranch(
      {
        rows: this.rows,
        found: this.#found,
        stop: this.#stopped(),
        isEvent: (at) => this.#index.at(at)?.kind === EVENT,
        events: (from, to) => this.#eventsIn(from, to),
        fingerprint: (events) => this.#reader.fingerprint(events),
      },
      row,
      { turns: this.#options.turns, signal },
    );
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

/** An unfinished last record of a file that is followed is no fault yet. */
function asFollowed(found: Found): Found {
  const { violation } = found;
  if (violation.code !== 'record-torn' || !violation.last) return found;
  return { ...found, violation: { ...violation, followed: true } };
}
