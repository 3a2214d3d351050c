// The event log of the TypeScript program (0.x). Ids have gaps, since deltas are not stored, and start again at 1 each
// time the session is opened; so do the ids of calls.

import { STRING } from '../../core/json/tape.ts';
import type { JsonRecord } from '../../core/record.ts';
import type { Violation } from '../../core/violation.ts';
import { isTrue, numberMember, textIn, textMember } from '../lenient.ts';
import { LinearLog } from '../linearLog.ts';
import type { RowStatus, Survey } from '../native.ts';
import { identity } from './identity.ts';
import { eventsOf } from './tsEventRecords.ts';
import { usageAt } from './usage.ts';

const TOLD: ReadonlySet<string> = new Set([
  'session.opened',
  'session.compacted',
  'user.message',
  'model.turn.started',
  'model.final',
  'tool.intent',
  'tool.denied',
  'tool.result',
  'tool.confirm.allow',
  'tool.confirm.deny',
  'tool.confirm.always_allow',
  'effect.file.touched',
  'effect.memory.written',
  'checkpoint.created',
  'checkpoint.restored',
  'error',
]);
/** Families of bookkeeping: `tool.preparing`, `policy.escalated`, … */
const BOOKKEEPING =
  /^(?:status|model\.delta|tool\.(?:preparing|dispatched|call)|slash\.|plan\.|hook\.|policy\.|capability\.|rate-limit\.)/;

function statusOfType(type: string): RowStatus {
  if (TOLD.has(type)) return 'active';
  return BOOKKEEPING.test(type) ? 'folded' : 'unknown';
}

export class TsEventsSurvey implements Survey {
  readonly #log: LinearLog;
  /** By row of a result the row of its call, which alone names the tool. */
  readonly #callOf = new Map<number, number>();
  readonly #calls = new Map<string, number>();
  #session: string | undefined;
  #model: string | undefined;

  constructor(report: (row: number, violation: Violation) => void) {
    this.#log = new LinearLog(report);
  }

  accept(row: number, record: JsonRecord): void {
    const log = this.#log;
    const type = textMember(record, 'type') ?? '';
    log.statuses.push(statusOfType(type));
    const callToken = record.member('callId');
    switch (type) {
      case 'session.opened':
        this.#session ??= textMember(record, 'name');
        break;
      case 'user.message':
        log.begin(row, record);
        break;
      case 'model.turn.started':
        this.#model = textMember(record, 'model') ?? this.#model;
        break;
      case 'model.final': {
        log.turn = 'completed';
        const usage = usageAt(record, record.member('usage'), numberMember(record, 'costUsd'));
        if (usage !== undefined) log.replies.push(row, usage);
        break;
      }
      case 'tool.intent':
        log.turn = 'open';
        log.request(row, record, callToken);
        if (isText(record, callToken)) this.#calls.set(record.string(callToken), row);
        break;
      case 'tool.denied':
        if (isText(record, callToken)) log.tools.result(record, callToken, row);
        break;
      case 'tool.result':
        log.turn = 'open';
        this.#acceptResult(row, record, callToken);
        break;
      case 'error':
        if (!isTrue(record, record.member('recoverable'))) log.turn = 'error';
        break;
      default:
    }
  }

  damaged(row: number): void {
    this.#log.damaged(row);
  }

  end(): ReturnType<Survey['end']> {
    const callOf = this.#callOf;
    return this.#log.end({
      format: 'reasonix',
      identity: identity('ts-events', { sessionId: this.#session, model: this.#model }),
      events: (row, _line, value, read) => {
        const call = callOf.get(row);
        return eventsOf(value, call === undefined ? undefined : textIn(read(call)?.['name']));
      },
    });
  }

  #acceptResult(row: number, record: JsonRecord, token: number): void {
    if (!isText(record, token)) return;
    const id = record.string(token);
    const call = this.#calls.get(id);
    if (call !== undefined) this.#callOf.set(row, call);
    // The program itself names results that it could not place so.
    if (id.startsWith('tc-orphan')) this.#log.tools.result(record, token, row);
    else this.#log.result(row, record, token);
  }
}

function isText(record: JsonRecord, token: number): boolean {
  return token > 0 && record.tape.kindAt(token) === STRING;
}
