import type { Deliveries } from '../deliveries.ts';
import type { Fact } from '../fact.ts';
import type { PrefixFingerprints } from '../fingerprint.ts';
import type { Violation } from '../violation.ts';
import type { Losses } from './losses.ts';

/** A delivered fact with its position: `ordinal` counts deliveries, `row` also counts damage and retries. */
export interface Delivery {
  readonly fact: Fact;
  readonly ordinal: number;
  readonly row: number;
  /** Which session and run it belongs to: 0 is the journal's own. */
  readonly identity: number;
  /**
   * True for an event out of its place, which is reported: late in the numbering, or of another session or run. What it
   * completes is complete, but it is no sign that anything else ended or began.
   */
  readonly isAstray: boolean;
}

/** What every rule may look at. */
export interface RuleContext {
  readonly deliveries: Deliveries;
  readonly losses: Losses;
  readonly prefixes: PrefixFingerprints;
  /** Reports a violation at a row. */
  readonly report: (row: number, violation: Violation) => void;
  /** The first row with an error-level violation so far, Infinity without one. */
  readonly firstErrorRow: () => number;
}

/** One invariant as a small machine. It sees each delivery once, in file order. */
export interface Rule {
  accept(delivery: Delivery): void;
  /**
   * Reports what only the end of the journal can tell, into a context of its own. The journal may grow afterwards:
   * this must not change the machine's state, and may be called again.
   */
  atEnd?(end: RuleContext): void;
}

/** Sequence and id of a fact, as a violation carries them. */
export function identityOf(fact: Fact): { sequence?: number; eventId?: string } {
  return {
    ...(fact.sequence !== undefined && { sequence: fact.sequence }),
    ...(fact.eventId !== undefined && { eventId: fact.eventId }),
  };
}
