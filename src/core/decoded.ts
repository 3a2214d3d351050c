import type { Fact } from './fact.ts';
import type { JsonRecord } from './record.ts';
import type { Violation } from './violation.ts';

/** What a stretch of the file turned out to be. */
export type Decoded = Recorded | Damage | { readonly kind: 'note'; readonly violation: Violation };

/** A record, and what is wrong with its bytes. `fact` is there where a format has read it already. */
export interface Recorded {
  readonly kind: 'record';
  readonly record: JsonRecord;
  readonly violations: readonly Violation[];
  readonly fact?: Fact;
}

/** A record of which everything is known at once: whole, without a fault of its own, and with its canonical bytes. */
export interface Plain {
  readonly kind: 'plain';
  readonly fact: Fact;
  /**
   * Its canonical bytes are `bytes[from, to)`, with a comma before them. They stay, and those of the plain records that
   * follow come right after them, until and including one that `isLast`.
   */
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly to: number;
  readonly isLast: boolean;
}

/** A stretch that holds no readable record. `salvaged` is what of its members could still be read. */
export interface Damage {
  readonly kind: 'damage';
  readonly line: number;
  /** Absolute byte range. */
  readonly offset: number;
  readonly length: number;
  readonly violation: Violation;
  readonly salvaged: JsonRecord | undefined;
}
