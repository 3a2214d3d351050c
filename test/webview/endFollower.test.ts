import assert from 'node:assert/strict';
import { EndFollower } from '../../src/webview/endFollower.ts';

/** A follower whose rows are here up to `until`, and what it did. */
function setUp() {
  const gone: number[] = [];
  const asked: number[] = [];
  const view = { until: 0, gone, asked };
  const follower = new EndFollower({
    prepare: (row) => {
      view.asked.push(row);
      return row <= view.until;
    },
    go: (row) => view.gone.push(row),
  });
  const grow = (last: number) => {
    follower.wish(last);
    follower.start();
  };
  return { view, follower, grow };
}

describe('EndFollower', () => {
  it('goes to an end when its rows are here', () => {
    const { view, follower, grow } = setUp();
    grow(9);
    assert.deepEqual([view.gone, follower.isOnTheWay], [[], true]);
    view.until = 9;
    follower.arrived();
    assert.deepEqual([view.gone, follower.isOnTheWay], [[9], false]);
  });

  it('does not give up the end that is on its way, and goes on to the newest after a rest', async () => {
    const { view, follower, grow } = setUp();
    grow(9);
    for (let last = 10; last < 90; last++) grow(last);
    view.until = 1000;
    follower.arrived();
    assert.deepEqual(view.gone, [9]);
    assert.ok(follower.isOnTheWay);
    await new Promise((resolve) => setTimeout(resolve, 500));
    assert.deepEqual(view.gone, [9, 89]);
    assert.deepEqual(view.asked, [9, 9, 89]);
  });

  it('stays where it is when told so', async () => {
    const { view, follower, grow } = setUp();
    grow(9);
    follower.stop();
    view.until = 9;
    follower.arrived();
    await new Promise((resolve) => setTimeout(resolve, 500));
    assert.deepEqual([view.gone, follower.isOnTheWay], [[], false]);
  });
});
