import { findSourceMap } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const FRAME = /((?:[A-Za-z]:)?[^\s():]+\.js):(\d+):(\d+)/g;

/**
 * Rewrites the frames of a stack to the TypeScript they come from. Node would do so by itself, but VS Code formats the
 * stacks in its extension host. Mocha has shortened the paths by then, hence `resolve`.
 */
export function sourceStack(stack: string): string {
  return stack.replace(FRAME, (frame, file: string, line: string, column: string) => {
    const entry = findSourceMap(resolve(file))?.findEntry(Number(line) - 1, Number(column) - 1);
    if (!entry || !('originalSource' in entry)) return frame;
    return `${fileURLToPath(entry.originalSource)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}
