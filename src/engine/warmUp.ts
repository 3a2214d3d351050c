import type { Contents } from './contents.ts';
import { TraceContents } from './traceContents.ts';

/** The rows that are replayed to on the way, each when so many have been read. */
const ON_THE_WAY = [64, 256, 1024, 4096];

/** A journal of so many rows is replayed to so many of them once it is read. */
const LEAST_ROWS = 2_000;
const AFTERWARDS = 8;

/**
 * Replays here and there while nobody asks: the first replays of a fresh thread take several times as long as later
 * ones. Those on the way are small, so that a request that comes meanwhile waits for little.
 */
export class WarmUp {
  #onTheWay = 0;
  #afterwards = 0;

  /** One replay of a journal that is being read; call it between two turns. */
  whileReading(contents: Contents): void {
    const row = ON_THE_WAY[this.#onTheWay] ?? Infinity;
    if (contents.rows <= row) return;
    this.#onTheWay += 1;
    replay(contents, row);
  }

  /** One replay of a journal that was read; false when it was the last. */
  whenRead(contents: Contents): boolean {
    if (contents.rows < LEAST_ROWS || this.#afterwards === AFTERWARDS) return false;
    this.#afterwards += 1;
    return replay(contents, Math.floor((contents.rows * this.#afterwards) / AFTERWARDS) - 1);
  }
}

function replay(contents: Contents, row: number): boolean {
  if (!(contents instanceof TraceContents)) return false;
  try {
    contents.replay(row);
    return true;
  } catch {
    return false; // the file cannot be read any more: whoever asks is told
  }
}
