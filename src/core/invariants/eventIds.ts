// Event ids are unique. The same event delivered again, byte for byte in its canonical form, is a harmless retry;
// another event under a used id is a conflict.

import { identityOf, type RuleContext } from './rule.ts';
import type { Fact } from '../fact.ts';

export class EventIdRule {
  constructor(private readonly context: RuleContext) {}

  /** A fact whose id the event `first` has already. `canonical` is undefined when the fact has no canonical bytes. */
  again(fact: Fact, first: number, row: number, canonical: Uint8Array | undefined): 'retry' | 'conflict' {
    const { deliveries } = this.context;
    const id = fact.eventId ?? '';
    // What has no canonical bytes can still be delivered again as it is.
    const same =
      canonical === undefined
        ? equalBytes(fact.record.bytes, deliveries.bytesOf(first))
        : equalBytes(canonical, deliveries.canonicalOf(first));
    const sequence = deliveries.sequenceOf(first);
    const at = deliveries.placeOf(first, 'event_id');
    const related = [{ role: 'first-delivery' as const, at, ...(sequence !== undefined && { sequence }) }];
    const code = same ? 'event-id-retry' : 'event-id-conflict';
    this.context.report(row, { code, id, at: fact.at('event_id'), related, ...identityOf(fact) });
    return same ? 'retry' : 'conflict';
  }
}

function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
