import { isJsonObject, type JsonObject } from '../../core/json/value.ts';
import type { JsonRecord } from '../../core/record.ts';
import { figures, type Figures } from '../figures.ts';
import { numberAt, numberIn, numberMember } from '../lenient.ts';
import { RecordMembers } from '../recordMembers.ts';

const members = new RecordMembers(['input', 'output', 'cacheRead', 'cacheWrite', 'totalTokens', 'cost']);

/** The figures of the `usage` object of Pi at a token. */
export function figuresAt(record: JsonRecord, usage: number): Figures {
  members.read(record, usage);
  const cost = members.token('cost');
  return figures({
    input: numberAt(record, members.token('input')),
    output: numberAt(record, members.token('output')),
    cacheRead: numberAt(record, members.token('cacheRead')),
    cacheWrite: numberAt(record, members.token('cacheWrite')),
    total: numberAt(record, members.token('totalTokens')),
    cost: numberMember(record, 'total', cost),
  });
}

/** The same of the object itself. */
export function figuresIn(usage: JsonObject): Figures {
  const { input, output, cacheRead, cacheWrite, totalTokens, cost } = usage;
  return figures({
    input: numberIn(input),
    output: numberIn(output),
    cacheRead: numberIn(cacheRead),
    cacheWrite: numberIn(cacheWrite),
    total: numberIn(totalTokens),
    cost: isJsonObject(cost) ? numberIn(cost['total']) : undefined,
  });
}

/** Whether entries of that type tell what a request outside the conversation took: a summary, or a prompt kept warm. */
export function hasOwnUsage(type: string): boolean {
  return type === 'usage' || type === 'compaction' || type === 'branch_summary';
}
