// What comes before a log that holds only the difference to another one, and why it is not at hand, in words.

import type { BaseLog, BaseTrouble, Inheritance } from '../protocol.ts';
import { neutralise } from './quote.ts';

/** What a person can do about a log that is not here, in the editor. */
const ADVICE = 'put it beside this one, or name its folder in the setting sessionJournal.sessionFolders';

/** What comes before a log, for the top of its editor: from where it is, and what is missing. */
export function describeInheritance({ records, from, trouble }: Inheritance): string {
  const held = from.filter(({ rows }) => rows > 0);
  const rows = sum(held, (log) => log.rows);
  const damaged = sum(held, (log) => log.damaged);
  const names = held.map((log) => neutralise(fileName(log.path))).join(' and ');
  const faults = damaged > 0 ? `, ${damaged} of them damaged` : '';
  const head =
    rows > 0
      ? `${recordsOf(rows)} inherited from ${names}${faults}.`
      : `${recordsOf(records)} ${records === 1 ? 'comes' : 'come'} before this log.`;
  return trouble === null ? head : `${head} ${describeBaseTrouble(trouble, ADVICE)}`;
}

/** Why not all of the records before a log are at hand, as a sentence. `advice`: what to do about a log that is not here. */
export function describeBaseTrouble(
  { code, id, path, wanted, there }: BaseTrouble,
  advice = 'put it beside this one',
): string {
  const name = path === null ? named(id) : neutralise(fileName(path));
  switch (code) {
    case 'not-here':
      return `The log of session ${named(id)} is not here: ${advice}.`;
    case 'not-readable':
      return `${name} cannot be read.`;
    case 'other-format':
      return `${name} is no log of the same agent.`;
    case 'other-session':
      return `${name} is the log of another session than its name says.`;
    case 'cycle':
      return `${name} builds on itself, or on what builds on it.`;
    case 'too-long':
      return `Too many logs build on each other; what is before session ${named(id)} is left out.`;
    case 'too-short':
      return `${name} ends after ${recordsOf(there)}, ${wanted} are wanted.`;
  }
}

/** The last part of a path of either kind. */
function fileName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

function named(id: string | null): string {
  return id === null ? 'without a name' : neutralise(id.slice(0, 80));
}

function recordsOf(count: number): string {
  return count === 1 ? '1 record' : `${count} records`;
}

function sum(logs: readonly BaseLog[], figure: (log: BaseLog) => number): number {
  return logs.reduce((total, log) => total + figure(log), 0);
}
