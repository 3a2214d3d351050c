import { isJsonObject, type JsonValue } from '../../core/json/value.ts';
import { NUMBER, OBJECT } from '../../core/json/tape.ts';
import type { JsonRecord } from '../../core/record.ts';
import { figures, type Figures, type ReadFigure } from '../figures.ts';
import { numberIn } from '../lenient.ts';

/** The names that the generations have for the same figures. */
const NAMES = {
  input: ['prompt_tokens', 'promptTokens', 'input_tokens'],
  output: ['completion_tokens', 'completionTokens', 'output_tokens'],
  total: ['total_tokens', 'totalTokens'],
  cacheRead: ['prompt_cache_hit_tokens', 'cacheHitTokens', 'cache_hit_tokens'],
  cost: ['costUsd'],
} as const;

/** Figures of a usage object; undefined for one without figures. `cost` stands beside it in some generations. */
function figuresOf(read: ReadFigure, cost: number | undefined): Figures | undefined {
  const first = (names: readonly string[]) =>
    names.map((name) => read(name)).find((value) => value !== undefined);
  const [input, output, total] = [first(NAMES.input), first(NAMES.output), first(NAMES.total)];
  if (input === undefined && output === undefined && total === undefined) return undefined;
  return figures({
    input,
    output,
    total,
    cacheRead: first(NAMES.cacheRead),
    cacheWrite: undefined,
    cost: cost ?? first(NAMES.cost),
  });
}

/** Figures of a usage object in a value. */
export function usageIn(usage: JsonValue | undefined, cost?: number): Figures | undefined {
  if (!isJsonObject(usage)) return undefined;
  return figuresOf((name = '') => (Object.hasOwn(usage, name) ? numberIn(usage[name]) : undefined), cost);
}

/** Figures of a usage object at a token. */
export function usageAt(record: JsonRecord, token: number, cost?: number): Figures | undefined {
  if (token < 0 || record.tape.kindAt(token) !== OBJECT) return undefined;
  return figuresOf((name = '') => {
    const figure = record.member(name, token);
    return figure > 0 && record.tape.kindAt(figure) === NUMBER ? record.number(figure) : undefined;
  }, cost);
}
