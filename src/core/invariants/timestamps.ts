import { identityOf, type Delivery, type Rule, type RuleContext } from './rule.ts';

/** Time does not run backwards from one event to the next. Equal times are fine. */
export class TimestampRule implements Rule {
  /** Of the previous event with a time. */
  #instant = -Infinity;
  #ordinal = 0;

  constructor(private readonly context: RuleContext) {}

  accept({ fact, row, ordinal, identity, isAstray }: Delivery): void {
    if (identity !== 0) return;
    const { instant } = fact;
    if (instant === undefined) return;
    if (instant < this.#instant && !isAstray) {
      const previous = this.context.deliveries.read(this.#ordinal);
      const at = this.context.deliveries.placeOf(this.#ordinal, 'timestamp');
      this.context.report(row, {
        code: 'timestamp-backward',
        previous: previous.timestamp ?? '',
        found: fact.timestamp ?? '',
        at: fact.at('timestamp'),
        related: [{ role: 'previous-event', at }],
        ...identityOf(fact),
      });
    }
    this.#instant = instant;
    this.#ordinal = ordinal;
  }
}
