// Tool calls and their outcomes, paired by call id.

import type { Found } from '../../core/check.ts';
import type { Place, Violation } from '../../core/violation.ts';
import { Int32List } from '../int32List.ts';

/** What the host noted at the end of a call. */
export interface CallEnd {
  readonly ok: boolean | undefined;
  readonly exitCode: number | undefined;
  readonly durationMs: number | undefined;
  /** Files that it changed. */
  readonly paths: readonly string[];
}

/** What is known of the call that an outcome belongs to. */
export interface KnownCall {
  readonly tool: string;
  readonly end: CallEnd | undefined;
  /** Files that the request of a patch names. */
  readonly patched: readonly string[];
}

export class CallLedger {
  readonly #calls = new Map<string, number>();
  readonly #tools: string[] = [];
  readonly #toolNumbers = new Map<string, number>();
  /** Per call its tool. */
  readonly #toolOf = new Int32List();
  readonly #ends = new Map<number, CallEnd>();
  readonly #patched = new Map<number, readonly string[]>();
  /** Outcome's row → call. */
  readonly #answers = new Map<number, number>();
  /** Calls without an outcome, in file order. */
  readonly #open = new Map<number, { readonly row: number; readonly call: string; readonly at: Place }>();

  constructor(private readonly report: (row: number, violation: Violation) => void) {}

  request(row: number, id: string, tool: string, at: Place, patched: readonly string[]): void {
    const call = this.#callOf(id);
    this.#toolOf.set(call, this.#toolNumber(tool));
    if (patched.length > 0) this.#patched.set(call, patched);
    this.#open.set(call, { row, call: id, at });
  }

  /** An outcome. `isWhole` is false where the request may be in a part of the log that is not here. */
  answer(row: number, id: string, at: Place, isWhole: boolean): void {
    const isKnown = this.#calls.has(id);
    const call = this.#callOf(id);
    this.#answers.set(row, call);
    this.#open.delete(call);
    if (!isKnown && isWhole) this.report(row, { code: 'tool-result-orphan', call: id, at });
  }

  end(id: string, end: CallEnd): void {
    const call = this.#callOf(id);
    const before = this.#ends.get(call);
    this.#ends.set(call, {
      ok: end.ok ?? before?.ok,
      exitCode: end.exitCode ?? before?.exitCode,
      durationMs: end.durationMs ?? before?.durationMs,
      paths: end.paths.length > 0 ? end.paths : (before?.paths ?? []),
    });
  }

  /** The call that the outcome in a row belongs to. */
  answeredBy(row: number): KnownCall | undefined {
    const call = this.#answers.get(row);
    if (call === undefined) return undefined;
    const tool = this.#tools[this.#toolOf.at(call)] ?? '';
    return { tool, end: this.#ends.get(call), patched: this.#patched.get(call) ?? [] };
  }

  /** The calls that no outcome came for, of the rows that count. */
  unanswered(counts: (row: number) => boolean): Found[] {
    const found: Found[] = [];
    for (const { row, call, at } of this.#open.values()) {
      if (counts(row)) found.push({ row, violation: { code: 'tool-request-unanswered', call, at } });
    }
    return found;
  }

  #callOf(id: string): number {
    let call = this.#calls.get(id);
    if (call === undefined) {
      call = this.#toolOf.length;
      this.#toolOf.push(-1);
      this.#calls.set(id, call);
    }
    return call;
  }

  #toolNumber(tool: string): number {
    let number = this.#toolNumbers.get(tool);
    if (number === undefined) {
      number = this.#tools.push(tool) - 1;
      this.#toolNumbers.set(tool, number);
    }
    return number;
  }
}
