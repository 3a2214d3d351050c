// The members of a Trace 0.1 event, found in one pass over its top-level tokens.

import { ESCAPED, STRING, type Tape } from '../../core/json/tape.ts';
import type { JsonRecord } from '../../core/record.ts';

export type MemberName =
  | 'trace_version'
  | 'event_id'
  | 'session_id'
  | 'sequence'
  | 'timestamp'
  | 'type'
  | 'actor'
  | 'payload'
  | 'provenance'
  | 'redaction'
  | 'duration_ms'
  | 'parent_event_id';

/** The ten members that every event has are the first ones. */
const REQUIRED = 10;

/** Positions of the members in {@link Members}, in the order in which writers put them. */
const POSITIONS: Readonly<Record<MemberName, number>> = {
  trace_version: 0,
  event_id: 1,
  session_id: 2,
  sequence: 3,
  timestamp: 4,
  type: 5,
  actor: 6,
  payload: 7,
  provenance: 8,
  redaction: 9,
  duration_ms: 10,
  parent_event_id: 11,
};

const NAME_BYTES = Object.keys(POSITIONS).map((name) => new TextEncoder().encode(name));

/** Value tokens by member, -1 where there is none. `plain` says that nothing else is there, and nothing twice. */
export class Members {
  readonly tokens = new Int32Array(NAME_BYTES.length);
  plain = true;

  /** Reads the members of the object at token 0. Where a key repeats, the last one counts. */
  read(record: JsonRecord): void {
    this.tokens.fill(-1);
    this.plain = true;
    const { tape } = record;
    const { bytes } = record.text;
    const end = tape.nextAt(0);
    let guess = 0;
    for (let key = 1; key + 1 < end; key = tape.nextAt(key + 1)) {
      // Writers keep one order: the member after the last one found is the likeliest.
      const member = isNamed(bytes, tape, key, guess) ? guess : memberOf(bytes, tape, key);
      if (member < 0 || (this.tokens[member] ?? -1) >= 0) this.plain = false;
      if (member < 0) continue;
      this.tokens[member] = key + 1;
      guess = member + 1;
    }
    for (let member = 0; member < REQUIRED; member++) if ((this.tokens[member] ?? -1) < 0) this.plain = false;
  }

  /** Value token of a member, -1 where there is none. */
  token(name: MemberName): number {
    return this.tokens[POSITIONS[name]] ?? -1;
  }
}

function memberOf(bytes: Uint8Array, tape: Tape, key: number): number {
  for (let member = 0; member < NAME_BYTES.length; member++)
    if (isNamed(bytes, tape, key, member)) return member;
  return -1;
}

function isNamed(bytes: Uint8Array, tape: Tape, key: number, member: number): boolean {
  const name = NAME_BYTES[member];
  const from = tape.startAt(key) + 1;
  if (tape.endAt(key) - 1 - from !== name?.length) return false;
  if (tape.kindAt(key) !== STRING || (tape.flagsAt(key) & ESCAPED) !== 0) return false;
  for (let i = 0; i < name.length; i++) if (bytes[from + i] !== name[i]) return false;
  return true;
}
