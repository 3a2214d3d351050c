// What a person types into a search box: words, and filters between them such as `type:tool.result` or `seq:10-20`.

import type { Query } from './query.ts';

/** The filters that can be typed, for a hint. */
export const FILTER_HINT = 'type:… actor:… tool:… seq:10-20 after:… before:…';

const FILTER = /^(type|actor|tool|seq|after|before):(\S+)$/;
const RANGE = /^(\d{1,15})?(-)?(\d{1,15})?$/;

/**
 * Splits what was typed into filters and the text that is left. The same filter may be given several times: a row that
 * fits one of them fits. What only looks like a filter is text.
 */
export function parseQueryText(
  typed: string,
): Pick<
  Query,
  'text' | 'types' | 'actors' | 'tools' | 'fromSequence' | 'toSequence' | 'fromTime' | 'toTime'
> {
  const words: string[] = [];
  const lists: Record<'type' | 'actor' | 'tool', string[]> = { type: [], actor: [], tool: [] };
  let range: { fromSequence?: number; toSequence?: number } = {};
  const times: { fromTime?: string; toTime?: string } = {};
  for (const word of typed.split(' ')) {
    const [, name = '', value = ''] = FILTER.exec(word) ?? [];
    if (name === 'type' || name === 'actor' || name === 'tool') lists[name].push(value);
    else if (name === 'after') times.fromTime = wholeTime(value);
    else if (name === 'before') times.toTime = wholeTime(value);
    else if (name === 'seq' && rangeOf(value) !== undefined) range = rangeOf(value) ?? {};
    else words.push(word);
  }
  return {
    text: words.join(' ').trim(),
    ...(lists.type.length > 0 && { types: lists.type }),
    ...(lists.actor.length > 0 && { actors: lists.actor }),
    ...(lists.tool.length > 0 && { tools: lists.tool }),
    ...range,
    ...times,
  };
}

/** `7`, `7-9`, `7-` or `-9`. */
function rangeOf(value: string): { fromSequence?: number; toSequence?: number } | undefined {
  const [found, from, dash, to] = RANGE.exec(value) ?? [];
  if (found === undefined || (from === undefined && to === undefined)) return undefined;
  const last = dash === undefined ? from : to;
  return {
    ...(from !== undefined && { fromSequence: Number(from) }),
    ...(last !== undefined && { toSequence: Number(last) }),
  };
}

/** A day alone means its beginning, in UTC. */
function wholeTime(value: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(value) ? `${value}T00:00:00Z` : value;
}
