import type { Violation, ViolationCode, ViolationOf } from '../../src/core/violation.ts';
import { HOSTILE } from './sentence.ts';

/** A place, where it does not matter which. */
export const AT = { line: 0, start: 0, end: 1, offset: 0 };

/** One of each code, every text in it hostile. The type makes sure that none is missing. */
const SAMPLES: { readonly [C in ViolationCode]: ViolationOf<C> } = {
  'json-invalid': { code: 'json-invalid', at: AT, fault: 'value-expected' },
  'json-not-object': { code: 'json-not-object', at: AT, found: 'array' },
  'utf8-invalid': { code: 'utf8-invalid', at: AT, byteInLine: 3 },
  'nul-bytes': { code: 'nul-bytes', at: AT, count: 1 },
  'lone-surrogate': { code: 'lone-surrogate', at: AT, path: ['payload', HOSTILE, 3] },
  'records-glued': { code: 'records-glued', at: AT, records: 2 },
  'record-split': { code: 'record-split', at: AT, lines: 3 },
  'record-torn': { code: 'record-torn', at: AT, last: false, bytes: 7 },
  'duplicate-key': { code: 'duplicate-key', at: AT, path: [HOSTILE] },
  'blank-line': { code: 'blank-line', at: AT, lines: 1 },
  crlf: { code: 'crlf', at: AT, lines: 1 },
  bom: { code: 'bom', at: AT },
  'no-final-newline': { code: 'no-final-newline', at: AT },
  schema: { code: 'schema', at: AT, path: [HOSTILE], expected: 'an object' },
  'unknown-field': { code: 'unknown-field', at: AT, path: ['actor', HOSTILE] },
  'event-type-unknown': { code: 'event-type-unknown', at: AT, type: HOSTILE, changesState: true },
  'trace-version-unsupported': { code: 'trace-version-unsupported', at: AT, version: HOSTILE },
  'redaction-inconsistent': { code: 'redaction-inconsistent', at: AT, status: 'clean', fields: 1 },
  'sequence-start': { code: 'sequence-start', at: AT, found: 1 },
  'sequence-gap': { code: 'sequence-gap', at: AT, expected: 1, found: 2, missingParent: HOSTILE },
  'sequence-repeat': { code: 'sequence-repeat', at: AT, expected: 2, found: 1 },
  'sequence-backward': { code: 'sequence-backward', at: AT, expected: 2, found: 1 },
  'session-mixed': { code: 'session-mixed', at: AT, expected: HOSTILE, found: HOSTILE },
  'run-mixed': { code: 'run-mixed', at: AT, expected: HOSTILE, found: HOSTILE },
  'parent-unknown': { code: 'parent-unknown', at: AT, parent: HOSTILE },
  'parent-future': { code: 'parent-future', at: AT, parent: HOSTILE },
  'parent-self': { code: 'parent-self', at: AT, parent: HOSTILE },
  'parent-cycle': { code: 'parent-cycle', at: AT, parent: HOSTILE, records: 2 },
  'event-id-conflict': { code: 'event-id-conflict', at: AT, id: HOSTILE },
  'event-id-retry': { code: 'event-id-retry', at: AT, id: HOSTILE },
  'timestamp-backward': { code: 'timestamp-backward', at: AT, previous: HOSTILE, found: HOSTILE },
  'history-rewritten': { code: 'history-rewritten', at: AT, firstDifference: 9 },
  'tool-result-orphan': { code: 'tool-result-orphan', at: AT, call: HOSTILE },
  'tool-request-unanswered': { code: 'tool-request-unanswered', at: AT, call: HOSTILE },
  'stream-unfinished': { code: 'stream-unfinished', at: AT, chunks: 2 },
  'event-after-stop': { code: 'event-after-stop', at: AT, type: HOSTILE },
  'stop-missing': { code: 'stop-missing', at: AT },
  'leaf-stale': { code: 'leaf-stale', at: AT, parent: HOSTILE, newest: HOSTILE },
  'turn-open': { code: 'turn-open', at: AT, turn: HOSTILE },
  'identity-mismatch': { code: 'identity-mismatch', at: AT, header: HOSTILE, file: HOSTILE },
  'record-shape': { code: 'record-shape', at: AT, type: HOSTILE, path: [HOSTILE], expected: 'a string' },
  'record-type-unknown': { code: 'record-type-unknown', at: AT, type: HOSTILE },
  'recorded-fingerprint-mismatch': {
    code: 'recorded-fingerprint-mismatch',
    at: AT,
    recorded: HOSTILE,
    computed: undefined,
  },
  'lineage-mismatch': {
    code: 'lineage-mismatch',
    at: AT,
    field: 'parent_run_id',
    recorded: HOSTILE,
    computed: HOSTILE,
  },
};

/** All of them. */
export const ALL: readonly Violation[] = Object.values(SAMPLES);
