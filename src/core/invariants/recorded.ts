// A journal may record observations of itself: `session.replay` with the fingerprint of the events it applied, and
// `session.branch` with that of the prefix it forks from. Both are recomputed over the prefix that they claim.

import type { JsonObject } from '../json/value.ts';
import type { Violation, ViolationOf } from '../violation.ts';
import { identityOf, type Delivery, type Rule, type RuleContext } from './rule.ts';

/** The most claims that are kept until the end; a journal that holds more is not worth the memory. */
const MAX_CLAIMS = 10_000;

export class RecordedRule implements Rule {
  /** Claims that do not hold. Reported at the end, when it is known whether a fault in the prefix explains them. */
  readonly #broken: { readonly row: number; readonly violation: Violation }[] = [];

  constructor(private readonly context: RuleContext) {}

  accept(delivery: Delivery): void {
    const { type } = delivery.fact;
    if (type !== 'session.replay' && type !== 'session.branch') return;
    const payload = delivery.fact.event?.payload;
    if (payload === undefined || this.#broken.length >= MAX_CLAIMS) return;
    if (type === 'session.replay') this.#replay(delivery, payload);
    else this.#branch(delivery, payload);
  }

  atEnd({ report, firstErrorRow }: RuleContext): void {
    for (const { row, violation } of this.#broken) if (firstErrorRow() > row) report(row, violation);
  }

  #replay(delivery: Delivery, payload: JsonObject): void {
    const { fingerprint: recorded, applied_events: applied } = payload;
    if (typeof recorded !== 'string' || typeof applied !== 'number') return;
    const computed = this.context.prefixes.at(applied);
    if (computed === recorded) return;
    this.#add(delivery, 'fingerprint', { code: 'recorded-fingerprint-mismatch', recorded, computed });
  }

  #branch(delivery: Delivery, payload: JsonObject): void {
    const { fact } = delivery;
    const fork = payload['fork_sequence'];
    // A fork beyond this event is not in this journal: the record speaks of another file, and is held against that.
    if (typeof fork !== 'number' || (fact.sequence !== undefined && fork >= fact.sequence)) return;
    const expected = {
      parent_run_id: fact.runId,
      inherited_events: String(fork + 1),
      parent_fingerprint: this.context.prefixes.at(fork + 1),
    };
    for (const field of ['parent_run_id', 'inherited_events', 'parent_fingerprint'] as const) {
      const value = payload[field];
      if (typeof value !== 'string' && typeof value !== 'number') continue;
      const [recorded, computed] = [String(value), expected[field]];
      if (recorded === computed) continue;
      this.#add(delivery, field, { code: 'lineage-mismatch', field, recorded, computed });
      return;
    }
  }

  #add({ fact, row }: Delivery, field: string, evidence: Claim): void {
    const at = fact.record.placeOf(fact.record.find(['payload', field]));
    this.#broken.push({ row, violation: { ...evidence, at, ...identityOf(fact) } });
  }
}

type Claim =
  Omit<ViolationOf<'recorded-fingerprint-mismatch'>, 'at'> | Omit<ViolationOf<'lineage-mismatch'>, 'at'>;
