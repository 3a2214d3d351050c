// Pi resumes at the last entry of the file. An entry that a program wrote by itself, appended to an older branch after
// the messages of a newer one, was written by a process that had not seen them: resuming would lose the newer branch.
// What a user does (a message, a label, another model) on an older branch is a deliberate change of branches.

import type { Found } from '../../core/check.ts';
import type { Place } from '../../core/violation.ts';
import type { LinkedRecords } from '../linkedRecords.ts';

interface Unasked {
  readonly node: number;
  readonly row: number;
  readonly parent: string;
  readonly parentAt: Place;
}

/** Longest run of such entries whose places are kept. */
const MAX_RUN = 32;

export class StaleLeaf {
  /** The entries at the end of the file that a program wrote by itself, in file order. */
  #run: Unasked[] = [];
  #newest = -1;

  /** An entry that something the user did brought about. */
  asked(node: number): void {
    if (this.#run.length > 0) this.#run = [];
    this.#newest = node;
  }

  unasked(entry: Unasked): void {
    if (this.#run.length < MAX_RUN) this.#run.push(entry);
    else this.#run[MAX_RUN - 1] = entry;
  }

  /** `marks` are the nodes of the path that ends in the last entry. */
  find(links: LinkedRecords, marks: Uint8Array, isConversation: (node: number) => boolean): readonly Found[] {
    const newest = this.#newest;
    if (newest < 0 || this.#run.length === 0) return [];
    let isMissed = false;
    // Parents were all there before their children here: each step leads to an older node.
    for (let node = newest; node >= 0 && marks[node] === 0;) {
      isMissed ||= isConversation(node);
      const parent = links.parentOf(node);
      node = parent < node ? parent : -1;
    }
    const stale = this.#run.find(({ node }) => links.parentOf(node) < newest && marks[node] === 1);
    if (!isMissed || stale === undefined) return [];
    const { row, parent, parentAt } = stale;
    const related = [{ role: 'newest-leaf' as const, at: links.placeOf(newest) }];
    const id = links.idOf(newest) ?? '';
    return [{ row, violation: { code: 'leaf-stale', parent, newest: id, at: parentAt, related } }];
  }
}
