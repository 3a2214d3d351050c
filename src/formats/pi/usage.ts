import { figures, type Figures, type ReadFigure } from '../figures.ts';

/** The figures of a `usage` object of Pi. */
export function figuresOf(read: ReadFigure): Figures {
  return figures({
    input: read('input'),
    output: read('output'),
    cacheRead: read('cacheRead'),
    cacheWrite: read('cacheWrite'),
    total: read('totalTokens'),
    cost: read('cost', 'total'),
  });
}

/** Whether entries of that type tell what a request outside the conversation took: a summary, or a prompt kept warm. */
export function hasOwnUsage(type: string): boolean {
  return type === 'usage' || type === 'compaction' || type === 'branch_summary';
}
