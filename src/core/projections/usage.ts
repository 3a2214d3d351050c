import { isJsonObject, type JsonObject, type JsonValue } from '../json/value.ts';
import type { Reducer } from './reducer.ts';

/** Tokens and cost as the log records them. `cost` stays null where no event names one: it is never computed. */
export interface Usage {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  total: number;
  cost: number | null;
  /** Responses that carried usage. */
  responses: number;
}

/** The names that writers use for the same figure, in the order in which they are looked for. */
const NAMES = {
  input: ['input_tokens', 'input', 'prompt_tokens'],
  output: ['output_tokens', 'output', 'completion_tokens'],
  cacheRead: ['cache_read_input_tokens', 'cache_read', 'cached_input_tokens'],
  cacheWrite: ['cache_creation_input_tokens', 'cache_write'],
  total: ['total_tokens', 'total'],
  cost: ['cost_usd', 'cost'],
} as const;

/**
 * Usage of the whole prefix: each final response counts once, by its payload's `usage`. The chunks of a stream repeat
 * what its final one says, so they do not count.
 */
export const usage: Reducer<Usage> = {
  name: 'usage',
  version: 1,
  initial: () => ({ input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0, cost: null, responses: 0 }),
  apply(state, { type, payload }) {
    if (type !== 'model.response') return;
    const counts = Object.hasOwn(payload, 'content') || payload['final'] === true;
    const recorded = payload['usage'];
    if (!counts || !isJsonObject(recorded)) return;
    const [input, output] = [figure(recorded, NAMES.input) ?? 0, figure(recorded, NAMES.output) ?? 0];
    const cacheRead = figure(recorded, NAMES.cacheRead) ?? 0;
    const cacheWrite = figure(recorded, NAMES.cacheWrite) ?? 0;
    const cost = figure(recorded, NAMES.cost);
    state.responses += 1;
    state.input += input;
    state.output += output;
    state.cacheRead += cacheRead;
    state.cacheWrite += cacheWrite;
    state.total += figure(recorded, NAMES.total) ?? input + output;
    if (cost !== undefined) state.cost = (state.cost ?? 0) + cost;
  },
};

/** Adds usage to a sum. */
export function addUsage(sum: Usage, more: Readonly<Usage>): void {
  sum.input += more.input;
  sum.output += more.output;
  sum.cacheRead += more.cacheRead;
  sum.cacheWrite += more.cacheWrite;
  sum.total += more.total;
  sum.responses += more.responses;
  if (more.cost !== null) sum.cost = (sum.cost ?? 0) + more.cost;
}

function figure(recorded: JsonObject, names: readonly string[]): number | undefined {
  return names.map((name) => number(recorded[name])).find((value) => value !== undefined);
}

function number(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}
