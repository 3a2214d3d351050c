import type { RowViolation, ShownViolation } from '../protocol.ts';
import { describeRelated, describeViolation } from '../wording/violations.ts';

/** A violation in words, for the page. */
export function shownViolation({ row, violation, severity }: RowViolation): ShownViolation {
  return {
    row,
    code: violation.code,
    severity,
    message: describeViolation(violation),
    related: (violation.related ?? []).map((related) => ({
      label: describeRelated(related),
      line: related.at.line,
    })),
  };
}
