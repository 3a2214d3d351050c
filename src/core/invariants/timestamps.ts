import { instantOf } from '../timestamp.ts';
import { identityOf, type Delivery, type Rule, type RuleContext } from './rule.ts';

/** Time does not run backwards from one event to the next. Equal times are fine. */
export class TimestampRule implements Rule {
  #previous: { instant: number; text: string; ordinal: number } | undefined;

  constructor(private readonly context: RuleContext) {}

  accept({ fact, row, ordinal, identity, isAstray }: Delivery): void {
    if (identity !== 0) return;
    const text = fact.timestamp;
    const instant = text === undefined ? undefined : instantOf(text);
    if (text === undefined || instant === undefined) return;
    const previous = this.#previous;
    if (previous !== undefined && instant < previous.instant && !isAstray) {
      this.context.report(row, {
        code: 'timestamp-backward',
        previous: previous.text,
        found: text,
        at: fact.at('timestamp'),
        related: [
          { role: 'previous-event', at: this.context.deliveries.placeOf(previous.ordinal, 'timestamp') },
        ],
        ...identityOf(fact),
      });
    }
    this.#previous = { instant, text, ordinal };
  }
}
