import * as path from 'node:path';
import { relatedFiles } from '../node/relatedFiles.ts';
import { neutralise } from '../wording/quote.ts';
import { describeRelation } from '../wording/relations.ts';
import type { ReadJournal } from './readJournal.ts';

/** One line per related log of a session, with its file where it is there. */
export function relatedLines(file: string, { native }: ReadJournal): string[] {
  if (native === undefined) return [];
  const { format, identity } = native.header();
  return relatedFiles(file, format, identity).map(({ kind, id, path: found }) => {
    const where = found === null ? 'not here' : path.relative(path.dirname(path.resolve(file)), found);
    const name = id === null ? where : `${id} (${where})`;
    return `${describeRelation(kind).padEnd(13)}  ${neutralise(name)}`;
  });
}
