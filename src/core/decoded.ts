import type { JsonRecord } from './record.ts';
import type { Violation } from './violation.ts';

/** What a stretch of the file turned out to be. */
export type Decoded =
  | { readonly kind: 'record'; readonly record: JsonRecord; readonly violations: readonly Violation[] }
  | Damage
  | { readonly kind: 'note'; readonly violation: Violation };

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
