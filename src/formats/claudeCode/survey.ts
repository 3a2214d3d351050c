// The first pass over a Claude Code log.

import type { Found } from '../../core/check.ts';
import { ARRAY } from '../../core/json/tape.ts';
import type { JsonRecord } from '../../core/record.ts';
import type { Place, ValuePath, Violation } from '../../core/violation.ts';
import { Int32List } from '../int32List.ts';
import type { Survey } from '../native.ts';
import { Branches } from './branches.ts';
import { Calls } from './calls.ts';
import { endingOf } from './ending.ts';
import { faultsOf, linkOverDamage } from './faults.ts';
import { IdentityReader } from './identity.ts';
import * as kinds from './kinds.ts';
import { isObject, isSpoken, isString, isTrue, line, message, named, readLine } from './line.ts';
import { INHERITED, REPEATED, SIDE } from './marks.ts';
import { Nodes } from './nodes.ts';
import { ClaudeCodePlan } from './plan.ts';
import { Replies } from './replies.ts';

/** Kinds whose shape is looked at: messages, and what should have been one. */
const SHAPED: ReadonlySet<number> = new Set([kinds.PROMPT, kinds.REPLY, kinds.UNKNOWN_NODE, kinds.UNKNOWN]);

/** How many odd shapes are told of: they come in thousands or not at all. */
const MAX_SHAPES = 20;

export class ClaudeCodeSurvey implements Survey {
  readonly #rows = new Int32List();
  /** Node of a row, -1 for rows outside the tree. */
  readonly #nodeOfRow = new Int32List();
  readonly #nodes: Nodes;
  readonly #replies = new Replies();
  readonly #calls = new Calls();
  readonly #identity: IdentityReader;
  /** Nodes of damaged rows. */
  readonly #damaged: number[] = [];
  /** Messages of the session itself: without any, the file is that of a sub-agent. */
  #ownMessages = 0;
  #sideMessages = 0;
  #shapes = 0;
  #lastPrompt: { readonly node: number; readonly id: string; readonly at: Place } | undefined;

  constructor(
    generation: string,
    private readonly report: (row: number, violation: Violation) => void,
  ) {
    this.#nodes = new Nodes(report);
    this.#identity = new IdentityReader(generation);
  }

  accept(row: number, record: JsonRecord): void {
    const kind = readLine(record);
    const isSide = isTrue(record, line.token('isSidechain'));
    const isInherited = isObject(record, line.token('forkedFrom'));
    this.#identity.read(record, kind, isSide);
    const marks = (isSide ? SIDE : 0) | (isInherited ? INHERITED : 0);
    const node = kind < kinds.PROMPT ? -1 : this.#nodes.add(row, record, kind, isSide);
    const isRepeated = node < 0 && kind >= kinds.PROMPT;
    this.#push(kind | marks | (isRepeated ? REPEATED : 0), node);
    if (node >= 0) this.#acceptNode(record, kind, node, isSide);
    if (!isRepeated && SHAPED.has(kind)) this.#checkShape(row, record);
  }

  damaged(row: number, salvaged: JsonRecord | undefined): void {
    const node = this.#nodes.addDamaged(row, salvaged);
    this.#damaged.push(node);
    this.#replies.addOther();
    this.#calls.addOther();
    this.#push(kinds.DAMAGED, node);
  }

  end(leaf?: number): { readonly plan: ClaudeCodePlan; readonly found: readonly Found[] } {
    const isSubagent = this.#ownMessages === 0 && this.#sideMessages > 0;
    const nodes = this.#nodes;
    const belongs = (node: number) => isSubagent || !nodes.isSide(node);
    const parents = nodes.parents();
    const open = linkOverDamage(nodes, parents, this.#damaged);
    const chosen = leaf === undefined ? this.#newest(belongs) : this.#nodeNear(leaf, belongs);
    const branches = new Branches(nodes, this.#replies, this.#calls, parents, chosen, belongs);
    const found = faultsOf({
      nodes,
      parents,
      branches,
      calls: this.#calls,
      belongs,
      open,
      damaged: this.#damaged,
    });
    const isActive = (node: number) => branches.active[node] !== 0 && belongs(node);
    const isLeft = (node: number) => branches.active[node] === 0 && belongs(node);
    const ending = endingOf(nodes, this.#replies, this.#calls, isActive);
    const prompt = this.#lastPrompt;
    if (ending === 'open' && leaf === undefined && prompt !== undefined && isActive(prompt.node)) {
      const { id, at, node } = prompt;
      found.push({ row: nodes.rows.at(node), violation: { code: 'turn-open', turn: id, at } });
    }
    const plan = new ClaudeCodePlan({
      identity: this.#identity.identity(isSubagent),
      start: this.#identity.start(),
      isSubagent,
      rows: this.#rows.view().slice(),
      nodeOfRow: this.#nodeOfRow.view().slice(),
      active: branches.active,
      otherLeaves: branches.otherLeaves.map((node) => nodes.rows.at(node)),
      usage: this.#replies.sum((node) => isActive(node) && !this.#isInherited(node)),
      inheritedUsage: this.#replies.sum((node) => isActive(node) && this.#isInherited(node)),
      abandonedUsage: this.#replies.sum((node) => isLeft(node) && !this.#isInherited(node)),
      nodes,
      replies: this.#replies,
      tellers: this.#replies.tellers(),
      calls: this.#calls,
      ending,
    });
    return { plan, found };
  }

  #isInherited(node: number): boolean {
    return (this.#rows.at(this.#nodes.rows.at(node), 0) & INHERITED) !== 0;
  }

  #push(marked: number, node: number): void {
    this.#rows.push(marked);
    this.#nodeOfRow.push(node);
  }

  #acceptNode(record: JsonRecord, kind: number, node: number, isSide: boolean): void {
    if (kinds.isConversation(kind)) {
      if (isSide) this.#sideMessages += 1;
      else this.#ownMessages += 1;
    }
    if (kind === kinds.PROMPT && !isSide) {
      const id = named(record, line.token('uuid')) ?? `L${record.text.line + 1}`;
      this.#lastPrompt = { node, id, at: record.placeOf(Math.max(0, line.token('type'))) };
    }
    if (kind === kinds.REPLY) {
      this.#replies.add(record, node, this.#nodes.parentOf(node), isSide);
      this.#calls.addRequests(record, node, (result) => this.#nodes.parentOf(result) === node);
    } else {
      this.#replies.addOther();
      if (kind === kinds.PROMPT) this.#replies.prompt(node, isSide);
      if (kind === kinds.RESULT) this.#calls.addResults(record, node);
      else this.#calls.addOther();
    }
  }

  #checkShape(row: number, record: JsonRecord): void {
    const type = line.token('type');
    const content = message.token('content');
    if (!isSpoken(record, type) || isString(record, content)) return;
    if (content > 0 && record.tape.kindAt(content) === ARRAY) return;
    if (this.#shapes >= MAX_SHAPES) return;
    this.#shapes += 1;
    const hasMessage = isObject(record, line.token('message'));
    const path: ValuePath = hasMessage ? ['message', 'content'] : ['message'];
    const expected = hasMessage ? 'a text or a list of blocks' : 'an object';
    const at = record.placeOf(record.find(path));
    this.report(row, { code: 'record-shape', type: record.string(type), path, expected, at });
  }

  /** The node that the active branch ends in: the newest part of the conversation, else the newest node. */
  #newest(belongs: (node: number) => boolean): number {
    let newest = -1;
    for (let node = this.#nodes.length - 1; node >= 0; node--) {
      if (!belongs(node)) continue;
      if (newest < 0) newest = node;
      if (kinds.isConversation(this.#nodes.kindOf(node))) return node;
    }
    return newest;
  }

  /** The node of a row, or of the nearest row before it that has one. */
  #nodeNear(row: number, belongs: (node: number) => boolean): number {
    for (let at = Math.min(row, this.#rows.length - 1); at >= 0; at--) {
      const node = this.#nodeOfRow.at(at);
      if (node >= 0 && belongs(node)) return node;
    }
    return -1;
  }
}
