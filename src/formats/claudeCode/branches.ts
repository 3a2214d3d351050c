// Which lines belong to a branch. Parents alone do not tell: of parallel calls each result hangs off its own line of the
// reply, so that the chain from the leaf passes only one of them. What has the id of a reply or of a call that the branch
// passes belongs to it.

import { unmarkedBefore } from '../tree.ts';
import type { Calls } from './calls.ts';
import { isAppendage, isConversation } from './kinds.ts';
import type { Nodes } from './nodes.ts';
import type { Replies } from './replies.ts';

export class Branches {
  /** Not 0 for the nodes of the active branch. */
  readonly active: Uint8Array;
  /** Nodes that other branches end in, newest first. */
  readonly otherLeaves: readonly number[];
  /** 1 for nodes that conversation hangs off, or that are part of it. */
  readonly #carries: Uint8Array;
  readonly #parents: Int32Array;

  /**
   * @param belongs true for the nodes of this transcript (those of sub-agents are another's)
   * @param leaf the node that the active branch ends in, -1 for none
   */
  constructor(
    private readonly nodes: Nodes,
    private readonly replies: Replies,
    private readonly calls: Calls,
    parents: Int32Array,
    leaf: number,
    private readonly belongs: (node: number) => boolean,
  ) {
    this.#parents = parents;
    this.active = new Uint8Array(parents.length);
    this.#carries = this.#conversationBelow();
    this.#mark(leaf, this.active);
    this.#append();
    this.otherLeaves = this.#findOtherLeaves();
  }

  /** True for a node that is part of the conversation, or that a part of it hangs off. */
  carries(node: number): boolean {
    return this.#carries[node] !== 0;
  }

  /** For each node, how many of this transcript before it the active branch does not reach. */
  unreached(): Int32Array {
    const marks = this.active.slice();
    for (let node = 0; node < marks.length; node++) if (!this.belongs(node)) marks[node] = 1;
    return unmarkedBefore(marks);
  }

  /** Marks the nodes from a leaf up, and what belongs to the replies on the way. */
  #mark(leaf: number, marks: Uint8Array): void {
    for (let node = leaf; node >= 0 && marks[node] !== CHAINED; node = this.#parents[node] ?? -1) {
      marks[node] = CHAINED;
      const reply = this.replies.replyOf(node);
      if (reply >= 0) this.#gather(reply, marks);
    }
  }

  #gather(reply: number, marks: Uint8Array): void {
    for (let node = this.replies.firstOf(reply); node >= 0; node = this.replies.nextOf(node)) {
      if (node >= marks.length) break;
      if (marks[node] === 0) marks[node] = GATHERED;
      for (let call = this.calls.firstOf(node); call >= 0; call = this.calls.nextOf(call)) {
        const [first, last] = this.calls.resultsOf(call);
        if (first >= 0 && first < marks.length && marks[first] === 0 && (marks[last] ?? 0) === 0)
          marks[first] = GATHERED;
      }
    }
  }

  /** What was written beside the conversation hangs on to it. */
  #append(): void {
    for (let node = 0; node < this.active.length; node++) {
      if (this.active[node] !== 0 || !isAppendage(this.nodes.kindOf(node)) || !this.belongs(node)) continue;
      const parent = this.#parents[node] ?? -1;
      if (parent >= 0 && this.active[parent] !== 0) this.active[node] = GATHERED;
    }
  }

  #conversationBelow(): Uint8Array {
    const carries = new Uint8Array(this.#parents.length);
    for (let start = this.#parents.length - 1; start >= 0; start--) {
      if (!isConversation(this.nodes.kindOf(start)) || !this.belongs(start)) continue;
      carries[start] ||= 1;
      for (
        let node = this.#parents[start] ?? -1;
        node >= 0 && carries[node] !== BELOW;
        node = this.#parents[node] ?? -1
      ) {
        carries[node] = BELOW;
      }
    }
    return carries;
  }

  #findOtherLeaves(): number[] {
    const seen = this.active.slice();
    const leaves: number[] = [];
    for (let node = seen.length - 1; node >= 0; node--) {
      const isEnd = this.#carries[node] === 1 && isConversation(this.nodes.kindOf(node));
      if (!isEnd || seen[node] !== 0) continue;
      leaves.push(node);
      this.#mark(node, seen);
    }
    return leaves;
  }
}

/** Conversation hangs off the node. */
const BELOW = 2;
/** Part of the branch without being on its chain. */
const GATHERED = 2;
/** On the chain from the leaf to the root. */
const CHAINED = 1;
