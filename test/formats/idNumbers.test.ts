import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { decode } from '../../src/core/decode.ts';
import { frame } from '../../src/core/frame.ts';
import { IdNumbers } from '../../src/formats/idNumbers.ts';

/** Calls back with the string token of each id, one record each. */
function eachId(
  ids: readonly string[],
  see: (record: Parameters<IdNumbers['find']>[0], id: string) => void,
): void {
  const text = ids.map((id) => `${JSON.stringify({ id })}\n`).join('');
  let at = 0;
  for (const item of decode(frame([new TextEncoder().encode(text)]))) {
    if (item.kind === 'record') see(item.record, ids[at++] ?? '');
  }
}

describe('ids by number', () => {
  it('agrees with a map, for any texts', () => {
    const id = fc.oneof(
      fc.uuid(),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.string({ minLength: 250, maxLength: 600 }),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(id, fc.nat(9)), { maxLength: 60 }), (given) => {
        const numbers = new IdNumbers();
        const map = new Map<string, number>();
        let at = 0;
        eachId(
          given.map(([text]) => text),
          (record, text) => {
            const number = given[at++]?.[1] ?? 0;
            const [token, known] = [record.member('id'), map.get(text) ?? -1];
            assert.equal(numbers.find(record, token), known);
            if (at % 2 === 0) {
              assert.equal(numbers.claim(record, token, number), known);
              if (known < 0) map.set(text, number);
            } else {
              numbers.set(record, token, number);
              map.set(text, number);
            }
            assert.equal(numbers.find(record, token), map.get(text));
          },
        );
        for (const [text, number] of map) {
          assert.equal(numbers.numberOf(text), number);
          if (text.length < 200 && [...map.values()].filter((other) => other === number).length === 1) {
            assert.equal(numbers.idsOf(new Set([number])).get(number), text);
          }
        }
      }),
    );
  });

  it('holds 200,000 ids, through every growth of its table', () => {
    const ids = Array.from({ length: 200_000 }, (_, i) => `0000-${i}-${i % 7}`);
    const numbers = new IdNumbers();
    let at = 0;
    eachId(ids, (record) => numbers.set(record, record.member('id'), at++));
    at = 0;
    eachId(ids, (record) => assert.equal(numbers.find(record, record.member('id')), at++));
    eachId(['nobody'], (record) => assert.equal(numbers.find(record, record.member('id')), -1));
  });
});
