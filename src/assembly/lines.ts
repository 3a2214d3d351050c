// Many lines at once: what another thread may do ahead of the one that takes them.

import { INPUT_SIZE, MAX_MARKS, MAX_PASSAGES, MAX_ROWS, OUTPUT, ROW, ROWS, SLACK } from './memory';
import { blank, flagsSeen, isFull, lineFeed, scan, tokenCount } from './scan';
import { forgetFrom, passages, shorten } from './shorten';
import { firstAt, keep, rewind } from './tape';
import { narrow, widen } from './texts';

/** Behind the last row: more lines may follow, for which there was no room. */
const MORE: u32 = 2;

function endRows(count: u32, isMore: bool): void {
  if (count < MAX_ROWS) store<u32>(ROWS + count * ROW, isMore ? MORE : 0);
}

/**
 * Scans lines of the input from `from` on, and returns how many rows it filled: per whole line before `to` one. A row that
 * is plain holds an object, and says where its tokens lie, how many they are, and their flags.
 */
export function scanLines(from: u32, to: u32): u32 {
  store<u8>(to, 0x0a);
  rewind();
  let count: u32 = 0;
  let at = from;
  let isMore = false;
  while (at < to && count < MAX_ROWS) {
    const row = ROWS + count * ROW;
    const end = scan(at);
    let line: u32 = end == 0 ? 0 : blank(end);
    if (line != 0 && line < to && load<u8>(line) == 0x0a) {
      store<u32>(row, 1);
      store<u32>(row, firstAt(), 12);
      store<u32>(row, tokenCount, 16);
      store<u32>(row, flagsSeen >> 8, 20);
      keep(tokenCount);
    } else {
      isMore = isFull && count > 0;
      if (isMore) break;
      line = lineFeed(at);
      if (line >= to) break;
      store<u32>(row, 0);
    }
    store<u32>(row, at, 4);
    store<u32>(row, line, 8);
    at = line + 1;
    count++;
  }
  endRows(count, isMore);
  rewind();
  return count;
}

/** What the shortened text of a row is: none, one byte per character, or UTF-16. */
const NARROW: u32 = 1;
const WIDE: u32 = 3;

/**
 * Writes the same lines with marks in place of long texts, and without what is left out. A row says what its text is,
 * where it lies, which its first passage is and how many it has.
 */
export function shortenLines(from: u32, to: u32): u32 {
  store<u8>(to, 0x0a);
  let count: u32 = 0;
  let at = from;
  let out = OUTPUT;
  let passage: u32 = 0;
  let isMore = false;
  while (at < to && count < MAX_ROWS) {
    const line = lineFeed(at);
    if (line >= to) break;
    // The shortened text, and the same in UTF-16.
    const isRoom =
      out + 3 * (line - at + SLACK) <= OUTPUT + INPUT_SIZE && passage + MAX_MARKS <= MAX_PASSAGES;
    isMore = !isRoom && count > 0;
    if (isMore) break;
    const row = ROWS + count * ROW;
    store<u32>(row, 0);
    store<u32>(row, at, 4);
    store<u32>(row, line, 8);
    if (isRoom) {
      forgetFrom(passage);
      const behind = v128.load(line);
      const end = shorten(at, line, out);
      v128.store(line, behind);
      const text = end + SLACK;
      let textEnd = narrow(out, end, text);
      store<u32>(row, NARROW);
      if (textEnd == 0) {
        textEnd = widen(out, end, text);
        store<u32>(row, textEnd == 0 ? 0 : WIDE);
      }
      store<u32>(row, text, 12);
      store<u32>(row, textEnd, 16);
      store<u32>(row, passage, 20);
      store<u32>(row, passages(), 24);
      out = (textEnd == 0 ? text : textEnd) + SLACK;
      passage += passages();
    }
    at = line + 1;
    count++;
  }
  endRows(count, isMore);
  return count;
}
