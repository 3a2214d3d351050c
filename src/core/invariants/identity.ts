// A journal holds exactly one session and one run (chapter, invariant 2). A second one is reported where it begins,
// not at each of its events.

import type { Fact } from '../fact.ts';
import type { Place, Violation } from '../violation.ts';
import { identityOf } from './rule.ts';

interface Identity {
  session: string | undefined;
  run: string | undefined;
}

/** Tells which session and run a fact belongs to. */
export class IdentityRule {
  readonly #known: Identity[] = [];
  #current = 0;
  /** Where the journal's own session and run are first named. */
  #session: Place | undefined;
  #run: Place | undefined;

  constructor(private readonly report: (row: number, violation: Violation) => void) {}

  /** Identity number of a fact; 0 is the journal's own. */
  accept(fact: Fact, row: number): number {
    const own = this.#known[0] ?? { session: undefined, run: undefined };
    this.#known[0] = own;
    this.#learn(own, fact);
    // A member that could not be read is its own fault; the fact is taken to belong where it stands.
    const current = this.#known[this.#current] ?? own;
    const session = fact.sessionId ?? current.session;
    const run = fact.runId ?? current.run;
    let identity = this.#known.findIndex((known) => known.session === session && known.run === run);
    if (identity < 0) identity = this.#known.push({ session, run }) - 1;
    const changed = identity !== this.#current;
    this.#current = identity;
    if (changed && identity !== 0) this.#mixed(fact, row, own);
    return identity;
  }

  /** The journal's own session and run are those of the first event that names them. */
  #learn(own: Identity, fact: Fact): void {
    if (own.session === undefined && fact.sessionId !== undefined) {
      own.session = fact.sessionId;
      this.#session = fact.at('session_id');
    }
    if (own.run === undefined && fact.runId !== undefined) {
      own.run = fact.runId;
      this.#run = fact.at('run_id');
    }
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
