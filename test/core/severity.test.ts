// One journal per code that a file can have, with the severity that DESIGN gives it.

import assert from 'node:assert/strict';
import { countBySeverity, severityOf, type Severity } from '../../src/core/severity.ts';
import type { ViolationCode } from '../../src/core/violation.ts';
import { bytesOf, edit, journal, read, rewrite, splice, textOf, type Lines } from '../support/journal.ts';

const lines = journal('start user:hello req resp:hi stop metric');
const claims = journal('start user:hello req resp:hi stop replay:5 branch:2');
const [first = '', second = '', third = ''] = lines;
const rest = lines.slice(1);
const damaged = (line: string) => splice(lines, 1, 0, line);

const CASES: readonly (readonly [ViolationCode, Severity, Lines | string | Uint8Array])[] = [
  ['json-invalid', 'error', damaged('{x')],
  ['json-not-object', 'error', damaged('[]')],
  [
    'utf8-invalid',
    'error',
    Buffer.concat([bytesOf([first]), Buffer.from('"\xff"\n', 'latin1'), bytesOf(rest)]),
  ],
  ['nul-bytes', 'error', damaged('\0\0')],
  ['lone-surrogate', 'error', rewrite(lines, 1, (line) => line.replace('hello', '\\ud800'))],
  ['records-glued', 'error', [first + second, ...lines.slice(2)]],
  ['record-split', 'error', rewrite(lines, 1, (line) => line.replace('hello', 'hel\nlo'))],
  ['record-torn', 'error', damaged(second.slice(0, 99))],
  ['record-torn', 'warning', textOf(lines) + second.slice(0, 99)],
  ['schema', 'error', edit(lines, 1, { timestamp: 'x' })],
  ['event-type-unknown', 'error', edit(lines, 1, { type: 'user.x' })],
  ['event-type-unknown', 'error', edit(lines, 1, { type: 'model.x' })],
  ['event-type-unknown', 'error', edit(lines, 1, { type: 'tool.x' })],
  ['event-type-unknown', 'error', edit(lines, 1, { type: 'session.x' })],
  ['event-type-unknown', 'error', edit(lines, 1, { type: 'context.x' })],
  ['event-type-unknown', 'warning', edit(lines, 1, { type: 'memory.x' })],
  ['event-type-unknown', 'warning', edit(lines, 1, { type: 'users' })],
  ['trace-version-unsupported', 'error', edit(lines, 1, { trace_version: '0.2.0' })],
  ['sequence-start', 'error', rest],
  ['sequence-gap', 'error', splice(lines, 2, 1)],
  ['sequence-repeat', 'error', edit(lines, 2, { sequence: 1 })],
  ['sequence-backward', 'error', splice(splice(lines, 2, 1), 4, 0, third)],
  ['session-mixed', 'error', edit(lines, 1, { session_id: 's' })],
  ['run-mixed', 'error', edit(lines, 1, { provenance: { run_id: 'r' } })],
  ['parent-unknown', 'error', edit(lines, 1, { parent_event_id: 'e' })],
  ['parent-future', 'error', edit(lines, 1, { parent_event_id: 'evt-003' })],
  ['parent-self', 'error', edit(lines, 1, { parent_event_id: 'evt-001' })],
  ['event-id-conflict', 'error', edit(lines, 2, { event_id: 'evt-000' })],
  ['event-id-retry', 'warning', splice(lines, 2, 0, second)],
  ['duplicate-key', 'warning', rewrite(lines, 1, (line) => `{"type":"x",${line.slice(1)}`)],
  ['timestamp-backward', 'warning', edit(lines, 1, { timestamp: '2020-01-01T00:00:00Z' })],
  ['tool-result-orphan', 'warning', journal('start result:c stop')],
  ['tool-request-unanswered', 'warning', journal('start call:c stop')],
  ['stream-unfinished', 'warning', journal('start chunk:a stop')],
  ['event-after-stop', 'warning', journal('start stop user')],
  ['recorded-fingerprint-mismatch', 'warning', edit(claims, 5, { payload: { fingerprint: 'x' } })],
  ['lineage-mismatch', 'warning', edit(claims, 6, { payload: { inherited_events: 9 } })],
  ['redaction-inconsistent', 'warning', edit(lines, 1, { redaction: { status: 'redacted' } })],
  ['unknown-field', 'warning', edit(lines, 4, { extra: 1 })],
  ['stop-missing', 'information', journal('start user')],
  ['blank-line', 'information', damaged('')],
  ['crlf', 'information', textOf(lines).replaceAll('\n', '\r\n')],
  ['bom', 'information', `\ufeff${textOf(lines)}`],
  ['no-final-newline', 'information', textOf(lines).trimEnd()],
];

describe('severity', () => {
  for (const [code, severity, input] of CASES)
    it(`${code} is of severity ${severity}`, () => {
      const violations = read(input).found.map(({ violation }) => violation);
      const found = violations.filter((violation) => violation.code === code);
      assert.deepEqual(found.map(severityOf), [severity]);
    });

  it('one fault is one violation, whichever it is', () => {
    for (const [code, , input] of CASES) {
      const codes = read(input).found.map(({ violation }) => violation.code);
      // A line that moved down leaves a gap, and comes late.
      assert.deepEqual(codes, code === 'sequence-backward' ? ['sequence-gap', code] : [code]);
    }
  });

  it('half of a surrogate pair in an agent’s own log is read on', () => {
    const at = { line: 0, start: 0, end: 1, offset: 0 };
    assert.equal(severityOf({ code: 'lone-surrogate', path: ['a'], isMended: true, at }), 'warning');
    assert.equal(severityOf({ code: 'lone-surrogate', path: ['a'], at }), 'error');
  });

  it('totals', () => {
    const found = read(edit(edit(damaged(''), 2, { extra: 1 }), 3, { sequence: 99 })).found;
    assert.deepEqual(countBySeverity(found.map(({ violation }) => violation)), {
      error: 1,
      warning: 1,
      information: 1,
    });
    assert.deepEqual(countBySeverity([]), { error: 0, warning: 0, information: 0 });
  });
});
