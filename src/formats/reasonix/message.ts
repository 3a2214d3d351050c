// A message as Reasonix keeps it for the model, in every generation that has messages: the TypeScript program writes
// the calls of a reply as the API has them, the Go program flat.

import * as z from 'zod';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json/value.ts';
import { eventOf } from '../eventOf.ts';
import { argumentsIn, objectsIn, present, readAs, textIn, timeOfMillis } from '../lenient.ts';
import type { NativeEvent } from '../native.ts';
import { isEmpty, joined, passageIn, passOn, type Look, type Passage } from '../passages.ts';

const json = z.custom<JsonValue>((value) => value !== undefined, 'a value');
const object = z.custom<JsonObject>(isJsonObject, 'an object');
const text = z.string();
export const passage = z.custom<Passage>((value) => typeof value === 'string', 'a text');

/** Members whose texts are passages in every record. */
export const PASSED_ON = ['content', 'reasoning_content'] as const;

export const messageSchema = z.looseObject({
  role: text,
  id: text.optional(),
  /** `host` for what the program wrote in the user's name. */
  origin: text.optional(),
  content: json.nullish(),
  /** What the user typed, where the program added to it. */
  raw_content: text.nullish(),
  reasoning_content: passage.nullish(),
  tool_calls: z.array(json).nullish(),
  tool_call_id: text.nullish(),
  name: text.nullish(),
  createdAt: z.number().optional(),
  workDurationMs: z.number().min(0).optional(),
  tool_run_state: text.optional(),
  tool_execution: object.optional(),
  local_only: z.boolean().optional(),
  interrupted_turn: object.optional(),
});

/** The id that Go writes as the call of what is no result but the mark of a turn that broke off. */
export const LOCAL_ONLY = '__reasonix_local_only__';

const AGENT = { kind: 'harness', id: 'reasonix' } as const;
const USER = { kind: 'user', id: 'user' } as const;
const MODEL = { kind: 'model', id: 'model' } as const;

/** The events of a message. `at` is the time of its record, where that has one. */
export function messageEvents(value: JsonObject, look: Look, at?: string, parentId?: string): NativeEvent[] {
  const read = readAs(messageSchema, value);
  if (read === undefined) return [];
  const shared = { id: read.id, parentId, timestamp: timeOfMillis(read.createdAt) ?? at };
  const said = contentOf(read.content ?? undefined);
  const content = passOn(said);
  switch (read.role) {
    case 'system':
      return [
        { ...shared, type: 'instruction.accept', actor: AGENT, payload: { source: 'system', content } },
      ];
    case 'user': {
      if (isHostWritten(read.origin, said, look)) {
        return [
          { ...shared, type: 'instruction.accept', actor: AGENT, payload: { source: 'host', content } },
        ];
      }
      const typed = textIn(read.raw_content);
      const isSame = typed !== undefined && typed === look.whole(said);
      const payload = present({ content, raw_content: isSame ? undefined : typed });
      return [eventOf(shared, 'user.message', USER, payload)];
    }
    case 'assistant': {
      const thought = read.reasoning_content ?? undefined;
      const reasoning = thought === undefined || isEmpty(thought) ? undefined : passOn(thought);
      const payload = present({ content, reasoning });
      const durationMs = read.workDurationMs;
      const calls = objectsIn(read.tool_calls).map(callPayload);
      return [
        eventOf(shared, 'model.response', MODEL, payload, durationMs),
        ...calls.map((call) => eventOf(shared, 'tool.request', MODEL, call)),
      ];
    }
    case 'tool': {
      if (
        read.interrupted_turn !== undefined ||
        read.local_only === true ||
        read.tool_call_id === LOCAL_ONLY
      ) {
        return [{ ...shared, type: 'error', actor: AGENT, payload: brokenOff(read.interrupted_turn, said) }];
      }
      return [toolResult(read, said, look, shared)];
    }
    default:
      return [];
  }
}

/** How a message of the host begins where no origin is recorded. */
export const SESSION_CONTEXT = '<session-context';

/** True for what the program wrote in the user's name: no input of a user. */
function isHostWritten(origin: string | undefined, content: Passage, look: Look): boolean {
  return origin === undefined
    ? look.beginning(content, SESSION_CONTEXT.length) === SESSION_CONTEXT
    : origin === 'host';
}

function callPayload(call: JsonObject): JsonObject {
  const inner = isJsonObject(call['function']) ? call['function'] : call;
  return present({
    tool: textIn(inner['name']) ?? '',
    tool_call_id: textIn(call['id']),
    arguments: argumentsIn(inner['arguments']),
  });
}

function brokenOff(turn: JsonObject | undefined, partial: Passage): JsonObject {
  return present({
    message: `turn ${textIn(turn?.['terminalStatus']) ?? 'interrupted'}`,
    status: textIn(turn?.['terminalStatus']),
    diagnostic: turn?.['failureDiagnostic'],
    partial: isEmpty(partial) ? undefined : passOn(partial),
  });
}

function toolResult(
  read: z.infer<typeof messageSchema>,
  said: Passage,
  look: Look,
  shared: Pick<NativeEvent, 'id' | 'parentId' | 'timestamp'>,
): NativeEvent {
  const tool = textIn(read.name) ?? '';
  const content = passOn(said);
  const ok = read.tool_run_state === undefined ? !isError(said, look) : read.tool_run_state === 'completed';
  const payload = present({
    tool,
    tool_call_id: textIn(read.tool_call_id),
    ok,
    result: content,
    error: ok ? undefined : content,
    state: read.tool_run_state,
    exit_code: read.tool_execution?.['exitCode'],
  });
  const durationMs = durationOf(read.tool_execution?.['durationMs']);
  const actor = { kind: 'tool', id: tool === '' ? 'tool' : tool } as const;
  return eventOf(shared, 'tool.result', actor, payload, durationMs);
}

function durationOf(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' && value >= 0 ? value : undefined;
}

/** Results of programs that record no state say so in their text. */
const ERROR = /^(?:error:|ERROR:|\[hook block\]|\{"error"\s*:)/;
/** How much of a text such a pattern is held against: there may be white space before the colon. */
export const ERROR_UNITS = 64;

function isError(content: Passage, look: Look): boolean {
  return ERROR.test(look.beginning(content, ERROR_UNITS));
}

/** The text of a message: itself, or its text parts. */
function contentOf(content: JsonValue | undefined): Passage {
  const texts = objectsIn(content).map((part) => passageIn(textIn(part['text']) ?? ''));
  return passageIn(content) ?? passageIn(joined(texts, ''));
}
