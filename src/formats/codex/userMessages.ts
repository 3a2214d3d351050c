// A user's message is recorded twice: as an item for the model and as an event for the screen, in either order, and in
// old or odd logs only once. The stretch between two outputs of the model is a window: what it holds of events are the
// messages, and its items repeat them; without an event the items are the messages.

import type { RowStates } from './rowStates.ts';
import type { Turns } from './turns.ts';

/** Marks of a message's texts, by which an item and an event are recognised as the same. */
export type TextMarks = readonly string[];

interface Item {
  readonly row: number;
  readonly marks: TextMarks;
  /** Opens with a tag of the kind that Codex writes. */
  readonly isTagged: boolean;
}

export class UserMessages {
  /** Items of this window that no event has told yet. */
  #items: Item[] = [];
  /** Items of this window that look as if Codex wrote them, until an event shows that the user did. */
  #hosts: { readonly row: number; readonly marks: TextMarks }[] = [];
  /** Row of an item that an event told before it, which the next event may be about instead. */
  #spare: number | undefined;
  #hasEvent = false;
  /** Marks of events that found no item, and of items that found no event, in this window and the one before. */
  #events: string[] = [];
  #lastEvents: readonly string[] = [];
  #lastItems: readonly string[] = [];
  #everHadEvent = false;

  constructor(
    private readonly rows: RowStates,
    private readonly turns: Turns,
  ) {}

  /** An item of the user's role that Codex did not write by itself. Its row counts as active until it is told twice. */
  item(row: number, marks: TextMarks, isTagged: boolean): void {
    if (this.#hasEvent) {
      this.rows.fold(row);
      this.#spare ??= row;
    } else if (marks.some((mark) => this.#lastEvents.includes(mark))) {
      this.rows.fold(row);
    } else {
      this.#items.push({ row, marks, isTagged });
      this.turns.begin(row);
    }
  }

  /** An item that looks as if Codex wrote it: an instruction, unless an event shows it as the user's. */
  hostItem(row: number, marks: TextMarks): void {
    if (marks.some((mark) => this.#events.includes(mark))) {
      this.rows.fold(row);
      return;
    }
    this.rows.instruct(row);
    if (this.#hosts.length < MAX_MARKS) this.#hosts.push({ row, marks });
  }

  /** An event that shows a user's message. */
  event(row: number, mark: string): void {
    this.#everHadEvent = true;
    if (this.#items.length === 0 && !this.#hasEvent && this.#lastItems.includes(mark)) {
      this.rows.fold(row);
      return;
    }
    for (const { row: host, marks } of this.#hosts) if (marks.includes(mark)) this.rows.fold(host);
    const [first] = this.#items;
    if (first === undefined) this.turns.begin(this.#spare ?? row);
    else {
      for (const item of this.#items) this.rows.fold(item.row);
      this.turns.merge(this.#items.length, first.row);
    }
    if (first === undefined && this.#spare === undefined && this.#events.length < MAX_MARKS)
      this.#events.push(mark);
    this.#items = [];
    this.#spare = undefined;
    this.#hasEvent = true;
  }

  /** The model, a tool or the end of a turn comes next. */
  closeWindow(): void {
    this.#hosts = [];
    if (this.#items.length === 0 && !this.#hasEvent) return;
    const isHost = (item: Item) => item.isTagged && this.#everHadEvent;
    const hosts = this.#items.filter(isHost);
    for (const item of hosts) this.rows.instruct(item.row);
    this.turns.drop(hosts.length);
    const said = this.#items.filter((item) => !isHost(item));
    this.#lastItems = said.slice(0, MAX_MARKS).flatMap((item) => item.marks);
    this.#lastEvents = this.#events;
    this.#events = [];
    this.#items = [];
    this.#spare = undefined;
    this.#hasEvent = false;
  }
}

/** How many messages are remembered from one window to the next. */
const MAX_MARKS = 16;
