import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { EventLines } from '../../src/node/eventLines.ts';
import { eventText } from '../../src/core/eventText.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/core/json/value.ts';
import type { TraceEvent } from '../../src/core/schema.ts';
import { kernelModule } from '../support/kernel.ts';

const PROVENANCE: TraceEvent['provenance'] = {
  agent_id: 'a',
  snapshot_id: '1',
  surface: 'cli',
  harness_mode: 'native',
  run_id: 'r',
};

function event(payload: JsonObject, more: Partial<TraceEvent> = {}): TraceEvent {
  return {
    ...{
      trace_version: '0.1.0',
      event_id: 'e',
      session_id: 's',
      sequence: 7,
      timestamp: '2026-01-01T00:00:00Z',
    },
    ...{ type: 'user.message', actor: { kind: 'user', id: 'u' }, payload, provenance: PROVENANCE },
    redaction: { status: 'clean', fields: [] },
    ...more,
  };
}

const linesOf = (events: readonly TraceEvent[]) => {
  const lines = new EventLines(kernelModule());
  const pieces = events.flatMap((item) =>
    lines.add(item) ? lines.take().map((piece) => Buffer.from(piece)) : [],
  );
  return Buffer.concat([...pieces, ...lines.take()]).toString();
};

function parsed(text: string): JsonObject {
  const value: unknown = JSON.parse(text);
  assert.ok(isJsonObject(value));
  return value;
}

const deep = (depth: number): JsonValue => {
  let value: JsonValue = 'x';
  for (let i = 0; i < depth; i++) value = [value];
  return value;
};

describe('events as lines in bytes', () => {
  const PAYLOADS: readonly (readonly [name: string, payload: JsonObject])[] = [
    ['empty', {}],
    ['scalars', { a: 1, b: -0, c: 1e300, d: Infinity, e: NaN, f: true, g: null, h: 0.1 }],
    ['lists and objects', { a: [], b: {}, c: [{ d: [1, 'x'] }] }],
    ['short texts', { a: '', b: '"', c: '\\', d: '\n', e: '\u007f', f: '\u00e9', '"k"': 'x' }],
    [
      'every control character',
      { a: Array.from({ length: 0xa1 }, (_, c) => String.fromCharCode(c)).join('') },
    ],
    ['lone halves of pairs', { a: `${'x'.repeat(99)}\ud800`, b: '\udc00', c: '\ufffd'.repeat(99) }],
    ['characters beside the one that stands in for halves', { a: '\ufffc\ufffe\uf000'.repeat(40) }],
    ['a key that objects have', parsed('{"__proto__":{"a":1},"constructor":2}')],
    ['integers beyond a double', { a: 12345678901234567890n }],
    ['deep', { a: deep(100) }],
    ['too deep for the platform', { a: deep(100_000) }],
    ['long', { a: 'line\n'.repeat(300_000), b: 'x' }],
    ['longer than there is room', { a: '\u0001'.repeat(4_000_000) }],
    ['pairs at every cut', { a: `x${'\u{1f642}'.repeat(300_000)}` }],
  ];
  for (const [name, payload] of PAYLOADS) {
    it(name, () => {
      const events = [event({ before: 'x' }), event(payload), event({ after: 'y'.repeat(200) })];
      assert.ok(linesOf(events) === events.map((item) => `${eventText(item)}\n`).join(''));
    });
  }

  it('all members', () => {
    const events = [
      event(
        {},
        { duration_ms: 1.5, parent_event_id: 'p"', actor: { kind: 'tool', id: 't', parent_id: 'q' } },
      ),
      event({}, { redaction: { status: 'redacted', fields: ['a'], notes: 'n' }, event_id: 'é'.repeat(99) }),
      event(
        {},
        { provenance: { ...PROVENANCE, model: 'm' }, session_id: 'user.message', type: 'tool.result' },
      ),
    ];
    assert.equal(linesOf(events), events.map((item) => `${eventText(item)}\n`).join(''));
  });

  it('any payloads', () => {
    const texts = fc.string({ unit: 'binary', maxLength: 300 });
    fc.assert(
      fc.property(
        fc.array(fc.dictionary(texts, fc.jsonValue({ stringUnit: 'binary' })), { maxLength: 5 }),
        (all) => {
          const events = all.map((payload) => event(parsed(JSON.stringify(payload))));
          assert.equal(linesOf(events), events.map((item) => `${eventText(item)}\n`).join(''));
        },
      ),
      { numRuns: 30 },
    );
  });
});
