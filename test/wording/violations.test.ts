import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { severityOf } from '../../src/core/severity.ts';
import type { JsonFault, Related, Violation, ViolationCode, ViolationOf } from '../../src/core/violation.ts';
import { describeRelated, describeViolation } from '../../src/wording/violations.ts';
import { HOSTILE, sentence } from './sentence.ts';

const AT = { line: 0, start: 0, end: 1, offset: 0 };

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
  'event-id-conflict': { code: 'event-id-conflict', at: AT, id: HOSTILE },
  'event-id-retry': { code: 'event-id-retry', at: AT, id: HOSTILE },
  'timestamp-backward': { code: 'timestamp-backward', at: AT, previous: HOSTILE, found: HOSTILE },
  'history-rewritten': { code: 'history-rewritten', at: AT, firstDifference: 9 },
  'tool-result-orphan': { code: 'tool-result-orphan', at: AT, call: HOSTILE },
  'tool-request-unanswered': { code: 'tool-request-unanswered', at: AT, call: HOSTILE },
  'stream-unfinished': { code: 'stream-unfinished', at: AT, chunks: 2 },
  'event-after-stop': { code: 'event-after-stop', at: AT, type: HOSTILE },
  'stop-missing': { code: 'stop-missing', at: AT },
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

const ALL: readonly Violation[] = Object.values(SAMPLES);
const CODES = ALL.map(({ code }) => code);

describe('every violation in words', () => {
  for (const violation of ALL) it(violation.code, () => sentence(describeViolation(violation)));

  it('no two codes say the same', () => {
    assert.equal(new Set(ALL.map(describeViolation)).size, ALL.length);
  });

  const variants: readonly (readonly [message: string, expected: RegExp])[] = [
    [describeViolation({ code: 'nul-bytes', at: AT, count: 4096 }), /^4,096 NUL bytes /],
    [describeViolation({ code: 'nul-bytes', at: AT, count: 1 }), /^1 NUL byte /],
    [describeViolation({ code: 'blank-line', at: AT, lines: 3 }), /^3 blank lines\.$/],
    [
      describeViolation({ code: 'record-torn', at: AT, last: true, bytes: 1 }),
      /^The last record is unfinished \(1 byte\)/,
    ],
    [describeViolation({ code: 'json-not-object', at: AT, found: 'array' }), /found an array\.$/],
    [describeViolation({ code: 'json-not-object', at: AT, found: 'number' }), /found a number\.$/],
    [
      describeViolation({ code: 'event-type-unknown', at: AT, type: 'x.y', changesState: false }),
      /“x\.y”\. It does not affect the replay\.$/,
    ],
    [
      describeViolation({ code: 'redaction-inconsistent', at: AT, status: 'redacted', fields: 0 }),
      /names no redacted field\.$/,
    ],
    [
      describeViolation({ code: 'sequence-gap', at: AT, expected: 2, found: 5 }),
      /found 5, expected 2\. 3 events missing before this one\.$/,
    ],
    [describeViolation({ code: 'sequence-gap', at: AT, expected: 2, found: 3 }), /1 event missing/],
    [
      describeViolation({ code: 'schema', at: AT, path: [], expected: 'a Trace 0.1 event' }),
      /^The event does not fit/,
    ],
    [
      describeViolation({ code: 'schema', at: AT, path: ['redaction', 'fields', 0], expected: 'x' }),
      /^“redaction\.fields\.0” /,
    ],
    [
      describeViolation({
        code: 'recorded-fingerprint-mismatch',
        at: AT,
        recorded: 'a'.repeat(64),
        computed: 'b'.repeat(64),
      }),
      /a{12}… .*\(b{12}…\)/,
    ],
    [
      describeViolation({
        code: 'recorded-fingerprint-mismatch',
        at: AT,
        recorded: 'short',
        computed: undefined,
      }),
      /“short” .*\(unavailable\)/,
    ],
  ];
  for (const [message, expected] of variants) {
    it(message, () => {
      sentence(message);
      assert.match(message, expected);
    });
  }

  it('every fault of JSON', () => {
    const faults: Readonly<Record<JsonFault, true>> = {
      'value-expected': true,
      'key-expected': true,
      'colon-expected': true,
      'comma-or-end-expected': true,
      'number-malformed': true,
      'literal-malformed': true,
      'escape-malformed': true,
      'control-character': true,
      'text-after-value': true,
      'unexpected-end': true,
      'non-finite-number': true,
    };
    const isFault = (name: string): name is JsonFault => Object.hasOwn(faults, name);
    const messages = Object.keys(faults)
      .filter(isFault)
      .map((fault) => describeViolation({ code: 'json-invalid', at: AT, fault }));
    for (const message of messages) sentence(message);
    assert.equal(new Set(messages).size, messages.length);
  });

  it('long evidence is cut: a message is a sentence or two, not a page', () => {
    const long = 'x'.repeat(1e6);
    for (const message of [
      describeViolation({ code: 'parent-unknown', at: AT, parent: long }),
      describeViolation({
        code: 'schema',
        at: AT,
        path: Array.from({ length: 500 }, () => long.slice(0, 99)),
        expected: 'a number',
      }),
      describeViolation({ code: 'session-mixed', at: AT, expected: long, found: long }),
      describeViolation({
        code: 'lineage-mismatch',
        at: AT,
        field: 'parent_run_id',
        recorded: long,
        computed: long,
      }),
    ]) {
      sentence(message);
      assert.ok(message.length < 500, String(message.length));
    }
  });
});

describe('the other places of a violation in words', () => {
  const roles: Readonly<Record<Related['role'], true>> = {
    'first-delivery': true,
    parent: true,
    'previous-event': true,
    request: true,
    stop: true,
    'journal-identity': true,
    'first-key': true,
    'recorded-prefix': true,
  };
  const isRole = (name: string): name is Related['role'] => Object.hasOwn(roles, name);
  for (const role of Object.keys(roles).filter(isRole)) {
    it(role, () => {
      assert.match(describeRelated({ role, at: AT }), /^[A-Z][a-z ]+$/);
      assert.match(describeRelated({ role, at: AT, sequence: 7 }), /^[A-Z][a-z ]+ \(sequence 7\)$/);
    });
  }
});

describe('docs/problems.md', () => {
  const [, ...sections] = fs.readFileSync('docs/problems.md', 'utf8').split(/^### /m);
  const textOf = new Map(sections.map((section) => [/^\S+/.exec(section)?.[0] ?? '', section]));

  it('has one section for every code, and no other', () => {
    assert.deepEqual([...textOf.keys()].sort(), CODES.toSorted());
    assert.equal(textOf.size, sections.length);
  });

  for (const violation of ALL) {
    const { code } = violation;
    it(`${code}: its severity, what it means and what to do`, () => {
      const text = textOf.get(code) ?? '';
      assert.match(text, new RegExp(`^${code}\\n\\n_${severityOf(violation)}[^_]*_ – [A-Z\`]`));
      assert.match(text, /\nWhat to do: [A-Z][^]*\.\n/);
    });
  }
});
