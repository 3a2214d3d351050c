// Whether a record may follow the journal as it stands. The checker tells what is wrong with a whole file; this holds
// one candidate against the journal's end, so that a record that would break a rule is turned away before it is
// written, and turning it away changes nothing.

import type { Normaliser } from './check.ts';
import { Decoder } from './decode.ts';
import type { Fact } from './fact.ts';
import { identityOf } from './invariants/rule.ts';
import { ByteWriter } from './json/byteWriter.ts';
import { writeCanonical } from './json/canonical.ts';
import { hasDistinctKeys } from './json/distinctKeys.ts';
import { scanJson, skipWhitespace } from './json/scan.ts';
import { Tape } from './json/tape.ts';
import { placeIn, type JsonRecord } from './record.ts';
import { severityOf } from './severity.ts';
import type { Violation } from './violation.ts';

const LF = 0x0a;
const CR = 0x0d;

/** The end of a sound journal: all that the next record is held against, besides the ids. */
export interface JournalEnd {
  /** Events so far, which is also the next sequence. */
  readonly events: number;
  /** Undefined while there is no event. */
  readonly sessionId: string | undefined;
  readonly runId: string | undefined;
  readonly lastEventId: string | undefined;
}

/** Earlier events, looked up on the rare occasion that one is referred to. */
export interface EarlierEvents {
  /** Ordinal of the event with this id, undefined without one. */
  ordinalOf(id: string): number | undefined;
  /** The bytes of an event's record, without its line feed. */
  recordAt(ordinal: number): Uint8Array;
}

/**
 * What is to be done with a candidate. `bytes` is the record as it will stand in the file, without a line feed; `fact`
 * is valid until the next candidate. Places in a violation are counted in the candidate's own text.
 */
export type Verdict =
  | { readonly kind: 'new'; readonly fact: Fact; readonly bytes: Uint8Array }
  | { readonly kind: 'present'; readonly fact: Fact; readonly ordinal: number }
  | { readonly kind: 'rejected'; readonly fact: Fact | undefined; readonly violation: Violation };

/** Judges candidates for one journal. */
export class AppendRule {
  #decoder = new Decoder();
  readonly #canonical = new ByteWriter(1 << 12);
  readonly #tape = new Tape();

  constructor(
    private readonly format: Normaliser,
    private readonly earlier: EarlierEvents,
  ) {}

  /**
   * Judges one record, given as the bytes of its line with or without white space around it. Nothing is remembered.
   * A warning of the checker is no reason to turn a fact away, with one exception: a key that stands twice, since
   * readers do not agree which of the two counts.
   */
  judge(line: Uint8Array, end: JournalEnd): Verdict {
    const decoded = this.#decode(line);
    if (!('record' in decoded)) return { kind: 'rejected', fact: undefined, violation: decoded };
    const { record } = decoded;
    const fact = this.format.normalise(record);
    const reject = (violation: Violation): Verdict => ({ kind: 'rejected', fact, violation });

    const broken = fact.violations.find((violation) => severityOf(violation) === 'error');
    if (broken !== undefined) return reject(broken);
    const repeated = this.#repeatedKey(record);
    if (repeated !== undefined) return reject({ ...repeated, ...identityOf(fact) });
    const id = fact.eventId ?? '';
    const ordinal = this.earlier.ordinalOf(id);
    if (ordinal !== undefined) {
      if (this.#isSame(record, ordinal)) return { kind: 'present', fact, ordinal };
      return reject({ code: 'event-id-conflict', id, at: fact.at('event_id'), ...identityOf(fact) });
    }
    const misplaced = this.#place(fact, end);
    return misplaced === undefined ? { kind: 'new', fact, bytes: record.bytes } : reject(misplaced);
  }

  /** The one record of a line, or why it is none. */
  #decode(line: Uint8Array): { readonly record: JsonRecord } | Violation {
    const bytes = line.at(-1) === CR ? line.subarray(0, -1) : line;
    const text = { line: 0, offset: 0, bytes };
    if (bytes.includes(LF)) {
      const lines = bytes.reduce((count, byte) => count + (byte === LF ? 1 : 0), 1);
      return { code: 'record-split', lines, at: placeIn(text, 0, bytes.length) };
    }
    for (const item of this.#decoder.push({ index: 0, offset: 0, bytes, terminated: true })) {
      if (item.kind !== 'record') return this.#refuse(item.violation);
      const { record } = item;
      const [violation] = item.violations;
      if (violation !== undefined) return this.#refuse(violation);
      if (skipWhitespace(bytes, record.to, bytes.length) === bytes.length) return { record };
      const at = placeIn(text, record.to, bytes.length);
      return this.#refuse({ code: 'records-glued', records: 2, at });
    }
    for (const item of this.#decoder.end()) {
      if (item.kind === 'damage') return this.#refuse(item.violation);
    }
    const at = placeIn(text, 0, bytes.length);
    return this.#refuse({ code: 'json-invalid', fault: 'value-expected', at });
  }

  /** A decoder that has seen damage waits for its continuation; the next candidate is none. */
  #refuse(violation: Violation): Violation {
    this.#decoder = new Decoder();
    return violation;
  }

  /** A key that stands twice in the same object. */
  #repeatedKey(record: JsonRecord): Violation | undefined {
    const { text, tape } = record;
    if (hasDistinctKeys(text.bytes, tape)) return undefined;
    this.#canonical.clear();
    const [duplicate] = writeCanonical(text.bytes, tape, 0, this.#canonical);
    if (duplicate === undefined) return undefined;
    const related = [{ role: 'first-key' as const, at: record.placeOf(duplicate.first) }];
    const path = record.pathTo(duplicate.again);
    return { code: 'duplicate-key', path, at: record.placeOf(duplicate.again), related };
  }

  /** True when the event at `ordinal` is this one, byte for byte in its canonical form. */
  #isSame(record: JsonRecord, ordinal: number): boolean {
    const earlier = this.earlier.recordAt(ordinal);
    const { bytes } = record;
    if (equals(earlier, bytes)) return true;
    this.#canonical.clear();
    writeCanonical(record.text.bytes, record.tape, 0, this.#canonical);
    const written = this.#canonical.bytes().slice();
    if (!scanJson(earlier, 0, earlier.length, this.#tape).ok) return false;
    this.#canonical.clear();
    writeCanonical(earlier, this.#tape, 0, this.#canonical);
    return equals(this.#canonical.bytes(), written);
  }

  /** The five invariants of the chapter that concern the place of an event in its journal. */
  #place(fact: Fact, end: JournalEnd): Violation | undefined {
    const { sequence = -1, sessionId = '', runId = '', parentId } = fact;
    const isOwn = end.events === 0 || (sessionId === end.sessionId && runId === end.runId);
    if (!isOwn) return mixed(fact, end, sessionId !== end.sessionId);
    if (sequence !== end.events) return misnumbered(fact, sequence, end.events);
    if (parentId === undefined || parentId === end.lastEventId) return undefined;
    const isSelf = parentId === fact.eventId;
    if (!isSelf && this.earlier.ordinalOf(parentId) !== undefined) return undefined;
    const code = isSelf ? 'parent-self' : 'parent-unknown';
    return { code, parent: parentId, at: fact.at('parent_event_id'), ...identityOf(fact) };
  }
}

function mixed(fact: Fact, end: JournalEnd, isSession: boolean): Violation {
  return {
    code: isSession ? 'session-mixed' : 'run-mixed',
    expected: (isSession ? end.sessionId : end.runId) ?? '',
    found: (isSession ? fact.sessionId : fact.runId) ?? '',
    at: fact.at(isSession ? 'session_id' : 'run_id'),
    ...identityOf(fact),
  };
}

function misnumbered(fact: Fact, found: number, expected: number): Violation {
  const evidence = { found, at: fact.at('sequence'), ...identityOf(fact) };
  if (found < expected) return { code: 'sequence-repeat', expected, ...evidence };
  if (expected === 0) return { code: 'sequence-start', ...evidence };
  return { code: 'sequence-gap', expected, ...evidence };
}

function equals(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
