// The user's turns: where each begins, which one is under way, and how the last one ended.

import type { Place } from '../../core/violation.ts';
import type { RowStates } from './rowStates.ts';

/** A turn that Codex noted the start of, but not the end. */
export interface OpenTurn {
  readonly row: number;
  readonly id: string;
  readonly at: Place;
}

/** How the last turn stands; `answered` where the log notes no ends, but the model spoke last. */
export type TurnState = 'none' | 'running' | 'answered' | 'completed' | 'interrupted' | 'error';

export class Turns {
  /** Rows that the turns begin at, oldest first. */
  readonly #starts: number[] = [];
  #open: OpenTurn | undefined;
  /** The start of the open turn, until a user's message is known to belong to it. */
  #startedRow: number | undefined;
  #state: TurnState = 'none';
  #reason: string | undefined;

  constructor(private readonly rows: RowStates) {}

  get open(): OpenTurn | undefined {
    return this.#open;
  }
  get state(): TurnState {
    return this.#state;
  }
  /** Why the last turn was interrupted or failed, in Codex's words. */
  get reason(): string | undefined {
    return this.#reason;
  }
  /** Row that the newest turn begins at. */
  get lastStart(): number | undefined {
    return this.#starts.at(-1);
  }

  started(turn: OpenTurn): void {
    this.#open = turn;
    this.#startedRow = turn.row;
    this.#to('running');
  }

  /** Ends the turn under way; an error that came before is how a completed one ended. */
  ended(state: 'completed' | 'interrupted' | 'error', reason: string | undefined): void {
    this.#open = undefined;
    this.#startedRow = undefined;
    if (state === 'completed' && this.#state === 'error') return;
    this.#to(state, reason);
  }

  /** The model spoke (`answered`), or something goes on. */
  goesOn(state: 'running' | 'answered'): void {
    if (this.#state !== 'error' || state === 'answered') this.#to(state);
  }

  failed(reason: string | undefined): void {
    this.#to('error', reason);
  }

  /** A user's message that the turn of a row begins with. */
  begin(row: number): void {
    this.#starts.push(this.#startedRow ?? row);
    this.#startedRow = undefined;
    this.#to('running');
  }

  /** The last `count` messages turn out to be one. */
  merge(count: number, row: number): void {
    const first = this.#starts[this.#starts.length - count] ?? row;
    this.drop(count);
    this.#starts.push(first);
    this.#startedRow = undefined;
    this.#to('running');
  }

  /** The last `count` messages turn out to be none. */
  drop(count: number): void {
    this.#starts.length = Math.max(0, this.#starts.length - count);
  }

  /** Takes back the last `count` turns, up to a row. */
  rollBack(count: number, row: number): void {
    if (count <= 0) return;
    const position = Math.max(0, this.#starts.length - count);
    const from = this.#starts[position];
    this.#starts.length = position;
    if (from !== undefined) this.rows.abandon(from, row);
    this.#open = undefined;
    this.#to(position > 0 ? 'answered' : 'none');
  }

  #to(state: TurnState, reason?: string): void {
    this.#state = state;
    this.#reason = reason;
  }
}
