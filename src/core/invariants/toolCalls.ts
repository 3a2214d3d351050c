// Every tool result answers a request, and every request is answered. Paired by call id; where a log has none, by
// the result's parent.

import { identityOf, type Delivery, type Rule, type RuleContext } from './rule.ts';

interface OpenCall {
  readonly row: number;
  readonly ordinal: number;
  readonly call: string;
}

export class ToolCallRule implements Rule {
  readonly #open = new Map<string, OpenCall>();
  readonly #answered = new Set<string>();
  /** Results without a request so far. Should it still come, it has its result. */
  readonly #early = new Set<string>();
  /** Rows of results that name no call, and whose parent is no open one: each answers some request. */
  readonly #unnamed: number[] = [];

  constructor(private readonly context: RuleContext) {}

  accept({ fact, row, ordinal, identity }: Delivery): void {
    if (!fact.whole || (fact.type !== 'tool.request' && fact.type !== 'tool.result')) return;
    const call = fact.payloadText('tool_call_id');
    if (fact.type === 'tool.request') {
      const id = fact.eventId ?? '';
      const key = call === undefined ? `event:${id}` : `call:${call}`;
      this.#open.delete(key);
      if (this.#early.delete(key)) this.#answered.add(key);
      else this.#open.set(key, { row, ordinal, call: call ?? id });
      return;
    }
    const key = call === undefined ? `event:${fact.parentId ?? ''}` : `call:${call}`;
    if (this.#open.delete(key)) this.#answered.add(key);
    else if (call === undefined) this.#unnamed.push(row);
    else if (!this.#answered.has(key) && identity === 0) {
      this.#early.add(key);
      this.#orphan(fact, row, call);
    }
  }

  atEnd({ losses, report }: RuleContext): void {
    // Both are in file order: each request takes the first such result after it that is left.
    let next = 0;
    for (const { row, ordinal, call } of this.#open.values()) {
      while ((this.#unnamed[next] ?? Infinity) <= row) next += 1;
      const isAnswered = next < this.#unnamed.length;
      if (isAnswered) next += 1;
      if (isAnswered || losses.explainsFollower(row)) continue;
      const { deliveries } = this.context;
      const sequence = deliveries.sequenceOf(ordinal);
      const at = deliveries.placeOf(ordinal, 'payload');
      report(row, {
        code: 'tool-request-unanswered',
        call,
        at,
        ...(sequence !== undefined && { sequence }),
      });
    }
  }

  #orphan(fact: Delivery['fact'], row: number, call: string): void {
    if (this.context.losses.explainsRequest(row)) return;
    const { record } = fact;
    const at = record.placeOf(record.find(['payload', 'tool_call_id']));
    this.context.report(row, { code: 'tool-result-orphan', call, at, ...identityOf(fact) });
  }
}
