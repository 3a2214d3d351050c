import { throttled } from './throttle.ts';

/** The view goes on at most this often: a list that moves faster cannot be read, and drawing it costs. */
const STEP_MILLISECONDS = 400;

/** What the follower asks of the page. */
export interface FollowerPeer {
  /** True when the rows that end with this one are here; otherwise they are asked for. */
  prepare(row: number): boolean;
  go(row: number): void;
}

/**
 * Keeps the view at the end of a journal that grows: it goes on when the rows of an end are here, and the end that is
 * on its way is not given up for a later one, or none would ever be reached.
 */
export class EndFollower {
  readonly #peer: FollowerPeer;
  /** The newest end, and the one whose rows were asked for. */
  #wanted: number | null = null;
  #target: number | null = null;

  constructor(peer: FollowerPeer) {
    this.#peer = peer;
  }

  /** What is in view is about to be left. */
  get isOnTheWay(): boolean {
    return this.#wanted !== null;
  }

  /** That is the last row now; {@link start} then goes there. */
  wish(last: number): void {
    this.#wanted = last;
  }

  /** Asks for the rows of the newest end that was wished for, unless those of another one are on their way. */
  start(): void {
    this.#startSoon(undefined);
  }

  /** Stays where the view is. */
  stop(): void {
    this.#wanted = this.#target = null;
  }

  /** Rows have come: those that were waited for may be among them. */
  arrived(): void {
    const row = this.#target;
    if (row === null || !this.#peer.prepare(row)) return;
    const wanted = this.#wanted;
    this.stop();
    this.#peer.go(row);
    if (wanted === null || wanted <= row) return;
    this.wish(wanted);
    this.start();
  }

  readonly #startSoon = throttled(STEP_MILLISECONDS, () => {
    this.#target ??= this.#wanted;
    this.arrived();
  });
}
