// The fast path of Trace 0.1: events whose members are the usual ones, and whose nested objects were seen before, are
// read without asking the schema. It must never say anything else than the schema would.

import fc from 'fast-check';
import assert from 'node:assert/strict';
import { decode } from '../../../src/core/decode.ts';
import { frame } from '../../../src/core/frame.ts';
import type { JsonRecord } from '../../../src/core/record.ts';
import { traceEvent } from '../../../src/core/schema.ts';
import { trace01 } from '../../../src/formats/trace01.ts';
import { readEnvelope } from '../../../src/formats/trace01/envelope.ts';
import { knownEvent } from '../../../src/formats/trace01/known.ts';
import { checkShape } from '../../../src/formats/trace01/shape.ts';
import { altered, bytesOf, edit, journal, rewrite } from '../../support/journal.ts';
import { oddEvent } from '../../support/odd.ts';

const samples = Number(process.env['SAMPLES'] ?? 1_000);
const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));

/** Each record is valid until the next one is taken. */
function* records(text: string | Uint8Array): Generator<JsonRecord> {
  for (const item of decode(frame([bytesOf(text)]))) if (item.kind === 'record') yield item.record;
}

const clean = { status: 'clean', fields: [] };

/** What the format says of a record. */
function said(record: JsonRecord) {
  const fact = trace01.normalise(record);
  const { sequence, eventId, sessionId, runId, parentId, timestamp, type } = fact;
  return {
    envelope: { sequence, eventId, sessionId, runId, parentId, timestamp, type },
    whole: fact.whole,
    plainRedaction: fact.plainRedaction,
    violations: fact.violations,
    event: fact.event,
  };
}

/** The same from the schema, with nothing remembered. */
function oracle(record: JsonRecord) {
  const envelope = readEnvelope(record);
  const { event, violations } = record.wellFormed
    ? checkShape(record, envelope)
    : { event: undefined, violations: [] };
  if (event !== undefined) assert.ok(traceEvent.safeParse(record.value()).success);
  const { status, fields } = event?.redaction ?? {};
  const plainRedaction = event !== undefined && status === clean.status && fields?.length === 0;
  return { envelope, whole: event !== undefined, plainRedaction, violations, event };
}

/** Usual events: with and without the optional members, of several writers. */
const USUAL = [
  ...journal('start user:hi resp:ho call:c1 result:c1 stop:done'),
  ...edit(journal('metric'), 0, { duration_ms: 1.5, provenance: { model: 'm', provider: 'p' } }),
  ...edit(journal('metric'), 0, { actor: { parent_id: 'a' }, provenance: { experiment_id: 'e-1' } }),
  ...edit(journal('metric'), 0, {
    redaction: { status: 'redacted', fields: ['payload.content'], notes: 'n' },
  }),
];

/** Makes the usual events known. A text met early may drive out a later one that was known already: until none does. */
function warm(): void {
  for (let round = 0; round < 8; round++) {
    for (const record of records(USUAL.join('\n'))) trace01.normalise(record);
  }
}

describe(`events that are valid beyond doubt (SEED=${seed}, SAMPLES=${samples})`, () => {
  beforeEach(warm);

  it('the usual ones are known, and are what the schema makes of them', () => {
    for (const record of records(USUAL.join('\n'))) {
      assert.ok(knownEvent(record), new TextDecoder().decode(record.bytes));
      assert.deepEqual(said(record), oracle(record));
    }
  });

  it('whatever is odd about an event, it is read as if it were the first', () => {
    const paths = { known: 0, asked: 0, rejected: 0 };
    const someEvents = fc.array(oddEvent(USUAL), { minLength: 1, maxLength: 3 });
    const sameAsCold = fc.property(someEvents, (lines) => {
      warm();
      // Twice: what the first reading taught must not change the second.
      for (const record of records([...lines, ...lines].join('\n'))) {
        const expected = oracle(record);
        if (knownEvent(record)) paths.known += 1;
        else if (expected.whole) paths.asked += 1;
        else paths.rejected += 1;
        assert.deepEqual(said(record), expected);
      }
    });
    fc.assert(sameAsCold, { seed, numRuns: samples });
    for (const [path, times] of Object.entries(paths))
      assert.ok(times > samples / 10, `${path}: ${times} times`);
  }).timeout(60_000 + samples);

  it('so is one with a byte that is something else', () => {
    const line = bytesOf(USUAL[2] ?? '');
    const sameAsCold = fc.property(fc.nat(line.length - 1), fc.integer({ min: 0, max: 255 }), (at, byte) => {
      const bytes = line.slice();
      bytes[at] = byte;
      for (const record of records(bytes)) assert.deepEqual(said(record), oracle(record));
    });
    fc.assert(sameAsCold, { seed, numRuns: samples });
  }).timeout(60_000 + samples);

  const rejected: readonly (readonly [name: string, line: string | undefined])[] = [
    ['no parent id, but null', altered(USUAL[1], { parent_event_id: null })],
    ['an empty parent id', altered(USUAL[1], { parent_event_id: '' })],
    ['an empty event id', altered(USUAL[1], { event_id: '' })],
    ['an empty session id', altered(USUAL[1], { session_id: '' })],
    ['a sequence below 0', altered(USUAL[1], { sequence: -1 })],
    ['a sequence between numbers', altered(USUAL[1], { sequence: 1.5 })],
    ['a sequence that no double holds', USUAL[1]?.replace('"sequence":1', '"sequence":12345678901234567890')],
    ['a duration below 0', altered(USUAL[1], { duration_ms: -1 })],
    ['a duration that is no number', altered(USUAL[1], { duration_ms: '3' })],
    ['another version', altered(USUAL[1], { trace_version: '0.2.0' })],
    ['an unknown type', altered(USUAL[1], { type: 'user.telepathy' })],
    ['a day that does not exist', altered(USUAL[1], { timestamp: '2026-02-30T00:00:00Z' })],
    ['a payload that is no object', altered(USUAL[1], { payload: [] })],
    ['half a surrogate pair', rewrite(USUAL, 1, (line) => line.replace('"hi"', '"\\ud800"'))[1]],
    ['an unknown member', altered(USUAL[1], { extra: 1 })],
    ['a member twice', USUAL[1]?.replace('"sequence":1', '"sequence":1,"sequence":1')],
    ['a key in another spelling', USUAL[1]?.replace('"sequence"', '"\\u0073equence"')],
  ];
  describe('the schema is asked about', () => {
    for (const [name, line] of rejected) {
      it(name, () => {
        for (const record of records(line ?? '')) assert.equal(knownEvent(record), undefined);
      });
    }
  });

  it('an event with a warning teaches nothing', () => {
    const unusual = altered(USUAL[1], { actor: { id: 'never-seen', mood: 'odd' } });
    for (const record of records(`${unusual}\n${unusual}`)) {
      assert.deepEqual(
        said(record).violations.map(({ code }) => code),
        ['unknown-field'],
      );
    }
  });

  it('an event that was refused teaches nothing', () => {
    const unusual = altered(USUAL[1], { actor: { id: 'never-seen' } });
    for (const record of records(altered(unusual, { type: 'user.telepathy' }))) trace01.normalise(record);
    for (const record of records(unusual)) assert.equal(knownEvent(record), undefined);
  });

  it('many writers in turn are all read right', () => {
    for (let round = 0; round < 3; round++) {
      for (let writer = 0; writer < 40; writer++) {
        const more = { actor: { id: `actor-${writer}` }, provenance: { snapshot_id: `s-${writer}` } };
        for (const record of records(altered(USUAL[1], more))) assert.deepEqual(said(record), oracle(record));
      }
    }
  });
});
