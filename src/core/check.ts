// Records → facts with their violations. All invariants run here, each a small machine of its own; this file only
// lets them see every delivery in order and keeps what one fault may explain apart from what is a second fault.

import type { Damage, Decoded, Plain, Recorded } from './decoded.ts';
import { Deliveries, type Lookback } from './deliveries.ts';
import type { Envelope, Fact } from './fact.ts';
import { PrefixFingerprints, type NewSha256 } from './fingerprint.ts';
import { EventIdRule } from './invariants/eventIds.ts';
import { IdentityRule } from './invariants/identity.ts';
import { Losses } from './invariants/losses.ts';
import { ParentRule } from './invariants/parents.ts';
import { RecordedRule } from './invariants/recorded.ts';
import { RedactionRule } from './invariants/redaction.ts';
import { identityOf, type Rule, type RuleContext } from './invariants/rule.ts';
import { SequenceRule, type Order } from './invariants/sequence.ts';
import { StopRule } from './invariants/stops.ts';
import { StreamRule } from './invariants/streams.ts';
import { TimestampRule } from './invariants/timestamps.ts';
import { ToolCallRule } from './invariants/toolCalls.ts';
import { damagedRow, factRow, JournalIndex } from './journalIndex.ts';
import { ByteWriter } from './json/byteWriter.ts';
import { isEncodable, writeCanonical, type DuplicateKey } from './json/canonical.ts';
import type { JsonRecord } from './record.ts';
import { isKnownType } from './schema.ts';
import { severityOf } from './severity.ts';
import { stopsReplay } from './stopsReplay.ts';
import type { Violation } from './violation.ts';

/** A row of the journal: a fact, or a damaged stretch. Rows are numbered from 0 in file order. */
export type Checked =
  | { readonly kind: 'fact'; readonly row: number; readonly fact: Fact; readonly retry: boolean }
  | { readonly kind: 'damage'; readonly row: number; readonly damage: Damage };

/** A violation and the row that shows it. */
export interface Found {
  readonly row: number;
  readonly violation: Violation;
}

/** Where the facts stop being whole: the row of the fault, and the fault. */
export interface Break {
  readonly row: number;
  readonly violation: Violation;
}

/** How a format reads records; see `formats/format.ts`. */
export interface Normaliser {
  normalise(record: JsonRecord): Fact;
  envelope(record: JsonRecord): Envelope;
}

export interface CheckOptions {
  readonly format: Normaliser;
  readonly newSha256: NewSha256;
  readonly lookback: Lookback;
  /** Told of each violation when it is found, which may be later than its row. */
  readonly report: (found: Found) => void;
}

/** The invariants of one journal. Feed it what the decoder yields, in order. */
export class Checker {
  readonly prefixes: PrefixFingerprints;
  /** All rows. Whoever shows what may still be completed may add a row, and must take it away again. */
  readonly index = new JournalIndex();
  readonly #options: CheckOptions;
  readonly #context: RuleContext;
  readonly #identity: IdentityRule;
  readonly #sequence: SequenceRule;
  readonly #eventIds: EventIdRule;
  readonly #rules: readonly Rule[];
  readonly #canonical = new ByteWriter(1 << 16);
  #rows = 0;
  #lastDamage: Break | undefined;
  #break: Break | undefined;
  #firstErrorRow = Infinity;

  constructor(options: CheckOptions) {
    this.#options = options;
    const deliveries = new Deliveries(this.index, options.lookback, (record) =>
      options.format.normalise(record),
    );
    this.prefixes = new PrefixFingerprints(options.newSha256, (index) => deliveries.canonicalOf(index));
    const report = (row: number, violation: Violation) => this.#report(row, violation);
    const firstErrorRow = () => this.#firstErrorRow;
    const context = { deliveries, losses: new Losses(), prefixes: this.prefixes, report, firstErrorRow };
    this.#context = context;
    this.#identity = new IdentityRule(report);
    this.#sequence = new SequenceRule(context);
    this.#eventIds = new EventIdRule(context);
    this.#rules = [
      new ParentRule(context),
      new TimestampRule(context),
      new ToolCallRule(context),
      new StreamRule(context),
      new StopRule(context),
      new RecordedRule(context),
      new RedactionRule(context),
    ];
  }

  /** Rows so far. */
  get rows(): number {
    return this.#rows;
  }

  /** The first fault that ends the replay, undefined while the facts are whole. */
  get break(): Break | undefined {
    return this.#break;
  }

  /** The next decoded stretch; undefined for notes, which have no row. */
  accept(decoded: Decoded | Plain): Checked | undefined {
    switch (decoded.kind) {
      case 'note':
        this.#report(Math.max(0, this.#rows - 1), decoded.violation);
        return undefined;
      case 'damage':
        return this.#damage(decoded);
      case 'plain':
        return this.#plain(decoded);
      case 'record':
        return this.#record(decoded);
    }
  }

  /**
   * What only the end of the journal can tell, and where the facts stop being whole in its light. Repeatable: the
   * journal may grow and end again. `tail` is what the journal ends in and may still be completed: it is told as
   * the row after the last one, and leaves no trace.
   */
  atEnd(tail?: readonly Exclude<Decoded, Recorded>[]): {
    readonly found: readonly Found[];
    readonly break: Break | undefined;
  } {
    const found: Found[] = [];
    let firstErrorRow = this.#firstErrorRow;
    let firstBreak = this.#break;
    const report = (row: number, violation: Violation) => {
      found.push({ row, violation });
      if (severityOf(violation) === 'error') firstErrorRow = Math.min(firstErrorRow, row);
      if (stopsReplay(violation)) firstBreak = earlier(firstBreak, { row, violation });
    };
    const losses = this.#context.losses.copy();
    for (const item of tail ?? []) {
      if (item.kind === 'note') report(Math.max(0, this.#rows - 1), item.violation);
      else {
        // Damage is no event: only a number missing after it would end the replay, and nothing is after it.
        found.push({ row: this.#rows, violation: item.violation });
        if (severityOf(item.violation) === 'error') firstErrorRow = Math.min(firstErrorRow, this.#rows);
        const salvaged = item.salvaged && this.#options.format.envelope(item.salvaged);
        losses.hide(this.#rows, 1, salvaged?.eventId);
      }
    }
    const context = { ...this.#context, losses, report, firstErrorRow: () => firstErrorRow };
    for (const rule of this.#rules) rule.atEnd?.(context);
    return { found, break: firstBreak };
  }

  #damage(damage: Damage): Checked {
    const row = this.#rows++;
    this.index.add(damagedRow(damage));
    this.#found(row, damage.violation);
    // A damaged stretch ends the replay only if the numbering does not continue after it: the next fact tells.
    this.#lastDamage ??= { row, violation: damage.violation };
    const salvaged = damage.salvaged && this.#options.format.envelope(damage.salvaged);
    this.#sequence.damaged();
    this.#context.losses.hide(row, 1, salvaged?.eventId);
    return { kind: 'damage', row, damage };
  }

  #plain(plain: Plain): Checked {
    const checked = this.#deliver(plain.fact, undefined, NONE, NO_DUPLICATES, plain);
    if (plain.isLast) this.prefixes.settle();
    return checked;
  }

  #record({ record, violations, fact = this.#options.format.normalise(record) }: Recorded): Checked {
    const { canonical, duplicates } = this.#canonicalOf(fact);
    return this.#deliver(fact, canonical, violations, duplicates);
  }

  #deliver(
    fact: Fact,
    canonical: Uint8Array | undefined,
    violations: readonly Violation[],
    duplicates: readonly DuplicateKey[],
    plain?: Plain,
  ): Checked {
    const row = this.#rows++;
    for (const violation of violations) this.#report(row, { ...violation, ...identityOf(fact) });
    const identity = this.#identity.accept(fact, row);
    const { deliveries, losses } = this.#context;
    const { eventIdText: id } = fact;
    const first = id && deliveries.claim(id, identity);
    let isConflict = false;
    if (first !== undefined) {
      const bytes = plain === undefined ? canonical : plain.bytes.subarray(plain.from, plain.to);
      isConflict = this.#eventIds.again(fact, first, row, bytes) === 'conflict';
      if (!isConflict) {
        // What is wrong with the event itself was reported where it was delivered first.
        this.index.add(factRow(fact, true));
        return { kind: 'fact', row, fact, retry: true };
      }
    }
    this.index.add(factRow(fact, false));
    for (const violation of fact.violations) this.#report(row, violation);
    for (const duplicate of duplicates) this.#reportDuplicate(fact, row, duplicate);
    if (id === undefined || isConflict) losses.hideId(row);
    if (!fact.whole && mayComplete(fact.type)) losses.hideMeaning(row);
    const ordinal = deliveries.count;
    // A conflicting copy under the same number is one fault, not two.
    let order: Order = 'late';
    if (first === undefined || deliveries.sequenceOf(first) !== fact.sequence) {
      order = this.#sequence.accept(fact, row, identity);
      const hidBy = order === 'over-damage' ? this.#lastDamage : undefined;
      if (hidBy !== undefined) this.#break = earlier(this.#break, hidBy);
      this.#lastDamage = undefined;
    }
    deliveries.add(fact, identity, row);
    if (plain === undefined) this.prefixes.add(canonical);
    else this.prefixes.addStaying(plain);
    const isAstray = order === 'late' || identity !== 0;
    const position = { fact, ordinal, row, identity, isAstray };
    for (const rule of this.#rules) rule.accept(position);
    return { kind: 'fact', row, fact, retry: false };
  }

  /** Canonical bytes, where there are any, and duplicate keys. The view holds until the next record. */
  #canonicalOf({ record }: Fact): { canonical?: Uint8Array; duplicates: readonly DuplicateKey[] } {
    if (!record.wellFormed) return { duplicates: [] };
    this.#canonical.clear();
    const duplicates = writeCanonical(record.text.bytes, record.tape, 0, this.#canonical);
    const canonical = this.#canonical.bytes();
    return isEncodable(record.tape, canonical) ? { canonical, duplicates } : { duplicates };
  }

  #reportDuplicate(fact: Fact, row: number, { first, again }: DuplicateKey): void {
    const { record } = fact;
    this.#report(row, {
      code: 'duplicate-key',
      path: record.pathTo(again),
      at: record.placeOf(again),
      related: [{ role: 'first-key', at: record.placeOf(first) }],
      ...identityOf(fact),
    });
  }

  #report(row: number, violation: Violation): void {
    this.#found(row, violation);
    if (stopsReplay(violation)) this.#break = earlier(this.#break, { row, violation });
  }

  #found(row: number, violation: Violation): void {
    if (severityOf(violation) === 'error') this.#firstErrorRow = Math.min(this.#firstErrorRow, row);
    this.#options.report({ row, violation });
  }
}

const NONE: readonly Violation[] = [];
const NO_DUPLICATES: readonly DuplicateKey[] = [];

/** True for the types that requests, streams or a session wait for, and for those that could not be read. */
function mayComplete(type: string | undefined): boolean {
  return type === undefined || !isKnownType(type) || type.startsWith('tool.') || type === 'model.response';
}

function earlier(a: Break | undefined, b: Break): Break {
  return a === undefined || b.row < a.row ? b : a;
}

/** `check(decode(frame(bytes)))`: every row of a journal, its violations reported on the way. */
export function* check(decoded: Iterable<Decoded | Plain>, checker: Checker): Generator<Checked> {
  for (const item of decoded) {
    const row = checker.accept(item);
    if (row !== undefined) yield row;
  }
}
