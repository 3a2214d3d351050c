import * as path from 'node:path';
import { baseRecords, readInherited, type InheritedHistory } from '../engine/inheritedHistory.ts';
import { baseFiles, NO_BASE_FILES } from '../node/baseFiles.ts';
import { loadKernel } from '../node/kernel.ts';
import { relatedFiles } from '../node/relatedFiles.ts';
import { newSha256 } from '../node/sha256.ts';
import { textReader } from '../node/text.ts';
import { describeBaseTrouble } from '../wording/inheritance.ts';
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

/** What becomes of the records before a log, and what they are, where they were read. */
export interface BaseUse {
  readonly are: 'replayed' | 'counted';
  readonly history: InheritedHistory | undefined;
}

/** The same in words, for people. Without `use` the records before the log are not looked at. */
export function baseNote(file: string, journal: ReadJournal, use?: BaseUse): string | undefined {
  const it = found(file, journal);
  if (it === undefined) return undefined;
  const { id, base } = it;
  const beside = base.file === null ? null : path.relative(path.dirname(path.resolve(file)), base.file);
  const { from = [], trouble } = use?.history?.told() ?? {};
  const isUsed = use !== undefined && from.some(({ rows }) => rows > 0);
  const become = isUsed ? `${use.are} as inherited` : 'not part of what is read';
  const note = describeBase(id, base.ordinals, beside, become);
  const trailer = trouble && describeBaseTrouble(trouble);
  return neutralise(trailer == null ? note : `${note}. ${trailer}`);
}

/** Reads what comes before a log, for the time of `use`: undefined for one that holds its whole history. */
export function withInherited<T>(
  file: string,
  { native }: ReadJournal,
  use: (history: InheritedHistory | undefined) => T,
): T {
  if (native === undefined) return use(undefined);
  const { format, identity } = native.header();
  const kernel = loadKernel();
  const files = file === STDIN ? NO_BASE_FILES : baseFiles(file);
  const reading = readInherited(format, identity, { files, newSha256, textOf: textReader(kernel), kernel });
  let step = reading.next();
  while (step.done !== true) step = reading.next();
  const history = step.value;
  try {
    return use(history);
  } finally {
    history?.close();
  }
}

function found(file: string, { native }: ReadJournal): { id: string | null; base: Base } | undefined {
  if (native === undefined) return undefined;
  const { format, identity } = native.header();
  const link = identity.links.find(({ kind }) => kind === 'history-base');
  if (link === undefined) return undefined;
  const [related] = file === STDIN ? [] : relatedFiles(file, format, { ...identity, links: [link] });
  const at = related?.path ?? null;
  return { id: link.id, base: { found: at !== null, file: at, ordinals: baseRecords(link) } };
}
