// Where the history that a fork copied from its parent ends, and its own begins. No record says so. What tells:
//  - the header of a sub-agent may number the first record of its own;
//  - ids of turns are UUIDv7: a turn whose id is older than the session is the parent's;
//  - the second that a turn says it began in, which a copy keeps;
//  - records that name their thread;
//  - the times of records, where the copy kept them;
//  - where it did not, the pause after them: a copy is written at once, an answer takes its time.

import { instantOf } from '../../core/timestamp.ts';

/** Whether a log begins with the history of another: by its header, perhaps, or not. */
export type ForkOrigin = 'copy' | 'maybe' | 'none';

/** A pause in milliseconds that no copy makes between two records. */
const PAUSE = 1000;
/** A gap in milliseconds that is larger than those within a copy. */
const GAP = 3;

export class ForkBoundary {
  #origin: ForkOrigin = 'none';
  #sessionId = '';
  #sessionTime = NaN;
  /** First row of its own, by an id. */
  #firstOwn: number | undefined;
  /** Number of the first record of its own, where the header tells it. */
  #ownFrom: number | undefined;
  /** Last row that is the parent's, by an id. */
  #lastInherited = 0;
  #isNumbered = false;
  #previousTime = NaN;
  #firstTime = NaN;
  /** First row after a pause, or the start of the turn that the pause is in. */
  #afterPause: number | undefined;
  /** Gap before the newest turn. */
  #turnGap = 0;

  /** True where history may have been copied: rows are worth looking at. */
  get mayBeFork(): boolean {
    return this.#origin !== 'none';
  }

  /** The session that the log is of, by its own header. */
  session(
    id: string | undefined,
    timestamp: string | undefined,
    origin: ForkOrigin,
    ownFrom: number | undefined,
  ): void {
    this.#ownFrom = ownFrom;
    this.#sessionId = id ?? '';
    this.#sessionTime = timeOfUuid(this.#sessionId) ?? instantOf(timestamp ?? '') ?? NaN;
    this.#origin = origin;
  }

  /** A header of another session: its history follows. */
  otherSession(row: number): void {
    this.#origin = 'copy';
    this.#lastInherited = row;
  }

  /** The number of a record, undefined for one without. Numbers that the header speaks of leave nothing to guess. */
  ordinal(row: number, ordinal: number | undefined): void {
    if (this.#ownFrom === undefined || this.#firstOwn !== undefined || ordinal === undefined) return;
    if (ordinal >= this.#ownFrom) this.#firstOwn = row;
    else this.#lastInherited = row;
    this.#isNumbered = true;
  }

  /**
   * An id of a turn that a record belongs to, or undefined, the thread that it names, and the time in seconds that the
   * turn says it began at. A second that the session began in too tells nothing.
   */
  evidence(
    row: number,
    turn: string | undefined,
    thread: string | undefined,
    turnStart: number | undefined,
    startedAt?: number,
  ): void {
    if (!this.mayBeFork || this.#firstOwn !== undefined || this.#isNumbered) return;
    const id = turn === undefined ? undefined : timeOfUuid(turn);
    const time = id ?? (startedAt === undefined ? undefined : this.#timeOfSecond(startedAt));
    const isOwn =
      thread === undefined ? time !== undefined && time >= this.#sessionTime : thread === this.#sessionId;
    const isInherited = thread === undefined ? time !== undefined && time < this.#sessionTime : !isOwn;
    if (isInherited) this.#lastInherited = row;
    if (!isOwn) return;
    this.#firstOwn = turnStart !== undefined && turnStart > this.#lastInherited ? turnStart : row;
  }

  /** A time in whole seconds, as one in milliseconds that compares with the session's; undefined in the same second. */
  #timeOfSecond(seconds: number): number | undefined {
    return seconds === Math.floor(this.#sessionTime / 1000) ? undefined : seconds * 1000;
  }

  /** The time of a record. `turnStart`: the row that the newest turn began at, `isTurnStart`: it is this one. */
  time(
    row: number,
    timestamp: string | undefined,
    turnStart: number | undefined,
    isTurnStart: boolean,
  ): void {
    if (!this.mayBeFork || this.#firstOwn !== undefined || this.#isNumbered) return;
    const time = instantOf(timestamp ?? '') ?? NaN;
    if (Number.isNaN(time)) return;
    if (Number.isNaN(this.#firstTime)) this.#firstTime = time;
    if (time < this.#sessionTime) this.#lastInherited = row;
    const gap = time - this.#previousTime;
    this.#previousTime = time;
    if (isTurnStart) this.#turnGap = gap;
    if (gap >= PAUSE && this.#afterPause === undefined && time >= this.#sessionTime) {
      // A turn that came right after what was copied is one of the copy: what follows it after a pause is not.
      const isOwnTurn = turnStart !== undefined && turnStart > this.#lastInherited && this.#turnGap >= GAP;
      this.#afterPause = isOwnTurn && !isTurnStart ? turnStart : row;
    }
  }

  /** The first row of its own after the header, given the start of the newest turn and the number of rows. */
  firstOwnRow(lastTurn: number | undefined, rows: number): number {
    // A thread that another started may have begun with nothing.
    if (this.#origin === 'none' || (this.#origin === 'maybe' && this.#lastInherited === 0)) return 0;
    if (this.#firstOwn !== undefined) return this.#firstOwn;
    if (this.#isNumbered) return rows;
    const after = this.#lastInherited + 1;
    if (this.#afterPause !== undefined && this.#afterPause >= after) return this.#afterPause;
    if (lastTurn === undefined || lastTurn < after) return rows;
    // A copy without a pause, or one whose times tell nothing: the newest turn is what a fork is made for.
    const isTimeless = Number.isNaN(this.#previousTime) || this.#previousTime === this.#firstTime;
    return this.#turnGap >= GAP || isTimeless ? lastTurn : rows;
  }
}

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/i;

/** The time that a UUIDv7 holds, in milliseconds; undefined for any other text. */
function timeOfUuid(id: string): number | undefined {
  return UUID_V7.test(id) ? parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : undefined;
}
