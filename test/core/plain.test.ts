// The stream of a file that may end and go on again, through every lane: what it gives at any end is what reading up to
// there gives, and asking leaves no trace.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { decode } from '../../src/core/decode.ts';
import type { Decoded, Plain } from '../../src/core/decoded.ts';
import { frame } from '../../src/core/frame.ts';
import { decodeInLane, StreamDecoder, type PlainLane } from '../../src/core/plain.ts';
import { recordLane } from '../../src/core/recordLane.ts';
import { trace01 } from '../../src/formats/trace01.ts';
import { altered, bytesOf, chunksOf, journal, textOf } from '../support/journal.ts';
import { secondKernel, testKernel } from '../support/kernel.ts';

const LANES: readonly (readonly [name: string, lane: () => PlainLane | undefined])[] = [
  ['without a lane', () => undefined],
  ['the lane for any records', () => recordLane(testKernel())],
  ['the lane of Trace 0.1', () => trace01.lane(testKernel())],
  ['two lanes that take turns', () => trace01.lane(testKernel(), secondKernel())],
];

/** All that a stream gives of bytes that nothing follows for now. */
function* pushed(stream: StreamDecoder, bytes: Uint8Array) {
  yield* stream.push(bytes);
  yield* stream.drain();
}

/** What of a stretch is told, read at once: a plain record is valid for a moment only. */
function shown(item: Decoded | Plain): unknown {
  if (item.kind === 'plain') {
    const { record, line, offset, length } = item.fact;
    return ['record', line, offset, length, Buffer.from(record.bytes).toString('latin1'), []];
  }
  if (item.kind === 'record') {
    const { record, violations } = item;
    const { line } = record.text;
    return [
      ...['record', line, record.offset, record.bytes.length],
      Buffer.from(record.bytes).toString('latin1'),
      violations,
    ];
  }
  if (item.kind === 'damage') return ['damage', item.line, item.offset, item.length, item.violation];
  return [item.kind, item.violation];
}

const read = (bytes: Uint8Array) => Array.from(decode(frame([bytes])), shown);
const LINES = journal('start user:hi call:c1 result:c1 stop');

/** Pieces of a file: whole records, ends of line, and what goes wrong at the end of one. */
const pieces = fc
  .array(
    fc.constantFrom(
      ...LINES.map((line) => `${line}\n`),
      ...[
        '\n',
        '\r\n',
        ' \n',
        '{"a":1}',
        '{"a":1}\n',
        '{"a":',
        '{"b":"x\n',
        'y"}\n',
        '\0\0',
        'x',
        '\ufeff',
        '[1]\n',
        '{}\r',
      ],
    ),
    { maxLength: 7 },
  )
  .map((parts) => bytesOf(parts.join('')));

for (const [name, laneOf] of LANES) {
  describe(`a stream that may end and go on: ${name}`, () => {
    it('gives at each end what a file that ends there gives, and asking leaves no trace', () => {
      fc.assert(
        fc.property(pieces, fc.array(fc.nat(), { maxLength: 6 }), (bytes, places) => {
          const cuts = places.map((place) => place % (bytes.length + 1)).toSorted((a, b) => a - b);
          const stream = new StreamDecoder(laneOf());
          const given: unknown[] = [];
          let from = 0;
          for (const to of [...cuts, bytes.length]) {
            for (const item of pushed(stream, bytes.slice(from, to))) given.push(shown(item));
            from = to;
            const rest = stream.ifEnded();
            if (rest === undefined) continue;
            // Both say the same; the notes of the end may stand in another order.
            const all = [...given, ...rest.map(shown)];
            assert.deepEqual(sorted(all), sorted(read(bytes.subarray(0, to))), `up to ${to}`);
          }
          for (const item of stream.end()) given.push(shown(item));
          assert.deepEqual(given, read(bytes));
        }),
        { numRuns: 400 },
      );
    });

    it('takes the held record for good when its line feed comes', () => {
      const bytes = bytesOf(LINES);
      const lengths = LINES.map((line) => bytesOf(line).length);
      for (const [i, length] of lengths.entries()) {
        const end = bytesOf(LINES.slice(0, i)).length + length;
        const stream = new StreamDecoder(laneOf());
        const given = Array.from(pushed(stream, bytes.slice(0, end)), shown);
        const [record, ...notes] = stream.ifEnded() ?? [];
        assert.ok(record);
        assert.equal(record.kind, 'record');
        given.push(shown(record));
        assert.deepEqual(
          notes.map((note) => note.kind === 'note' && note.violation.code),
          ['no-final-newline'],
        );
        stream.takeHeld();
        assert.deepEqual(stream.ifEnded(), []);
        for (const item of pushed(stream, bytes.slice(end + 1))) given.push(shown(item));
        given.push(...Array.from(stream.end(), shown));
        assert.deepEqual(given, read(bytes));
      }
    });

    it('does not say what a fragment is before the lines after it', () => {
      const stream = new StreamDecoder(laneOf());
      assert.deepEqual(Array.from(pushed(stream, bytesOf('{"a":\n'))), []);
      assert.equal(stream.ifEnded(), undefined);
      assert.deepEqual(Array.from(pushed(stream, bytesOf('1}')), shown), []);
      assert.equal(stream.ifEnded(), undefined);
      assert.deepEqual(Array.from(stream.end(), shown), read(bytesOf('{"a":\n1}')));
    });

    const capacity = 16 << 20;
    const sizes = [(12 << 20) - 1, (12 << 20) + 1, capacity - 1, capacity, capacity + 1];
    for (const size of sizes)
      it(`a record of ${size} bytes among others`, () => {
        const [first = '', second = '', third = ''] = LINES;
        const empty = altered(second, { payload: { content: '' } });
        const long = altered(second, { payload: { content: 'x'.repeat(size - empty.length) } });
        const bytes = bytesOf([first, long, third]);
        for (const chunk of [1 << 20, 5_000_001, Infinity]) {
          const lane = laneOf();
          const chunks = chunksOf(bytes, chunk);
          const found: unknown[] = [];
          for (const item of lane === undefined ? decode(frame(chunks)) : decodeInLane(chunks, lane)) {
            if (item.kind === 'plain') found.push([item.fact.line, item.fact.offset, item.fact.length]);
            else if (item.kind === 'record')
              found.push([item.record.text.line, item.record.offset, item.record.bytes.length]);
            else found.push(item.kind);
          }
          assert.deepEqual(found, [
            [0, 0, first.length],
            [1, first.length + 1, size],
            [2, first.length + size + 2, third.length],
          ]);
        }
      });
  });
}

describe('a record that does not fit a lane', () => {
  it('is the same event as without one, and the lane goes on after it', () => {
    const [first = '', second = '', third = ''] = LINES;
    const long = altered(second, { payload: { content: 'é'.repeat(9_000_000) } });
    const lane = trace01.lane(testKernel());
    const facts: unknown[] = [];
    for (const item of decodeInLane(chunksOf(bytesOf(textOf([first, long, third])), 1 << 20), lane)) {
      assert.ok(item.kind === 'plain' || item.kind === 'record');
      const fact = item.kind === 'plain' ? item.fact : (item.fact ?? trace01.normalise(item.record));
      const content = fact.event?.payload['content'];
      facts.push([fact.sequence, fact.eventId, typeof content === 'string' ? content.length : null]);
    }
    assert.deepEqual(facts, [
      [0, 'evt-000', null],
      [1, 'evt-001', 9_000_000],
      [2, 'evt-002', null],
    ]);
  });
});

function sorted(items: readonly unknown[]): string[] {
  return items.map((item) => JSON.stringify(item)).toSorted();
}
