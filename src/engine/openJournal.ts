// One opened journal: reads it once from first byte to last, and on whenever it has grown, in turns that leave room for
// requests. What it answers from are the contents, which depend on the format.

import { HistoryGuard, type SeenHistory } from '../core/history.ts';
import type { NewSha256 } from '../core/fingerprint.ts';
import type { Query } from '../core/query.ts';
import { emptySnapshot } from '../emptySnapshot.ts';
import type {
  BranchPlan,
  JournalSnapshot,
  ReadState,
  ReplayView,
  RowDetails,
  RowPage,
  RowViolation,
  SearchResult,
} from '../protocol.ts';
import type { ByteSource } from './byteSource.ts';
import type { Contents } from './contents.ts';
import { detect, type Detected } from './reader.ts';
import { TraceContents } from './traceContents.ts';
import { inTurns, type Turns } from './turns.ts';

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

const NO_ITEMS = { total: 0, items: [] };
const NOTHING = {
  sequence: null,
  appliedEvents: 0,
  userMessages: NO_ITEMS,
  assistantMessages: NO_ITEMS,
  toolCalls: NO_ITEMS,
  stopReason: null,
  fingerprint: null,
  stopped: null,
};

/** Milliseconds between two snapshots while reading. */
const SNAPSHOT_INTERVAL = 100;

export class OpenJournal {
  readonly #options: OpenOptions;
  readonly #source: ByteSource;
  readonly #guard: HistoryGuard;
  #generation = 1;
  #detected: Detected = 'empty';
  #state: ReadState;
  #contents: Contents | undefined;
  #history: SeenHistory | null = null;

  constructor(options: OpenOptions) {
    this.#options = options;
    this.#source = options.source;
    this.#guard = new HistoryGuard(options.newSha256, options.seen);
    this.#state = { kind: 'reading', bytesRead: 0, bytesTotal: options.source.size() };
  }

  /** Reads the whole journal, in turns. Requests are answered meanwhile, from what has been read. */
  async read(): Promise<void> {
    this.#detected = detect(this.#source);
    if (typeof this.#detected === 'string') {
      this.#state = { kind: 'ready' };
      this.#publish();
      return;
    }
    this.#contents = new TraceContents({
      ...this.#options,
      format: this.#detected,
      onRead: (end, chunk) => {
        this.#guard.push(chunk);
        this.#state = { kind: 'reading', bytesRead: end, bytesTotal: Math.max(end, this.#source.size()) };
      },
    });
    this.#publish();
    await this.#readOn(this.#contents);
    this.#generation += 1;
    this.#publish();
  }

  /**
   * Gets ready to read what the file has grown by; {@link readMore} then does. `reread` when this reading cannot go on:
   * the bytes before are not what they were, or the end it had read may turn out otherwise.
   */
  follow(): 'unchanged' | 'grown' | 'reread' {
    const contents = this.#contents;
    // What is being read now is read to the end that the file has by then.
    if (this.#state.kind === 'reading') return 'grown';
    const size = this.#source.size();
    if (contents === undefined) return size === 0 ? 'unchanged' : 'reread';
    if (size < this.#guard.bytes || !this.#endsAsBefore()) return 'reread';
    if (size === this.#guard.bytes) return 'unchanged';
    if (!contents.resume()) return 'reread';
    this.#state = { kind: 'reading', bytesRead: this.#guard.bytes, bytesTotal: size };
    return 'grown';
  }

  /** Reads on after {@link follow} said `grown`. */
  async readMore(): Promise<void> {
    if (this.#contents === undefined || this.#isReading) return;
    const stopBefore = this.#contents.summary().replayStop?.row;
    await this.#readOn(this.#contents);
    // Rows that were shown as replayed may not be any more.
    if (this.#contents.summary().replayStop?.row !== stopBefore) this.#generation += 1;
    this.#publish();
  }

  /** What this reading saw of the file, for the next one; null before its end. */
  history(): SeenHistory | null {
    return this.#history;
  }

  snapshot(): JournalSnapshot {
    const state = this.#state;
    const bytes = this.#source.size();
    const summary = this.#contents?.summary() ?? emptySnapshot(state);
    const format = typeof this.#detected === 'string' ? this.#detected : summary.format;
    return { ...summary, format, generation: this.#generation, state, bytes };
  }

  rows(from: number, count: number): RowPage {
    const rows = this.#contents?.page(from, count) ?? [];
    return { generation: this.#generation, from: rows[0]?.row ?? Math.max(0, from), rows };
  }

  /** @throws {RangeError} when there is no such row. */
  details(row: number, limit: number): RowDetails {
    return { generation: this.#generation, ...this.#open(row).details(row, limit) };
  }

  /** The state as it stood at a row; a file without events has an empty one. */
  replay(row: number): ReplayView {
    return { generation: this.#generation, ...(this.#contents?.replay(row) ?? { ...NOTHING, row }) };
  }

  /** All violations in file order; where there are more than `limit`, the worst are kept. */
  violations(limit: number): RowViolation[] {
    return this.#contents?.violations(limit) ?? [];
  }

  violationsAt(row: number): RowViolation[] {
    return this.#contents?.violationsAt(row) ?? [];
  }

  nextProblem(row: number, direction: 1 | -1): number | null {
    return this.#contents?.nextProblem(row, direction) ?? null;
  }

  rowAtLine(line: number): number | null {
    return this.#contents?.rowAtLine(line) ?? null;
  }

  /** One step of a search through all rows. */
  async search(query: Query, from: number, limit: number, signal: AbortSignal): Promise<SearchResult> {
    if (this.#contents === undefined) return { ok: true, hits: [], next: 0, done: true };
    return this.#contents.search(query, from, limit, signal);
  }

  /** What a branch at a row would record, and which files the log shows as changed after it. */
  async planBranch(row: number, signal: AbortSignal): Promise<BranchPlan> {
    return (
      this.#contents?.planBranch(row, signal) ??
      Promise.resolve({ ok: false, refusal: { reason: 'row-outside' } })
    );
  }

  close(): void {
    this.#source.close();
  }

  #open(row: number): Contents {
    if (this.#contents === undefined) throw new RangeError(`no row ${row}`);
    return this.#contents;
  }

  async #readOn(contents: Contents): Promise<void> {
    this.#isReading = true;
    const { turns } = this.#options;
    let published = turns.now();
    const pause = async () => {
      if (turns.now() - published >= SNAPSHOT_INTERVAL) {
        published = turns.now();
        this.#publish();
      }
      await turns.pause();
    };
    await inTurns(contents.read(), { now: turns.now, pause }, undefined, () => undefined);
    this.#history = this.#guard.end();
    contents.settle(this.#history.rewrittenAt);
    this.#state = { kind: 'ready' };
    this.#isReading = false;
  }
  #isReading = false;

  /** The last bytes that were read still stand where they stood. */
  #endsAsBefore(): boolean {
    const { offset, length, digest } = this.#guard.last();
    const now = this.#options.newSha256();
    now.update(this.#source.read(offset, length));
    return now.digest() === digest;
  }

  #publish(): void {
    this.#options.onSnapshot(this.snapshot());
  }
}
