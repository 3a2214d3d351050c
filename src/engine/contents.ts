// What an opened journal answers from, whatever its format: read once, on when it has grown, and asked by row.

import type { Query } from '../core/query.ts';
import type { SeverityTotals } from '../core/severity.ts';
import type {
  BranchPlan,
  FormatId,
  JournalSnapshot,
  ReplayView,
  Row,
  RowDetails,
  RowViolation,
  SearchResult,
} from '../protocol.ts';

/** The parts of a header that the contents of a file tell. */
export type Summary = Omit<JournalSnapshot, 'generation' | 'state' | 'bytes'>;

/** An answer before the generation of the reading is put on it. */
export type Ungenerated<Answer> = Omit<Answer, 'generation'>;

export interface Contents {
  readonly format: FormatId;
  /** Rows so far. */
  readonly rows: number;
  readonly totals: SeverityTotals;
  /** Reads to the end of the source as it is then, one row at a time. To be run to its end. */
  read(): Generator;
  /** Settles what only the end tells; `rewrittenAt` is the first byte that an earlier reading found otherwise. */
  settle(rewrittenAt: number | null): void;
  /** Gets ready to read on after the file has grown; false when it has to be read from its start. */
  resume(): boolean;
  /** Another one when rows that were shown may have changed their meaning. */
  readonly revision: number;
  /**
   * Replays the branch that leads through an abandoned row, or with null the agent's own; false where there is none such.
   * {@link read} is to be run after it.
   */
  followBranch(row: number | null): boolean;
  summary(): Summary;
  page(from: number, count: number): Row[];
  /** @throws {RangeError} when there is no such row. */
  details(row: number, limit: number, from: number): Ungenerated<RowDetails>;
  replay(row: number): Ungenerated<ReplayView>;
  violations(limit: number): RowViolation[];
  violationsAt(row: number): RowViolation[];
  nextProblem(row: number, direction: 1 | -1): number | null;
  rowAtLine(line: number): number | null;
  search(query: Query, from: number, limit: number, signal: AbortSignal): Promise<SearchResult>;
  planBranch(row: number, signal: AbortSignal): Promise<BranchPlan>;
}
