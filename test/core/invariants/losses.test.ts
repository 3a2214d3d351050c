import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Losses } from '../../../src/core/invariants/losses.ts';
import { journal, read } from '../../support/journal.ts';

/** What losses are, done the slow way. */
class PlainLosses {
  readonly list: { row: number; left: number }[] = [];
  spend(fits: (row: number) => boolean): boolean {
    const loss = this.list.findLast(({ row, left }) => left > 0 && fits(row));
    if (loss !== undefined) loss.left -= 1;
    return loss !== undefined;
  }
}

describe('losses: what reported faults explain', () => {
  it('each hidden event is one id, and an id is explained again', () => {
    const losses = new Losses();
    losses.hide(3, 2, undefined);
    const asked = ['a', 'b', 'c', 'a'].map((id) => losses.explainsEvent(id, 5));
    assert.deepEqual(asked, [true, true, false, true]);
  });

  it('an event that is referred to before the fault was not hidden by it', () => {
    const losses = new Losses();
    losses.hide(3, 1, undefined);
    assert.deepEqual([losses.explainsEvent('a', 2), losses.explainsEvent('a', 3)], [false, true]);
  });

  it('where it is known which event was hidden, no other is explained', () => {
    const losses = new Losses();
    losses.hide(3, 1, 'a');
    assert.deepEqual([losses.explainsEvent('b', 5), losses.explainsEvent('a', 5)], [false, true]);
  });

  it('a look from the end leaves no trace', () => {
    const losses = new Losses();
    losses.hide(3, 1, undefined);
    assert.ok(losses.copy().explainsFollower(0));
    assert.ok(losses.copy().explainsEvent('a', 5));
    assert.ok(losses.explainsFollower(0) && losses.explainsEvent('a', 5));
  });

  it('as a search through all of them would', () => {
    const step = fc.tuple(fc.constantFrom('hide', 'request', 'follower', 'restore'), fc.nat(2), fc.nat(20));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const losses = new Losses();
        const plain = new PlainLosses();
        let now = 0;
        let isFresh = false;
        for (const [what, more, row] of steps) {
          if (what === 'hide') {
            losses.hide((now += more), more + 1, undefined);
            plain.list.push({ row: now, left: more + 1 });
          } else if (what === 'request') {
            assert.equal(
              losses.explainsRequest(row),
              plain.spend((at) => at <= row),
            );
          } else if (what === 'follower') {
            assert.equal(
              losses.explainsFollower(row),
              plain.spend((at) => at >= row),
            );
          } else if (isFresh) {
            losses.restore();
            plain.list.pop();
          }
          isFresh = what === 'hide';
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('very many of them take time in proportion', () => {
    const many = 20_000;
    const events = journal(`start ${'call:c '.repeat(many).trimEnd()}`).map((line, at) =>
      line.replace(/"parent_event_id":"[^"]*"/, `"parent_event_id":"x-${at}"`).replace('"c"', `"c${at}"`),
    );
    const damage = Array.from({ length: many }, () => 'x');
    const started = performance.now();
    read([...events, ...damage]);
    read([...damage.slice(0, 9), ...events, ...damage, ...damage]);
    assert.ok(performance.now() - started < 15_000, `${performance.now() - started} ms`);
  });
});
