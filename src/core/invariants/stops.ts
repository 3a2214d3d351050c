// The conversation ends with `session.stop`. Observations (session.replay, session.branch, metrics, …) may follow it;
// messages, model turns and tools may not, unless the session starts again.

import { identityOf, type Delivery, type Rule, type RuleContext } from './rule.ts';

const CONVERSATION = ['user.', 'model.', 'tool.', 'approval.', 'agent.'];

export class StopRule implements Rule {
  #stop: number | undefined;
  #reported = false;
  #last: { row: number; ordinal: number } | undefined;

  constructor(private readonly context: RuleContext) {}

  accept({ fact, row, ordinal }: Delivery): void {
    this.#last = { row, ordinal };
    const type = fact.type ?? '';
    if (type === 'session.stop' || type === 'session.start') {
      this.#stop = type === 'session.stop' ? ordinal : undefined;
      this.#reported = false;
      return;
    }
    if (this.#stop === undefined || this.#reported) return;
    if (!CONVERSATION.some((family) => type.startsWith(family))) return;
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
    if (losses.explainsFollower(row)) return;
    const sequence = deliveries.sequenceOf(ordinal);
    const at = deliveries.placeOf(ordinal, 'type');
    report(row, { code: 'stop-missing', at, ...(sequence !== undefined && { sequence }) });
  }
}
