// Paginated logs number their records: from 0, or from where the history that they build on ends, without a gap.

import { NUMBER } from '../../core/json/tape.ts';
import type { JsonRecord } from '../../core/record.ts';
import type { Place, Violation } from '../../core/violation.ts';

export class Ordinals {
  /** Where the numbering may go on; the first is what is expected. */
  #next: readonly number[] = [];
  /** Damaged stretches and records without a number since the last one: each may have had one. */
  #unnumbered = 0;
  #previous: Place | undefined;
  #start = 0;

  constructor(private readonly report: (row: number, violation: Violation) => void) {}

  damaged(): void {
    this.#unnumbered += 1;
  }

  /**
   * Checks the number of a record, if it has one: programs that store logs elsewhere write some records anew without it.
   * `start` is what the first number may be besides 0.
   */
  accept(row: number, record: JsonRecord, start: number | undefined): void {
    const token = record.member('ordinal');
    const found = token > 0 && record.tape.kindAt(token) === NUMBER ? record.number(token) : NaN;
    if (!Number.isSafeInteger(found)) {
      this.#unnumbered += 1;
      return;
    }
    const at = record.placeOf(token);
    this.#check(row, found, at, start);
    this.#unnumbered = 0;
    this.#previous = at;
  }

  #check(row: number, found: number, at: Place, start: number | undefined): void {
    const [expected] = this.#next;
    if (expected === undefined) {
      this.#start = start ?? 0;
      const isFirst = found === this.#start || start !== undefined || found <= this.#unnumbered;
      if (!isFirst) this.report(row, { code: 'sequence-start', found, at });
      this.#start = found;
      this.#next = [found + 1];
      return;
    }
    const related = this.#previous && [{ role: 'previous-event' as const, at: this.#previous }];
    const isNext = this.#next.includes(found) || (found > expected && found <= expected + this.#unnumbered);
    if (isNext) {
      this.#next = [found + 1];
      return;
    }
    // Whether the numbering goes on from here or from where it stood is the writer's to show.
    this.#next = [found + 1, expected + 1, expected];
    const evidence = { expected, found, at, ...(related && { related }) };
    if (found > expected) this.report(row, { code: 'sequence-gap', ...evidence });
    else if (found >= this.#start) this.report(row, { code: 'sequence-repeat', ...evidence });
    else this.report(row, { code: 'sequence-backward', ...evidence });
  }
}
