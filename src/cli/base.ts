import * as path from 'node:path';
import { relatedFiles } from '../node/relatedFiles.ts';
import { neutralise } from '../wording/quote.ts';
import { describeBase } from '../wording/relations.ts';
import { STDIN } from './openSource.ts';
import type { ReadJournal } from './readJournal.ts';

/** What a log that holds only the difference to another one builds on. Scripts rely on the names. */
export interface Base {
  readonly found: boolean;
  /** Absolute path, null where the other log is not there. */
  readonly file: string | null;
  /** How many records of the other log come before those of this one. */
  readonly ordinals: number;
}

/** The base of a log, undefined for one that holds its whole history. */
export function baseOf(file: string, journal: ReadJournal): Base | undefined {
  return found(file, journal)?.base;
}

/** The same in words, for people. */
export function baseNote(file: string, journal: ReadJournal): string | undefined {
  const it = found(file, journal);
  if (it === undefined) return undefined;
  const { id, base } = it;
  const beside = base.file === null ? null : path.relative(path.dirname(path.resolve(file)), base.file);
  return neutralise(describeBase(id, base.ordinals, beside));
}

function found(file: string, { native }: ReadJournal): { id: string | null; base: Base } | undefined {
  if (native === undefined) return undefined;
  const { format, identity } = native.header();
  const link = identity.links.find(({ kind }) => kind === 'history-base');
  if (link === undefined) return undefined;
  const [related] = file === STDIN ? [] : relatedFiles(file, format, { ...identity, links: [link] });
  const at = related?.path ?? null;
  return { id: link.id, base: { found: at !== null, file: at, ordinals: link.records ?? 0 } };
}
