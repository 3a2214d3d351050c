// The transcript that the TypeScript program writes for benchmarks and `--transcript`: what the loop told its caller,
// one record each. Calls have no ids: a tool's record holds both its arguments and its result.

import * as z from 'zod';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json/value.ts';
import type { JsonRecord } from '../../core/record.ts';
import type { Violation } from '../../core/violation.ts';
import { usagePayload } from '../figures.ts';
import { argumentsIn, numberMember, present, readAs, textMember } from '../lenient.ts';
import { LinearLog } from '../linearLog.ts';
import type { NativeEvent, RowStatus, Survey } from '../native.ts';
import { NO_TEXT, passOn, WHOLE, type Look } from '../passages.ts';
import { AGENT, identity, startEvent } from './identity.ts';
import { ERROR_UNITS, passage } from './message.ts';
import { usageAt, usageIn } from './usage.ts';

const json = z.custom<JsonValue>((value) => value !== undefined, 'a value');
const object = z.custom<JsonObject>(isJsonObject, 'an object');
const text = z.string();

const schema = z.looseObject({
  role: text,
  ts: text.optional(),
  turn: z.number().optional(),
  content: passage.optional(),
  tool: text.optional(),
  args: json.optional(),
  usage: json.optional(),
  cost: z.number().optional(),
  model: text.optional(),
  error: text.optional(),
  /** Of the first record. */
  meta: object.optional(),
});

const STATUSES: ReadonlyMap<string, RowStatus> = new Map([
  ['_meta', 'active'],
  ['user', 'active'],
  ['assistant_final', 'active'],
  ['tool', 'active'],
  ['error', 'active'],
  ['assistant_delta', 'folded'],
  ['tool_call_delta', 'folded'],
  ['tool_start', 'folded'],
  ['status', 'folded'],
  ['warning', 'folded'],
  ['done', 'folded'],
  ['branch_start', 'folded'],
  ['branch_progress', 'folded'],
  ['branch_done', 'folded'],
]);

export class TsTranscriptSurvey implements Survey {
  readonly #log: LinearLog;
  #model: string | undefined;

  constructor(report: (row: number, violation: Violation) => void) {
    this.#log = new LinearLog(report);
  }

  accept(row: number, record: JsonRecord): void {
    const role = textMember(record, 'role') ?? '';
    this.#log.statuses.push(STATUSES.get(role) ?? 'unknown');
    this.#model = textMember(record, 'model') ?? this.#model;
    if (role === 'user') this.#log.begin(row, record);
    if (role === 'error') this.#log.turn = 'error';
    if (role === 'tool') this.#log.turn = 'open';
    if (role !== 'assistant_final') return;
    this.#log.turn = 'completed';
    const usage = usageAt(record, record.member('usage'), numberMember(record, 'cost'));
    if (usage !== undefined) this.#log.replies.push(row, usage);
  }

  damaged(row: number): void {
    this.#log.damaged(row);
  }

  end(): ReturnType<Survey['end']> {
    return this.#log.end({
      format: 'reasonix',
      identity: identity('ts-transcript', { model: this.#model }),
      events: (_row, line, value, _read, look) => eventsOf(value, line, look),
    });
  }
}

function eventsOf(value: JsonObject, line: number, look: Look = WHOLE): NativeEvent[] {
  const read = readAs(schema, value);
  if (read === undefined) return [];
  const timestamp = read.ts;
  const content = passOn(read.content ?? NO_TEXT);
  switch (read.role) {
    case '_meta':
      return [startEvent('ts-transcript', present({ meta: read.meta }))];
    case 'user':
      return [{ type: 'user.message', actor: { kind: 'user', id: 'user' }, timestamp, payload: { content } }];
    case 'assistant_final': {
      const usage = usageIn(read.usage, read.cost);
      const payload = present({ content, usage: usage && usagePayload(usage) });
      const model = read.model === '' ? undefined : read.model;
      return [
        { type: 'model.response', actor: { kind: 'model', id: model ?? 'model' }, timestamp, model, payload },
      ];
    }
    case 'tool':
      return toolEvents(read, line, look);
    case 'error':
      return [{ type: 'error', actor: AGENT, timestamp, payload: { message: read.error ?? content } }];
    default:
      return [];
  }
}

function toolEvents(read: z.infer<typeof schema>, line: number, look: Look): NativeEvent[] {
  const tool = read.tool ?? '';
  const said = read.content ?? NO_TEXT;
  const result = passOn(said);
  const ok = !/^(?:ERROR:|\[hook block\]|\{"error"\s*:)/.test(look.beginning(said, ERROR_UNITS));
  const call = { tool, tool_call_id: `L${line + 1}` };
  const actor = { kind: 'tool', id: tool === '' ? 'tool' : tool } as const;
  const timestamp = read.ts;
  return [
    {
      type: 'tool.request',
      actor: { kind: 'model', id: 'model' },
      timestamp,
      payload: { ...call, arguments: argumentsIn(read.args) },
    },
    {
      type: 'tool.result',
      actor,
      timestamp,
      payload: present({ ...call, ok, result, error: ok ? undefined : result }),
    },
  ];
}
