// How the rows of an agent's log and its normalised events lie to each other: numbers per row, and the outline of what a
// replay shows. Made in one pass over all events.

import { Column } from '../core/column.ts';
import type { TraceEvent } from '../core/schema.ts';
import type { NativeJournal } from './nativeJournal.ts';
import { Outline, type OutlinedEvent } from './outline.ts';

/** Events between two looks at how far the pass is. */
const PROGRESS_STRIDE = 256;

export class NativeNumbering {
  /** Of the events of other logs that come before, if any, and then of the log's own. */
  readonly outline: Outline;
  /** How many events come before the log's own in the outline. */
  readonly outlinedBefore: number;
  /** How many events come before each row. */
  readonly #before = Column.ofIntegers();
  #count = 0;
  #closingFrom = 0;

  constructor(before?: { readonly outline: Outline; readonly events: number }) {
    this.outline = before?.outline.copy() ?? new Outline();
    this.outlinedBefore = before?.events ?? 0;
  }

  /** The pass, one event at a time. `onNumbered` is told up to which byte it has come. To be run to its end. */
  *number(journal: NativeJournal, onNumbered: (offset: number) => void): Generator<undefined> {
    const outlined = new OutlinedTraceEvent();
    for (const { row, event } of journal.replayed()) {
      while (this.#before.length <= row) this.#before.push(event.sequence);
      this.outline.add(this.outlinedBefore + event.sequence, outlined.of(event));
      this.#count += 1;
      if (this.#count % PROGRESS_STRIDE === 0) onNumbered(journal.index.at(row)?.offset ?? 0);
      yield;
    }
    this.#closingFrom = this.#count - journal.plan.closing().length;
    while (this.#before.length < journal.rows) this.#before.push(this.#closingFrom);
  }

  /** All events. */
  get count(): number {
    return this.#count;
  }

  /** Events before those that close the journal. */
  get closingFrom(): number {
    return this.#closingFrom;
  }

  /** How many events come before a row. */
  before(row: number): number {
    return this.#before.at(row);
  }

  /** Sequence of the first event of a row, null where it has none or is not numbered yet. */
  sequenceOf(row: number): number | null {
    if (row >= this.#before.length) return null;
    const first = this.#before.at(row);
    const next = row + 1 < this.#before.length ? this.#before.at(row + 1) : this.#closingFrom;
    return next > first ? first : null;
  }

  /** How many events are replayed up to and including a row. The ones that close the journal come with its last. */
  eventsThrough(row: number): number {
    return row + 1 < this.#before.length ? this.#before.at(row + 1) : this.#count;
  }

  /** The row of an event that does not close the journal. */
  rowOf(sequence: number): number {
    return this.#before.countUpTo(sequence) - 1;
  }
}

/** An event as the outline asks for it. One serves all. */
export class OutlinedTraceEvent implements OutlinedEvent {
  #event: TraceEvent | undefined;

  of(event: TraceEvent): this {
    this.#event = event;
    return this;
  }
  get type() {
    return this.#event?.type;
  }
  get eventId() {
    return this.#event?.event_id;
  }
  get parentId() {
    return this.#event?.parent_event_id;
  }
  get isFinal() {
    return this.#event?.payload['final'] === true;
  }
  payloadText(key: string) {
    const value = this.#event?.payload[key];
    return typeof value === 'string' ? value : undefined;
  }
  payloadHas(key: string) {
    return this.#event !== undefined && Object.hasOwn(this.#event.payload, key);
  }
}
