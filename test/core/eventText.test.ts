import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { eventText } from '../../src/core/eventText.ts';
import { isJsonObject } from '../../src/core/json/value.ts';
import type { TraceEvent } from '../../src/core/schema.ts';

const EVENT: TraceEvent = {
  trace_version: '0.1.0',
  event_id: 'e"1',
  session_id: 's',
  sequence: 3,
  timestamp: '2026-08-10T00:00:00Z',
  type: 'user.message',
  actor: { kind: 'user', id: 'u', parent_id: 'p' },
  payload: { content: 'é\u2028\n' },
  provenance: {
    agent_id: 'a',
    snapshot_id: 's',
    surface: 'cli',
    harness_mode: 'native',
    run_id: 'r',
    model: 'm',
  },
  redaction: { status: 'clean', fields: [] },
  duration_ms: 1.5,
  parent_event_id: 'e0',
};

describe('the text of an event', () => {
  it('is what JSON.stringify gives', () => {
    const first = { ...EVENT };
    delete first.duration_ms;
    delete first.parent_event_id;
    for (const event of [EVENT, first]) assert.equal(eventText(event), JSON.stringify(event));
    const redacted: TraceEvent = {
      ...EVENT,
      redaction: { status: 'redacted', fields: ['payload.x'], notes: 'n' },
    };
    assert.equal(eventText(redacted), JSON.stringify(redacted));
  });

  it('whatever the payload', () =>
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), (members, id) => {
        const payload: unknown = JSON.parse(JSON.stringify(members));
        assert.ok(isJsonObject(payload));
        const event: TraceEvent = { ...EVENT, payload, event_id: id };
        assert.equal(eventText(event), JSON.stringify(event));
      }),
    ));

  it('what JSON.stringify refuses is written all the same', () => {
    let deep: TraceEvent['payload'][string] = [];
    for (let level = 0; level < 100_000; level++) deep = [deep];
    const text = eventText({ ...EVENT, payload: { big: 12345678901234567890n, deep } });
    assert.match(text, /"payload":\{"big":12345678901234567890,"deep":\[{100001}\]{100001}\},"provenance":/);
    assert.match(text, /^\{"trace_version":"0\.1\.0","event_id":"e\\"1","session_id":"s","sequence":3,/);
    assert.match(text, /"duration_ms":1\.5,"parent_event_id":"e0"\}$/);
  });
});
