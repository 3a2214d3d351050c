// Events as lines of a journal, in bytes: what `eventText` gives, written without making one text of it first. Short
// texts go byte by byte, long ones through the kernel.

import { eventText } from '../core/eventText.ts';
import { decodeUtf8 } from '../core/json/utf8.ts';
import { openKernel, type Kernel } from '../core/kernel.ts';
import { isJsonObject } from '../core/json/value.ts';
import type { TraceEvent } from '../core/schema.ts';
import { markAt, type Marked } from '../formats/passages.ts';

/** Bytes that are printed at once. */
const PIECE = 1 << 18;

/** From this length on a text is worth two calls. */
const LONG = 64;

/** Longest text that is escaped at once, in UTF-16 units, of which each takes at most six bytes. */
const LONGEST = 1 << 18;
const LONGEST_ESCAPE = 6;

/** Most bytes of UTF-8 that one UTF-16 unit takes. */
const WIDEST = 3;

/** Bytes behind a text that the kernel may overwrite. */
const SLACK = 64;

/** Deeper values are left to the platform's writer, which knows what is too deep. */
const MAX_DEPTH = 16;

/** Up to this length bytes are copied one by one. */
const SHORT = 24;

/** Most constants that are kept. */
const MAX_CONSTANTS = 256;

const TIMESTAMP = Buffer.from(',"timestamp":');
const PAYLOAD = Buffer.from(',"payload":');
const CLEAN = Buffer.from(',"redaction":{"status":"clean","fields":[]}');
const REDACTION = Buffer.from(',"redaction":');
const DURATION = Buffer.from(',"duration_ms":');
const PARENT = Buffer.from(',"parent_event_id":');

const NO_MARKS: Marked = { bytesOf: () => new Uint8Array(0), count: 0 };

/** Each escape of a JSON text, with the unit that the platform spells where there is half of a surrogate pair. */
const ESCAPE = /\\(?:u(d[89a-f][0-9a-f]{2})|[^])/g;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const LF = 0x0a;

export class EventLines {
  readonly #kernel: Kernel;
  readonly #memory: Buffer;
  readonly #input: number;
  readonly #output: number;
  readonly #limit: number;
  /** Where the next byte goes. */
  #at: number;
  readonly #full: Buffer[] = [];
  readonly #constants = new Map<string, { readonly before: string; readonly bytes: Buffer }>();
  readonly #provenances = new WeakMap<object, Buffer>();

  /** @param marked what marks in the events stand for */
  constructor(
    module: WebAssembly.Module,
    private readonly marked: Marked = NO_MARKS,
  ) {
    this.#kernel = openKernel(module);
    this.#kernel.start();
    this.#memory = Buffer.from(this.#kernel.memory.buffer);
    this.#input = this.#kernel.inputAt();
    this.#output = this.#kernel.outputAt();
    this.#limit = this.#output + this.#kernel.inputSize();
    this.#at = this.#output;
  }

  /** Adds the line of an event. True when there is enough to be printed: call {@link take} then. */
  add(event: TraceEvent): boolean {
    const start = this.#at;
    try {
      this.#event(event);
    } catch {
      // Too deep, too long, or an integer beyond a double.
      this.#at = start;
      this.#cut();
      this.#full.push(Buffer.from(`${this.#unmarked(eventText(event))}\n`));
    }
    if (this.#at - this.#output >= PIECE) this.#cut();
    return this.#full.length > 0;
  }

  /** All that was added since the last call. The bytes hold until more is added. */
  take(): readonly Buffer[] {
    this.#cut();
    return this.#full.splice(0);
  }

  /** Makes a piece of the lines so far. */
  #cut(): void {
    if (this.#at === this.#output) return;
    this.#full.push(this.#memory.subarray(this.#output, this.#at));
    this.#at = this.#output;
  }

  /** The members of an event in the order that `eventText` gives them. */
  #event(event: TraceEvent): void {
    const { duration_ms: duration, parent_event_id: parent } = event;
    this.#copy(this.#constant('{"trace_version":', event.trace_version, ',"event_id":'));
    this.#text(event.event_id);
    this.#copy(this.#constant(',"session_id":', event.session_id, ',"sequence":'));
    this.#ascii(String(event.sequence));
    this.#copy(TIMESTAMP);
    this.#text(event.timestamp);
    this.#copy(this.#constant(',"type":', event.type, ',"actor":'));
    this.#members(event.actor, 0);
    this.#copy(PAYLOAD);
    this.#value(event.payload, 0);
    this.#copy(this.#provenance(event.provenance));
    this.#redaction(event.redaction);
    if (duration !== undefined) {
      this.#copy(DURATION);
      this.#ascii(String(duration));
    }
    if (parent !== undefined) {
      this.#copy(PARENT);
      this.#text(parent);
    }
    this.#byte(0x7d);
    this.#byte(LF);
  }

  #redaction(redaction: TraceEvent['redaction']): void {
    if (redaction.status === 'clean' && redaction.fields.length === 0 && redaction.notes === undefined) {
      this.#copy(CLEAN);
      return;
    }
    this.#copy(REDACTION);
    this.#platform(redaction);
  }

  #value(value: unknown, depth: number): void {
    if (typeof value === 'string') this.#text(value);
    else if (typeof value === 'number') this.#ascii(Number.isFinite(value) ? String(value) : 'null');
    else if (typeof value === 'boolean' || value === null) this.#ascii(String(value));
    else if (depth < MAX_DEPTH && Array.isArray(value)) this.#elements(value, depth);
    else if (depth < MAX_DEPTH && isJsonObject(value)) this.#members(value, depth);
    else this.#platform(value);
  }

  #elements(values: readonly unknown[], depth: number): void {
    this.#byte(0x5b);
    for (let i = 0; i < values.length; i++) {
      if (i > 0) this.#byte(COMMA);
      this.#value(values[i] ?? null, depth + 1);
    }
    this.#byte(0x5d);
  }

  #members(object: Readonly<Record<string, unknown>>, depth: number): void {
    this.#byte(0x7b);
    let isFirst = true;
    for (const key of Object.keys(object)) {
      const value = object[key];
      if (value === undefined) continue;
      if (!isFirst) this.#byte(COMMA);
      isFirst = false;
      this.#text(key);
      this.#byte(COLON);
      this.#value(value, depth + 1);
    }
    this.#byte(0x7d);
  }

  #text(text: string): void {
    const { length } = text;
    if (length === 1 && this.#mark(markAt(text, 0))) return;
    if (length < LONG && this.#shortText(text)) return;
    this.#byte(QUOTE);
    for (let from = 0; from < length;) {
      let to = Math.min(length, from + LONGEST);
      // No pair of surrogates is cut in two.
      if (to < length && (text.charCodeAt(to) & 0xfc00) === 0xdc00) to -= 1;
      this.#longText(from === 0 && to === length ? text : text.slice(from, to));
      from = to;
    }
    this.#byte(QUOTE);
  }

  /** A text of plain ASCII, with its quotes; false for any other, of which nothing is written. */
  #shortText(text: string): boolean {
    const memory = this.#memory;
    let at = this.#at;
    this.#need(2 * LONG + 2);
    memory[at++] = QUOTE;
    for (let i = 0; i < text.length; i++) {
      const c = text.charCodeAt(i);
      if (c < 0x20 || c >= 0x7f) return false;
      if (c === QUOTE || c === BACKSLASH) memory[at++] = BACKSLASH;
      memory[at++] = c;
    }
    memory[at++] = QUOTE;
    this.#at = at;
    return true;
  }

  #longText(text: string): void {
    this.#need(text.length * LONGEST_ESCAPE);
    const from = this.#input;
    const to = from + this.#memory.write(text, from, 'utf16le');
    const at = this.#at;
    this.#at = this.#kernel.escape(from, to, at);
    if (this.marked.count === 0 || this.#kernel.halves() === this.#halves) return;
    this.#halves = this.#kernel.halves();
    // There are marks in it: what they stand for needs no escapes.
    this.#at = at;
    this.#bytes(this.#unmarked(JSON.stringify(text)).slice(1, -1));
  }
  #halves = 0;

  /** The text that a mark stands for, with its quotes; false where it is none. */
  #mark(mark: number): boolean {
    if (mark < 0 || mark >= this.marked.count) return false;
    this.#byte(QUOTE);
    this.#copy(this.marked.bytesOf(mark));
    this.#byte(QUOTE);
    return true;
  }

  /** JSON text with what its marks stand for in their place. */
  #unmarked(text: string): string {
    if (this.marked.count === 0) return text;
    return text.replace(ESCAPE, (escape, unit: string | undefined) => {
      const mark = unit === undefined ? -1 : markAt(String.fromCharCode(parseInt(unit, 16)), 0);
      return mark < 0 || mark >= this.marked.count ? escape : decodeUtf8(this.marked.bytesOf(mark));
    });
  }

  /** What the platform's own writer makes of a value. @throws {Error} what it cannot write */
  #platform(value: unknown): void {
    this.#bytes(this.#unmarked(JSON.stringify(value)));
  }

  #bytes(text: string): void {
    this.#need(text.length * WIDEST);
    this.#at += this.#memory.write(text, this.#at, text.length * WIDEST, 'utf8');
  }

  #ascii(text: string): void {
    this.#need(text.length);
    for (let i = 0; i < text.length; i++) this.#memory[this.#at++] = text.charCodeAt(i);
  }

  /** A member that few texts are the value of, and what stands around it. */
  #constant(before: string, text: string, after: string): Buffer {
    let known = this.#constants.get(text);
    if (known?.before !== before) {
      known = { before, bytes: Buffer.from(`${before}${JSON.stringify(text)}${after}`) };
      if (this.#constants.size < MAX_CONSTANTS) this.#constants.set(text, known);
    }
    return known.bytes;
  }

  /** A numbering gives the same provenance to many events. */
  #provenance(provenance: TraceEvent['provenance']): Buffer {
    let bytes = this.#provenances.get(provenance);
    if (bytes === undefined) {
      bytes = Buffer.from(`,"provenance":${JSON.stringify(provenance)}`);
      this.#provenances.set(provenance, bytes);
    }
    return bytes;
  }

  #copy(bytes: Uint8Array): void {
    this.#need(bytes.length);
    if (bytes.length > SHORT) this.#memory.set(bytes, this.#at);
    else for (let i = 0; i < bytes.length; i++) this.#memory[this.#at + i] = bytes[i] ?? 0;
    this.#at += bytes.length;
  }

  #byte(byte: number): void {
    this.#memory[this.#at++] = byte;
  }

  /** @throws {RangeError} where there is no room for so many bytes */
  #need(bytes: number): void {
    if (this.#at + bytes + SLACK > this.#limit) throw new RangeError('no room');
  }
}
