import type { NativeJournal } from './nativeJournal.ts';

/** Ends of branches that are tried for one that leads through a row. */
const MAX_LEAVES = 50;

/**
 * Follows the branch of a tree that leads through an abandoned row, to the nearest end after it; with null the agent's
 * own. False, and nothing changed, where there is no such branch: what an agent took back is none.
 */
export function chooseBranch(journal: NativeJournal, row: number | null): boolean {
  const before = journal.leaf;
  if (row === null) {
    if (before === undefined) return false;
    journal.choose();
    return true;
  }
  if (journal.statusOf(row) !== 'abandoned') return false;
  const leaves = journal.plan.otherLeaves.filter((leaf) => leaf >= row).reverse();
  for (const leaf of [...leaves.slice(0, MAX_LEAVES), row]) {
    journal.choose(leaf);
    if (journal.statusOf(row) !== 'abandoned') return true;
  }
  journal.choose(before);
  return false;
}
