// A pass over all events of an agent's log for their canonical bytes, where the platform has a faster way than one by one.

import type { PrefixFingerprints } from '../core/fingerprint.ts';
import type { TraceEvent } from '../core/schema.ts';
import type { MarkedReader, Unread } from '../formats/passages.ts';

export interface CanonicalPass {
  /** Reads the records that the events are made of; their texts may be marks. */
  readonly reader: MarkedReader;
  /** Takes the next event, before the next record is read, and adds to `prefixes` those that are ready. */
  add(event: TraceEvent, prefixes: PrefixFingerprints): void;
  /** Adds all that were taken. */
  flush(prefixes: PrefixFingerprints): void;
}

/** Begins a pass, for records of which some members are only passed on, and some not read. */
export type NewCanonicalPass = (passedOn: readonly string[], unread: Unread) => CanonicalPass;
