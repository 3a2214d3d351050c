// The fast lane of Trace 0.1: lines go through a kernel, which knows the texts that the schema has accepted before.

import type { Decoded, Plain } from '../../core/decoded.ts';
import type { Fact } from '../../core/fact.ts';
import { ByteWriter } from '../../core/json/byteWriter.ts';
import { writeCanonical } from '../../core/json/canonical.ts';
import { LONE_SURROGATE, NON_FINITE } from '../../core/json/tape.ts';
import { END, IS_PLAIN, KernelLane, ROW, START } from '../../core/kernelLane.ts';
import type { AheadLane } from '../../core/pairedLane.ts';
import type { LaneLine } from '../../core/plain.ts';
import type { JsonRecord } from '../../core/record.ts';
import { EVENT_TYPES, TRACE_VERSION, type TraceEvent } from '../../core/schema.ts';
import type { Kernel } from '../../core/kernel.ts';
import { PlainFact } from './plainFact.ts';

/** Words of a row: where its canonical bytes begin, and where they end. */
const CANONICAL = 3;

/** Members by their position in canonical order, then the names that are looked for in payloads. */
const NAMES = [
  'actor',
  'duration_ms',
  'event_id',
  'parent_event_id',
  'payload',
  'provenance',
  'redaction',
  'sequence',
  'session_id',
  'timestamp',
  'trace_version',
  'type',
  'tool_call_id',
  'content',
  'final',
] as const;
type Name = (typeof NAMES)[number];

/** Members whose values writers repeat, and how many texts of each are learnt. */
const LEARNT = { actor: 64, provenance: 16, redaction: 16, session_id: 8 } as const;
const MEMBERS = ['actor', 'provenance', 'redaction', 'session_id'] as const;

/** Longest text that is learnt, in bytes. */
const LONGEST = 2048;

class Line implements LaneLine {
  plain: Plain | undefined;
  #row = 0;
  constructor(
    private readonly memory: Uint8Array,
    private readonly words: Uint32Array,
  ) {}

  moveTo(row: number): void {
    this.#row = row;
  }
  get length(): number {
    return (this.words[this.#row + END] ?? 0) - (this.words[this.#row + START] ?? 0);
  }
  bytes(): Uint8Array {
    return this.memory.subarray(this.words[this.#row + START], this.words[this.#row + END]);
  }
}

export class TraceLane extends KernelLane implements AheadLane {
  readonly #kernel: Kernel;
  readonly #fact: PlainFact;
  readonly #plain: {
    kind: 'plain';
    fact: Fact;
    bytes: Uint8Array;
    from: number;
    to: number;
    isLast: boolean;
  };
  readonly #line: Line;
  readonly #known = new Set<string>();
  readonly #learnt = { actor: 0, provenance: 0, redaction: 0, session_id: 0 };
  readonly #writer = new ByteWriter();

  /**
   * @param kernel a kernel that nothing else uses meanwhile
   * @param read reads a record the general way
   */
  constructor(
    kernel: Kernel,
    private readonly read: (record: JsonRecord) => Fact,
  ) {
    super(kernel, 'run');
    this.#kernel = kernel;
    const { bytes, words } = this;
    this.#fact = new PlainFact(kernel.memory.buffer, read);
    this.#plain = { kind: 'plain', fact: this.#fact, bytes, from: 0, to: 0, isLast: false };
    this.#line = new Line(bytes, words);
    for (const [name, text] of NAMES.entries()) {
      const bytes = quoted(text);
      this.#kernel.setName(name, this.#put(bytes), bytes.length);
    }
    this.#add('trace_version', quoted(TRACE_VERSION), quoted(TRACE_VERSION), 0);
    for (const [id, type] of EVENT_TYPES.entries()) this.#add('type', quoted(type), quoted(type), id);
  }

  next(line: number, offset: number): LaneLine | undefined {
    const row = this.nextRow();
    if (row === undefined) return undefined;
    const { words, isLast } = this;
    this.#line.moveTo(row);
    if (words[row + IS_PLAIN] === 0) this.#line.plain = undefined;
    else {
      this.#line.plain = this.#plain;
      this.#fact.moveTo(row, line, offset);
      this.#plain.from = words[row + CANONICAL] ?? 0;
      this.#plain.to = words[row + CANONICAL + 1] ?? 0;
      this.#plain.isLast = isLast || words[row + ROW + IS_PLAIN] === 0;
    }
    return this.#line;
  }

  learn(decoded: Decoded): Decoded {
    if (decoded.kind !== 'record' || decoded.violations.length > 0) return decoded;
    const fact = this.read(decoded.record);
    this.learnFact(fact);
    return { ...decoded, fact };
  }

  /** Learns from a fact that the decoder has read. */
  learnFact(fact: Fact): void {
    const { event, record } = fact;
    if (event === undefined || fact.violations.length > 0) return;
    // Nothing is told to a kernel that is reading.
    this.settle();
    if (this.#learnFrom(record, event)) this.again();
  }

  /** True when something was new. */
  #learnFrom(record: JsonRecord, event: TraceEvent): boolean {
    let isNew = false;
    for (const member of MEMBERS) {
      if (this.#learnt[member] >= LEARNT[member]) continue;
      const token = record.member(member);
      const text = record.text.bytes.subarray(record.tape.startAt(token), record.tape.endAt(token));
      if (text.length > LONGEST || (record.tape.anyFlags & (LONE_SURROGATE | NON_FINITE)) !== 0) continue;
      const key = `${member}:${text.join()}`;
      if (this.#known.has(key)) continue;
      this.#writer.clear();
      // With a key twice in it the text stays unknown: each record that has it is told so.
      if (writeCanonical(record.text.bytes, record.tape, token, this.#writer).length > 0) continue;
      const id = this.#learnt[member];
      if (!this.#add(member, text, this.#writer.bytes(), id)) continue;
      this.#known.add(key);
      this.#learnt[member] += 1;
      isNew = true;
      if (member === 'provenance') this.#fact.runs[id] = event.provenance.run_id;
      if (member === 'session_id') this.#fact.sessions[id] = event.session_id;
      if (member === 'redaction') {
        this.#fact.plainRedactions[id] =
          event.redaction.status === 'clean' && event.redaction.fields.length === 0;
      }
    }
    return isNew;
  }

  /** Tells the kernel a text of a member; false when it has no room for more. */
  #add(member: Name, text: Uint8Array, canonical: Uint8Array, id: number): boolean {
    const [at, canonicalAt] = [this.#put(text), this.#put(canonical)];
    if (at === 0 || canonicalAt === 0) return false;
    const position = NAMES.indexOf(member);
    return this.#kernel.learn(position, at, text.length, canonicalAt, canonical.length, id) !== 0;
  }

  /** Puts bytes into the kernel's memory for good; 0 when there is no room. */
  #put(bytes: Uint8Array): number {
    const at = this.#kernel.reserve(bytes.length);
    if (at > 0) this.bytes.set(bytes, at);
    return at;
  }
}

function quoted(text: string): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(text));
}
