import assert from 'node:assert/strict';
import { throttled } from '../../src/webview/throttle.ts';

const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

describe('throttled', () => {
  it('passes the first at once, and of the rest the newest, never losing the last', async () => {
    const passed: number[] = [];
    const pass = throttled<number>(20, (value) => passed.push(value));
    for (let value = 1; value <= 5; value++) pass(value);
    assert.deepEqual(passed, [1]);
    await pause(70);
    assert.deepEqual(passed, [1, 5]);
    pass(6);
    assert.deepEqual(passed, [1, 5, 6]);
  });
});
