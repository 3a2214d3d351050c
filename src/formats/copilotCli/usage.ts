// Token figures of Copilot CLI: a reply names its output alone, everything else is told when the program ends.

import { NUMBER, OBJECT } from '../../core/json/tape.ts';
import { isJsonObject, type JsonObject } from '../../core/json/value.ts';
import type { JsonRecord } from '../../core/record.ts';
import { figures, type Figures, type ReadFigure } from '../figures.ts';
import { numberIn } from '../lenient.ts';

function figuresOf(read: ReadFigure): Figures {
  return figures({
    input: read('inputTokens') ?? read('input'),
    output: read('outputTokens') ?? read('output'),
    cacheRead: read('cacheReadTokens'),
    cacheWrite: read('cacheWriteTokens'),
    total: undefined,
    cost: undefined,
  });
}

/** The figures of the usage object at a token. */
export function usageAt(record: JsonRecord, usage: number): Figures {
  return figuresOf((name = '') => {
    const token = usage < 0 ? -1 : record.member(name, usage);
    return token > 0 && record.tape.kindAt(token) === NUMBER ? record.number(token) : undefined;
  });
}

/** The figures of each model that the metrics at a token name. */
export function metricsAt(record: JsonRecord, metrics: number): Figures[] {
  if (metrics < 0) return [];
  return [...record.keys(metrics)]
    .map((key) => record.member('usage', key + 1))
    .filter((usage) => usage > 0 && record.tape.kindAt(usage) === OBJECT)
    .map((usage) => usageAt(record, usage));
}

/** The figures of a usage object. */
export function usageIn(usage: JsonObject): Figures {
  return figuresOf((name = '') => (Object.hasOwn(usage, name) ? numberIn(usage[name]) : undefined));
}

/** The figures of each model that metrics name. */
export function metricsIn(metrics: JsonObject | undefined): (readonly [model: string, reply: Figures])[] {
  return Object.entries(metrics ?? {}).flatMap(([model, value]) =>
    isJsonObject(value) && isJsonObject(value['usage']) ? [[model, usageIn(value['usage'])] as const] : [],
  );
}
