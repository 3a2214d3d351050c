// Trees of records by parent links, over compact arrays. A node is a number from 0 in file order; `parents[node]` is the
// node of its parent, or a negative number where it has none. Logs are hostile: parents may lie ahead and chains may
// lead back to where they started, so every walk here is a loop that visits a node once.

/** Parent of a root: the record names none. */
export const NO_PARENT = -1;
/** Parent of a record that names one which is nowhere in the log. */
export const PARENT_UNKNOWN = -2;

/** Nodes from a leaf to its root, marked by 1. A chain that leads into a cycle ends where it would repeat. */
export function markPath(parents: Int32Array, leaf: number): Uint8Array {
  const marks = new Uint8Array(parents.length);
  for (let node = leaf; node >= 0 && node < parents.length && marks[node] === 0; node = parents[node] ?? -1) {
    marks[node] = 1;
  }
  return marks;
}

/** Nodes from the root to a leaf, in this order. A chain that leads into a cycle begins where it would repeat. */
export function pathTo(parents: Int32Array, leaf: number): number[] {
  const marks = new Uint8Array(parents.length);
  const path: number[] = [];
  for (let node = leaf; node >= 0 && node < parents.length && marks[node] === 0; node = parents[node] ?? -1) {
    marks[node] = 1;
    path.push(node);
  }
  return path.reverse();
}

/** For each node, how many nodes before it carry no mark. One entry more than nodes: the last is the total. */
export function unmarkedBefore(marks: Uint8Array): Int32Array {
  const counts = new Int32Array(marks.length + 1);
  for (let node = 0; node < marks.length; node++) {
    counts[node + 1] = (counts[node] ?? 0) + (marks[node] === 0 ? 1 : 0);
  }
  return counts;
}

/** Nodes that no other node names as its parent and that carry no mark, newest first. */
export function unmarkedLeaves(parents: Int32Array, marks: Uint8Array): number[] {
  const isParent = new Uint8Array(parents.length);
  for (const [node, parent] of parents.entries()) if (parent !== node && parent >= 0) isParent[parent] = 1;
  const leaves: number[] = [];
  for (let node = parents.length - 1; node >= 0; node--) {
    if (isParent[node] === 0 && marks[node] !== 1) leaves.push(node);
  }
  return leaves;
}

/** A cycle of parents. */
export interface Cycle {
  /** Its earliest node in file order. */
  readonly node: number;
  /** How many nodes it leads through: 1 for a node that is its own parent. */
  readonly length: number;
}

/** Every cycle once, ordered by earliest node. */
export function cyclesOf(parents: Int32Array): Cycle[] {
  /** 0: not visited; else 1 + the node whose walk came here first. */
  const visitor = new Int32Array(parents.length);
  const cycles: Cycle[] = [];
  for (let start = 0; start < parents.length; start++) {
    let node = start;
    while (node >= 0 && node < parents.length && visitor[node] === 0) {
      visitor[node] = start + 1;
      node = parents[node] ?? -1;
    }
    // Back on the own walk: from here round to here again is a cycle.
    if (node >= 0 && visitor[node] === start + 1) cycles.push(around(parents, node));
  }
  return cycles.sort((a, b) => a.node - b.node);
}

function around(parents: Int32Array, node: number): Cycle {
  let earliest = node;
  let length = 1;
  for (let next = parents[node] ?? -1; next !== node && next >= 0; next = parents[next] ?? -1) {
    earliest = Math.min(earliest, next);
    length += 1;
  }
  return { node: earliest, length };
}
