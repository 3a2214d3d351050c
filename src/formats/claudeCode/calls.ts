// Calls of tools and their results, paired by id. A call that is written twice is one call.

import type { JsonRecord } from '../../core/record.ts';
import type { Place } from '../../core/violation.ts';
import { IdNumbers } from '../idNumbers.ts';
import { Int32List } from '../int32List.ts';
import { elements, isBlock, isString, message, named } from './line.ts';

/** Something about a call that only the end can judge. */
export interface CallMark {
  readonly call: string;
  readonly node: number;
  /** Undefined where only the line is known. */
  readonly at: Place | undefined;
}

/** Names of tools that are kept; a log with more makes them up. */
const MAX_NAMES = 4096;

export class Calls {
  readonly #ids = new IdNumbers();
  readonly #requests = new Int32List();
  readonly #firstResults = new Int32List();
  readonly #lastResults = new Int32List();
  readonly #names = new Int32List();
  /** The next call of the same line. */
  readonly #next = new Int32List();
  /** First call of a node, requested or answered by it. */
  readonly #firstOfNode = new Int32List();
  readonly #knownNames = new Map<string, number>([['', 0]]);
  readonly #nameTexts: string[] = [''];
  readonly #open = new Map<string, CallMark>();
  readonly #orphans = new Map<string, CallMark>();

  /** A node that neither calls nor answers. Every node is added, in order. */
  addOther(): void {
    this.#firstOfNode.push(-1);
  }

  /**
   * The calls in the message that was read last. A quick tool's result may be written before the line that asks for it:
   * `hangsHere` is true for such a result, which hangs off this very line.
   */
  addRequests(record: JsonRecord, node: number, hangsHere: (result: number) => boolean): void {
    let previous = -1;
    this.#firstOfNode.push(-1);
    for (const block of elements(record, message.token('content'))) {
      if (!isBlock(record, block, 'tool_use')) continue;
      const id = record.member('id', block);
      if (!isString(record, id) || this.#ids.find(record, id) >= 0) continue;
      const call = this.#requests.length;
      this.#ids.set(record, id, call);
      this.#requests.push(node);
      this.#firstResults.push(-1);
      this.#lastResults.push(-1);
      this.#names.push(this.#nameOf(named(record, record.member('name', block)) ?? ''));
      this.#next.push(-1);
      if (previous < 0) this.#firstOfNode.set(node, call);
      else this.#next.set(previous, call);
      previous = call;
      const text = record.string(id);
      const early = this.#orphans.get(text);
      if (early !== undefined && hangsHere(early.node)) this.#answerEarly(call, early);
      else this.#open.set(text, { call: text, node, at: record.placeOf(id) });
    }
  }

  /** The results in the message that was read last. */
  addResults(record: JsonRecord, node: number): void {
    this.#firstOfNode.push(-1);
    for (const block of elements(record, message.token('content'))) {
      if (!isBlock(record, block, 'tool_result')) continue;
      const id = record.member('tool_use_id', block);
      if (!isString(record, id)) continue;
      const call = this.#ids.find(record, id);
      const text = record.string(id);
      if (call < 0) {
        if (!this.#orphans.has(text)) this.#orphans.set(text, { call: text, node, at: record.placeOf(id) });
        continue;
      }
      if (this.#firstOfNode.at(node) < 0) this.#firstOfNode.set(node, call);
      if (this.#firstResults.at(call) < 0) this.#firstResults.set(call, node);
      this.#lastResults.set(call, node);
      this.#open.delete(text);
    }
  }

  /** Calls without a result so far. */
  open(): Iterable<CallMark> {
    return this.#open.values();
  }

  /** Results whose call had not come before them. */
  orphans(): Iterable<CallMark> {
    return this.#orphans.values();
  }

  /** Results that count of requests that do not: they are on different branches. */
  parted(counts: (node: number) => boolean): CallMark[] {
    const parted = new Map<number, number>();
    for (let call = 0; call < this.#requests.length; call++) {
      const result = this.#lastResults.at(call);
      if (result >= 0 && counts(result) && !counts(this.#requests.at(call))) parted.set(call, result);
    }
    if (parted.size === 0) return [];
    const ids = this.#ids.idsOf(new Set(parted.keys()));
    return Array.from(parted, ([call, node]) => ({ call: ids.get(call) ?? '', node, at: undefined }));
  }

  /** Call of an id, -1 where there is none. */
  callOf(id: string): number {
    return this.#ids.numberOf(id);
  }

  /** Node that asked for a call. */
  requestOf(call: number): number {
    return this.#requests.at(call);
  }

  /** Name of the tool of a call. */
  nameOf(call: number): string {
    return this.#nameTexts[this.#names.at(call, 0)] ?? '';
  }

  /** Nodes of the first and of the last result of a call, -1 where there is none. */
  resultsOf(call: number): readonly [number, number] {
    return [this.#firstResults.at(call), this.#lastResults.at(call)];
  }

  /** First call that a node asks for or answers, -1 for none. */
  firstOf(node: number): number {
    return this.#firstOfNode.at(node);
  }

  /** The next call that the same node asks for. */
  nextOf(call: number): number {
    return this.#next.at(call);
  }

  /** Node of the result of a call that was written before the line that asks for it, -1 where there is none. */
  earlyResultOf(call: number): number {
    const result = this.#firstResults.at(call);
    return result < this.#requests.at(call) ? result : -1;
  }

  /** True for a result that was written before the line that asks for it. */
  isEarly(node: number): boolean {
    return this.earlyResultOf(this.firstOf(node)) === node;
  }

  #answerEarly(call: number, { call: id, node }: CallMark): void {
    this.#firstResults.set(call, node);
    this.#lastResults.set(call, node);
    if (this.#firstOfNode.at(node) < 0) this.#firstOfNode.set(node, call);
    this.#orphans.delete(id);
  }

  #nameOf(name: string): number {
    const known = this.#knownNames.get(name);
    if (known !== undefined) return known;
    if (this.#nameTexts.length >= MAX_NAMES) return 0;
    this.#knownNames.set(name, this.#nameTexts.length);
    this.#nameTexts.push(name);
    return this.#nameTexts.length - 1;
  }
}
