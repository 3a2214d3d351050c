// Sequences start at zero and are contiguous (chapter, invariant 1). After a fault the numbering is followed from
// where it stands, so that one fault is reported once.

import type { Fact } from '../fact.ts';
import { identityOf, type RuleContext } from './rule.ts';

/**
 * Where a delivery stands in the numbering. `late`: behind what was delivered before it. `over-damage`: the numbering
 * jumps over a damaged stretch, which therefore hid a fact.
 */
export type Order = 'in-order' | 'late' | 'over-damage';

/** The numbering of one session and run. */
interface Numbering {
  /** What the next sequence may be without a report; the first is what is expected. */
  next: number[];
  /** What had been seen of all when the last one of its own came. */
  seen: number;
  /** The gap just reported: which numbers are missing, in case they come late or the numbering ignores it. */
  gap: { readonly from: number; readonly to: number } | undefined;
  /** Where the numbering goes on after events that came late, undefined when none did. */
  resume: number | undefined;
}

/** The next sequence is to be this one, and no other. */
function expectOnly({ next }: Numbering, sequence: number): void {
  if (next.length > 1) next.length = 1;
  next[0] = sequence;
}

export class SequenceRule {
  readonly #numberings = new Map<number, Numbering>([
    [0, { next: [0], seen: 0, gap: undefined, resume: undefined }],
  ]);
  #started = false;
  /**
   * Deliveries and damaged stretches so far. Those between two events of one numbering, damage and events of other
   * sessions, may each have taken a number.
   */
  #seen = 0;

  constructor(private readonly context: RuleContext) {}

  /** A damaged stretch that may have hidden an event. */
  damaged(): void {
    this.#seen += 1;
  }

  /** Checks the next delivery. */
  accept(fact: Fact, row: number, identity: number): Order {
    const found = fact.sequence;
    let numbering = this.#numberings.get(identity);
    if (numbering === undefined) {
      // Another session or run, which is reported: numbered on its own, from wherever it begins.
      numbering = { next: [found ?? 0], seen: this.#seen, gap: undefined, resume: undefined };
      this.#numberings.set(identity, numbering);
    }
    const slack = this.#seen - numbering.seen;
    this.#seen += 1;

    const expected = numbering.next[0] ?? 0;
    if (found === undefined) {
      // Its own fault is reported elsewhere; whatever number it should have had, the next may be that or one more.
      numbering.next = [expected + 1, expected];
      numbering.seen += 1;
      this.#started = true;
      return 'in-order';
    }
    const { gap } = numbering;
    const isExpected = numbering.next.includes(found);
    numbering.seen = this.#seen;
    numbering.gap = undefined;
    expectOnly(numbering, found + 1);
    const started = this.#started;
    this.#started = true;
    if (found === expected) return 'in-order';
    if (found === numbering.resume) {
      numbering.resume = undefined;
      return 'in-order';
    }
    if (isExpected) {
      if (gap === undefined) return 'in-order';
      this.context.losses.restore();
      if (found !== gap.from) return 'in-order';
      // The missing event itself: after it the numbering goes on, or it goes on after the gap.
      numbering.next = [found + 1, gap.to + 1];
      return 'late';
    }
    if (found > expected && found <= expected + slack) return 'over-damage';
    numbering.next = [found + 1, expected + 1, expected];
    if (found > expected) {
      numbering.gap = { from: expected, to: found };
      this.#reportGap(fact, row, started ? expected : undefined, found);
      return 'in-order';
    }
    numbering.resume ??= expected;
    this.#reportLate(fact, row, expected, found);
    return 'late';
  }

  #reportGap(fact: Fact, row: number, expected: number | undefined, found: number): void {
    const { deliveries, losses } = this.context;
    const evidence = { found, at: fact.at('sequence'), ...identityOf(fact) };
    if (expected === undefined) {
      this.context.report(row, { code: 'sequence-start', ...evidence });
    } else {
      const { parentId: parent, parentIdText: text } = fact;
      const isMissing = text !== undefined && !deliveries.has(text);
      const missing = parent !== undefined && isMissing && { missingParent: parent };
      this.context.report(row, { code: 'sequence-gap', expected, ...missing, ...evidence });
    }
    losses.hide(row, found - (expected ?? 0), undefined);
  }

  #reportLate(fact: Fact, row: number, expected: number, found: number): void {
    const { deliveries } = this.context;
    const evidence = { expected, found, at: fact.at('sequence'), ...identityOf(fact) };
    const first = deliveries.ordinalOfSequence(found);
    if (first === undefined) {
      this.context.report(row, { code: 'sequence-backward', ...evidence });
      return;
    }
    const at = deliveries.placeOf(first, 'sequence');
    const related = [{ role: 'first-delivery' as const, at, sequence: found }];
    this.context.report(row, { code: 'sequence-repeat', related, ...evidence });
  }
}
