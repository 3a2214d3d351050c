// What the model said is recorded as an item, and again as an event for the screen. The event tells it alone where
// damage hid the item, and in logs that hold no such items at all.

import type { RowStates } from './rowStates.ts';

/** Events of one turn that are remembered until their item comes. */
const MAX_WAITING = 64;

export class AgentMessages {
  /** Events of this turn without an item so far, by their mark. */
  readonly #waiting = new Map<string, number>();
  /** Marks of items of this turn. */
  readonly #said = new Set<string>();
  /** All events of a log without such items. */
  #alone: number[] | undefined = [];
  #isDamaged = false;

  constructor(private readonly rows: RowStates) {}

  damaged(): void {
    this.#isDamaged = true;
  }

  item(marks: readonly string[]): void {
    this.#alone = undefined;
    for (const mark of marks) {
      this.#waiting.delete(mark);
      if (this.#said.size < MAX_WAITING) this.#said.add(mark);
    }
  }

  /** An event; its row counts as told by an item. */
  event(row: number, mark: string): void {
    this.#alone?.push(row);
    if (!this.#said.delete(mark) && this.#waiting.size < MAX_WAITING) this.#waiting.set(mark, row);
  }

  /** The user speaks next: no item of this turn comes any more. */
  turnEnds(): void {
    if (this.#isDamaged) for (const row of this.#waiting.values()) this.rows.set(row, 'active');
    this.#isDamaged = false;
    // Clearing costs a new table even where there is nothing.
    if (this.#waiting.size > 0) this.#waiting.clear();
    if (this.#said.size > 0) this.#said.clear();
  }

  /** Rows of events that stand alone as the log is. */
  standIns(): readonly number[] {
    return this.#alone ?? (this.#isDamaged ? [...this.#waiting.values()] : []);
  }
}
