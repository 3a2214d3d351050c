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
export interface FailedState {
  readonly kind: 'failed';
  readonly reason: ReadFailure;
  /** The system's own message. */
  readonly detail: string;
}

export type ReadState =
  | { readonly kind: 'reading'; readonly bytesRead: number; readonly bytesTotal: number }
  | { readonly kind: 'ready' }
  | FailedState;

/** Why a file could not be read at all; everything that can be read is read, whatever is wrong in it. */
export type ReadFailure = 'not-found' | 'not-a-file' | 'no-permission' | 'io-error' | 'cancelled';

/**
 * What kind of thing the file turned out to be. `agent` is an agent's own log; `frames` a binary log that is recognised
 * and not read; `empty` has no record; `unknown` holds records of no known format.
 */
export type FormatId = 'trace01' | 'agent' | 'frames' | 'unknown' | 'empty';

/** Why and where a replay cannot go further. `row` is the row of the fault, `sequence` the last one applied. */
export interface ReplayStop {
  readonly row: number;
  readonly lastSequence: number | null;
  readonly violation: Violation;
}

/** Tokens as an agent's log records them, each reply counted once. */
export interface TokenFigures {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly total: number;
  /** Null where the log names none. */
  readonly cost: number | null;
}

/** Why not all of the records that come before a log are at hand. */
export type BaseTroubleCode =
  | 'not-here'
  | 'not-readable'
  /** The file is no log of the same agent. */
  | 'other-format'
  /** The file is the log of another session than its name says. */
  | 'other-session'
  /** The file builds on this log, or on itself. */
  | 'cycle'
  /** More logs build on each other than are followed. */
  | 'too-long'
  /** The file ends before the records that are wanted of it do. */
  | 'too-short';

export interface BaseTrouble {
  readonly code: BaseTroubleCode;
  /** Session that the log which builds on it names, and its file where it was found. */
  readonly id: string | null;
  readonly path: string | null;
  /** How many records of it, and of those before it, were wanted, and are there. */
  readonly wanted: number;
  readonly there: number;
}

/** A log whose first records come before those of another one. */
export interface BaseLog {
  readonly path: string;
  /** How many rows of it come before: records and damaged stretches, and how many of them are damaged. */
  readonly rows: number;
  readonly damaged: number;
}

/** The history of a log that holds only what came after a point of another one. */
export interface Inheritance {
  /** Session that the log names, and how many records of it come before its own. */
  readonly id: string | null;
  readonly records: number;
  /** The logs that these records are in, as far as they are at hand: the one that was named first, then what it builds on. */
  readonly from: readonly BaseLog[];
  readonly trouble: BaseTrouble | null;
}

/** What an agent's own log says about itself. Texts come from the log. */
export interface AgentLog {
  /** The agent's name for people, and which of its formats it is. */
  readonly label: string;
  readonly generation: string;
  readonly agentVersion: string | null;
  readonly cwd: string | null;
  readonly model: string | null;
  /** Readable records, and of them those that are replayed, told by others, off the path, or of unknown type. */
  readonly records: number;
  readonly active: number;
  readonly folded: number;
  readonly abandoned: number;
  readonly unknown: number;
  /** Damaged stretches. */
  readonly skipped: number;
  /** Ends of branches other than the one that is followed. */
  readonly branches: number;
  /** The row that the followed branch ends in where a person chose it, null where it is the agent's own choice. */
  readonly chosenLeaf: number | null;
  /** Of the session's own replies, of the history that a fork brought along, and of own replies on branches that were left. */
  readonly usage: TokenFigures;
  readonly inheritedUsage: TokenFigures;
  readonly abandonedUsage: TokenFigures;
  /** Null for a log that holds its whole history. */
  readonly inheritance: Inheritance | null;
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
  /** Set for an agent's own log, once it is surveyed. */
  readonly agent: AgentLog | null;
  readonly bytes: number;
}

/**
 * What a record of an agent's log is to the replay. `active`: replayed. `folded`: told by another record, or
 * bookkeeping. `abandoned`: off the path that is followed, or rolled back. `unknown`: of a type that is not known.
 */
export type RecordStatus = 'active' | 'folded' | 'abandoned' | 'unknown';

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
  /** For a record of an agent's own log, else null. */
  readonly status: RecordStatus | null;
  /** Part of the history that a fork brought along. */
  readonly inherited: boolean;
}

/** Rows `from … from + rows.length - 1`. */
export interface RowPage {
  readonly generation: number;
  readonly from: number;
  readonly rows: readonly Row[];
}

/** An event that a record of an agent's log stands for. */
export interface StandsFor {
  /** Null where it is not replayed. */
  readonly sequence: number | null;
  readonly type: string;
  readonly actorKind: string;
  readonly actorId: string;
  readonly summary: string;
}

/** The whole of one row, for the details pane. */
export interface RowDetails {
  readonly generation: number;
  readonly row: Row;
  /** The record's text, indented, numbers and escapes as recorded: the part that was asked for. */
  readonly text: string;
  /** About how long the whole text is when it goes on after `text` (the record's bytes), else null. */
  readonly fullLength: number | null;
  /** Bytes of the record in the file. */
  readonly bytes: number;
  /** What a record of an agent's log stands for; null where the record is the event itself. */
  readonly events: readonly StandsFor[] | null;
}

// ── replay ───────────────────────────────────────────────────────────────────────────────────────────────────

/** Where an item of the replayed state comes from. */
export interface ReplayedPlace {
  readonly row: number;
  readonly sequence: number;
  /** Of what came before the log: the place in {@link Inheritance.from} of the log that row and sequence are of. */
  readonly inheritedFrom?: number;
}

/** A message of the replayed state. */
export interface ReplayedMessage extends ReplayedPlace {
  readonly text: string;
}

/** A tool call of the replayed state: the place is that of the request, or of the result where there is no request. */
export interface ReplayedToolCall extends ReplayedPlace {
  readonly callId: string | null;
  readonly tool: string;
  readonly arguments: string;
  readonly result: (ReplayedPlace & { readonly ok: boolean | null; readonly text: string }) | null;
}

/** The newest items of a list, and how many there are in all. */
export interface Newest<Item> {
  readonly total: number;
  /** In order, the last one of the list last. */
  readonly items: readonly Item[];
}

/**
 * The state as it stood at `row`. Nothing was executed to get it. Texts are cut after 2,000 characters, and of a record
 * of more than 64 KB only what its beginning says is shown. The same holds for those of more than 4 KB that are read
 * after a megabyte of them: user messages first, then the assistant's, then calls, the newest of each first.
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
  /** The fingerprint is being computed: a snapshot follows when it is there. */
  readonly fingerprintPending?: boolean;
  /** Set when a fault lies at or before `row`: the state is that of the last whole event before it. */
  readonly stopped: ReplayStop | null;
  /** True for a row off the followed branch: the state is that of the last row before it that is on it. */
  readonly abandoned: boolean;
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

/** How another log belongs with this one. */
export type Relation = 'forked-from' | 'history-base' | 'parent-session' | 'subagent' | 'spawned-by' | 'fork';

/** Another log that this one belongs with. */
export interface RelatedLog {
  readonly relation: Relation;
  /** Session id as the log names it, or as the file's name tells it. */
  readonly id: string | null;
  /** Where it was found beside this one, null where it was not. */
  readonly path: string | null;
}

// ── the two request interfaces ───────────────────────────────────────────────────────────────────────────────

/** Asked by the extension host of the engine of one journal. */
export interface EngineApi {
  /**
   * `seen` is what an earlier reading saw: where it is no longer so, the journal was rewritten. `storage` is a folder in
   * which what was read may be kept for the next opening; `folders` are those that agents keep sessions in, where logs that
   * this one belongs with are looked for too.
   */
  open(params: {
    path: string;
    seen?: SeenHistory | null;
    storage?: string | null;
    folders?: readonly string[];
  }): JournalSnapshot;
  /**
   * Reads on where the file has grown. `unchanged`: no more bytes. `grown`: they are being read, and a snapshot follows.
   * `reread`: the file has to be read from its start, because it is another one, was cut or changed, or ended in
   * something that the new bytes may complete in another way.
   */
  follow(params: Record<string, never>): 'unchanged' | 'grown' | 'reread';
  /** Stops reading. What was read so far is given up: a failed snapshot follows. */
  cancel(params: Record<string, never>): null;
  /** What this reading saw, null before its end. */
  history(params: Record<string, never>): SeenHistory | null;
  rows(params: { from: number; count: number }): RowPage;
  /** `limit` characters of the record's text from the character `from` on. */
  details(params: { row: number; from: number; limit: number }): RowDetails;
  replay(params: { row: number }): ReplayView;
  /** All violations in file order, at most `limit`, worst first when cut. */
  violations(params: { limit: number }): readonly RowViolation[];
  violationsAt(params: { row: number }): readonly RowViolation[];
  /** The next row after `row` (previous for -1), wrapping round, that has a violation; null when none has. */
  nextProblem(params: { row: number; direction: 1 | -1 }): number | null;
  /** The row that holds or is nearest above a 0-based line. */
  rowAtLine(params: { line: number }): number | null;
  planBranch(params: { row: number }): BranchPlan;
  /**
   * Replays the branch that leads through an abandoned row, or with null the agent's own again; a snapshot follows. False
   * when there is no such branch.
   */
  followBranch(params: { row: number | null }): boolean;
  /** The logs that this one belongs with, looked for beside it. */
  related(params: Record<string, never>): readonly RelatedLog[];
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
  /** The text from the character `from` on, as much as one message takes. */
  details(params: { row: number; from: number }): {
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
  /** Replays the branch through an abandoned row, with null the agent's own. */
  followBranch(params: { row: number | null }): null;
  /** Opens a related log by its place in the state's list. */
  openRelated(params: { index: number }): null;
  /** Opens the log that holds what this one inherits, at the last record of that. */
  openInherited(params: Record<string, never>): null;
  /** Opens the log that the state names as the one to open instead. */
  openSibling(params: Record<string, never>): null;
}

/** A related log as the page shows it. */
export interface ShownRelated {
  readonly relation: string;
  readonly name: string;
  /** It is there and can be opened. */
  readonly isThere: boolean;
}

/** What comes before a log that holds only what came after a point of another one, in words. */
export interface ShownInheritance {
  readonly message: string;
  /** Something of it is at hand, and can be opened. */
  readonly canOpen: boolean;
  /** Something of it is not. */
  readonly isTroubled: boolean;
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
  readonly related: readonly ShownRelated[];
  /** Null for a log that holds its whole history, and where the other one comes before by nothing. */
  readonly inheritance: ShownInheritance | null;
  /** Name of the file beside this one that holds the session, where this one holds none. */
  readonly sibling: string | null;
}

/** Pushed to the editor page. */
export interface PageEvents {
  state: PageState;
}
