// Decoded records of the linear log, schema 4: batches of events whose payloads are JSON in Base64. The binary file
// itself is not read here.

import { mendSurrogates } from '../../core/json/mend.ts';
import { scanJson } from '../../core/json/scan.ts';
import { OBJECT, STRING, Tape } from '../../core/json/tape.ts';
import { isJsonObject, valueAt, type JsonObject, type JsonValue } from '../../core/json/value.ts';
import { JsonRecord } from '../../core/record.ts';
import type { Violation } from '../../core/violation.ts';
import { numberMember, present, textIn, textMember } from '../lenient.ts';
import { LinearLog } from '../linearLog.ts';
import type { NativeEvent, RowStatus, Survey } from '../native.ts';
import { AGENT, identity } from './identity.ts';
import { WHOLE } from '../passages.ts';
import { messageEvents } from './message.ts';
import { seeMessage } from './messageToken.ts';

const BOOKKEEPING: ReadonlySet<string> = new Set([
  'turn/start',
  'turn/end',
  'assistant/attempt',
  'tool/call',
  'tool/start',
  'tool/result',
]);

export class V4Survey implements Survey {
  readonly #log: LinearLog;
  readonly #tape = new Tape();
  /** Row by message id, and by that row the one that holds its newest state. */
  readonly #rows = new Map<string, number>();
  readonly #newest = new Map<number, number>();
  #expected: number | undefined;
  #mayMiss = false;

  constructor(report: (row: number, violation: Violation) => void) {
    this.#log = new LinearLog(report);
  }

  accept(row: number, record: JsonRecord): void {
    const event = record.member('event');
    const kind = event < 0 ? undefined : textMember(record, 'kind', event);
    if (kind !== undefined) this.#checkNumber(row, record, event);
    this.#log.statuses.push(this.#acceptKind(row, record, event, kind));
  }

  damaged(row: number): void {
    this.#log.damaged(row);
    this.#mayMiss = true;
  }

  end(): ReturnType<Survey['end']> {
    const newest = new Map(this.#newest);
    return this.#log.end({
      format: 'reasonix',
      identity: identity('v4'),
      events: (row, _line, value, read) => {
        const newer = newest.get(row);
        return eventsOf((newer === undefined ? undefined : read(newer)) ?? value);
      },
    });
  }

  #acceptKind(row: number, record: JsonRecord, event: number, kind: string | undefined): RowStatus {
    if (kind === undefined)
      return textMember(record, 'recordType')?.startsWith('batch/') === true ? 'folded' : 'unknown';
    const inner = this.#payload(record, record.member('payload', event));
    switch (kind) {
      case 'message/complete':
        return this.#acceptMessage(row, record, event, inner);
      case 'session/config':
        return 'active';
      case 'turn/start':
        this.#log.begin(row, record, textMember(record, 'id', event));
        return 'folded';
      case 'turn/end': {
        const status = inner && textMember(inner, 'status');
        this.#log.turn =
          status === 'failed' ? 'error' : status === 'interrupted' ? 'interrupted' : 'completed';
        return 'folded';
      }
      default:
        return BOOKKEEPING.has(kind) ? 'folded' : 'unknown';
    }
  }

  #acceptMessage(row: number, record: JsonRecord, event: number, inner: JsonRecord | undefined): RowStatus {
    const message = inner?.member('message') ?? -1;
    const seen = inner === undefined || message < 0 ? undefined : seeMessage(inner, message);
    // A large payload is kept elsewhere; what the record says is that there is a message.
    if (inner === undefined || seen === undefined) return 'unknown';
    const id = textMember(inner, 'id', message);
    const first = id === undefined ? undefined : this.#rows.get(id);
    if (first !== undefined) {
      this.#newest.set(first, row);
      return 'folded';
    }
    if (id !== undefined) this.#rows.set(id, row);
    const at = record.placeOf(record.member('payload', event));
    for (const call of seen.calls) this.#log.tools.request(inner, call, row, at);
    if (seen.resultOf > 0) {
      const call = inner.string(seen.resultOf);
      const isPaired = this.#log.tools.result(inner, seen.resultOf, row);
      if (!isPaired) this.#log.report(row, { code: 'tool-result-orphan', call, at });
    }
    return 'active';
  }

  /** The payload as a record of its own; its places are not those of the log. */
  #payload(record: JsonRecord, token: number): JsonRecord | undefined {
    if (token < 0 || record.tape.kindAt(token) !== STRING) return undefined;
    const bytes = bytesOf(record.string(token));
    if (bytes === undefined || !scanJson(bytes, 0, bytes.length, this.#tape).ok) return undefined;
    if (this.#tape.kindAt(0) !== OBJECT) return undefined;
    return new JsonRecord({ line: 0, offset: 0, bytes }, 0, bytes.length, this.#tape, true);
  }

  /** Events are numbered from 1 without a gap. */
  #checkNumber(row: number, record: JsonRecord, event: number): void {
    const found = numberMember(record, 'seq', event);
    if (found === undefined) return;
    const expected = this.#expected;
    this.#expected = found + 1;
    const isExpected = expected === undefined || found === expected || (this.#mayMiss && found > expected);
    this.#mayMiss = false;
    if (isExpected) return;
    const at = record.placeOf(record.member('seq', event));
    const code =
      found > expected ? 'sequence-gap' : found === expected - 1 ? 'sequence-repeat' : 'sequence-backward';
    this.#log.report(row, { code, expected, found, at });
  }
}

function eventsOf(value: JsonObject): NativeEvent[] {
  const event = value['event'];
  if (!isJsonObject(event)) return [];
  const payload = payloadOf(event['payload']);
  const at = textIn(value['createdAt']) ?? textIn(event['createdAt']);
  if (event['kind'] === 'message/complete' && isJsonObject(payload) && isJsonObject(payload['message'])) {
    return messageEvents(payload['message'], WHOLE, at);
  }
  if (event['kind'] !== 'session/config') return [];
  const more = present({ agent: 'reasonix', generation: 'v4', config: payload });
  return [{ type: 'session.start', actor: AGENT, id: textIn(event['id']), timestamp: at, payload: more }];
}

function payloadOf(payload: JsonValue | undefined): JsonValue | undefined {
  if (typeof payload !== 'string') return payload;
  const decoded = bytesOf(payload);
  // What it holds is not what the log was looked through for.
  const bytes = decoded && mendSurrogates(decoded);
  const tape = new Tape();
  return bytes !== undefined && scanJson(bytes, 0, bytes.length, tape).ok
    ? valueAt(bytes, tape, 0)
    : undefined;
}

/** The bytes of a Base64 text, undefined when it is none. */
function bytesOf(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}
