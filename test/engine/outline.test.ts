// The outline finds a replayed state by bisection. The reducers of the core fold it event by event: both must come to
// the same at every cursor.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fold } from '../../src/core/replay.ts';
import { memorySource } from '../../src/engine/byteSource.ts';
import { Outline, type OutlinedEvent } from '../../src/engine/outline.ts';
import type { Json, JsonMembers } from '../support/canonical.ts';
import { opened } from '../support/engine.ts';
import { session, traceEvents, type Happening } from '../support/events.ts';
import { bytesOf, idOf, type Lines } from '../support/journal.ts';
import { kernelModule } from '../support/kernel.ts';
import { shownState } from '../support/replayed.ts';

/** Few ids, so that they are used again; one that is like the names of the outline's own keys, and none at all. */
const callId = fc.constantFrom('c1', 'c2', 'c3', 'event:evt-001', '__proto__', '', undefined);

const anything = fc.constantFrom<Json>('', 'text', 0, 1.5, true, null, [], { a: [1] }, '\u{1f600}');

const optional = (members: Readonly<Record<string, Json | undefined>>): JsonMembers =>
  Object.fromEntries(
    Object.entries(members).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );

const maybe = (value: fc.Arbitrary<Json>) => fc.option(value, { nil: undefined });

/** Type and payload of one event, and how far back its parent is. */
const happening: fc.Arbitrary<readonly [type: string, payload: JsonMembers, back: number]> = fc.oneof(
  part('user.message', { content: maybe(anything) }),
  part('model.response', { content: anything }),
  part('model.response', { delta: fc.constant('d'), final: maybe(fc.constantFrom<Json>(false, 'true', 1)) }),
  part('model.response', {
    final: fc.constant(true),
    accumulated: maybe(anything),
    content: maybe(anything),
  }),
  part('tool.request', { tool_call_id: callId, tool: maybe(anything), arguments: maybe(anything) }),
  part('tool.request', { tool_call_id: maybe(fc.constantFrom<Json>(7, null)), tool: fc.constant('t') }),
  part('tool.result', {
    tool_call_id: callId,
    ok: maybe(fc.constantFrom<Json>(true, false, 'yes')),
    result: maybe(anything),
    summary: maybe(anything),
    error: maybe(anything),
  }),
  part('tool.result', { tool_call_id: callId }),
  part('session.stop', { reason: maybe(anything) }),
  part('metric.sample', {}),
);

function part(type: string, payload: Readonly<Record<string, fc.Arbitrary<Json | undefined>>>) {
  return fc.tuple(fc.constant(type), fc.record(payload).map(optional), fc.integer({ min: 1, max: 6 }));
}

interface Told {
  /** The lines of the file, retries among them, and which of them is each event's first delivery. */
  readonly lines: Lines;
  readonly rowOf: readonly number[];
}

/** A sound journal, with some events delivered again. */
const journals: fc.Arbitrary<Told> = fc
  .tuple(
    fc.array(happening, { minLength: 1, maxLength: 40 }),
    fc.array(fc.tuple(fc.nat(40), fc.nat(40)), { maxLength: 4 }),
  )
  .map(([parts, retries]) => {
    const happenings = parts.map(([type, payload, back], i): Happening => [
      type,
      payload,
      { parent_event_id: i < back ? undefined : idOf(i - back) },
    ]);
    const events = session(...happenings);
    const lines: string[] = [];
    const rowOf: number[] = [];
    for (const [i, line] of events.entries()) {
      rowOf.push(lines.length);
      lines.push(line);
      for (const [after, which] of retries) if (after === i && which <= i) lines.push(events[which] ?? '');
    }
    return { lines, rowOf };
  });

describe('the outline of a journal', () => {
  for (const [name, kernel] of [
    ['the general way', undefined],
    ['the fast lane', kernelModule()],
  ] as const) {
    it(`equals the reducers at every cursor: ${name}`, async () => {
      await fc.assert(
        fc.asyncProperty(journals, async ({ lines, rowOf }) => {
          const journal = await opened(memorySource(bytesOf(lines)), { kernel });
          assert.equal(journal.snapshot().replayStop, null);
          const events = traceEvents(rowOf.map((row) => lines[row] ?? ''));
          for (const row of lines.keys()) {
            const applied = rowOf.filter((first) => first <= row).length;
            const { generation, row: asked, fingerprint, stopped, abandoned, ...view } = journal.replay(row);
            const expected = shownState(fold(events.slice(0, applied)), (sequence) => rowOf[sequence] ?? -1);
            assert.deepEqual(view, expected, `row ${row}`);
            assert.deepEqual([asked, stopped, abandoned, generation], [row, null, false, 2]);
            assert.equal(fingerprint?.length, 64);
          }
          const { reason } = fold(events).stop;
          assert.equal(journal.snapshot().stopReason, reason);
        }),
        { numRuns: 150 },
      );
    });
  }

  it('pairs the newest open call of an id, however many there are', () => {
    const outline = new Outline();
    const event = (type: string, eventId: string, id: string): OutlinedEvent => ({
      type,
      eventId,
      parentId: undefined,
      payloadText: () => id,
      payloadHas: () => false,
      isFinal: false,
    });
    const started = performance.now();
    for (let i = 0; i < 200_000; i++) outline.add(i, event('tool.request', `e${i}`, 'same'));
    for (let i = 0; i < 200_000; i++) outline.add(200_000 + i, event('tool.result', `r${i}`, 'same'));
    assert.ok(performance.now() - started < 5_000, 'the same id again and again is not quadratic');
    assert.deepEqual(outline.at(399_999), { users: 0, assistants: 0, calls: 200_000, stop: -1 });
    assert.deepEqual(outline.call(0, 399_999), { request: 0, result: 399_999 });
    assert.deepEqual(outline.call(0, 399_998), { request: 0, result: -1 });
    assert.deepEqual(outline.call(199_999, 399_999), { request: 199_999, result: 200_000 });
  });
});
