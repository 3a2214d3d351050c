import type { Contents } from './contents.ts';
import { TraceContents } from './traceContents.ts';
import type { Turns } from './turns.ts';

/** A journal of so many rows has its replay warmed up, by so many of them. */
const WARMED_ROWS = 2_000;
const WARMING = 8;

/**
 * Replays here and there while nobody asks, until `isOver`: the first replays of a fresh thread take several times as
 * long as later ones. Requests come between.
 */
export async function warmUp(contents: Contents, turns: Turns, isOver: () => boolean): Promise<void> {
  if (contents.rows < WARMED_ROWS || !(contents instanceof TraceContents)) return;
  for (let i = 1; i <= WARMING && !isOver(); i++) {
    try {
      contents.replay(Math.floor((contents.rows * i) / WARMING) - 1);
    } catch {
      return; // the file cannot be read any more: whoever asks is told
    }
    await turns.pause();
  }
}
