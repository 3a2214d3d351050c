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
  readonly #known: Identity[] = [];
  #current = 0;
  #own: { session: Place; run: Place } | undefined;

  constructor(private readonly report: (row: number, violation: Violation) => void) {}

  /** Identity number of a fact (0 is the journal's own), and whether it is another than its predecessor's. */
  accept(fact: Fact, row: number): { identity: number; changed: boolean } {
    const own = this.#known[0];
    if (own === undefined) {
      if (fact.sessionId === undefined && fact.runId === undefined) return { identity: 0, changed: false };
      this.#known.push({ session: fact.sessionId, run: fact.runId });
      this.#own = { session: fact.at('session_id'), run: fact.at('run_id') };
      return { identity: 0, changed: false };
    }
    // A member that could not be read is its own fault; the fact is taken to belong where it stands.
    const current = this.#known[this.#current] ?? own;
    const session = fact.sessionId ?? current.session;
    const run = fact.runId ?? current.run;
    let identity = this.#known.findIndex((known) => known.session === session && known.run === run);
    const isNew = identity < 0;
    if (isNew) identity = this.#known.push({ session, run }) - 1;
    const changed = identity !== this.#current;
    this.#current = identity;
    if (changed && identity !== 0) this.#mixed(fact, row, own);
    return { identity, changed: isNew };
  }

  #mixed(fact: Fact, row: number, own: Identity): void {
    const mixedSession = fact.sessionId !== undefined && fact.sessionId !== own.session;
    const place = mixedSession ? this.#own?.session : this.#own?.run;
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
