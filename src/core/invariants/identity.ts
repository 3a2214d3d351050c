// A journal holds exactly one session and one run (chapter, invariant 2). A second one is reported where it begins,
// not at each of its events.

import type { Fact } from '../fact.ts';
import type { Place, Violation } from '../violation.ts';
import { identityOf } from './rule.ts';

interface Identity {
  readonly session: string | undefined;
  readonly run: string | undefined;
}

/** Tells which session and run a fact belongs to. */
export class IdentityRule {
  /** The journal's own session and run: those of the first event that names them. */
  #own: Identity = { session: undefined, run: undefined };
  /** Where they are named. */
  #session: Place | undefined;
  #run: Place | undefined;
  /** Numbers of all others, from 1. */
  readonly #others = new Map<string, number>();
  #last: { readonly identity: number; readonly of: Identity } = { identity: 0, of: this.#own };

  constructor(private readonly report: (row: number, violation: Violation) => void) {}

  /** Identity number of a fact; 0 is the journal's own. */
  accept(fact: Fact, row: number): number {
    if (this.#own.session === undefined || this.#own.run === undefined) this.#learn(fact);
    // A member that could not be read is its own fault; the fact is taken to belong where it stands.
    const last = this.#last;
    const session = fact.sessionId ?? last.of.session;
    const run = fact.runId ?? last.of.run;
    if (last.of.session === session && last.of.run === run) return last.identity;
    const identity = this.#numberOf({ session, run });
    this.#last = { identity, of: { session, run } };
    if (identity !== 0) this.#mixed(fact, row, this.#own);
    return identity;
  }

  #numberOf(of: Identity): number {
    if (of.session === this.#own.session && of.run === this.#own.run) return 0;
    const key = JSON.stringify([of.session, of.run]);
    const number = this.#others.get(key) ?? this.#others.size + 1;
    this.#others.set(key, number);
    return number;
  }

  #learn(fact: Fact): void {
    const { sessionId, runId } = fact;
    if (this.#own.session === undefined && sessionId !== undefined) this.#session = fact.at('session_id');
    if (this.#own.run === undefined && runId !== undefined) this.#run = fact.at('run_id');
    this.#own = { session: this.#own.session ?? sessionId, run: this.#own.run ?? runId };
    if (this.#last.identity === 0) this.#last = { identity: 0, of: this.#own };
  }

  #mixed(fact: Fact, row: number, own: Identity): void {
    const mixedSession = fact.sessionId !== undefined && fact.sessionId !== own.session;
    const place = mixedSession ? this.#session : this.#run;
    const related = place === undefined ? [] : [{ role: 'journal-identity' as const, at: place }];
    this.report(row, {
      code: mixedSession ? 'session-mixed' : 'run-mixed',
      expected: (mixedSession ? own.session : own.run) ?? '',
      found: (mixedSession ? fact.sessionId : fact.runId) ?? '',
      at: fact.at(mixedSession ? 'session_id' : 'run_id'),
      related,
      ...identityOf(fact),
    });
  }
}
