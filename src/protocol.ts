// The one typed contract between the three sides: engine worker ⇄ extension host ⇄ editor page. Types only; the
// machinery that carries them is `rpc.ts`. Every message is plain data, and every pushed message is a complete
// snapshot, never a delta, so that a hidden page that keeps only the newest one loses nothing.

import type { Lineage } from './core/branch.ts';
import type { SeenHistory } from './core/history.ts';
import type { Query, QueryFault } from './core/query.ts';
import type { Severity, SeverityTotals } from './core/severity.ts';
import type { Violation } from './core/violation.ts';

/** Request methods of a side: name → how it is called. All are answered asynchronously and can be aborted. */
export type Api = object;

// ── what is known of an opened journal ───────────────────────────────────────────────────────────────────────

/** Where the reading of the file stands. */
export type ReadState =
  | { readonly kind: 'reading'; readonly bytesRead: number; readonly bytesTotal: number }
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly reason: ReadFailure; readonly detail: string };

/** Why a file could not be read at all; everything that can be read is read, whatever is wrong in it. */
export type ReadFailure = 'not-found' | 'not-a-file' | 'no-permission' | 'io-error';

/** What kind of thing the file turned out to be. `empty` has no record; `unknown` holds records of no known format. */
export type FormatId = 'trace01' | 'unknown' | 'empty';

/** Why and where a replay cannot go further. `row` is the row of the fault, `sequence` the last one applied. */
export interface ReplayStop {
  readonly row: number;
  readonly lastSequence: number | null;
  readonly violation: Violation;
}

/** The header of a journal, complete each time it is sent. `generation` grows when rows may have changed meaning. */
export interface JournalSnapshot {
  readonly generation: number;
  readonly state: ReadState;
  readonly format: FormatId;
  readonly sessionId: string | null;
  readonly runId: string | null;
  /** Rows of the list: one per event, and one per damaged stretch of the file. */
  readonly rows: number;
  /** Events among the rows. */
  readonly events: number;
  readonly totals: SeverityTotals;
  /** Reason of the last `session.stop`, null without one. */
  readonly stopReason: string | null;
  /** Fingerprint of all that can be replayed, null where it is unavailable. */
  readonly fingerprint: string | null;
  /** Set when the replay cannot reach the end. */
  readonly replayStop: ReplayStop | null;
  readonly bytes: number;
}

/** One row of the list. Text fields come from the journal: hostile, bounded in length, never markup. */
export interface Row {
  readonly row: number;
  readonly kind: 'event' | 'damage';
  /** 0-based physical line. */
  readonly line: number;
  readonly sequence: number | null;
  readonly eventId: string | null;
  readonly type: string | null;
  readonly actorKind: string | null;
  readonly actorId: string | null;
  /** One line, at most 300 characters. */
  readonly summary: string;
  /** RFC 3339 as recorded. */
  readonly timestamp: string | null;
  /** Worst severity of the violations at this row. */
  readonly severity: Severity | null;
  /** True when the replay does not reach this row. */
  readonly beyondReplay: boolean;
}

/** Rows `from … from + rows.length - 1`. */
export interface RowPage {
  readonly generation: number;
  readonly from: number;
  readonly rows: readonly Row[];
}

/** The whole of one row, for the details pane. */
export interface RowDetails {
  readonly generation: number;
  readonly row: Row;
  /** The record's text, indented, numbers and escapes as recorded; cut after `limit` characters. */
  readonly text: string;
  /** About how long the whole text is when `text` was cut (the record's bytes, before it is indented), else null. */
  readonly fullLength: number | null;
  /** Bytes of the record in the file. */
  readonly bytes: number;
}

// ── replay ───────────────────────────────────────────────────────────────────────────────────────────────────

/** A message or a tool call of the replayed state, and the row it comes from. */
export interface ReplayedMessage {
  readonly row: number;
  readonly sequence: number;
  readonly text: string;
}

export interface ReplayedToolCall {
  /** Row of the request, or of the result where there is no request. */
  readonly row: number;
  readonly sequence: number;
  readonly callId: string | null;
  readonly tool: string;
  readonly arguments: string;
  readonly result: {
    readonly row: number;
    readonly sequence: number;
    readonly ok: boolean | null;
    readonly text: string;
  } | null;
}

/** The newest items of a list, and how many there are in all. */
export interface Newest<Item> {
  readonly total: number;
  /** In order, the last one of the list last. */
  readonly items: readonly Item[];
}

/**
 * The state as it stood at `row`. Nothing was executed to get it. Texts are cut after 2,000 characters, and of a record
 * of more than 256 KB only what its beginning says is shown.
 */
export interface ReplayView {
  readonly generation: number;
  /** The row asked for. */
  readonly row: number;
  /** Sequence of the last event applied, null when none could be. */
  readonly sequence: number | null;
  readonly appliedEvents: number;
  readonly userMessages: Newest<ReplayedMessage>;
  readonly assistantMessages: Newest<ReplayedMessage>;
  readonly toolCalls: Newest<ReplayedToolCall>;
  readonly stopReason: string | null;
  readonly fingerprint: string | null;
  /** Set when a fault lies at or before `row`: the state is that of the last whole event before it. */
  readonly stopped: ReplayStop | null;
}

/** A violation and the row that shows it. `fileLevel` ones have no row of their own and carry the nearest. */
export interface RowViolation {
  readonly row: number;
  readonly violation: Violation;
  readonly severity: Severity;
}

/** A file that the log shows as changed after the fork, and the sequences of the events that show it. */
export interface FileEffect {
  readonly path: string;
  readonly sequences: readonly number[];
}

/** Why no branch can be made at a row. */
export type BranchRefusal =
  | { readonly reason: 'row-outside' }
  | { readonly reason: 'not-an-event' }
  | { readonly reason: 'error-in-prefix'; readonly violation: Violation }
  | { readonly reason: 'fingerprint-unavailable' };

/** What a branch at a row would record. `lineage.branch_id` is empty: the person chooses it. */
export type BranchPlan =
  | { readonly ok: true; readonly lineage: Lineage; readonly effects: readonly FileEffect[] }
  | { readonly ok: false; readonly refusal: BranchRefusal };

/** One step of a search: the rows found, and where to go on. `done` when all rows have been looked through. */
export type SearchResult =
  | { readonly ok: true; readonly hits: readonly number[]; readonly next: number; readonly done: boolean }
  | { readonly ok: false; readonly fault: QueryFault };

// ── the two request interfaces ───────────────────────────────────────────────────────────────────────────────

/** Asked by the extension host of the engine of one journal. */
export interface EngineApi {
  /** `seen` is what an earlier reading saw: where it is no longer so, the journal was rewritten. */
  open(params: { path: string; seen?: SeenHistory | null }): JournalSnapshot;
  /**
   * Reads on where the file has grown. `unchanged`: no more bytes. `grown`: they are being read, and a snapshot follows.
   * `reread`: the file has to be read from its start, because it is another one, was cut or changed, or ended in
   * something that the new bytes may complete in another way.
   */
  follow(params: Record<string, never>): 'unchanged' | 'grown' | 'reread';
  /** What this reading saw, null before its end. */
  history(params: Record<string, never>): SeenHistory | null;
  rows(params: { from: number; count: number }): RowPage;
  details(params: { row: number; limit: number }): RowDetails;
  replay(params: { row: number }): ReplayView;
  /** All violations in file order, at most `limit`, worst first when cut. */
  violations(params: { limit: number }): readonly RowViolation[];
  violationsAt(params: { row: number }): readonly RowViolation[];
  /** The next row after `row` (previous for -1), wrapping round, that has a violation; null when none has. */
  nextProblem(params: { row: number; direction: 1 | -1 }): number | null;
  /** The row that holds or is nearest above a 0-based line. */
  rowAtLine(params: { line: number }): number | null;
  planBranch(params: { row: number }): BranchPlan;
  /** Looks through rows from `from` on. Ask again from `next` until `done`; abort to cancel. */
  search(params: { query: Query; from: number; limit: number }): SearchResult;
}

/** Pushed by the engine. */
export interface EngineEvents {
  snapshot: JournalSnapshot;
}

/** A violation as the page shows it: already in words. */
export interface ShownViolation {
  readonly row: number;
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly related: readonly { readonly label: string; readonly line: number }[];
}

/** A step of a search as the page gets it. */
export type ShownSearchResult =
  Extract<SearchResult, { ok: true }> | { readonly ok: false; readonly message: string };

/** Asked by the editor page of the extension host. */
export interface PageApi {
  /** The page listens now, also after it was hidden and made anew: push it the `state`. */
  ready(params: Record<string, never>): null;
  /** Reads the file from its start once more, after a failure. */
  readAgain(params: Record<string, never>): null;
  rows(params: { from: number; count: number }): RowPage;
  details(params: { row: number; full: boolean }): {
    details: RowDetails;
    violations: readonly ShownViolation[];
  };
  /** The person moved the cursor. */
  moveCursor(params: { row: number }): null;
  nextProblem(params: { row: number; direction: 1 | -1 }): number | null;
  /** The row at a 0-based line, for a related place. */
  rowAtLine(params: { line: number }): number | null;
  /** As the engine's; a fault comes back in words. */
  search(params: { query: Query; from: number; limit: number }): ShownSearchResult;
  copyFingerprint(params: Record<string, never>): null;
  openAsText(params: Record<string, never>): null;
  /** The page's own context-menu actions, for the keyboard: runs the command on a row. */
  branchFrom(params: { row: number }): null;
}

/** Everything the page shows outside the rows. */
export interface PageState {
  readonly fileName: string;
  readonly snapshot: JournalSnapshot;
  readonly cursor: number;
  /**
   * Grows when the cursor was moved by someone else than the page: reveal it. Focus the list only where the page has
   * the focus already; the caret of a text editor beside it may be what moved the cursor.
   */
  readonly revealRequest: number;
  /** The replay's stop in words, null when the replay reaches the end. */
  readonly stopMessage: string | null;
  /** What went wrong with the whole file, in words, null when nothing did. */
  readonly failureMessage: string | null;
}

/** Pushed to the editor page. */
export interface PageEvents {
  state: PageState;
}
