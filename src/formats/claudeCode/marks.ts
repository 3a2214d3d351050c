// What is kept of a row in one number: its kind, and marks beside it.

/** A record of a sub-agent. */
export const SIDE = 1 << 8;
/** A record that repeats an earlier one. */
export const REPEATED = 1 << 9;
/** Part of the history that a fork brought along. */
export const INHERITED = 1 << 10;

/** Kind of a row, without its marks. */
export function kindIn(marked: number): number {
  return marked & 0xff;
}
