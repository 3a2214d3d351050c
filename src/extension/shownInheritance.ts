import type { JournalSnapshot, ShownInheritance } from '../protocol.ts';
import { describeInheritance } from '../wording/inheritance.ts';

/** What comes before a journal, as its page shows it. */
export function shownInheritance(snapshot: JournalSnapshot): ShownInheritance | null {
  const inheritance = snapshot.agent?.inheritance ?? null;
  if (inheritance === null || inheritance.records === 0) return null;
  return {
    message: describeInheritance(inheritance),
    canOpen: forkPoint(snapshot) !== undefined,
    isTroubled: inheritance.trouble !== null,
  };
}

/** The last inherited record: the log that it is in, and its row there; undefined where none is at hand. */
export function forkPoint({ agent }: JournalSnapshot): { path: string; row: number } | undefined {
  const last = agent?.inheritance?.from.find(({ rows }) => rows > 0);
  return last && { path: last.path, row: last.rows - 1 };
}
