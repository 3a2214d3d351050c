// A plain record as a fact: read off the row that the kernel filled. One object serves all rows, and texts are made only
// when they are asked for; most checks need none.

import type { EnvelopeField, Fact } from '../../core/fact.ts';
import type { Utf8Text } from '../../core/idTable.ts';
import { scanJson } from '../../core/json/scan.ts';
import { Tape } from '../../core/json/tape.ts';
import { decodeUtf8 } from '../../core/json/utf8.ts';
import { JsonRecord } from '../../core/record.ts';
import { EVENT_TYPES, type TraceEvent } from '../../core/schema.ts';
import type { Place, Violation } from '../../core/violation.ts';

/** Words of a row, by what they hold; see `src/assembly/kernel.ts`. */
const START = 1;
const END = 2;
const ID = 5;
const PARENT = 7;
const TYPE = 9;
const PROVENANCE = 11;
const REDACTION = 12;
const SESSION = 13;
const CALL = 14;
const FLAGS = 16;
const TIMESTAMP = 22;
/** Doubles of a row. */
const SEQUENCE = 9;
const INSTANT = 10;

const HAS_CONTENT = 1;
const HAS_FINAL = 2;

const NO_VIOLATIONS: readonly Violation[] = [];

/** A part of the kernel's memory that is moved from text to text. */
class MovingText implements Utf8Text {
  from = 0;
  to = 0;
  constructor(readonly bytes: Uint8Array) {}
}

export class PlainFact implements Fact {
  readonly whole = true;
  readonly column = 0;
  readonly violations = NO_VIOLATIONS;
  /** Texts by the numbers that the kernel knows them under. */
  readonly sessions: string[] = [];
  readonly runs: string[] = [];
  readonly plainRedactions: boolean[] = [];

  line = 0;
  offset = 0;
  readonly #bytes: Uint8Array;
  readonly #words: Uint32Array;
  readonly #doubles: Float64Array;
  readonly #id: MovingText;
  readonly #parent: MovingText;
  readonly #call: MovingText;
  readonly #tape = new Tape();
  #row = 0;
  #general: Fact | undefined;

  constructor(
    memory: ArrayBufferLike,
    private readonly read: (record: JsonRecord) => Fact,
  ) {
    this.#bytes = new Uint8Array(memory);
    this.#words = new Uint32Array(memory);
    this.#doubles = new Float64Array(memory);
    this.#id = new MovingText(this.#bytes);
    this.#parent = new MovingText(this.#bytes);
    this.#call = new MovingText(this.#bytes);
  }

  /** Moves to the row whose first word is at `row`. */
  moveTo(row: number, line: number, offset: number): void {
    this.#row = row;
    this.line = line;
    this.offset = offset;
    this.#general = undefined;
  }

  get length(): number {
    return this.#word(END) - this.#word(START);
  }
  get sequence(): number {
    return this.#doubles[this.#row / 2 + SEQUENCE] ?? 0;
  }
  get instant(): number {
    return this.#doubles[this.#row / 2 + INSTANT] ?? 0;
  }
  get eventIdText(): Utf8Text {
    return this.#move(this.#id, ID);
  }
  get parentIdText(): Utf8Text | undefined {
    return this.#word(PARENT) === 0 ? undefined : this.#move(this.#parent, PARENT);
  }
  get callIdText(): Utf8Text | undefined {
    return this.#word(CALL) === 0 ? undefined : this.#move(this.#call, CALL);
  }
  get eventId(): string {
    return this.#text(ID);
  }
  get parentId(): string | undefined {
    return this.#word(PARENT) === 0 ? undefined : this.#text(PARENT);
  }
  get timestamp(): string {
    return this.#text(TIMESTAMP);
  }
  get type(): string {
    return EVENT_TYPES[this.#word(TYPE)] ?? '';
  }
  get sessionId(): string {
    return this.sessions[this.#word(SESSION)] ?? '';
  }
  get runId(): string {
    return this.runs[this.#word(PROVENANCE)] ?? '';
  }
  get plainRedaction(): boolean {
    return this.plainRedactions[this.#word(REDACTION)] ?? false;
  }

  get record(): JsonRecord {
    return this.#generally().record;
  }
  get event(): TraceEvent | undefined {
    return this.#generally().event;
  }

  payloadText(key: string): string | undefined {
    if (key !== 'tool_call_id') return this.#generally().payloadText(key);
    return this.#word(CALL) === 0 ? undefined : this.#text(CALL);
  }

  payloadHas(key: string): boolean {
    if (key === 'content') return (this.#word(FLAGS) & HAS_CONTENT) !== 0;
    if (key === 'final') return (this.#word(FLAGS) & HAS_FINAL) !== 0;
    return this.#generally().payloadHas(key);
  }

  at(field: EnvelopeField): Place {
    return this.#generally().at(field);
  }

  /** The fact as it is read without the kernel. */
  #generally(): Fact {
    if (this.#general !== undefined) return this.#general;
    const bytes = this.#bytes.slice(this.#word(START), this.#word(END));
    scanJson(bytes, 0, bytes.length, this.#tape);
    const text = { line: this.line, offset: this.offset, bytes };
    this.#general = this.read(new JsonRecord(text, 0, bytes.length, this.#tape, true));
    return this.#general;
  }

  #move(text: MovingText, position: number): MovingText {
    text.from = this.#word(position);
    text.to = this.#word(position + 1);
    return text;
  }

  #word(position: number): number {
    return this.#words[this.#row + position] ?? 0;
  }

  #text(position: number): string {
    return decodeUtf8(this.#bytes, this.#word(position), this.#word(position + 1));
  }
}
