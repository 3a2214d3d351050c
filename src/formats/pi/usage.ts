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
