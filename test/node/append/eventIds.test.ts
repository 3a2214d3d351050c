import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { EventIds } from '../../../src/node/append/eventIds.ts';

describe('EventIds', () => {
  for (const [name, idOf] of [
    ['counted ids', (i: number) => `evt-${i}`],
    ['random ids', () => randomUUID()],
    ['ids of any text', (i: number) => `\ud800${'é'.repeat(i % 5)}${i}`],
  ] as const)
    it(`${name}: each is found, and no other`, () => {
      const ids = Array.from({ length: 20_000 }, (_, i) => idOf(i));
      const table = new EventIds(7);
      for (const [ordinal, id] of ids.entries()) {
        assert.deepEqual(table.candidates(id), []);
        table.add(id, ordinal);
      }
      for (const [ordinal, id] of ids.entries()) assert.deepEqual(table.candidates(id), [ordinal]);
      assert.deepEqual(table.candidates('another'), []);
    });

  it('two events under one id are both candidates', () => {
    const table = new EventIds(1);
    table.add('a', 3);
    table.add('a', 5);
    assert.deepEqual(table.candidates('a'), [3, 5]);
  });
});
