// Tool calls and what came of them, as events.

import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json/value.ts';
import { argumentsIn, present, readAs } from '../lenient.ts';
import type { Look } from '../passages.ts';
import type { KnownCall } from './callLedger.ts';
import type { Draft } from './draft.ts';
import { outcomeOf, type Outcome } from './outcome.ts';
import * as shapes from './records.ts';

/** A call. Without an id of its own the line names it. */
export function callEvent(body: JsonObject, line: number, reasoning: string | undefined): Draft {
  const call = readAs(shapes.call, body) ?? {};
  const name = call.name ?? typeName(body);
  const tool = call.namespace ? `${call.namespace}.${name}` : name;
  const payload = present({
    tool,
    tool_call_id: call.call_id ?? call.id ?? lineId(line),
    arguments: argumentsOf(call.arguments, call.input, call.action),
    reasoning,
  });
  return { type: 'tool.request', actor: { kind: 'model', id: 'model' }, payload };
}

/** Arguments are an object as text, free text, or an action. */
function argumentsOf(
  args: JsonValue | undefined,
  input: JsonValue | undefined,
  action: JsonValue | undefined,
): JsonValue {
  if (args !== undefined) return argumentsIn(args);
  if (input !== undefined) return isJsonObject(input) ? input : { input };
  return action ?? {};
}

/** What came of a call, with what the host noted at its end. */
export function outputEvent(body: JsonObject, known: KnownCall | undefined, line: number, look: Look): Draft {
  const output = readAs(shapes.callOutput, body) ?? {};
  const outcome = outcomeOf(output.output ?? output.tools, look);
  const end = known?.end;
  const ok = end?.ok ?? output.success ?? outcome.ok ?? output.status !== 'failed';
  const exitCode = end?.exitCode ?? outcome.exitCode;
  const durationMs = end?.durationMs ?? outcome.durationMs;
  const tool = known === undefined || known.tool === '' ? 'unknown' : known.tool;
  // The host's own note of what changed is an event by itself.
  const paths = ok && (end?.paths.length ?? 0) === 0 ? (known?.patched ?? []) : [];
  const payload = present({
    tool,
    tool_call_id: output.call_id ?? output.id ?? lineId(line),
    ok,
    result: paths.length > 0 ? { output: outcome.text, paths: [...paths] } : outcome.text,
    exit_code: exitCode,
    images: outcome.images > 0 ? outcome.images : undefined,
    error: ok ? undefined : exitCode === undefined ? firstLine(outcome, look) : `exit code ${exitCode}`,
  });
  return {
    type: 'tool.result',
    actor: { kind: 'tool', id: tool },
    payload,
    ...(durationMs !== undefined && { durationMs }),
  };
}

/** A call that the model's provider ran: its request, and its outcome unless it was still under way. */
export function hostedCallEvents(
  body: JsonObject,
  line: number,
  reasoning: string | undefined,
): readonly Draft[] {
  const call = readAs(shapes.hostedCall, body) ?? {};
  const tool = typeName(body);
  const named = { tool, tool_call_id: call.call_id ?? call.id ?? lineId(line) };
  const args = call.action ?? present({ prompt: call.revised_prompt ?? undefined });
  const request: Draft = {
    type: 'tool.request',
    actor: { kind: 'model', id: 'model' },
    payload: present({ ...named, arguments: args, reasoning }),
  };
  const { status, result } = call;
  if (status === 'in_progress' || status === 'searching' || status === 'generating') return [request];
  // An image is told by its size: the record has it.
  const told = typeof result === 'string' ? { bytes: result.length } : {};
  const payload = present({
    ...named,
    ok: status !== 'failed',
    result: { ...told, status: status ?? 'completed' },
  });
  return [request, { type: 'tool.result', actor: { kind: 'tool', id: tool }, payload }];
}

function typeName(body: JsonObject): string {
  const { type } = body;
  return typeof type === 'string' ? type.replace(/_call$/, '') : 'unknown';
}

function lineId(line: number): string {
  return `line-${line + 1}`;
}

const MAX_ERROR = 200;

function firstLine({ text, first }: Outcome, look: Look): string {
  const beginning = first === undefined ? text : look.beginning(first, MAX_ERROR);
  return (beginning.split('\n', 1)[0] ?? '').slice(0, MAX_ERROR);
}
