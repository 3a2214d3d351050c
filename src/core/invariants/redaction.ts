import { identityOf, type Delivery, type Rule, type RuleContext } from './rule.ts';

/** A clean event names no redacted fields, and a redacted one names at least one. */
export class RedactionRule implements Rule {
  constructor(private readonly context: RuleContext) {}

  accept({ fact, row }: Delivery): void {
    if (fact.plainRedaction) return;
    const redaction = fact.event?.redaction;
    if (redaction === undefined) return;
    const { status, fields } = redaction;
    const consistent = status === 'clean' ? fields.length === 0 : status !== 'redacted' || fields.length > 0;
    if (consistent) return;
    const { record } = fact;
    const at = record.placeOf(record.find(['redaction', status === 'clean' ? 'fields' : 'status']));
    this.context.report(row, {
      code: 'redaction-inconsistent',
      status,
      fields: fields.length,
      at,
      ...identityOf(fact),
    });
  }
}
