// The violations of an opened journal: those found while reading, and those that only the end tells, which are told anew
// each time the file has grown.

import type { Found } from '../core/check.ts';
import { severityOf, type SeverityTotals } from '../core/severity.ts';
import type { RowViolation } from '../protocol.ts';
import type { JournalIndex } from '../core/journalIndex.ts';

/** Violations of each severity kept with their evidence; beyond, they are counted and their rows marked. */
const MAX_KEPT = 100_000;

const SEVERITIES = ['error', 'warning', 'information'] as const;

export class FoundList {
  #stable: Found[] = [];
  #atEnd: Found[] = [];
  #sorted: Found[] | undefined;
  readonly #stableTotals: SeverityTotals = { error: 0, warning: 0, information: 0 };
  readonly #endTotals: SeverityTotals = { error: 0, warning: 0, information: 0 };

  constructor(private readonly index: JournalIndex) {}

  get totals(): SeverityTotals {
    const [a, b] = [this.#stableTotals, this.#endTotals];
    return {
      error: a.error + b.error,
      warning: a.warning + b.warning,
      information: a.information + b.information,
    };
  }

  /** Adds one that stays. */
  add(found: Found): void {
    this.#keep(found, this.#stable, this.#stableTotals);
  }

  /** Replaces what the last end told. */
  atEnd(found: readonly Found[]): void {
    this.clearEnd();
    for (const item of found) this.#keep(item, this.#atEnd, this.#endTotals);
  }

  /** Takes back what the last end told, and its marks. */
  clearEnd(): void {
    if (this.#atEnd.length === 0) return;
    for (const { row } of this.#atEnd) this.index.unmark(row);
    this.#atEnd = [];
    for (const severity of SEVERITIES) this.#endTotals[severity] = 0;
    this.#sorted = undefined;
    for (const { row, violation } of this.#stable) this.index.mark(row, severityOf(violation));
  }

  /** Those that stay, in the order in which they were found. */
  get stable(): readonly Found[] {
    return this.#stable;
  }

  /** All, in file order. */
  all(): readonly Found[] {
    return (this.#sorted ??= [...this.#stable, ...this.#atEnd].sort(
      (a, b) => a.row - b.row || a.violation.at.offset - b.violation.at.offset,
    ));
  }

  /** In file order; where there are more than `limit`, the worst are kept. */
  worst(limit: number): RowViolation[] {
    const all = this.all().map(ranked);
    if (all.length <= limit) return all;
    const kept = SEVERITIES.flatMap((severity) => all.filter((found) => found.severity === severity));
    return kept.slice(0, limit).sort((a, b) => a.row - b.row);
  }

  at(row: number): RowViolation[] {
    return this.all()
      .filter((found) => found.row === row)
      .map(ranked);
  }

  #keep(found: Found, list: Found[], totals: SeverityTotals): void {
    const severity = severityOf(found.violation);
    totals[severity] += 1;
    // Told at the end of the file, but shown where the first such line is.
    const { code, at } = found.violation;
    const row = code === 'crlf' ? (this.index.rowAtLine(at.line) ?? found.row) : found.row;
    this.index.mark(row, severity);
    if (totals[severity] > MAX_KEPT) return;
    list.push({ ...found, row });
    this.#sorted = undefined;
  }
}

function ranked({ row, violation }: Found): RowViolation {
  return { row, violation, severity: severityOf(violation) };
}
