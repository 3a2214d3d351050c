// What a run of the Go program tells while it runs: `--trajectory` with texts, the stream on standard output without
// them. Texts come in pieces and then whole; the usage of a reply comes before it, a call up to three times.

import { STRING } from '../../core/json/tape.ts';
import { isJsonObject } from '../../core/json/value.ts';
import type { JsonRecord } from '../../core/record.ts';
import type { Violation } from '../../core/violation.ts';
import { isTrue, numberMember, textMember } from '../lenient.ts';
import { LinearLog } from '../linearLog.ts';
import type { RowStatus, Survey } from '../native.ts';
import { identity, startEvent } from './identity.ts';
import { eventsOf, type Stream } from './trajectoryEvents.ts';
import { usageAt } from './usage.ts';

const BOOKKEEPING: ReadonlySet<string> = new Set([
  'turn_status',
  'turn_started',
  'turn_phase',
  'stream_attempt',
  'reasoning',
  'text',
  'tool_started',
  'tool_progress',
  'notice',
  'phase',
  'retrying',
  'ask_request',
  'compaction_started',
  'guardian_assessment',
  'extension_surface',
  'extension_status',
]);

export class TrajectorySurvey implements Survey {
  readonly #log: LinearLog;
  readonly #numberKey: string;
  /** Calls that were told already and have no result yet. */
  readonly #called = new Set<string>();
  /** By row of a reply the row of its usage. */
  readonly #usageRows = new Map<number, number>();
  /** The usage that the next reply will have. */
  #usage: { readonly row: number; readonly record: ReturnType<typeof usageAt> } | undefined;
  #expected: number | undefined;
  #mayMiss = false;
  #session: string | undefined;
  #firstRow = -1;

  constructor(
    private readonly stream: Stream,
    report: (row: number, violation: Violation) => void,
  ) {
    this.#log = new LinearLog(report);
    this.#numberKey = stream === 'trajectory' ? 'seq' : 'sequence';
  }

  accept(row: number, record: JsonRecord): void {
    if (this.#firstRow < 0) this.#firstRow = row;
    this.#checkNumber(row, record);
    const event = this.stream === 'trajectory' ? record.member('event') : 0;
    const kind = event < 0 ? undefined : textMember(record, 'kind', event);
    this.#session ??= textMember(record, 'sessionId', event);
    // Records of a trajectory without an event tell of the run itself.
    const status = kind === undefined ? 'folded' : this.#acceptEvent(row, record, event, kind);
    // The first record starts the session, whatever else it tells.
    this.#log.statuses.push(row === this.#firstRow && status === 'folded' ? 'active' : status);
  }

  damaged(row: number): void {
    this.#log.damaged(row);
    this.#mayMiss = true;
  }

  end(): ReturnType<Survey['end']> {
    const { stream } = this;
    const firstRow = this.#firstRow;
    const usageRows = this.#usageRows;
    return this.#log.end({
      format: 'reasonix',
      identity: identity(stream, { sessionId: this.#session }),
      events: (row, _line, value, read) => {
        const usageRow = usageRows.get(row);
        const usage = usageRow === undefined ? undefined : read(usageRow);
        const inner = (record: typeof usage) => (stream === 'stdout' ? record : record?.['event']);
        const told = inner(usage);
        const events = eventsOf(value, stream, isJsonObject(told) ? told['usage'] : undefined);
        return row === firstRow ? [startEvent(stream), ...events] : events;
      },
    });
  }

  #acceptEvent(row: number, record: JsonRecord, event: number, kind: string): RowStatus {
    const log = this.#log;
    switch (kind) {
      case 'user_message':
        log.begin(row, record, textMember(record, 'turnId', event));
        return 'active';
      case 'usage':
        return this.#acceptUsage(row, record, event);
      case 'message':
        log.turn = 'completed';
        if (this.#usage?.record !== undefined) {
          log.replies.push(row, this.#usage.record);
          this.#usageRows.set(row, this.#usage.row);
        }
        this.#usage = undefined;
        return 'active';
      case 'tool_dispatch':
        return this.#acceptCall(row, record, event);
      case 'tool_result': {
        log.turn = 'open';
        const token = this.#callToken(record, event);
        if (token > 0) this.#called.delete(record.string(token));
        log.result(row, record, token);
        return 'active';
      }
      case 'turn_done': {
        const isFailed = textMember(record, 'err', event) !== undefined;
        const status = textMember(record, 'status', event);
        if (status === 'interrupted' || status === 'cancelled') log.turn = 'interrupted';
        else log.turn = isFailed || status === 'failed' ? 'error' : 'completed';
        return isFailed ? 'active' : 'folded';
      }
      case 'run_done':
        if (log.turn === 'open')
          log.turn = isTrue(record, record.member('ok', event)) ? 'completed' : 'error';
        return 'folded';
      case 'compaction_done':
      case 'approval_request':
        return 'active';
      default:
        return BOOKKEEPING.has(kind) ? 'folded' : 'unknown';
    }
  }

  /** Usage of other models than the one that answers is told apart. */
  #acceptUsage(row: number, record: JsonRecord, event: number): RowStatus {
    const usage = record.member('usage', event);
    const source = textMember(record, 'source', usage);
    if (source !== undefined && source !== 'executor') return 'active';
    this.#usage = { row, record: usageAt(record, usage) };
    return 'folded';
  }

  /** A call counts when it is complete, the first time. */
  #acceptCall(row: number, record: JsonRecord, event: number): RowStatus {
    const token = this.#callToken(record, event);
    if (token < 0) return 'folded';
    const partial = record.member('partial', record.member('tool', event));
    const isPartial = isTrue(record, partial);
    const call = record.string(token);
    if (isPartial || this.#called.has(call)) return 'folded';
    this.#called.add(call);
    this.#log.turn = 'open';
    this.#log.request(row, record, token);
    return 'active';
  }

  /** Token of the id of a call, -1 without one. */
  #callToken(record: JsonRecord, event: number): number {
    const tool = this.stream === 'trajectory' ? record.member('tool', event) : event;
    const token = tool < 0 ? -1 : record.member(this.stream === 'trajectory' ? 'id' : 'tool_id', tool);
    return token > 0 && record.tape.kindAt(token) === STRING ? token : -1;
  }

  /** Records are numbered from 1. A new run in the same file begins anew. */
  #checkNumber(row: number, record: JsonRecord): void {
    const found = numberMember(record, this.#numberKey);
    if (found === undefined) return;
    const expected = this.#expected;
    this.#expected = found + 1;
    const isExpected = expected === undefined || found === expected || found === 1;
    if (!isExpected && !(this.#mayMiss && found > expected)) {
      const at = record.placeOf(record.member(this.#numberKey));
      const code =
        found > expected ? 'sequence-gap' : found === expected - 1 ? 'sequence-repeat' : 'sequence-backward';
      this.#log.report(row, { code, expected, found, at });
    }
    this.#mayMiss = false;
  }
}
