// One opened journal: reads it once from first byte to last, keeps the index and the violations, and answers every
// question from them and from small ranged reads. Holds no event.

import type { Break, Checked, Found } from '../core/check.ts';
import { HistoryGuard, type SeenHistory } from '../core/history.ts';
import { lineageOf } from '../core/branch.ts';
import type { NewSha256 } from '../core/fingerprint.ts';
import { changedFiles } from '../core/projections/changedFiles.ts';
import { stopState } from '../core/projections/stopState.ts';
import { applyEvent, initialState } from '../core/replay.ts';
import type { TraceEvent } from '../core/schema.ts';
import type { Query } from '../core/query.ts';
import { severityOf, type SeverityTotals } from '../core/severity.ts';
import type { Format } from '../formats/format.ts';
import type {
  BranchPlan,
  JournalSnapshot,
  ReadState,
  ReplayStop,
  ReplayView,
  RowDetails,
  RowPage,
  RowViolation,
  SearchResult,
} from '../protocol.ts';
import type { ByteSource } from './byteSource.ts';
import { eventsBetween } from './facts.ts';
import { EVENT, indexedRow, JournalIndex } from './journalIndex.ts';
import { detect, JournalReader, type Detected } from './reader.ts';
import { viewOf } from './replayView.ts';
import { RowReader } from './rowReader.ts';
import { search } from './search.ts';
import { inTurns, type Turns } from './turns.ts';

/** Violations of each severity kept with their evidence; beyond, they are counted and their rows marked. */
const MAX_KEPT = 100_000;

export interface OpenOptions {
  readonly source: ByteSource;
  readonly newSha256: NewSha256;
  readonly kernel?: WebAssembly.Module | undefined;
  readonly turns: Turns;
  /** What an earlier reading of the file saw, to tell whether it was rewritten since. */
  readonly seen?: SeenHistory;
  /** Told of the state at the start, while reading, and at the end. */
  readonly onSnapshot: (snapshot: JournalSnapshot) => void;
}

/** Milliseconds between two snapshots while reading. */
const SNAPSHOT_INTERVAL = 100;

export class OpenJournal {
  readonly #options: OpenOptions;
  readonly #source: ByteSource;
  readonly #index = new JournalIndex();
  readonly #found: Found[] = [];
  readonly #totals: SeverityTotals = { error: 0, warning: 0, information: 0 };
  #generation = 1;
  #detected: Detected = 'empty';
  #state: ReadState;
  #events = 0;
  #delivered = 0;
  #reader: JournalReader | undefined;
  #rows: RowReader | undefined;
  #sessionId: string | null = null;
  #runId: string | null = null;
  #stop = stopState.initial();
  #replayStop: ReplayStop | null = null;
  #history: SeenHistory | null = null;

  constructor(options: OpenOptions) {
    this.#options = options;
    this.#source = options.source;
    this.#state = { kind: 'reading', bytesRead: 0, bytesTotal: options.source.size() };
  }

  /** Reads the whole journal, in turns. Requests are answered meanwhile, from what has been read. */
  async read(): Promise<void> {
    this.#detected = detect(this.#source);
    const format = this.#format();
    if (format === undefined) {
      this.#state = { kind: 'ready' };
      this.#publish();
      return;
    }
    const { newSha256, kernel, turns } = this.#options;
    const source = this.#source;
    const bytesTotal = source.size();
    const report = (found: Found) => this.#add(found);
    const guard = new HistoryGuard(newSha256, this.#options.seen);
    const onRead = (bytesRead: number, chunk: Uint8Array) => {
      guard.push(chunk);
      this.#state = { kind: 'reading', bytesRead, bytesTotal };
    };
    const reader = new JournalReader({ source, format, newSha256, kernel, report, onRead });
    this.#reader = reader;
    this.#rows = new RowReader(source, this.#index, format);
    let published = turns.now();
    const publishNow = () => {
      published = turns.now();
      this.#publish();
    };
    const pause = async () => {
      if (turns.now() - published >= SNAPSHOT_INTERVAL) publishNow();
      await turns.pause();
    };
    publishNow();
    await inTurns(reader.rows(), { now: turns.now, pause }, undefined, (row) => this.#take(row));

    const end = reader.atEnd();
    for (const found of end.found) this.#add(found);
    this.#history = guard.end();
    this.#addRewritten(this.#history.rewrittenAt);
    this.#found.sort((a, b) => a.row - b.row || a.violation.at.offset - b.violation.at.offset);
    this.#replayStop = this.#stopAt(end.break);
    this.#generation += 1;
    this.#state = { kind: 'ready' };
    this.#publish();
  }

  /** What this reading saw of the file, for the next one; null before its end. */
  history(): SeenHistory | null {
    return this.#history;
  }

  snapshot(): JournalSnapshot {
    const applied = this.#appliedBefore(this.#replayEnd());
    return {
      generation: this.#generation,
      state: this.#state,
      format: typeof this.#detected === 'string' ? this.#detected : this.#detected.id,
      sessionId: this.#sessionId,
      runId: this.#runId,
      rows: this.#index.count,
      events: this.#events,
      totals: { ...this.#totals },
      stopReason: this.#stop.reason,
      fingerprint: this.#state.kind === 'ready' ? (this.#reader?.fingerprint(applied) ?? null) : null,
      replayStop: this.#stopped(),
      bytes: this.#source.size(),
    };
  }

  rows(from: number, count: number): RowPage {
    const rows = this.#rows?.page(from, count, this.#replayEnd()) ?? [];
    return { generation: this.#generation, from: rows[0]?.row ?? Math.max(0, from), rows };
  }

  /** @throws {RangeError} when there is no such row. */
  details(row: number, limit: number): RowDetails {
    const indexed = this.#index.at(row);
    if (indexed === undefined || this.#rows === undefined) throw new RangeError(`no row ${row}`);
    const { text, cut } = this.#rows.text(indexed, limit);
    return {
      generation: this.#generation,
      row: this.#rows.row(row, indexed, this.#replayEnd()),
      text,
      fullLength: cut ? indexed.length : null,
      bytes: indexed.length,
    };
  }

  async replay(row: number, signal: AbortSignal): Promise<ReplayView> {
    const format = this.#format();
    const end = Math.min(row + 1, this.#replayEnd());
    const state = initialState();
    const rowOf = new Map<number, number>();
    if (format !== undefined) {
      await inTurns(this.#eventsIn(format, 0, end), this.#options.turns, signal, (item) => {
        rowOf.set(item.event.sequence, item.row);
        applyEvent(state, item.event);
      });
    }
    return {
      generation: this.#generation,
      row,
      ...viewOf(state, (sequence) => rowOf.get(sequence) ?? 0),
      fingerprint: this.#reader?.fingerprint(state.appliedEvents) ?? null,
      stopped: row >= this.#replayEnd() ? this.#stopped() : null,
    };
  }

  /** All violations in file order; where there are more than `limit`, the worst are kept. */
  violations(limit: number): RowViolation[] {
    const all = this.#found.map(({ row, violation }) => ({
      row,
      violation,
      severity: severityOf(violation),
    }));
    if (all.length <= limit) return all;
    const kept = (['error', 'warning', 'information'] as const)
      .flatMap((severity) => all.filter((found) => found.severity === severity))
      .slice(0, limit);
    return kept.sort((a, b) => a.row - b.row);
  }

  violationsAt(row: number): RowViolation[] {
    return this.#found
      .filter((found) => found.row === row)
      .map(({ violation }) => ({ row, violation, severity: severityOf(violation) }));
  }

  nextProblem(row: number, direction: 1 | -1): number | null {
    return this.#index.nextMarked(row, direction);
  }

  rowAtLine(line: number): number | null {
    return this.#index.rowAtLine(line);
  }

  /** One step of a search through all rows. */
  async search(query: Query, from: number, limit: number, signal: AbortSignal): Promise<SearchResult> {
    const format = this.#format();
    if (format === undefined) return { ok: true, hits: [], next: 0, done: true };
    const parts = { source: this.#source, index: this.#index, format, turns: this.#options.turns };
    return search(parts, query, from, limit, signal);
  }

  /** What a branch at a row would record, and which files the log shows as changed after it. */
  async planBranch(row: number, signal: AbortSignal): Promise<BranchPlan> {
    const format = this.#format();
    const indexed = this.#index.at(row);
    if (indexed === undefined || format === undefined) return refuse({ reason: 'row-outside' });
    const stop = this.#stopped();
    if (stop !== null && row >= stop.row) {
      return refuse({ reason: 'error-in-prefix', violation: stop.violation });
    }
    const inPrefix = this.#found.find(
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
    await inTurns(this.#eventsIn(format, 0, row + 1), turns, signal, ({ event }) => prefix.push(event));
    const fingerprint = this.#reader?.fingerprint(prefix.length);
    if (fingerprint === undefined) return refuse({ reason: 'fingerprint-unavailable' });

    const files = changedFiles.initial();
    const after = this.#eventsIn(format, row + 1, this.#index.count);
    await inTurns(after, turns, signal, ({ event }) => changedFiles.apply(files, event));
    const effects = [...files].map(([path, sequences]) => ({ path, sequences }));
    return { ok: true, lineage: lineageOf('', prefix, fingerprint), effects };
  }

  close(): void {
    this.#source.close();
  }

  #format(): Format | undefined {
    return typeof this.#detected === 'string' ? undefined : this.#detected;
  }

  #eventsIn(format: Format, from: number, to: number) {
    return eventsBetween(this.#source, this.#index, format, from, to);
  }

  #take(row: Checked): void {
    this.#index.add(indexedRow(row));
    if (row.kind === 'damage') return;
    const { fact, retry } = row;
    this.#events += 1;
    if (!retry) this.#delivered += 1;
    this.#sessionId ??= fact.sessionId ?? null;
    this.#runId ??= fact.runId ?? null;
    if (fact.type === 'session.stop' && fact.event !== undefined) stopState.apply(this.#stop, fact.event);
  }

  #add(found: Found): void {
    const severity = severityOf(found.violation);
    this.#totals[severity] += 1;
    // Told at the end of the file, but shown where the first such line is.
    const { code, at } = found.violation;
    const row = code === 'crlf' ? (this.#index.rowAtLine(at.line) ?? found.row) : found.row;
    this.#index.mark(row, severity);
    if (this.#totals[severity] <= MAX_KEPT) this.#found.push({ ...found, row });
  }

  /** Where the replay stops; while the file is read, by what is known so far. */
  #stopped(): ReplayStop | null {
    return this.#state.kind === 'ready' ? this.#replayStop : this.#stopAt(this.#reader?.break);
  }

  #stopAt(fault: Break | undefined): ReplayStop | null {
    return fault === undefined ? null : { ...fault, lastSequence: this.#lastSequenceBefore(fault.row) };
  }

  /** The journal is not append-only. The facts as they are now are whole all the same. */
  #addRewritten(firstDifference: number | null): void {
    if (firstDifference === null) return;
    const { row, line, offset } = this.#index.rowAtOffset(firstDifference) ?? { row: 0, line: 0, offset: 0 };
    const at = { line, start: 0, end: 0, offset };
    this.#add({ row, violation: { code: 'history-rewritten', firstDifference, at } });
  }

  /** The first row that the replay excludes. */
  #replayEnd(): number {
    return this.#stopped()?.row ?? this.#index.count;
  }

  /** How many events are applied before a row. */
  #appliedBefore(row: number): number {
    if (row >= this.#index.count) return this.#delivered;
    let applied = 0;
    for (let at = 0; at < row; at++) if (this.#index.at(at)?.kind === EVENT) applied += 1;
    return applied;
  }

  #lastSequenceBefore(row: number): number | null {
    for (let at = row - 1; at >= 0; at--) {
      const indexed = this.#index.at(at);
      if (indexed?.kind === EVENT) return indexed.sequence;
    }
    return null;
  }

  #publish(): void {
    this.#options.onSnapshot(this.snapshot());
  }
}

function refuse(refusal: Extract<BranchPlan, { ok: false }>['refusal']): BranchPlan {
  return { ok: false, refusal };
}
