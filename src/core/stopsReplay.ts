import { severityOf } from './severity.ts';
import type { Violation, ViolationCode } from './violation.ts';

/** Errors that leave the facts readable: both glued records are read, and these bytes still spell their events. */
const FACTS_STAY_WHOLE: ReadonlySet<ViolationCode> = new Set([
  'records-glued',
  'lone-surrogate',
  'nul-bytes',
  'json-invalid',
]);

/**
 * True for a violation *of an event* that ends the replay before it. A damaged stretch is no event: it ends the
 * replay only if the numbering does not continue after it, which the checker decides.
 */
export function stopsReplay(violation: Violation): boolean {
  return severityOf(violation) === 'error' && !FACTS_STAY_WHOLE.has(violation.code);
}
