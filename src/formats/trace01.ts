// Trace 0.1, the canonical form: one event per line, already in the shape that the checks expect.

import type { EnvelopeField, Fact } from '../core/fact.ts';
import { utf8Of, type Utf8Text } from '../core/idTable.ts';
import type { Kernel } from '../core/kernel.ts';
import { PairedLane } from '../core/pairedLane.ts';
import { placeIn, type JsonRecord } from '../core/record.ts';
import { instantOf } from '../core/timestamp.ts';
import type { TraceEvent } from '../core/schema.ts';
import type { Place, Violation } from '../core/violation.ts';
import type { Format } from './format.ts';
import { PATHS, readEnvelope, stringMember } from './trace01/envelope.ts';
import { eventOf, knownEvent, learn, type KnownEvent } from './trace01/known.ts';
import { TraceLane } from './trace01/lane.ts';
import { checkShape } from './trace01/shape.ts';

export const trace01: Format = {
  id: 'trace01',
  label: 'Trace 0.1',
  detect: (record) =>
    record.member('trace_version') > 0 && (record.member('event_id') > 0 || record.member('sequence') > 0),
  normalise: (record) => new TraceFact(record),
  envelope: readEnvelope,
  lane: (kernel, second) =>
    second === undefined ? laneOn(kernel) : new PairedLane([laneOn(kernel), laneOn(second)]),
};

function laneOn(kernel: Kernel): TraceLane {
  return new TraceLane(kernel, (record) => new TraceFact(record));
}

const NO_VIOLATIONS: readonly Violation[] = [];

/** A record of ill-formed UTF-8 is no event; its fault is reported, and its shape would only repeat it. */
const UNREADABLE = { event: undefined, violations: NO_VIOLATIONS };

/** One event as a fact. */
class TraceFact implements Fact {
  readonly sequence: number | undefined;
  readonly eventId: string | undefined;
  readonly sessionId: string | undefined;
  readonly runId: string | undefined;
  readonly parentId: string | undefined;
  readonly timestamp: string | undefined;
  readonly type: string | undefined;
  readonly whole: boolean;
  readonly plainRedaction: boolean;
  readonly violations: readonly Violation[];
  readonly #known: KnownEvent | undefined;
  #event: TraceEvent | undefined;

  constructor(readonly record: JsonRecord) {
    const known = knownEvent(record);
    const read = known ?? readEnvelope(record);
    this.sequence = read.sequence;
    this.eventId = read.eventId;
    this.sessionId = read.sessionId;
    this.runId = read.runId;
    this.parentId = read.parentId;
    this.timestamp = read.timestamp;
    this.type = read.type;
    if (known !== undefined) {
      this.#known = known;
      this.whole = true;
      this.plainRedaction = isPlain(known.redaction);
      this.violations = NO_VIOLATIONS;
      return;
    }
    const shape = record.wellFormed ? checkShape(record, read) : UNREADABLE;
    this.violations = shape.violations;
    this.#event = shape.event;
    this.whole = this.#event !== undefined;
    this.plainRedaction = isPlain(this.#event?.redaction);
    if (this.#event !== undefined && shape.violations.length === 0) learn(record, this.#event);
  }

  get offset(): number {
    return this.record.offset;
  }
  get length(): number {
    return this.record.to - this.record.from;
  }
  get line(): number {
    return this.record.text.line;
  }
  get column(): number {
    const { text, from } = this.record;
    return from === 0 ? 0 : placeIn(text, from, from).start;
  }

  get eventIdText(): Utf8Text | undefined {
    return this.eventId === undefined ? undefined : utf8Of(this.eventId);
  }
  get parentIdText(): Utf8Text | undefined {
    return this.parentId === undefined ? undefined : utf8Of(this.parentId);
  }
  get callIdText(): Utf8Text | undefined {
    const call = this.payloadText('tool_call_id');
    return call === undefined ? undefined : utf8Of(call);
  }
  get instant(): number | undefined {
    return this.timestamp === undefined ? undefined : instantOf(this.timestamp);
  }

  get event(): TraceEvent | undefined {
    return (this.#event ??= this.#known && eventOf(this.record, this.#known));
  }

  payloadText(key: string): string | undefined {
    const payload = this.record.member('payload');
    return payload < 0 ? undefined : stringMember(this.record, key, payload);
  }

  payloadHas(key: string): boolean {
    const payload = this.record.member('payload');
    return payload > 0 && this.record.member(key, payload) > 0;
  }

  at(field: EnvelopeField): Place {
    return this.record.placeOf(this.record.find(PATHS[field]));
  }
}

function isPlain(redaction: TraceEvent['redaction'] | undefined): boolean {
  return redaction?.status === 'clean' && redaction.fields.length === 0;
}
