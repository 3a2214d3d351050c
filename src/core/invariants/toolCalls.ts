// Every tool result answers a request, and every request is answered. Paired by call id; where a log has none, by
// the result's parent.

import { utf8Of } from '../idTable.ts';
import { ANSWERED, OpenCalls, type OpenCall } from './openCalls.ts';
import { identityOf, type Delivery, type Rule, type RuleContext } from './rule.ts';

const NO_ID = utf8Of('');

export class ToolCallRule implements Rule {
  readonly #byCall = new OpenCalls();
  /** Requests that name no call, by the ids of their events. */
  readonly #byEvent = new OpenCalls();
  /** Rows of results that name no call, and whose parent is no open one: each answers some request. */
  readonly #unnamed: number[] = [];

  constructor(private readonly context: RuleContext) {}

  accept({ fact, row, ordinal, identity }: Delivery): void {
    if (!fact.whole) return;
    const { type } = fact;
    if (type === 'tool.request') {
      const { callIdText: call } = fact;
      if (call === undefined) this.#byEvent.request(fact.eventIdText ?? NO_ID, row, ordinal);
      else this.#byCall.request(call, row, ordinal);
    } else if (type === 'tool.result') {
      const { callIdText: call } = fact;
      if (call === undefined) {
        if (!this.#byEvent.answer(fact.parentIdText ?? NO_ID)) this.#unnamed.push(row);
      } else if (!this.#byCall.answer(call) && identity === 0 && this.#byCall.stateOf(call) !== ANSWERED) {
        this.#byCall.answerEarly(call);
        this.#orphan(fact, row, fact.payloadText('tool_call_id') ?? '');
      }
    }
  }

  atEnd({ losses, report }: RuleContext): void {
    // Both are in file order: each request takes the first such result after it that is left.
    let next = 0;
    for (const { row, ordinal } of this.#open()) {
      while ((this.#unnamed[next] ?? Infinity) <= row) next += 1;
      const isAnswered = next < this.#unnamed.length;
      if (isAnswered) next += 1;
      if (isAnswered || losses.explainsFollower(row)) continue;
      const { deliveries } = this.context;
      const sequence = deliveries.sequenceOf(ordinal);
      const request = deliveries.read(ordinal);
      const call = request.payloadText('tool_call_id') ?? request.eventId ?? '';
      const at = deliveries.placeOf(ordinal, 'payload');
      report(row, {
        code: 'tool-request-unanswered',
        call,
        at,
        ...(sequence !== undefined && { sequence }),
      });
    }
  }

  #open(): OpenCall[] {
    const byEvent = this.#byEvent.open();
    const byCall = this.#byCall.open();
    return byEvent.length === 0 ? byCall : [...byCall, ...byEvent].sort((a, b) => a.row - b.row);
  }

  #orphan(fact: Delivery['fact'], row: number, call: string): void {
    if (this.context.losses.explainsRequest(row)) return;
    const { record } = fact;
    const at = record.placeOf(record.find(['payload', 'tool_call_id']));
    this.context.report(row, { code: 'tool-result-orphan', call, at, ...identityOf(fact) });
  }
}
