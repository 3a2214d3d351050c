// The conversation ends with `session.stop`. Observations (session.replay, session.branch, metrics, …) may follow it;
// messages, model turns and tools may not, unless the session starts again.

import { identityOf, type Delivery, type Rule, type RuleContext } from './rule.ts';

const CONVERSATION = /^(?:user|model|tool|approval|agent)\./;

export class StopRule implements Rule {
  #stop: number | undefined;
  #reported = false;
  /** A stop under another name, which is reported: it may be the one of this session. */
  #foreignStop = false;
  #last: { row: number; ordinal: number } | undefined;
  /** Row of the last event that a stop must follow. */
  #lastConversation = 0;

  constructor(private readonly context: RuleContext) {}

  accept({ fact, row, ordinal, identity, isAstray }: Delivery): void {
    const type = fact.type ?? '';
    if (identity !== 0) {
      this.#foreignStop ||= type === 'session.stop';
      return;
    }
    this.#last = { row, ordinal };
    if (type === 'session.stop' || type === 'session.start') {
      this.#stop = type === 'session.stop' ? ordinal : undefined;
      this.#reported = false;
    }
    if (!CONVERSATION.test(type)) return;
    this.#lastConversation = row;
    if (this.#stop === undefined || this.#reported || isAstray || !fact.whole) return;
    this.#reported = true;
    const { deliveries } = this.context;
    const related = [{ role: 'stop' as const, at: deliveries.placeOf(this.#stop, 'type') }];
    this.context.report(row, {
      code: 'event-after-stop',
      type,
      at: fact.at('type'),
      related,
      ...identityOf(fact),
    });
  }

  atEnd({ losses, report }: RuleContext): void {
    if (this.#stop !== undefined || this.#reported || this.#last === undefined) return;
    const { row, ordinal } = this.#last;
    const { deliveries } = this.context;
    if (this.#foreignStop || losses.explainsFollower(this.#lastConversation)) return;
    const sequence = deliveries.sequenceOf(ordinal);
    const at = deliveries.placeOf(ordinal, 'type');
    report(row, { code: 'stop-missing', at, ...(sequence !== undefined && { sequence }) });
  }
}
