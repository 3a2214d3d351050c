import assert from 'node:assert/strict';
import fc from 'fast-check';
import { stretches, type Stretch } from '../support/decoded.ts';
import { bytesOf, journal } from '../support/journal.ts';

/** Pieces that hostile and unlucky files are made of; random bytes alone would never get past the first brace. */
const PIECES = [
  '{"a":1}',
  '{"a":"x',
  '{"a":',
  '{',
  '"b":[1,2]}',
  '}',
  '[',
  '"',
  ',',
  ':',
  '\\',
  '\\u00',
  'tru',
  '-',
  '\n',
  '\n\n',
  '\r\n',
  '\r',
  ' ',
  '\t',
  '\0',
  '\0\0\0',
  '\ufeff',
  '\u2028',
  'é',
  '😀',
  'text',
];

const bytes = fc
  .oneof(
    {
      weight: 4,
      arbitrary: fc.array(
        fc.oneof(fc.constantFrom(...PIECES).map(bytesOf), fc.uint8Array({ maxLength: 2 })),
        { maxLength: 14 },
      ),
    },
    { weight: 1, arbitrary: fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 2 }) },
  )
  .map((pieces) => new Uint8Array(Buffer.concat(pieces)));

const isPlain = (byte: number | undefined) =>
  byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;

/** The first byte that is in no record and no damage, and is neither white space, BOM nor a NUL that is told of. */
function unaccounted(file: Uint8Array, found: readonly Stretch[]): number {
  const covered = new Uint8Array(file.length);
  for (const { offset, length, violations } of found) {
    covered.fill(1, offset, offset + length);
    for (const violation of violations) {
      const { code, at } = violation;
      if (code === 'nul-bytes') covered.fill(1, at.offset, at.offset + violation.count);
      if (code === 'bom') covered.fill(1, 0, 3);
    }
  }
  return file.findIndex((byte, i) => covered[i] === 0 && !isPlain(byte));
}

describe('decode: any bytes at all', () => {
  it('never throws, and accounts for every byte', () => {
    fc.assert(
      fc.property(bytes, (file) => {
        assert.equal(unaccounted(file, stretches(file)), -1);
      }),
      { numRuns: 3000 },
    );
  });

  it('stretches are in order and do not overlap', () => {
    fc.assert(
      fc.property(bytes, (file) => {
        let end = 0;
        for (const { kind, offset, length } of stretches(file)) {
          if (kind === 'note') continue;
          assert.ok(offset >= end);
          end = offset + length;
        }
        assert.ok(end <= file.length);
      }),
      { numRuns: 1000 },
    );
  });

  it('a damaged stretch has one violation, inside the stretch or before it on the line', () => {
    fc.assert(
      fc.property(bytes, (file) => {
        for (const { kind, line, offset, length, violations } of stretches(file)) {
          if (kind !== 'damage') continue;
          assert.equal(violations.length, 1);
          const at = violations[0]?.at;
          assert.equal(at?.line, line);
          assert.ok(at.offset <= offset + length && at.start <= at.end);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('gives the same whatever the chunks', () => {
    fc.assert(
      fc.property(bytes, fc.integer({ min: 1, max: 9 }), (file, size) => {
        assert.deepEqual(stretches(file, size), stretches(file));
      }),
      { numRuns: 1000 },
    );
  });

  it('finds every record that stands whole on a line of its own', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constant('{"a":1}'), bytes), { maxLength: 8 }), (lines) => {
        const clean = lines.map((line) =>
          typeof line === 'string' ? bytesOf(line) : line.filter((byte) => byte !== 0x0a),
        );
        const file = new Uint8Array(Buffer.concat(clean.flatMap((line) => [line, Buffer.from('\n')])));
        const records = new Set(
          stretches(file).flatMap(({ kind, line }) => (kind === 'record' ? [line] : [])),
        );
        const swallowed = stretches(file).filter(({ violations }) => violations[0]?.code === 'record-split');
        for (const [index, line] of lines.entries()) {
          if (line !== '{"a":1}' || records.has(index)) continue;
          const split = swallowed.find((stretch) => stretch.line <= index);
          assert.ok(split, `line ${index + 1} is lost`);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('decode: a file cut at any byte of its last record', () => {
  const whole = bytesOf([
    ...journal('start user:a'),
    '{"trace_version":"é😀\\u00e9\\n","x":[1.5e3,true,{"b":null}]}',
  ]);
  const start = whole.lastIndexOf(0x0a, whole.length - 2) + 1;
  const end = whole.length - 1;

  for (const tail of ['', '\n'] as const)
    it(`is a torn last record, ${tail === '' ? 'without' : 'with'} a line feed after it, and loses nothing before`, () => {
      for (let cut = start + 1; cut < end; cut++) {
        const file = new Uint8Array(Buffer.concat([whole.subarray(0, cut), Buffer.from(tail)]));
        const [first, second, last, ...more] = stretches(file);
        assert.deepEqual([first?.kind, second?.kind, more.length], ['record', 'record', 0], `cut at ${cut}`);
        const violation = last?.violations[0];
        assert.deepEqual([last?.offset, last?.length, violation?.code], [start, cut - start, 'record-torn']);
        assert.ok(violation?.code === 'record-torn' && violation.last);
      }
    });

  it('is a torn record when a writer goes on with the next one on a new line', () => {
    const next = whole.subarray(start);
    for (let cut = start + 1; cut < end; cut++) {
      const file = new Uint8Array(Buffer.concat([whole.subarray(0, cut), Buffer.from('\n'), next]));
      const [, , torn, last, ...more] = stretches(file);
      assert.deepEqual(
        [torn?.length, torn?.violations[0]?.code],
        [cut - start, 'record-torn'],
        `cut at ${cut}`,
      );
      assert.deepEqual(
        [last?.kind, last?.length, more.length],
        ['record', next.length - 1, 0],
        `cut at ${cut}`,
      );
    }
  });

  it('is a torn record when a writer goes on with the next one on the same line', () => {
    const next = whole.subarray(start);
    for (let cut = start + 18; cut < end; cut++) {
      const file = new Uint8Array(Buffer.concat([whole.subarray(0, cut), next]));
      const [, , torn, last, ...more] = stretches(file);
      assert.deepEqual(
        [torn?.length, torn?.violations[0]?.code],
        [cut - start, 'record-torn'],
        `cut at ${cut}`,
      );
      assert.deepEqual(
        [last?.kind, last?.length, more.length],
        ['record', next.length - 1, 0],
        `cut at ${cut}`,
      );
    }
  });

  it('is whole when only the line feed is missing', () => {
    const kinds = stretches(whole.subarray(0, end)).map(
      ({ kind, violations }) => violations[0]?.code ?? kind,
    );
    assert.deepEqual(kinds, ['record', 'record', 'record', 'no-final-newline']);
  });
});
