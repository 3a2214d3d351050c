// What a replay shows, as positions in the journal: which events are messages, which results answer which calls, where
// the session stopped. All are lists that only grow, so the state at any cursor is how far each list had come by then:
// found by bisection, without folding anything again. The texts are read from the file when they are shown.

import { Column } from '../core/column.ts';

/** What the outline asks of an event. */
export interface OutlinedEvent {
  readonly type: string | undefined;
  readonly eventId: string | undefined;
  readonly parentId: string | undefined;
  payloadText(key: string): string | undefined;
  payloadHas(key: string): boolean;
  /** The payload's `final` is true. */
  readonly isFinal: boolean;
}

/** A tool call: positions of its request and of its result, -1 where there is none. */
export interface OutlinedCall {
  readonly request: number;
  readonly result: number;
}

/** How many of each there are at a cursor. */
export interface OutlineCounts {
  readonly users: number;
  readonly assistants: number;
  readonly calls: number;
  /** Position of the last stop, -1 without one. */
  readonly stop: number;
}

const NONE = 0xffff_ffff;

export class Outline {
  readonly #users = Column.ofIntegers();
  readonly #assistants = Column.ofIntegers();
  readonly #stops = Column.ofIntegers();
  /** Calls in the order in which they appear: by their request, or by their result where there is no request. */
  readonly #calls = Column.ofIntegers();
  readonly #hasRequest = Column.ofBytes();
  readonly #results = Column.ofIntegers();
  /** Open calls by call id and by the id of their request, the newest last. */
  readonly #open = new Map<string, number[]>();
  /** The second name of open calls that have two. */
  readonly #eventKeys = new Map<number, string>();

  /** All columns, to be kept and restored in this order. An outline that was restored does not go on. */
  get columns(): readonly Column[] {
    return [this.#users, this.#assistants, this.#stops, this.#calls, this.#hasRequest, this.#results];
  }

  /** An outline that begins with what this one holds, and goes its own way from there. */
  copy(): Outline {
    const copy = new Outline();
    this.columns.forEach((column, which) => {
      for (let i = 0; i < column.length; i++) copy.columns[which]?.push(column.at(i));
    });
    for (const [key, calls] of this.#open) copy.#open.set(key, [...calls]);
    for (const [call, key] of this.#eventKeys) copy.#eventKeys.set(call, key);
    return copy;
  }

  /** Adds the event at a position; positions grow. The rules are those of the reducers in `core/projections`. */
  add(position: number, event: OutlinedEvent): void {
    const { type } = event;
    if (type === 'user.message') this.#users.push(position);
    else if (type === 'session.stop') this.#stops.push(position);
    else if (type === 'tool.request') this.#request(position, event);
    else if (type === 'tool.result') this.#result(position, event);
    else if (type === 'model.response' && (event.payloadHas('content') || event.isFinal)) {
      this.#assistants.push(position);
    }
  }

  /** The state at a cursor: after all events up to and including `position`. */
  at(position: number): OutlineCounts {
    const stops = this.#stops.countUpTo(position);
    return {
      users: this.#users.countUpTo(position),
      assistants: this.#assistants.countUpTo(position),
      calls: this.#calls.countUpTo(position),
      stop: stops === 0 ? -1 : this.#stops.at(stops - 1),
    };
  }

  /** Position of a message by its number. */
  user(index: number): number {
    return this.#users.at(index);
  }
  assistant(index: number): number {
    return this.#assistants.at(index);
  }

  /** A call by its number, as it stood at a cursor. */
  call(index: number, cursor: number): OutlinedCall {
    const first = this.#calls.at(index);
    const result = this.#results.at(index);
    const hasRequest = this.#hasRequest.at(index) === 1;
    return { request: hasRequest ? first : -1, result: result <= cursor ? result : -1 };
  }

  #request(position: number, event: OutlinedEvent): void {
    const call = this.#calls.length;
    this.#calls.push(position);
    this.#hasRequest.push(1);
    this.#results.push(NONE);
    const id = event.payloadText('tool_call_id');
    const byEvent = `event:${event.eventId ?? ''}`;
    this.#addOpen(byEvent, call);
    if (id === undefined) return;
    this.#addOpen(`call:${id}`, call);
    this.#eventKeys.set(call, byEvent);
  }

  #addOpen(key: string, call: number): void {
    const open = this.#open.get(key);
    if (open === undefined) this.#open.set(key, [call]);
    else open.push(call);
  }

  #result(position: number, event: OutlinedEvent): void {
    const id = event.payloadText('tool_call_id');
    const key = id === undefined ? `event:${event.parentId ?? ''}` : `call:${id}`;
    const open = this.#open.get(key);
    let call = open?.pop();
    // Answered already, under its other name.
    while (call !== undefined && this.#results.at(call) !== NONE) call = open?.pop();
    if (open?.length === 0) this.#open.delete(key);
    if (call === undefined) {
      this.#calls.push(position);
      this.#hasRequest.push(0);
      this.#results.push(position);
      return;
    }
    this.#results.set(call, position);
    const byEvent = this.#eventKeys.get(call);
    if (byEvent === undefined) return;
    this.#eventKeys.delete(call);
    if (this.#open.get(byEvent)?.length === 1) this.#open.delete(byEvent);
  }
}
