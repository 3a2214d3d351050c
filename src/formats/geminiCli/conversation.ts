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
  /** Where the newest change of its content and of the result of each call stands; undefined where no patch changed it. */
  changes: Map<string, Source> | undefined;
}

export interface Slot {
  /** Row of the first record. */
  readonly row: number;
  state: State;
  isAlive: boolean;
}

/** A message's place in the order. It stands only while it is the one of its id: a later place, or none, may follow. */
interface Entry {
  readonly id: string;
  readonly slot: Slot;
}

export class Conversation {
  /** Every message that there ever was, in the order in which they came. */
  readonly slots: Slot[] = [];
  /** The living ones, by id. */
  readonly #byId = new Map<string, Entry>();
  /** The living ones, in the order of the conversation, among places that no longer stand. */
  #order: Entry[] = [];

  /** A record of a message. True when the message is new. */
  put(id: string, state: State): boolean {
    const known = this.#byId.get(id);
    if (known !== undefined) {
      known.slot.state = state;
      return false;
    }
    this.#add(id, state);
    return true;
  }

  /** A patch of a message; one of a message that is not there changes nothing. */
  change(id: string, keys: readonly string[], source: Source): void {
    const state = this.#byId.get(id)?.slot.state;
    if (state === undefined) return;
    state.changes ??= new Map();
    for (const key of keys) state.changes.set(key, source);
  }

  /** These messages are gone. True when one of them was there. */
  remove(ids: readonly string[]): boolean {
    const before = this.#byId.size;
    for (const id of ids) {
      const entry = this.#byId.get(id);
      if (entry !== undefined) this.#end(entry);
    }
    return this.#byId.size < before;
  }

  /** These messages follow all others, in this order: what a later rewind ends. */
  reorder(ids: readonly string[]): void {
    for (const id of new Set(ids)) {
      const known = this.#byId.get(id);
      if (known !== undefined) this.#place({ id, slot: known.slot });
    }
  }

  /** The message of an id and all later ones are gone; all of them where there is no such message. */
  rewind(id: string): void {
    const isKnown = this.#byId.has(id);
    for (let last = this.#order.pop(); last !== undefined; last = this.#order.pop()) {
      if (!this.#stands(last)) continue;
      this.#end(last);
      if (isKnown && last.id === id) return;
    }
  }

  /** A checkpoint: from here on the conversation consists of these messages. True when one of them is new. */
  replace(messages: readonly (readonly [id: string, state: State])[]): boolean {
    const kept = new Set(messages.map(([id]) => id));
    for (const entry of this.#order) {
      if (this.#stands(entry) && !kept.has(entry.id)) this.#end(entry);
    }
    this.#order = [];
    let hasNew = false;
    const placed = new Set<string>();
    for (const [id, state] of messages) {
      const known = this.#byId.get(id);
      if (known === undefined) {
        this.#add(id, state);
        hasNew = true;
      } else {
        known.slot.state = state;
        if (!placed.has(id)) this.#place(known);
      }
      placed.add(id);
    }
    return hasNew;
  }

  /** The turn at the end of the conversation. */
  turn(): TurnState {
    const last = this.#order.findLast((entry) => this.#stands(entry) && entry.slot.state.turn !== 'none');
    return last?.slot.state.turn ?? 'none';
  }

  #add(id: string, state: State): void {
    const slot = { row: state.source.row, state, isAlive: true };
    this.slots.push(slot);
    this.#place({ id, slot });
  }

  #place(entry: Entry): void {
    this.#byId.set(entry.id, entry);
    this.#order.push(entry);
  }

  #stands(entry: Entry): boolean {
    return this.#byId.get(entry.id) === entry;
  }

  #end(entry: Entry): void {
    entry.slot.isAlive = false;
    this.#byId.delete(entry.id);
  }
}
