import type { Violation, ViolationCode } from './violation.ts';

export type Severity = 'error' | 'warning' | 'information';

/**
 * The rank of each code. Some depend on their evidence and are settled in {@link severityOf}: a torn *last* record (the
 * writer may still complete it), an unknown type outside the families that carry state, and a half of a surrogate pair
 * in an agent's own log (its agent reads on, and so does the replay).
 */
const BY_CODE: Readonly<Record<ViolationCode, Severity>> = {
  'json-invalid': 'error',
  'json-not-object': 'error',
  'utf8-invalid': 'error',
  'nul-bytes': 'error',
  'lone-surrogate': 'error',
  'records-glued': 'error',
  'record-split': 'error',
  'record-torn': 'error',
  schema: 'error',
  'event-type-unknown': 'error',
  'trace-version-unsupported': 'error',
  'sequence-start': 'error',
  'sequence-gap': 'error',
  'sequence-repeat': 'error',
  'sequence-backward': 'error',
  'session-mixed': 'error',
  'run-mixed': 'error',
  'parent-unknown': 'error',
  'parent-future': 'error',
  'parent-self': 'error',
  'parent-cycle': 'error',
  'event-id-conflict': 'error',
  'history-rewritten': 'error',
  'event-id-retry': 'warning',
  'duplicate-key': 'warning',
  'timestamp-backward': 'warning',
  'tool-result-orphan': 'warning',
  'tool-request-unanswered': 'warning',
  'stream-unfinished': 'warning',
  'event-after-stop': 'warning',
  'recorded-fingerprint-mismatch': 'warning',
  'lineage-mismatch': 'warning',
  'leaf-stale': 'warning',
  'identity-mismatch': 'warning',
  'record-shape': 'warning',
  'record-type-unknown': 'warning',
  'redaction-inconsistent': 'warning',
  'unknown-field': 'warning',
  'turn-open': 'information',
  'stop-missing': 'information',
  'blank-line': 'information',
  crlf: 'information',
  bom: 'information',
  'no-final-newline': 'information',
};

/** The severity of a violation, by its code and, where the rule says so, its evidence. */
export function severityOf(violation: Violation): Severity {
  if (violation.code === 'record-torn' && violation.last) {
    return violation.followed === true ? 'information' : 'warning';
  }
  if (violation.code === 'lone-surrogate' && violation.isMended === true) return 'warning';
  if (violation.code === 'event-type-unknown' && !violation.changesState) return 'warning';
  return BY_CODE[violation.code];
}

/** How many violations of each severity. */
export interface SeverityTotals {
  error: number;
  warning: number;
  information: number;
}

/** Counts violations by severity. */
export function countBySeverity(violations: Iterable<Violation>): SeverityTotals {
  const totals: SeverityTotals = { error: 0, warning: 0, information: 0 };
  for (const violation of violations) totals[severityOf(violation)] += 1;
  return totals;
}
