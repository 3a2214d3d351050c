import assert from 'node:assert/strict';
import type { JsonFault, Related } from '../../src/core/violation.ts';
import { describeRelated, describeViolation } from '../../src/wording/violations.ts';
import { ALL, AT } from './samples.ts';
import { sentence } from './sentence.ts';

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
      /found 5, expected 2\. 3 events are missing here, or come later\.$/,
    ],
    [
      describeViolation({ code: 'sequence-gap', at: AT, expected: 2, found: 3 }),
      /1 event is missing here, or comes later/,
    ],
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
    'newest-leaf': true,
    'complete-copy': true,
  };
  const isRole = (name: string): name is Related['role'] => Object.hasOwn(roles, name);
  for (const role of Object.keys(roles).filter(isRole)) {
    it(role, () => {
      assert.match(describeRelated({ role, at: AT }), /^[A-Z][a-z ]+$/);
      assert.match(describeRelated({ role, at: AT, sequence: 7 }), /^[A-Z][a-z ]+ \(sequence 7\)$/);
    });
  }
});
