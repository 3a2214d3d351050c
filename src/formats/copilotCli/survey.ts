// The first pass over a Copilot CLI session. The parent of a record is the one before it, which may be one that was
// never stored: the chain is no tree, and a parent that is nowhere is no fault.

import { OBJECT, STRING } from '../../core/json/tape.ts';
import { isJsonObject, type JsonObject } from '../../core/json/value.ts';
import type { Usage } from '../../core/projections/usage.ts';
import type { JsonRecord } from '../../core/record.ts';
import type { Violation } from '../../core/violation.ts';
import { figures, FiguresList } from '../figures.ts';
import { IdNumbers } from '../idNumbers.ts';
import { isTrue, numberMember, objectsIn, objectTokens, textIn, textMember } from '../lenient.ts';
import { LinearLog } from '../linearLog.ts';
import type { RowStatus, Survey } from '../native.ts';
import { eventsOf, isFromUser } from './events.ts';
import { statusOfType } from './rows.ts';
import { metricsAt, usageAt } from './usage.ts';

export class CopilotSurvey implements Survey {
  readonly #log: LinearLog;
  readonly #ids = new IdNumbers();
  /** Rows that no rewind has removed, in order. */
  readonly #living: number[] = [];
  /** Rows of calls that started before any reply asked for them. */
  readonly #early = new Map<string, number>();
  /** The row that names the tool of a call, and by row of a result that row. */
  readonly #calls = new Map<string, number>();
  readonly #callOf = new Map<number, number>();
  /** Output of replies, records of usage, and the figures of each run of the program. */
  readonly #outputs = new FiguresList();
  readonly #samples = new FiguresList();
  readonly #runs = new FiguresList();
  #lastRun = -1;
  /** Row that the run under way began at, and rows of figures that the same run told again later, with more. */
  #runStart = -1;
  readonly #retold = new Set<number>();
  #sessionId: string | undefined;
  #agentVersion: string | undefined;
  #cwd: string | undefined;
  #model: string | undefined;

  constructor(report: (row: number, violation: Violation) => void) {
    this.#log = new LinearLog(report);
  }

  accept(row: number, record: JsonRecord): void {
    const data = record.member('data');
    const type = textMember(record, 'type') ?? '';
    this.#living.push(row);
    this.#acceptId(row, record);
    if (data < 0 || record.tape.kindAt(data) !== OBJECT) this.#log.statuses.push('unknown');
    else if (isTrue(record, record.member('ephemeral'))) this.#log.statuses.push('folded');
    else {
      // First, since a rewind removes the rows before its own.
      this.#log.statuses.push(statusOfType(type));
      const status = this.#acceptType(row, record, type, data);
      if (status !== undefined) this.#log.statuses.set(row, status);
    }
  }

  damaged(row: number): void {
    this.#log.damaged(row);
  }

  end(): ReturnType<Survey['end']> {
    const callOf = this.#callOf;
    const sessionId = this.#sessionId ?? null;
    return this.#log.end({
      format: 'copilot-cli',
      identity: {
        generation: 'events',
        agentVersion: this.#agentVersion ?? null,
        sessionId,
        runId: sessionId,
        cwd: this.#cwd ?? null,
        model: this.#model ?? null,
        links: [],
      },
      usage: this.#usage(),
      events: (row, _line, value, read) => {
        const call = callOf.get(row);
        return eventsOf(value, call === undefined ? undefined : toolOf(read(call), value));
      },
    });
  }

  /** Gives another status than the one of the type, where there is a reason. */
  #acceptType(row: number, record: JsonRecord, type: string, data: number): RowStatus | undefined {
    const log = this.#log;
    const text = (key: string) => textMember(record, key, data);
    switch (type) {
      case 'session.start':
      case 'session.resume':
        this.#runStart = row;
        this.#sessionId ??= text('sessionId');
        this.#agentVersion ??= text('copilotVersion');
        this.#cwd ??= textMember(record, 'cwd', record.member('context', data));
        this.#model = text('selectedModel') ?? this.#model;
        return undefined;
      case 'session.model_change':
        this.#model = text('newModel') ?? this.#model;
        return undefined;
      case 'user.message':
        if (isFromUser(text('source'))) log.begin(row, record, textMember(record, 'id'));
        return undefined;
      case 'assistant.message':
        this.#acceptReply(row, record, data);
        return undefined;
      case 'tool.user_requested':
      case 'tool.execution_start':
        return this.#acceptCall(row, record, data);
      case 'tool.execution_complete':
        this.#acceptResult(row, record, data);
        return undefined;
      case 'abort':
        log.turn = 'interrupted';
        return undefined;
      case 'session.error':
        log.turn = 'error';
        return undefined;
      case 'session.compaction_complete': {
        const success = record.member('success', data);
        return success > 0 && !isTrue(record, success) ? 'folded' : undefined;
      }
      case 'session.snapshot_rewind':
        this.#rewind(row, record, record.member('upToEventId', data));
        return undefined;
      case 'assistant.usage':
        this.#samples.push(row, usageAt(record, data));
        return undefined;
      case 'session.shutdown':
        this.#acceptShutdown(row, record, data);
        return undefined;
      default:
        return undefined;
    }
  }

  #acceptId(row: number, record: JsonRecord): void {
    const token = record.member('id');
    if (token < 0 || record.tape.kindAt(token) !== STRING) return;
    const id = record.string(token);
    const at = record.placeOf(token);
    if (this.#ids.find(record, token) >= 0) this.#log.report(row, { code: 'event-id-conflict', id, at });
    else this.#ids.set(record, token, row);
    if (textMember(record, 'parentId') !== id) return;
    this.#log.report(row, { code: 'parent-self', parent: id, at: record.placeOf(record.member('parentId')) });
  }

  #acceptReply(row: number, record: JsonRecord, data: number): void {
    const requests = objectTokens(record, record.member('toolRequests', data));
    for (const request of requests) {
      const token = record.member('toolCallId', request);
      this.#log.request(row, record, token);
      if (token < 0 || record.tape.kindAt(token) !== STRING) continue;
      const call = record.string(token);
      const early = this.#early.get(call);
      if (early !== undefined) this.#log.statuses.set(early, 'folded');
      this.#early.delete(call);
      this.#calls.set(call, row);
    }
    // What a sub-agent says ends no turn of the session.
    if (
      textMember(record, 'agentId') !== undefined ||
      textMember(record, 'parentToolCallId', data) !== undefined
    )
      return;
    this.#log.turn = requests.length > 0 ? 'open' : 'completed';
    this.#model = textMember(record, 'model', data) ?? this.#model;
    const output = numberMember(record, 'outputTokens', data);
    if (output === undefined) return;
    const none = {
      input: undefined,
      cacheRead: undefined,
      cacheWrite: undefined,
      total: undefined,
      cost: undefined,
    };
    this.#outputs.push(row, figures({ ...none, output }));
  }

  /** The start of a call that its reply requested already tells no more than the name of its tool. */
  #acceptCall(row: number, record: JsonRecord, data: number): RowStatus {
    const token = record.member('toolCallId', data);
    if (token < 0 || record.tape.kindAt(token) !== STRING) return 'active';
    const call = record.string(token);
    const isKnown = this.#calls.has(call);
    this.#calls.set(call, row);
    if (!isKnown) {
      this.#log.request(row, record, token);
      if (textMember(record, 'type') === 'tool.execution_start') this.#early.set(call, row);
    }
    return isKnown ? 'folded' : 'active';
  }

  #acceptResult(row: number, record: JsonRecord, data: number): void {
    const token = record.member('toolCallId', data);
    if (token < 0 || record.tape.kindAt(token) !== STRING) return;
    const call = this.#calls.get(record.string(token));
    if (call !== undefined) this.#callOf.set(row, call);
    this.#log.result(row, record, token);
  }

  #acceptShutdown(row: number, record: JsonRecord, data: number): void {
    if (textMember(record, 'shutdownType', data) === 'error') this.#log.turn = 'error';
    const runs = metricsAt(record, record.member('modelMetrics', data));
    if (runs.length === 0) return;
    // Figures grow while the program runs, and begin at nothing when a session is resumed.
    if (this.#lastRun > this.#runStart) this.#retold.add(this.#lastRun);
    for (const run of runs) this.#runs.push(row, run);
    this.#lastRun = row;
  }

  /** The event that is named and all after it were removed. */
  #rewind(row: number, record: JsonRecord, token: number): void {
    if (token < 0 || record.tape.kindAt(token) !== STRING) return;
    const target = this.#ids.find(record, token);
    if (target < 0) return;
    this.#living.pop();
    for (let last = this.#living.at(-1); last !== undefined && last >= target; last = this.#living.at(-1)) {
      this.#living.pop();
      if (this.#log.statuses.at(last) === 'active') this.#log.statuses.set(last, 'abandoned');
    }
    this.#living.push(row);
    this.#log.turn = 'none';
  }

  /** What the runs told when they ended, and what replies name since; without such figures, what there is. */
  #usage(): Usage {
    const isActive = (row: number) => this.#log.statuses.at(row) === 'active';
    if (this.#lastRun >= 0) {
      const [runs, since] = [
        this.#runs.sum((row) => isActive(row) && !this.#retold.has(row)),
        this.#outputs.sum((row) => isActive(row) && row > this.#lastRun),
      ];
      const replies = this.#outputs.sum(isActive).responses;
      const [output, total] = [runs.output + since.output, runs.total + since.total];
      return { ...runs, output, total, responses: replies };
    }
    const samples = this.#samples.sum(isActive);
    return samples.responses > 0 ? samples : this.#outputs.sum(isActive);
  }
}

/** The tool that a request names: the data of a start, or one of the requests of a reply. */
function toolOf(record: JsonObject | undefined, result: JsonObject): string | undefined {
  const [data, answer] = [record?.['data'], result['data']];
  if (!isJsonObject(data) || !isJsonObject(answer)) return undefined;
  const named = textIn(data['toolName']);
  if (named !== undefined) return named;
  const call = answer['toolCallId'];
  return textIn(objectsIn(data['toolRequests']).find((request) => request['toolCallId'] === call)?.['name']);
}
