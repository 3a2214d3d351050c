// Two lanes that take turns: while the lines of one are taken, the kernel of the other reads the bytes that follow, in a
// thread of its own. What comes out is what one lane gives, one load later.

import type { Decoded } from './decoded.ts';
import type { Fact } from './fact.ts';
import type { LaneLine, PlainLane } from './plain.ts';

const LF = 0x0a;
const NOTHING = new Uint8Array(0);

/** A lane whose kernel may read lines before they are taken. */
export interface AheadLane<Line extends LaneLine = LaneLine> extends PlainLane {
  next(line: number, offset: number): Line | undefined;
  room(): Uint8Array;
  /** Puts bytes behind those that wait, and does not look at them yet. */
  append(bytes: Uint8Array): void;
  /** Has the kernel read the lines that wait. It may still do so when this returns. */
  begin(): void;
  /** Learns what the other lane has learnt. */
  learnFact?(fact: Fact): void;
}

export class PairedLane<Line extends LaneLine = LaneLine> implements PlainLane {
  /** Takes the next bytes; all its lines were taken. */
  #filling: AheadLane<Line>;
  /** The lane whose lines are being read by its kernel, and the one whose lines are being taken. */
  #working: AheadLane<Line> | undefined;
  #taking: AheadLane<Line> | undefined;
  /** The beginning of a line, for the lane that takes the next bytes. */
  #rest: Uint8Array = NOTHING;

  constructor(private readonly lanes: readonly [AheadLane<Line>, AheadLane<Line>]) {
    this.#filling = lanes[0];
  }

  get capacity(): number {
    return this.#filling.capacity;
  }

  get pending(): number {
    return this.#filling.pending + this.#rest.length;
  }

  room(): Uint8Array {
    this.#moveRest();
    return this.#filling.room();
  }

  load(bytes: Uint8Array): void {
    this.#moveRest();
    const end = bytes.lastIndexOf(LF) + 1;
    if (end === 0) {
      this.#taking = undefined;
      this.#filling.append(bytes);
      return;
    }
    this.#rest = bytes.slice(end);
    this.#filling.append(bytes.subarray(0, end));
    this.#filling.begin();
    this.#taking = this.#working;
    this.#working = this.#filling;
    this.#filling = this.#otherThan(this.#working);
  }

  next(line: number, offset: number): Line | undefined {
    return this.#taking?.next(line, offset);
  }

  flush(): void {
    this.#taking = this.#working;
    this.#working = undefined;
  }

  takePending(): Uint8Array {
    this.#moveRest();
    return this.#filling.takePending();
  }

  learn(decoded: Decoded): Decoded {
    const taking = this.#taking ?? this.#filling;
    const learnt = taking.learn(decoded);
    if (learnt.kind === 'record' && learnt.fact !== undefined)
      this.#otherThan(taking).learnFact?.(learnt.fact);
    return learnt;
  }

  #moveRest(): void {
    if (this.#rest.length > 0) this.#filling.append(this.#rest);
    this.#rest = NOTHING;
  }

  #otherThan(lane: AheadLane<Line>): AheadLane<Line> {
    return lane === this.lanes[0] ? this.lanes[1] : this.lanes[0];
  }
}
