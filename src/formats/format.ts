import type { Envelope, Fact } from '../core/fact.ts';
import type { Kernel } from '../core/kernel.ts';
import type { PlainLane } from '../core/plain.ts';
import type { JsonRecord } from '../core/record.ts';

/**
 * A log format: recognises its records and reads them as facts. `id` names it in the protocol, `label` to people.
 */
export interface Format {
  readonly id: 'trace01';
  readonly label: string;
  /** True when a record, by its own keys, belongs to this format. Asked of the first records of a file. */
  detect(record: JsonRecord): boolean;
  /** One record as a fact, with the violations of its shape. */
  normalise(record: JsonRecord): Fact;
  /** A fast lane for files of this format, given a kernel, or two that work in another thread. */
  lane(kernel: Kernel, second?: Kernel): PlainLane;
  /** What of an envelope can be read from a damaged record. */
  envelope(record: JsonRecord): Envelope;
}
