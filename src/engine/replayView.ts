// The replayed state at a cursor, from the outline and the few records that are shown. Of a long list the newest items
// are shown; those of records far apart cost one small read each.

import { scanJson } from '../core/json/scan.ts';
import { Tape } from '../core/json/tape.ts';
import { isJsonObject, valueAt, type JsonValue } from '../core/json/value.ts';
import { textOf } from '../core/projections/reducer.ts';
import { JsonRecord } from '../core/record.ts';
import type { Newest, ReplayedMessage, ReplayedPlace, ReplayedToolCall } from '../protocol.ts';
import type { Outline, OutlineCounts } from './outline.ts';

/** Longest text of a message, arguments or result in a view. */
const TEXT_LIMIT = 2000;

/** Items of each list that are shown. */
const SHOWN = 100;

/** An event that is shown, as far as it was read. */
export interface ShownEvent {
  readonly row: number;
  readonly sequence: number;
  /** Of an event that came before the log: which of the logs before it row and sequence are of. */
  readonly inheritedFrom?: number;
  /** Value of a payload member; undefined when it is missing or lies beyond what was read. */
  payload(key: string): JsonValue | undefined;
  /** The payload as a whole; undefined when it lies beyond what was read. */
  whole(): JsonValue | undefined;
  /** Bytes of the record when only its beginning was read, else null. */
  readonly cutFrom: number | null;
}

/** Reads the event at a position of the outline. */
export type ReadEvent = (position: number) => ShownEvent;

/** The lists of a replayed state. */
export function listsAt(outline: Outline, cursor: number, counts: OutlineCounts, read: ReadEvent) {
  const message = (position: number, ...keys: readonly string[]): ReplayedMessage => {
    const event = read(position);
    return { ...placeOf(event), text: shownText(firstOf(event, keys), event) };
  };
  const call = (index: number): ReplayedToolCall => {
    const { request, result } = outline.call(index, cursor);
    const event = read(request < 0 ? result : request);
    return {
      ...placeOf(event),
      callId: cutOrNull(event.payload('tool_call_id')),
      tool: cutOrNull(event.payload('tool')) ?? (event.cutFrom === null ? '' : sizeOf(event.cutFrom)),
      arguments: request < 0 ? 'null' : shownText(event.payload('arguments') ?? null, event),
      result: result < 0 ? null : outcome(request < 0 ? event : read(result)),
    };
  };
  return {
    userMessages: newest(counts.users, (index) => message(outline.user(index), 'content')),
    assistantMessages: newest(counts.assistants, (index) =>
      message(outline.assistant(index), 'content', 'accumulated'),
    ),
    toolCalls: newest(counts.calls, call),
    stopReason: counts.stop < 0 ? null : stopReason(read(counts.stop)),
  };
}

/** The newest is asked for first: where not all can be read whole, it is. */
function newest<Item>(total: number, item: (index: number) => Item): Newest<Item> {
  const shown = Math.min(total, SHOWN);
  return { total, items: Array.from({ length: shown }, (_, i) => item(total - 1 - i)).reverse() };
}

function placeOf({ row, sequence, inheritedFrom }: ShownEvent): ReplayedPlace {
  return { row, sequence, ...(inheritedFrom !== undefined && { inheritedFrom }) };
}

function outcome(event: ShownEvent): ReplayedToolCall['result'] {
  const ok = event.payload('ok');
  const told = firstOf(event, ['result', 'summary', 'error']);
  return {
    ...placeOf(event),
    ok: typeof ok === 'boolean' ? ok : null,
    text: shownText(told === undefined ? event.whole() : told, event),
  };
}

/** The first of these payload members that is there; null is a value like every other. */
function firstOf(event: ShownEvent, keys: readonly string[]): JsonValue | undefined {
  return keys.map((key) => event.payload(key)).find((value) => value !== undefined);
}

/** Why the session stopped, by its `session.stop`. */
export function stopReason(event: ShownEvent): string {
  const reason = event.payload('reason');
  return reason === undefined ? 'unknown' : cut(textOf(reason));
}

/** A text that lies beyond what was read of a large record is told by its size. */
function shownText(value: JsonValue | undefined, { cutFrom }: ShownEvent): string {
  if (value === undefined && cutFrom !== null) return sizeOf(cutFrom);
  return cut(textOf(value));
}

function sizeOf(bytes: number): string {
  return bytes < 1e5 ? `(${Math.ceil(bytes / 1e3)} KB record)` : `(${(bytes / 1e6).toFixed(1)} MB record)`;
}

function cutOrNull(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? cut(value) : null;
}

function cut(text: string): string {
  return text.length > TEXT_LIMIT ? `${text.slice(0, TEXT_LIMIT)}…` : text;
}

const tape = new Tape();

/** An event from the bytes of its record, or from the beginning of them. */
export function shownEvent(
  bytes: Uint8Array,
  at: { readonly row: number; readonly sequence: number; readonly length: number },
): ShownEvent {
  const isWhole = scanJson(bytes, 0, bytes.length, tape).ok;
  const record = new JsonRecord(
    { line: 0, offset: 0, bytes },
    0,
    bytes.length,
    isWhole ? tape : tape.copy(),
    true,
  );
  const payload = record.member('payload');
  const value = payload < 0 ? undefined : valueAt(bytes, record.tape, payload);
  const members = isJsonObject(value) ? value : undefined;
  return {
    row: at.row,
    sequence: at.sequence,
    cutFrom: isWhole ? null : at.length,
    whole: () => (isWhole ? members : undefined),
    payload: (key) => (members !== undefined && Object.hasOwn(members, key) ? members[key] : undefined),
  };
}
