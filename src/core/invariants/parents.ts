// A parent, when present, is an earlier event (chapter, invariant 3). An unknown parent may still come: it is
// `parent-future` when it does and `parent-unknown` when the journal ends without it.

import type { Place } from '../violation.ts';
import { identityOf, type Delivery, type Rule, type RuleContext } from './rule.ts';

interface Waiting {
  readonly row: number;
  readonly ordinal: number;
  readonly at: Place;
  readonly identity: { sequence?: number; eventId?: string };
}

export class ParentRule implements Rule {
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(private readonly context: RuleContext) {}

  accept({ fact, row, ordinal, identity }: Delivery): void {
    if (this.#waiting.size > 0) this.#arrived(fact.eventId, ordinal);
    const text = fact.parentIdText;
    if (text === undefined || text.to === text.from) return;
    const { deliveries } = this.context;
    // Known, and not the event itself, which was delivered just now: the usual case.
    const known = deliveries.ordinalOf(text, identity);
    if (known !== undefined && known !== ordinal) return;
    const parent = fact.parentId ?? '';
    // Where the id was used before, the parent is the event that had it first.
    if (known === ordinal) {
      const at = fact.at('parent_event_id');
      this.context.report(row, { code: 'parent-self', parent, at, ...identityOf(fact) });
      return;
    }
    if (deliveries.has(text)) return;
    const waiting = { row, ordinal, at: fact.at('parent_event_id'), identity: identityOf(fact) };
    const others = this.#waiting.get(parent);
    if (others === undefined) this.#waiting.set(parent, [waiting]);
    else others.push(waiting);
  }

  atEnd({ losses, report }: RuleContext): void {
    for (const [parent, waiting] of this.#waiting) {
      for (const { row, at, identity } of waiting) {
        if (losses.explainsEvent(parent, row)) continue;
        report(row, { code: 'parent-unknown', parent, at, ...identity });
      }
    }
  }

  #arrived(id: string | undefined, ordinal: number): void {
    const waiting = id === undefined ? undefined : this.#waiting.get(id);
    if (id === undefined || waiting === undefined) return;
    this.#waiting.delete(id);
    const sequence = this.context.deliveries.sequenceOf(ordinal);
    const at = this.context.deliveries.placeOf(ordinal, 'event_id');
    const related = [{ role: 'parent' as const, at, ...(sequence !== undefined && { sequence }) }];
    for (const child of waiting) {
      // Where the parent has the lower sequence, the lines are out of order: reported, and no fault of the child.
      const own = this.context.deliveries.sequenceOf(child.ordinal);
      if (sequence !== undefined && own !== undefined && sequence < own) continue;
      this.context.report(child.row, {
        code: 'parent-future',
        parent: id,
        at: child.at,
        related,
        ...child.identity,
      });
    }
  }
}
