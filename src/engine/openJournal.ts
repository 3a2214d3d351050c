// One opened journal: reads it once from first byte to last, and on whenever it has grown, in turns that leave room for
// requests. What it answers from are the contents, which depend on the format.

import { HistoryGuard, type SeenHistory } from '../core/history.ts';
import type { NewSha256 } from '../core/fingerprint.ts';
import type { Crc32 } from '../core/lineSums.ts';
import type { Query } from '../core/query.ts';
import { emptySnapshot } from '../emptySnapshot.ts';
import type {
  BranchPlan,
  FormatId,
  JournalSnapshot,
  ReadState,
  ReplayView,
  RowDetails,
  RowPage,
  RowViolation,
  SearchResult,
} from '../protocol.ts';
import type { ByteSource } from './byteSource.ts';
import type { NewCanonicalPass } from './canonicalPass.ts';
import type { Contents } from './contents.ts';
import { detectNative, isFrames } from './nativeDetect.ts';
import type { BaseFiles } from './inheritedHistory.ts';
import { keep, loadKept, type Keeper, type Kept } from './keeper.ts';
import { NativeContents } from './nativeContents.ts';
import type { TextOf } from './nativeRows.ts';
import { detect } from './reader.ts';
import { TraceContents } from './traceContents.ts';
import { inTurns, type Turns } from './turns.ts';
import { WarmUp } from './warmUp.ts';

export interface OpenOptions {
  readonly source: ByteSource;
  readonly newSha256: NewSha256;
  readonly crc32?: Crc32 | undefined;
  readonly kernel?: WebAssembly.Module | undefined;
  readonly turns: Turns;
  /** Name of the file without its folder: an agent may have named the session in it. */
  readonly fileName?: string;
  /** How records of an agent's log become text; the general way without it. */
  readonly textOf?: TextOf;
  /** A faster way to the canonical bytes of the events of an agent's log. */
  readonly canonicalPass?: NewCanonicalPass | undefined;
  /** Finds what an agent's log builds on, where it holds only what came after. */
  readonly bases?: BaseFiles | undefined;
  /** What an earlier reading of the file saw, to tell whether it was rewritten since. */
  readonly seen?: SeenHistory;
  /** Where what was read may be kept for the next opening. */
  readonly keeper?: Keeper | undefined;
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
  abandoned: false,
};

/** Milliseconds between two snapshots while reading. */
const SNAPSHOT_INTERVAL = 100;
/** The same for a journal that has grown: most of what comes is read sooner, and its header need not flicker. */
const GROWN_INTERVAL = 500;

export class OpenJournal {
  readonly #options: OpenOptions;
  readonly #source: ByteSource;
  #guard: HistoryGuard;
  #generation = 1;
  /** What the file is where there is nothing in it to read. */
  #found: FormatId = 'empty';
  #state: ReadState;
  #contents: Contents | undefined;
  #history: SeenHistory | null = null;

  constructor(options: OpenOptions) {
    this.#options = options;
    this.#source = options.source;
    this.#guard = new HistoryGuard(options.newSha256, options.seen, options.crc32);
    this.#state = { kind: 'reading', bytesRead: 0, bytesTotal: options.source.size() };
  }

  /** Reads the whole journal, in turns. Requests are answered meanwhile, from what has been read. */
  async read(): Promise<void> {
    const kept = loadKept(this.#options.keeper, this.#source, this.#options.newSha256);
    if (kept !== undefined && this.#restore(kept)) {
      this.#behind = this.#readBehind(kept);
      await this.#behind;
      return;
    }
    this.#contents = this.#open();
    if (this.#contents === undefined) {
      this.#state = { kind: 'ready' };
      this.#publish();
      return;
    }
    this.#publish();
    const identity = this.#options.keeper?.identity();
    const history = await this.#readOn(this.#contents);
    this.#generation += 1;
    this.#publish();
    keep(this.#contents, identity, { history, bytes: this.#guard.bytes }, this.#options.keeper);
    while (!this.#isClosed && this.#warmUp.whenRead(this.#contents)) await this.#options.turns.pause();
  }

  /**
   * Shows what was kept of this very file: all there is, or what it began with when it has grown since. False when the
   * file is no journal any more.
   */
  #restore({ saved, hasGrown }: Kept): boolean {
    const format = detect(this.#source);
    if (typeof format === 'string') return false;
    const { newSha256, seen, crc32 } = this.#options;
    const contents = new TraceContents({ ...this.#options, format, onRead: () => undefined }, saved);
    contents.settle(null);
    // What its end told may be told otherwise by what has come since.
    if (hasGrown) contents.resume();
    else this.#state = { kind: 'ready' };
    this.#contents = contents;
    this.#guard = new HistoryGuard(newSha256, seen ?? saved.history ?? undefined, crc32);
    this.#generation += 1;
    this.#publish();
    return true;
  }

  /** Reads the journal behind what was kept of it, and puts it in its place. */
  #behind: Promise<void> | undefined;
  async #readBehind({ hasGrown }: Kept): Promise<void> {
    const shown = this.#contents;
    const ready = this.#state;
    const contents = this.#open();
    if (shown === undefined || contents === undefined) return;
    const identity = this.#options.keeper?.identity();
    const history = await this.#readOn(contents, hasGrown ? undefined : ready);
    this.#contents = contents;
    this.#behind = undefined;
    // As when it is followed: rows that were shown stay what they are.
    const isContinued =
      this.#options.seen === undefined &&
      history.rewrittenAt === null &&
      contents.revision === shown.revision;
    const isSame = JSON.stringify(contents.summary()) === JSON.stringify(shown.summary());
    if (hasGrown ? !isContinued : !isSame) this.#generation += 1;
    this.#publish();
    if (!hasGrown && isSame) return;
    keep(contents, identity, { history, bytes: this.#guard.bytes }, this.#options.keeper);
  }

  /**
   * Gets ready to read what the file has grown by; {@link readMore} then does. `reread` when this reading cannot go on:
   * the bytes before are not what they were, or the end it had read may turn out otherwise.
   */
  follow(): 'unchanged' | 'grown' | 'reread' {
    const contents = this.#contents;
    // What was kept is shown as it is until the file was read behind it.
    if (this.#behind !== undefined) return 'unchanged';
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
    const { revision } = this.#contents;
    await this.#readOn(this.#contents);
    if (this.#contents.revision !== revision) this.#generation += 1;
    this.#publish();
  }

  /**
   * Gets ready to replay the branch through an abandoned row, or with null the agent's own; {@link readMore} then does.
   * False when there is no such branch, or something is being read.
   */
  followBranch(row: number | null): boolean {
    if (this.#isReading || this.#contents?.followBranch(row) !== true) return false;
    const size = this.#source.size();
    this.#state = { kind: 'reading', bytesRead: size / 2, bytesTotal: size };
    return true;
  }

  /** What the logs that an agent's log belongs with are found by; undefined for other journals. */
  identity(): NativeContents['identity'] {
    return this.#contents instanceof NativeContents ? this.#contents.identity : undefined;
  }

  /** Stops reading: {@link read} rejects with {@link Aborted}. */
  cancel(): void {
    if (this.#state.kind === 'reading') this.#stopping.abort();
  }
  readonly #stopping = new AbortController();

  /** What this reading saw of the file, for the next one; null before its end. */
  history(): SeenHistory | null {
    return this.#history;
  }

  snapshot(): JournalSnapshot {
    const state = this.#state;
    const bytes = this.#source.size();
    const summary = this.#contents?.summary() ?? emptySnapshot(state);
    const format = this.#contents?.format ?? this.#found;
    return { ...summary, format, generation: this.#generation, state, bytes };
  }

  rows(from: number, count: number): RowPage {
    const rows = this.#contents?.page(from, count) ?? [];
    return { generation: this.#generation, from: rows[0]?.row ?? Math.max(0, from), rows };
  }

  /** @throws {RangeError} when there is no such row. */
  details(row: number, limit: number, from = 0): RowDetails {
    return { generation: this.#generation, ...this.#read(row).details(row, limit, from) };
  }

  /** The state as it stood at a row; a file without events has an empty one. */
  replay(row: number): ReplayView {
    const view = this.#contents?.replay(row) ?? { ...NOTHING, row };
    const isPending = this.#behind !== undefined && view.fingerprint === null;
    return { generation: this.#generation, ...view, ...(isPending && { fingerprintPending: true }) };
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
    await this.#behind;
    return (
      this.#contents?.planBranch(row, signal) ??
      Promise.resolve({ ok: false, refusal: { reason: 'row-outside' } })
    );
  }

  close(): void {
    this.#isClosed = true;
    if (this.#contents instanceof NativeContents) this.#contents.close();
    this.#source.close();
  }

  #read(row: number): Contents {
    if (this.#contents === undefined) throw new RangeError(`no row ${row}`);
    return this.#contents;
  }

  /** The contents by their format, undefined where there is nothing to read. */
  #open(): Contents | undefined {
    const source = this.#source;
    const detected = detect(source);
    const reading = (bytesRead: number) => {
      this.#state = { kind: 'reading', bytesRead, bytesTotal: Math.max(bytesRead, source.size()) };
    };
    if (typeof detected !== 'string') {
      const onRead = (end: number, chunk: Uint8Array) => {
        this.#guard.push(chunk);
        reading(end);
      };
      return new TraceContents({ ...this.#options, format: detected, onRead });
    }
    const native = detectNative(source);
    if (native === undefined) {
      this.#found = isFrames(source) ? 'frames' : detected;
      return undefined;
    }
    // Read twice: half of the way is the survey, half the numbering.
    return new NativeContents({
      ...this.#options,
      detected: native,
      fileName: this.#options.fileName ?? null,
      onRead: (end, chunk) => {
        this.#guard.push(chunk);
        reading(end / 2);
      },
      onNumbered: (end) => reading((source.size() + end) / 2),
    });
  }

  /** Reads to the end, telling how far it is; with `unless`, in that state and without a word. */
  async #readOn(contents: Contents, unless?: ReadState): Promise<SeenHistory> {
    this.#isReading = true;
    const { turns } = this.#options;
    const interval = this.#history === null ? SNAPSHOT_INTERVAL : GROWN_INTERVAL;
    // The first rows are shown at the first pause.
    let published = contents.rows === 0 ? -Infinity : turns.now();
    const pause = async () => {
      if (unless === undefined && turns.now() - published >= interval) {
        published = turns.now();
        this.#publish();
      }
      this.#warmUp.whileReading(this.#contents ?? contents);
      await turns.pause();
    };
    const step = () => (this.#state = unless ?? this.#state);
    step();
    await inTurns(contents.read(), { now: turns.now, pause }, this.#stopping.signal, step);
    this.#history = this.#guard.end();
    contents.settle(this.#history.rewrittenAt);
    this.#state = { kind: 'ready' };
    this.#isReading = false;
    return this.#history;
  }
  readonly #warmUp = new WarmUp();
  #isReading = false;
  #isClosed = false;

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
