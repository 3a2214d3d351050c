// What is wrong with the tree and the calls of a log, judged at its end.

import type { Found } from '../../core/check.ts';
import type { Violation } from '../../core/violation.ts';
import { cyclesOf, PARENT_UNKNOWN } from '../tree.ts';
import type { Branches } from './branches.ts';
import type { Calls } from './calls.ts';
import * as kinds from './kinds.ts';
import type { Nodes, OpenLink } from './nodes.ts';

/** The tree of a log as it stands. */
export interface Tree {
  readonly nodes: Nodes;
  readonly parents: Int32Array;
  readonly branches: Branches;
  readonly calls: Calls;
  readonly belongs: (node: number) => boolean;
  /** Links that lead nowhere. */
  readonly open: readonly OpenLink[];
  /** Nodes of damaged rows, in order. */
  readonly damaged: readonly number[];
}

/**
 * Hangs records whose parent is missing off the damaged record before them, which most likely was it: one fault is
 * reported once. Changes `parents`, and gives the links that nothing explains.
 */
export function linkOverDamage(nodes: Nodes, parents: Int32Array, damaged: readonly number[]): OpenLink[] {
  const unexplained: OpenLink[] = [];
  let taken = 0;
  for (const link of nodes.openLinks()) {
    let near = -1;
    while (taken < damaged.length && (damaged[taken] ?? Infinity) < link.node) near = damaged[taken++] ?? -1;
    if (near < 0) unexplained.push(link);
    else parents[link.node] = near;
  }
  return unexplained;
}

/** All faults of the tree and of the calls. */
export function faultsOf(tree: Tree): Found[] {
  const found: Found[] = [];
  const report = (node: number, violation: Violation) =>
    found.push({ row: tree.nodes.rows.at(node), violation });
  reportLinks(tree, report);
  reportCycles(tree, report);
  reportCalls(tree, report);
  return found;
}

type Report = (node: number, violation: Violation) => void;

/** A parent that is nowhere is a fault where something before it is cut off: else the log only begins elsewhere. */
function reportLinks({ nodes, branches, belongs, open }: Tree, report: Report): void {
  if (open.length === 0) return;
  const unreached = branches.unreached();
  const firstSaid = firstNode(nodes, belongs);
  for (const { node, parent, at } of open) {
    if (!belongs(node) || !branches.carries(node) || firstSaid >= node) continue;
    const isActive = branches.active[node] !== 0;
    const unreachable = isActive ? (unreached[node] ?? 0) : 0;
    if (isActive && unreachable === 0) continue;
    report(node, { code: 'parent-unknown', parent, at, ...(isActive && { unreachable }) });
  }
}

/** The first part of the conversation, `Infinity` without one. */
function firstNode(nodes: Nodes, belongs: (node: number) => boolean): number {
  for (let node = 0; node < nodes.length; node++) {
    if (kinds.isConversation(nodes.kindOf(node)) && belongs(node)) return node;
  }
  return Infinity;
}

function reportCycles({ nodes, parents, calls }: Tree, report: Report): void {
  if (nodes.late.length === 0) return;
  const late = new Map(nodes.late.map((link) => [link.node, link]));
  // The earliest node of a cycle has its parent after it.
  for (const { node, length } of cyclesOf(parents)) {
    const link = late.get(node);
    if (link === undefined) continue;
    late.delete(node);
    report(node, { code: 'parent-cycle', parent: link.parent, records: length, at: link.at });
  }
  for (const { node, parent, at } of late.values()) {
    const ahead = parents[node] ?? PARENT_UNKNOWN;
    if (!kinds.isConversation(nodes.kindOf(node)) || !kinds.isConversation(nodes.kindOf(ahead))) continue;
    // Lines are queued for writing, and the result of a quick tool may overtake the line that asks for it.
    if (calls.isEarly(node)) continue;
    report(node, {
      code: 'parent-future',
      parent,
      at,
      related: [{ role: 'parent', at: nodes.placeOf(ahead) }],
    });
  }
}

function reportCalls({ nodes, branches, calls, parents, belongs, damaged }: Tree, report: Report): void {
  const isActive = (node: number) => branches.active[node] !== 0 && belongs(node);
  // A damaged row may hold the result of what was asked before it, and the request of what was answered after it.
  const lastDamage = damaged.at(-1) ?? -1;
  for (const { call, node, at } of calls.open()) {
    if (!isActive(node) || node < lastDamage) continue;
    report(node, { code: 'tool-request-unanswered', call, at: at ?? nodes.placeOf(node) });
  }
  // Where the branch begins in the middle, the requests are elsewhere or cut off: a fault that is told already.
  const first = branches.active.findIndex((mark, node) => mark !== 0 && belongs(node));
  if (first < 0) return;
  const beginsElsewhere = parents[first] === PARENT_UNKNOWN || nodes.kindOf(first) === kinds.BOUNDARY;
  for (const { call, node, at } of [...calls.orphans(), ...calls.parted(isActive)]) {
    if (!isActive(node) || (damaged[0] ?? Infinity) < node) continue;
    const request = calls.requestOf(calls.callOf(call));
    if (beginsElsewhere && request < first) continue;
    const related =
      request < 0 ? {} : { related: [{ role: 'request' as const, at: nodes.placeOf(request) }] };
    report(node, { code: 'tool-result-orphan', call, at: at ?? nodes.placeOf(node), ...related });
  }
}
