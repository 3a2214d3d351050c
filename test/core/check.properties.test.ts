// Sound journals, broken at random in a few places: whatever that gives, reading it is total and deterministic, and
// every violation points into the file.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { stopsReplay } from '../../src/core/stopsReplay.ts';
import { severityOf } from '../../src/core/severity.ts';
import { bytesOf, journal, read } from '../support/journal.ts';

const BASES = [
  'start user:hé😀 req chunk:a final:ab req call:c1 result:c1 req resp:x stop:done replay:11 branch:2 metric',
  'user resp stop',
  'start call:a call:b result:b result:a type:x.y stop',
].map((spec) => bytesOf(journal(spec)));

const noise = fc.oneof(
  fc
    .constantFrom(
      '\n',
      '{',
      '}',
      '"',
      ',',
      '\\',
      '\0',
      '\ufeff',
      '\r\n',
      '1',
      'e',
      ':',
      '[',
      '{"a":1}',
      '\n\n',
      'NaN',
    )
    .map(bytesOf),
  fc.uint8Array({ maxLength: 4 }),
);

/** One way to break bytes: cut a stretch out, put one in, double a stretch, or move it elsewhere. */
const breakage = fc.record({
  way: fc.constantFrom('cut', 'put', 'double', 'move', 'replace'),
  at: fc.nat(),
  length: fc.oneof(fc.nat(4), fc.nat(900)),
  to: fc.nat(),
  noise,
});

const broken = fc
  .tuple(fc.constantFrom(...BASES), fc.array(breakage, { maxLength: 3 }))
  .map(([base, breakages]) => {
    let bytes = Buffer.from(base);
    for (const { way, at, length, to, noise: put } of breakages) {
      const from = at % (bytes.length + 1);
      const end = Math.min(bytes.length, from + length);
      const [before, stretch, after] = [
        bytes.subarray(0, from),
        bytes.subarray(from, end),
        bytes.subarray(end),
      ];
      if (way === 'put') bytes = Buffer.concat([before, put, stretch, after]);
      else if (way === 'replace') bytes = Buffer.concat([before, put, after]);
      else if (way === 'double') bytes = Buffer.concat([before, stretch, stretch, after]);
      else {
        const rest = Buffer.concat([before, after]);
        const target = to % (rest.length + 1);
        const moved = way === 'move' ? stretch : Buffer.alloc(0);
        bytes = Buffer.concat([rest.subarray(0, target), moved, rest.subarray(target)]);
      }
    }
    return new Uint8Array(bytes);
  });

/** Everything that reading gives, as plain data. */
function everything(bytes: Uint8Array, chunkSize?: number) {
  const { rows, found, break: stop, prefixes } = read(bytes, chunkSize);
  const fingerprints = Array.from({ length: prefixes.count }, (_, i) => prefixes.at(i + 1));
  return { rows, found, stop, fingerprints };
}

describe('check: journals broken at random', () => {
  it('are read to the end, the same whatever the chunks', () => {
    fc.assert(
      fc.property(broken, fc.integer({ min: 1, max: 700 }), (bytes, size) => {
        assert.deepEqual(everything(bytes, size), everything(bytes));
      }),
      { numRuns: 700 },
    );
  });

  it('have every violation at a row that is there, and at a place in the file', () => {
    fc.assert(
      fc.property(broken, (bytes) => {
        const { rows, found } = read(bytes);
        const lines = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).split('\n');
        for (const { row, violation } of found) {
          assert.ok(row < Math.max(1, rows.length));
          for (const { line, start, end, offset } of [
            violation.at,
            ...(violation.related ?? []).map(({ at }) => at),
          ]) {
            assert.ok(start <= end && offset <= bytes.length);
            assert.ok(end <= (lines[line]?.length ?? -1), `${violation.code} ${line}:${start}-${end}`);
          }
        }
      }),
      { numRuns: 1500 },
    );
  });

  it('have rows that do not overlap, in file order', () => {
    fc.assert(
      fc.property(broken, (bytes) => {
        let end = 0;
        for (const { offset, length } of read(bytes).rows) {
          assert.ok(offset >= end);
          end = offset + length;
        }
      }),
      { numRuns: 500 },
    );
  });

  it('stop the replay at the first event that is not whole, or at damage that hid one', () => {
    fc.assert(
      fc.property(broken, (bytes) => {
        const { rows, found, break: stop } = read(bytes);
        const ofEvents = found.filter(
          ({ row, violation }) => rows[row]?.kind !== 'damage' && stopsReplay(violation),
        );
        const first = Math.min(Infinity, ...ofEvents.map(({ row }) => row));
        assert.ok((stop?.row ?? Infinity) <= first);
        if (stop !== undefined && stop.row < first) assert.equal(rows[stop.row]?.kind, 'damage');
        if (stop !== undefined) assert.equal(severityOf(stop.violation), 'error');
      }),
      { numRuns: 1000 },
    );
  });
});
