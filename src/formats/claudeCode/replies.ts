// Replies of the model. The log has one line per block of a reply; what belongs together has the same `message.id`.
// Each reply becomes one `model.response`, at its last line that has text, or at its first line where none has.

import type { JsonRecord } from '../../core/record.ts';
import type { Usage } from '../../core/projections/usage.ts';
import { emptyUsage, figures, type Figures } from '../figures.ts';
import { IdNumbers } from '../idNumbers.ts';
import { Int32List } from '../int32List.ts';
import { numberAt } from '../lenient.ts';
import { RecordMembers } from '../recordMembers.ts';
import { hasBlock, isObject, isString, isText, message } from './line.ts';

/** How a reply ended, as far as it says. */
export const NO_REASON = 0;
export const ENDED = 1;
export const CALLS_TOOLS = 2;

/** Reasons that are kept as texts, and how long they may be: others are read again where they are told. */
const MAX_REASONS = 64;
const MAX_REASON = 64;
const UNKEPT = -2;

const FIGURES = 4;
const NAMES = [
  'input_tokens',
  'output_tokens',
  'cache_read_input_tokens',
  'cache_creation_input_tokens',
] as const;

const usageMembers = new RecordMembers(NAMES);

export class Replies {
  readonly #ids = new IdNumbers();
  readonly #firsts = new Int32List();
  readonly #lasts = new Int32List();
  readonly #tellers = new Int32List();
  readonly #reasons = new Int32List();
  /** Why each ended, as the last of its lines that says so has it: -1 where none does. */
  readonly #reasonTexts = new Int32List();
  readonly #keptReasons: string[] = [];
  /** Highest figures so far: -1 where no line had any. */
  readonly #figures: number[] = [];
  /** Reply of a node, -1 for other lines. */
  readonly #replyOf = new Int32List();
  /** The next line of the same reply by node, -1 at its end. */
  readonly #next = new Int32List();
  /** 1 for lines with a text or a thought. */
  readonly #speaks = new Int32List();
  /** The newest message of a user, in the session itself and in its sub-agents. */
  readonly #lastPrompts = [-1, -1];

  get length(): number {
    return this.#firsts.length;
  }

  /** The reply that a node is a line of, -1 for none. */
  replyOf(node: number): number {
    return this.#replyOf.at(node);
  }

  firstOf(reply: number): number {
    return this.#firsts.at(reply);
  }

  /** Node of the line that a reply is told at. */
  tellerOf(reply: number): number {
    return this.#tellers.at(reply);
  }

  /** How a reply ended. */
  reasonOf(reply: number): number {
    return this.#reasons.at(reply, NO_REASON);
  }

  /** Why a reply ended, undefined where no line says so; null where its lines are to be asked. */
  reasonTextOf(reply: number): string | null | undefined {
    const kept = this.#reasonTexts.at(reply);
    return kept === UNKEPT ? null : this.#keptReasons[kept];
  }

  /** True for a line with a text or a thought. */
  speaks(node: number): boolean {
    return this.#speaks.at(node) > 0;
  }

  /** The next line of the same reply, -1 after its last one. */
  nextOf(node: number): number {
    return this.#next.at(node);
  }

  /** A node that is no line of a reply. Every node is added, in order. */
  addOther(): void {
    this.#replyOf.push(-1);
    this.#next.push(-1);
    this.#speaks.push(0);
  }

  /** A message of a user: what is said after it is another reply, whatever its id. */
  prompt(node: number, isSide: boolean): void {
    this.#lastPrompts[isSide ? 1 : 0] = node;
  }

  /** The message that was read last, as a line of a reply. `parent` is the node that it hangs off. */
  add(record: JsonRecord, node: number, parent: number, isSide: boolean): void {
    const id = message.token('id');
    const isNamed = isString(record, id) && record.tape.endAt(id) - record.tape.startAt(id) > 2;
    let reply = isNamed ? this.#ids.find(record, id) : -1;
    // Some gateways give every reply the same id.
    const isOlder = reply >= 0 && this.#lasts.at(reply) < (this.#lastPrompts[isSide ? 1 : 0] ?? -1);
    if (isOlder && this.replyOf(parent) !== reply) reply = -1;
    if (reply < 0) {
      reply = this.length;
      this.#firsts.push(node);
      this.#lasts.push(-1);
      this.#tellers.push(node);
      this.#reasons.push(NO_REASON);
      this.#reasonTexts.push(-1);
      for (let i = 0; i < FIGURES; i++) this.#figures.push(-1);
      if (isNamed) this.#ids.set(record, id, reply);
    }
    this.#replyOf.push(reply);
    this.#next.push(-1);
    const last = this.#lasts.at(reply);
    if (last >= 0) this.#next.set(last, node);
    this.#lasts.set(reply, node);
    const content = message.token('content');
    const hasText = isString(record, content) || hasBlock(record, content, 'text');
    if (hasText) this.#tellers.set(reply, node);
    this.#speaks.push(hasText || hasBlock(record, content, 'thinking') ? 1 : 0);
    this.#takeFigures(record, reply);
    const reason = message.token('stop_reason');
    if (isString(record, reason)) {
      this.#reasons.set(reply, isText(record, reason, 'tool_use') ? CALLS_TOOLS : ENDED);
      this.#reasonTexts.set(reply, this.#keptReason(record, reason));
    }
  }

  /** Each figure's highest value over the lines of a reply; undefined where no line had figures. */
  figuresOf(reply: number): Figures | undefined {
    const figure = (i: number) => this.#figures[reply * FIGURES + i] ?? -1;
    if (figure(0) < 0 && figure(1) < 0 && figure(2) < 0 && figure(3) < 0) return undefined;
    const [input, output, cacheRead, cacheWrite] = [figure(0), figure(1), figure(2), figure(3)];
    return figures({ input, output, cacheRead, cacheWrite, total: undefined, cost: undefined });
  }

  /** Usage of the replies that count, each once, by the node that they are told at. */
  sum(counts: (teller: number) => boolean): Usage {
    const usage = emptyUsage();
    for (let reply = 0; reply < this.length; reply++) {
      const reported = counts(this.tellerOf(reply)) ? this.figuresOf(reply) : undefined;
      if (reported === undefined) continue;
      usage.responses += 1;
      usage.input += reported.input;
      usage.output += reported.output;
      usage.cacheRead += reported.cacheRead;
      usage.cacheWrite += reported.cacheWrite;
      usage.total += reported.total;
    }
    return usage;
  }

  /** Node of the line that each reply is told at, as it stands: a copy, which stays so while the log grows. */
  tellers(): Int32Array {
    return this.#tellers.view().slice();
  }

  #keptReason(record: JsonRecord, token: number): number {
    const known = this.#keptReasons.findIndex((reason) => isText(record, token, reason));
    if (known >= 0) return known;
    const isLong = record.tape.endAt(token) - record.tape.startAt(token) > MAX_REASON;
    if (isLong || this.#keptReasons.length === MAX_REASONS) return UNKEPT;
    return this.#keptReasons.push(record.string(token)) - 1;
  }

  #takeFigures(record: JsonRecord, reply: number): void {
    const usage = message.token('usage');
    if (!isObject(record, usage)) return;
    usageMembers.read(record, usage);
    for (let i = 0; i < FIGURES; i++) {
      const figure = numberAt(record, usageMembers.tokenAt(i));
      const at = reply * FIGURES + i;
      if (figure !== undefined) this.#figures[at] = Math.max(this.#figures[at] ?? -1, figure);
    }
  }
}
