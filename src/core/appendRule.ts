// Whether a record may follow the journal as it stands. The checker tells what is wrong with a whole file; this holds
// one candidate against the journal's end, so that a record that would break a rule is turned away before it is
// written, and turning it away changes nothing.

import type { Normaliser } from './check.ts';
import { Decoder } from './decode.ts';
import type { Fact } from './fact.ts';
import { identityOf } from './invariants/rule.ts';
import { ByteWriter } from './json/byteWriter.ts';
import { writeCanonical } from './json/canonical.ts';
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
    this.#canonical.clear();
    const [duplicate] = writeCanonical(record.text.bytes, record.tape, 0, this.#canonical);
    if (duplicate !== undefined) {
      const { again, first } = duplicate;
      const related = [{ role: 'first-key' as const, at: record.placeOf(first) }];
      const path = record.pathTo(again);
      return reject({
        code: 'duplicate-key',
        path,
        at: record.placeOf(again),
        related,
        ...identityOf(fact),
      });
    }
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

  /** True when the event at `ordinal` is this one, byte for byte in its canonical form (just written). */
  #isSame(record: JsonRecord, ordinal: number): boolean {
    const earlier = this.earlier.recordAt(ordinal);
    const { bytes } = record;
    if (equals(earlier, bytes)) return true;
    const written = this.#canonical.bytes().slice();
    if (!scanJson(earlier, 0, earlier.length, this.#tape).ok) return false;
    this.#canonical.clear();
    writeCanonical(earlier, this.#tape, 0, this.#canonical);
    return equals(this.#canonical.bytes(), written);
  }

  /** The five invariants of the chapter that concern the place of an event in its journal. */
  #place(fact: Fact, end: JournalEnd): Violation | undefined {
    const identity = identityOf(fact);
    const { sequence: found = -1, sessionId = '', runId = '', parentId } = fact;
    const { events: expected } = end;
    if (end.sessionId !== undefined && sessionId !== end.sessionId) {
      const at = fact.at('session_id');
      return { code: 'session-mixed', expected: end.sessionId, found: sessionId, at, ...identity };
    }
    if (end.runId !== undefined && runId !== end.runId)
      return { code: 'run-mixed', expected: end.runId, found: runId, at: fact.at('run_id'), ...identity };
    const at = fact.at('sequence');
    if (found < expected) return { code: 'sequence-repeat', expected, found, at, ...identity };
    if (found > expected && expected === 0) return { code: 'sequence-start', found, at, ...identity };
    if (found > expected) return { code: 'sequence-gap', expected, found, at, ...identity };
    if (parentId === undefined || parentId === end.lastEventId) return undefined;
    const evidence = { parent: parentId, at: fact.at('parent_event_id'), ...identity };
    if (parentId === fact.eventId) return { code: 'parent-self', ...evidence };
    if (this.earlier.ordinalOf(parentId) === undefined) return { code: 'parent-unknown', ...evidence };
    return undefined;
  }
}

function equals(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
