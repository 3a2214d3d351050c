// How smoothly a page is drawn: the time from one of its frames to the next.
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';

/** Milliseconds between frames. */
export interface FrameTimes {
  readonly frames: number;
  readonly median: number;
  /** Ninety-nine of a hundred are shorter. */
  readonly most: number;
  readonly longest: number;
  readonly above200: number;
  /** Of a hundred frames, how many had rows on their way in view. */
  readonly waiting: number;
}

/** Watches the page of an element until it is asked for what was seen. */
export async function watchFrames(element: Locator): Promise<() => Promise<FrameTimes>> {
  const handle = await element.elementHandle();
  const frame = await handle.ownerFrame();
  assert.ok(frame);
  await frame.evaluate(`(() => {
    const seen = (globalThis.framesSeen = { gaps: [], waiting: 0 });
    let last = performance.now();
    const look = () => {
      const now = performance.now();
      seen.gaps.push(now - last);
      const list = document.querySelector('.list').getBoundingClientRect();
      const isInView = ({ top, bottom }) => top < list.bottom && bottom > list.top;
      const missing = [...document.querySelectorAll('.row.missing')];
      if (missing.some((row) => isInView(row.getBoundingClientRect()))) seen.waiting += 1;
      last = now;
      if (globalThis.framesSeen === seen) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  })()`);
  return async () => {
    const seen: unknown = await frame.evaluate(
      '[globalThis.framesSeen, (globalThis.framesSeen = undefined)][0]',
    );
    assert.ok(typeof seen === 'object' && seen !== null && 'gaps' in seen && 'waiting' in seen);
    assert.ok(Array.isArray(seen.gaps) && seen.gaps.length > 10, 'frames were drawn');
    return figures(seen.gaps.map(Number), Number(seen.waiting));
  };
}

function figures(gaps: readonly number[], waiting: number): FrameTimes {
  const sorted = [...gaps].sort((a, b) => a - b);
  const share = (part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? NaN;
  return {
    frames: gaps.length,
    median: share(0.5),
    most: share(0.99),
    longest: share(1),
    above200: gaps.filter((gap) => gap > 200).length,
    waiting: (waiting / gaps.length) * 100,
  };
}
