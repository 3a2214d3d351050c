// Sequences start at zero and are contiguous (chapter, invariant 1). After a fault the numbering is followed from
// where it stands, so that one fault is reported once.

import { identityOf, type Delivery, type RuleContext } from './rule.ts';

export class SequenceRule {
  /** What the next sequence may be without a report; the first is what is expected. */
  #next: readonly number[] = [0];
  /** Damaged records since the last delivery: each may have taken a number. */
  #slack = 0;
  /** Events counted as lost by the last gap, in case the numbering goes on as if there was none. */
  #gap = 0;
  #started = false;

  constructor(private readonly context: RuleContext) {}

  /** A damaged stretch that may have hidden an event. */
  damaged(): void {
    this.#slack += 1;
  }

  /** Another session or run begins here, numbered on its own. */
  restart(): void {
    this.#next = [...this.#next, 0];
  }

  /**
   * Checks the next delivery. Returns true when the numbering jumps over a damaged stretch, which therefore hid a
   * fact.
   */
  accept({ fact, row }: Delivery): boolean {
    const expected = this.#next[0] ?? 0;
    const found = fact.sequence;
    if (found === undefined) {
      // Its own fault is reported elsewhere; whatever number it should have had, the next may be that or one more.
      this.#next = [expected + 1, expected];
      this.#started = true;
      return false;
    }
    const slack = this.#slack;
    this.#slack = 0;
    const gap = this.#gap;
    this.#gap = 0;
    if (this.#next.includes(found)) {
      if (gap > 0 && found !== expected) this.context.losses.restore();
      this.#next = [found + 1];
      this.#started = true;
      return false;
    }
    if (found > expected && found <= expected + slack) {
      this.#next = [found + 1];
      this.#started = true;
      return true;
    }
    this.#report(fact, row, expected, found);
    this.#next = [found + 1, expected + 1, expected];
    this.#started = true;
    return false;
  }

  #report(fact: Delivery['fact'], row: number, expected: number, found: number): void {
    const { deliveries, losses } = this.context;
    const evidence = { at: fact.at('sequence'), ...identityOf(fact) };
    if (!this.#started) {
      this.context.report(row, { code: 'sequence-start', found, ...evidence });
      losses.hide(row, found, undefined);
      return;
    }
    if (found > expected) {
      this.#gap = found - expected;
      const parent = fact.parentId;
      const missing = parent !== undefined && !deliveries.has(parent);
      this.context.report(row, {
        code: 'sequence-gap',
        expected,
        found,
        ...(missing && { missingParent: parent }),
        ...evidence,
      });
      losses.hide(row, this.#gap, undefined);
      return;
    }
    const first = deliveries.ordinalOfSequence(found);
    if (first === undefined) {
      this.context.report(row, { code: 'sequence-backward', expected, found, ...evidence });
      return;
    }
    const at = deliveries.placeOf(first, 'sequence');
    const related = [{ role: 'first-delivery' as const, at, sequence: found }];
    this.context.report(row, { code: 'sequence-repeat', expected, found, related, ...evidence });
  }
}
