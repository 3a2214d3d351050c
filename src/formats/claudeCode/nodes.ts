// The lines that make up the tree, numbered as nodes in file order: who hangs off whom, as far as the log says it.

import type { JsonRecord, LineText } from '../../core/record.ts';
import type { Place, Violation } from '../../core/violation.ts';
import { bytesHash } from '../bytesHash.ts';
import { IdNumbers } from '../idNumbers.ts';
import { Int32List } from '../int32List.ts';
import { NO_PARENT, PARENT_UNKNOWN } from '../tree.ts';
import * as kinds from './kinds.ts';
import { isString, line, message, named } from './line.ts';
import { kindIn, SIDE } from './marks.ts';

/** A link to a record that is not there, or not yet. */
export interface OpenLink {
  readonly node: number;
  readonly parent: string;
  readonly at: Place;
}

/** The nodes of a log. A node's parent is earlier, unless the log says otherwise. */
export class Nodes {
  readonly rows = new Int32List();
  /** Kinds, with a mark for records of sub-agents. */
  readonly #kinds = new Int32List();
  readonly #parents = new Int32List();
  readonly #lines = new Int32List();
  /** Offsets of the lines: numbers beyond 2 GiB. */
  readonly #offsets: number[] = [];
  readonly #contents = new Int32List();
  readonly #ids = new IdNumbers();
  /** Links whose parent has not come. */
  readonly #open = new Map<string, OpenLink[]>();
  /** Links whose parent came later. */
  readonly late: OpenLink[] = [];
  /** The newest node of the session itself, and of its sub-agents. */
  readonly #newest = [-1, -1];
  #lastBoundary = -1;

  constructor(private readonly report: (row: number, violation: Violation) => void) {}

  get length(): number {
    return this.rows.length;
  }

  kindOf(node: number): number {
    return kindIn(this.#kinds.at(node, kinds.UNKNOWN));
  }

  /** True for records of sub-agents. */
  isSide(node: number): boolean {
    return (this.#kinds.at(node, 0) & SIDE) !== 0;
  }

  /** Place of the line of a node. */
  placeOf(node: number): Place {
    return { line: this.#lines.at(node, 0), start: 0, end: 0, offset: this.#offsets[node] ?? 0 };
  }

  /** Parent of a node as it is known so far. */
  parentOf(node: number): number {
    return this.#parents.at(node, NO_PARENT);
  }

  /** Parents by node: a copy that stays as it is. */
  parents(): Int32Array {
    return this.#parents.view().slice();
  }

  /** Links whose parent is nowhere so far, in file order. */
  openLinks(): OpenLink[] {
    return [...this.#open.values()].flat().sort((a, b) => a.node - b.node);
  }

  /** The line that was read last, as a node. -1 when it repeats an earlier one. */
  add(row: number, record: JsonRecord, kind: number, isSide: boolean): number {
    const uuid = line.token('uuid');
    const hasId = isString(record, uuid) && record.tape.endAt(uuid) - record.tape.startAt(uuid) > 2;
    const content = contentOf(record);
    const first = hasId ? this.#ids.claim(record, uuid, this.length) : -1;
    if (first >= 0) {
      // A resumed session may log again what it has logged. Only other words under the same id are a fault.
      if (this.#contents.at(first) === content) return -1;
      const related = [{ role: 'first-delivery' as const, at: this.placeOf(first) }];
      const id = record.string(uuid);
      this.report(row, { code: 'event-id-conflict', id, at: record.placeOf(uuid), related });
    }
    const node = this.length;
    this.#push(row, kind, isSide, record.text, content);
    this.#parents.push(this.#parentOf(node, row, record, kind, isSide));
    this.#newest[isSide ? 1 : 0] = node;
    if (kind === kinds.BOUNDARY) this.#lastBoundary = node;
    if (hasId && first < 0 && this.#open.size > 0) this.#arrived(record.string(uuid), node);
    return node;
  }

  /** A damaged record takes a place in the chain: what cannot find its parent may hang off it. Gives its node. */
  addDamaged(row: number, salvaged: JsonRecord | undefined): number {
    const node = this.length;
    this.#push(row, kinds.DAMAGED, false, salvaged?.text, 0);
    let parent = -1;
    if (salvaged !== undefined) {
      const token = salvaged.member('parentUuid');
      if (isString(salvaged, token)) parent = this.#ids.find(salvaged, token);
    }
    this.#parents.push(parent >= 0 ? parent : (this.#newest[0] ?? NO_PARENT));
    return node;
  }

  #push(row: number, kind: number, isSide: boolean, text: LineText | undefined, content: number): void {
    this.rows.push(row);
    this.#kinds.push(isSide ? kind | SIDE : kind);
    this.#lines.push(text?.line ?? 0);
    this.#offsets.push(text?.offset ?? 0);
    this.#contents.push(content);
  }

  #parentOf(node: number, row: number, record: JsonRecord, kind: number, isSide: boolean): number {
    const token = line.token('parentUuid');
    const before = this.#newest[isSide ? 1 : 0] ?? NO_PARENT;
    if (!isString(record, token)) {
      // A compaction begins a new root by design: what it goes on from is named apart, and always the newest record.
      if (kind === kinds.BOUNDARY || kind === kinds.SUMMARY) return this.#compacted(record, before);
      // Without the member (not: with null) the writer keeps no links, and the order of the lines is all there is.
      return token < 0 ? before : NO_PARENT;
    }
    const known = this.#ids.find(record, token);
    if (known >= 0 && known !== node) return known;
    const parent = record.string(token);
    const at = record.placeOf(token);
    if (parent === named(record, line.token('uuid'))) {
      this.report(row, { code: 'parent-self', parent, at });
      return NO_PARENT;
    }
    const open = this.#open.get(parent);
    if (open === undefined) this.#open.set(parent, [{ node, parent, at }]);
    else open.push({ node, parent, at });
    return PARENT_UNKNOWN;
  }

  #compacted(record: JsonRecord, before: number): number {
    const logical = line.token('logicalParentUuid');
    const named = isString(record, logical) ? this.#ids.find(record, logical) : -1;
    // A message from before the compaction that came last cannot be what this one goes on from.
    return named >= 0 && named >= this.#lastBoundary ? named : before;
  }

  #arrived(id: string, node: number): void {
    const links = this.#open.get(id);
    if (links === undefined) return;
    this.#open.delete(id);
    for (const link of links) {
      this.#parents.set(link.node, node);
      this.late.push(link);
    }
  }
}

/** Hash over the beginning, the end and the length of what a record says: its id, times and versions apart. */
function contentOf(record: JsonRecord): number {
  let token = message.token('content');
  if (token <= 0) token = line.token('content');
  if (token <= 0) token = line.token('attachment');
  if (token <= 0) return 0;
  const { bytes } = record.text;
  const [from, to] = [record.tape.startAt(token), record.tape.endAt(token)];
  const hash = bytesHash(bytes, from, Math.min(to, from + SAMPLE), Math.imul(to - from, 0x9e3779b1));
  return to - from <= SAMPLE ? hash : bytesHash(bytes, Math.max(from + SAMPLE, to - SAMPLE), to, hash);
}
const SAMPLE = 256;
