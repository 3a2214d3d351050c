import assert from 'node:assert/strict';
import { ScrollMap, type ScrollPlace } from '../../src/webview/scrollMap.ts';

const ROW = 22;
const VIEW = 660;
const TALLEST = 4_000_000;

function scrolled(map: ScrollMap, from: ScrollPlace, by: number, times: number): ScrollPlace {
  let place = from;
  for (let i = 0; i < times; i++) place = map.follow(place, place.top + by);
  return place;
}

describe('ScrollMap', () => {
  it('leaves a short list as it is: one pixel of scroll bar is one of list', () => {
    const map = new ScrollMap(1000, ROW, VIEW, TALLEST);
    assert.equal(map.height, 22_000);
    assert.deepEqual(map.at(1234), { top: 1234, offset: 1234 });
    assert.deepEqual(map.follow({ top: 0, offset: 0 }, 21_340), { top: 21_340, offset: 21_340 });
    assert.deepEqual(map.rangeAt(21_340, 0), { first: 970, end: 1000 });
  });

  it('never draws taller than it may, and still ends at the last row', () => {
    for (const rows of [200_000, 1_000_000, 50_000_000]) {
      const map = new ScrollMap(rows, ROW, VIEW, TALLEST);
      assert.equal(map.height, TALLEST);
      const end = map.follow({ top: 0, offset: 0 }, TALLEST - VIEW);
      assert.equal(map.rangeAt(end.offset, 0).end, rows);
      assert.equal(end.offset + VIEW, rows * ROW, 'the last row stands on the bottom edge');
    }
  });

  it('forgives the pixel that browsers round away at the end', () => {
    const map = new ScrollMap(1_000_000, ROW, VIEW, TALLEST);
    assert.equal(map.follow({ top: 0, offset: 0 }, TALLEST - VIEW - 0.5).offset, map.maxOffset);
  });

  it('scrolls a scaled list by as many pixels as the wheel', () => {
    const map = new ScrollMap(1_000_000, ROW, VIEW, TALLEST);
    const middle = map.at(11_000_000);
    assert.equal(scrolled(map, middle, 100, 30).offset, 11_003_000);
    assert.equal(scrolled(map, middle, -100, 30).offset, 10_997_000);
  });

  it('jumps in proportion when the scroll bar is dragged', () => {
    const map = new ScrollMap(1_000_000, ROW, VIEW, TALLEST);
    const half = map.follow({ top: 0, offset: 0 }, (TALLEST - VIEW) / 2);
    assert.equal(half.offset, map.maxOffset / 2);
  });

  it('can be stepped to both ends without leaving the list', () => {
    const map = new ScrollMap(400_000, ROW, VIEW, TALLEST);
    assert.equal(scrolled(map, map.at(map.maxOffset - 500), 300, 5).offset, map.maxOffset);
    assert.equal(scrolled(map, map.at(500), -300, 5).offset, 0);
  });

  it('reveals a row by the least move', () => {
    const map = new ScrollMap(1_000_000, ROW, VIEW, TALLEST);
    const offset = 500_000 * ROW;
    assert.equal(map.revealing(500_003, offset), offset, 'in view: stays');
    assert.equal(map.revealing(499_999, offset), offset - ROW, 'above: becomes the first');
    assert.equal(map.revealing(500_030, offset), offset + ROW, 'below: becomes the last');
    assert.equal(map.revealing(0, offset), 0);
    assert.equal(map.revealing(999_999, offset), map.maxOffset);
  });

  it('reveals every row exactly, also where the scroll bar cannot tell neighbours apart', () => {
    const map = new ScrollMap(1_000_000, ROW, VIEW, TALLEST);
    let offset = 0;
    for (const row of [999_999, 999_998, 123_457, 123_456, 123_455, 7]) {
      offset = map.revealing(row, offset);
      const range = map.rangeAt(offset, 0);
      assert.ok(row >= range.first && row < range.end, `row ${row}`);
    }
  });

  it('holds an empty list and one shorter than the viewport', () => {
    const none = new ScrollMap(0, ROW, VIEW, TALLEST);
    assert.deepEqual(none.rangeAt(0, 12), { first: 0, end: 0 });
    assert.deepEqual(none.at(100), { top: 0, offset: 0 });
    const few = new ScrollMap(3, ROW, VIEW, TALLEST);
    assert.equal(few.revealing(2, 0), 0);
    assert.deepEqual(few.rangeAt(0, 12), { first: 0, end: 3 });
  });
});
