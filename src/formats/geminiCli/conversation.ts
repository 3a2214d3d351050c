// The conversation that the records of a Gemini CLI session add up to. A message keeps the place where it first came;
// a later record of the same id is its newest state. A rewind ends messages, a checkpoint names those that live on.

import type { Figures } from '../figures.ts';
import type { TurnState } from '../givenPlan.ts';
import type { Place } from '../../core/violation.ts';

/** Where a message stands: a record of its own (`index` -1), or a position in the messages of a checkpoint. */
export interface Source {
  readonly row: number;
  readonly index: number;
}

/** The newest state of a message. */
export interface State {
  readonly source: Source;
  readonly turn: TurnState;
  readonly usage: Figures | undefined;
  readonly openCalls: readonly { readonly call: string; readonly at: Place }[];
}

export interface Slot {
  /** Row of the first record. */
  readonly row: number;
  state: State;
  isAlive: boolean;
}

export class Conversation {
  /** Every message that there ever was, in the order in which they came. */
  readonly slots: Slot[] = [];
  /** The living ones, in the order of the conversation, by id. */
  readonly #byId = new Map<string, Slot>();
  #order: { readonly id: string; readonly slot: Slot }[] = [];

  /** A record of a message. True when the message is new. */
  put(id: string, state: State): boolean {
    const known = this.#byId.get(id);
    if (known !== undefined) {
      known.state = state;
      return false;
    }
    this.#add(id, state);
    return true;
  }

  /** The message of an id and all later ones are gone; all of them where there is no such message. */
  rewind(id: string): void {
    const isKnown = this.#byId.has(id);
    for (let last = this.#order.pop(); last !== undefined; last = this.#order.pop()) {
      last.slot.isAlive = false;
      this.#byId.delete(last.id);
      if (isKnown && last.id === id) return;
    }
  }

  /** A checkpoint: from here on the conversation consists of these messages. True when one of them is new. */
  replace(messages: readonly (readonly [id: string, state: State])[]): boolean {
    const before = this.#order;
    const kept = new Set(messages.map(([id]) => id));
    for (const { id, slot } of before) {
      if (kept.has(id)) continue;
      slot.isAlive = false;
      this.#byId.delete(id);
    }
    this.#order = [];
    let hasNew = false;
    const placed = new Set<string>();
    for (const [id, state] of messages) {
      const slot = this.#byId.get(id);
      if (slot === undefined) {
        this.#add(id, state);
        hasNew = true;
      } else {
        slot.state = state;
        if (!placed.has(id)) this.#order.push({ id, slot });
      }
      placed.add(id);
    }
    return hasNew;
  }

  /** The turn at the end of the conversation. */
  turn(): TurnState {
    return this.#order.findLast(({ slot }) => slot.state.turn !== 'none')?.slot.state.turn ?? 'none';
  }

  #add(id: string, state: State): void {
    const slot = { row: state.source.row, state, isAlive: true };
    this.slots.push(slot);
    this.#byId.set(id, slot);
    this.#order.push({ id, slot });
  }
}
