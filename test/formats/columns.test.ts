// What surveys keep by row, in columns of numbers.

import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { usage } from '../../src/core/projections/usage.ts';
import { figures, FiguresList, usagePayload } from '../../src/formats/figures.ts';
import { PlaceList } from '../../src/formats/placeList.ts';
import { RowStatuses } from '../../src/formats/rowStatuses.ts';
import { traceEvents } from '../support/events.ts';
import { journal } from '../support/journal.ts';

describe('columns: places', () => {
  it('come back as they were, also beyond 4 GiB', () => {
    const number = fc.nat();
    const place = fc.record(
      { line: number, start: number, end: number, offset: fc.maxSafeNat() },
      { noNullPrototype: true },
    );
    fc.assert(
      fc.property(fc.array(place), (places) => {
        const list = new PlaceList();
        for (const one of places) list.push(one);
        assert.equal(list.length, places.length);
        for (const [i, one] of places.entries()) assert.deepEqual(list.at(i), one);
      }),
    );
  });
});

describe('columns: statuses', () => {
  it('a copy stays as it was', () => {
    const statuses = new RowStatuses();
    for (let row = 0; row < 200; row++) statuses.push(row % 2 === 0 ? 'active' : 'folded');
    const copy = statuses.copy();
    statuses.set(0, 'abandoned');
    statuses.push('damaged');
    assert.deepEqual(
      [copy.at(0), copy.at(199), copy.at(200), copy.length],
      ['active', 'folded', 'unknown', 200],
    );
    assert.deepEqual([statuses.at(0), statuses.at(200)], ['abandoned', 'damaged']);
  });
});

describe('columns: figures', () => {
  const figure = fc.option(fc.double({ min: -5, max: 1e9, noNaN: true }), { nil: undefined });
  const reply = fc.record({
    input: figure,
    output: figure,
    cacheRead: figure,
    cacheWrite: figure,
    total: figure,
    cost: figure,
  });

  const response = traceEvents(journal('resp:a'));

  it('come back by their row, in whatever order they are asked for', () => {
    fc.assert(
      fc.property(fc.array(fc.option(reply)), fc.array(fc.nat(20)), (replies, order) => {
        const list = new FiguresList();
        const given = replies.map((one) => (one === null ? undefined : figures(one)));
        for (const [row, one] of given.entries()) if (one !== undefined) list.push(row, one);
        for (const row of [...given.keys(), ...order]) assert.deepEqual(list.ofRow(row), given[row]);
      }),
    );
  });

  it('sum as the usage projection sums the payloads', () => {
    fc.assert(
      fc.property(fc.array(reply), (replies) => {
        const list = new FiguresList();
        const projected = usage.initial();
        for (const [row, given] of replies.entries()) {
          list.push(row, figures(given));
          const payload = { content: '', usage: usagePayload(figures(given)) };
          if (row % 3 !== 0) for (const event of response) usage.apply(projected, { ...event, payload });
        }
        assert.deepEqual(
          list.sum((row) => row % 3 !== 0),
          projected,
        );
      }),
    );
  });
});
