/** Long work in short turns: lets other requests of the same thread through, and stops when it is aborted. */
export interface Turns {
  /** Resolves when other work had its turn. */
  readonly pause: () => Promise<void>;
  readonly now: () => number;
}

/** Milliseconds of work between two pauses. */
const TURN = 10;

/** How many items pass between two looks at the clock. */
const STRIDE = 32;

/** Thrown out of work that was aborted. */
export class Aborted extends Error {
  override readonly name = 'Aborted';
}

/**
 * Takes all items, pausing whenever a turn is over.
 * @throws {Aborted}
 */
export async function inTurns<T>(
  items: Iterable<T>,
  turns: Turns,
  signal: AbortSignal | undefined,
  take: (item: T) => void,
): Promise<void> {
  let started = turns.now();
  let untilLook = STRIDE;
  for (const item of items) {
    take(item);
    if (--untilLook > 0) continue;
    untilLook = STRIDE;
    if (turns.now() - started < TURN) continue;
    await turns.pause();
    if (signal?.aborted) throw new Aborted('aborted');
    started = turns.now();
  }
}
