// Records that name their parents by id: who hangs off whom, and what is wrong with the links.

import type { Found } from '../core/check.ts';
import type { JsonRecord } from '../core/record.ts';
import type { Place, Violation } from '../core/violation.ts';
import { IdNumbers } from './idNumbers.ts';
import { Int32List } from './int32List.ts';
import { PlaceList } from './placeList.ts';
import { cyclesOf, NO_PARENT, PARENT_UNKNOWN, unmarkedBefore } from './tree.ts';

/** In place of a parent's token: none, or the record before where a writer leaves the member out. */
export const ROOT = -1;
export const FOLLOWS = -2;

/** A record with an id and a parent: tokens of strings, or one of the above. */
export interface LinkedRecord {
  readonly row: number;
  readonly record: JsonRecord;
  readonly id: number;
  readonly parent: number;
}

interface Waiting {
  readonly node: number;
  readonly at: Place;
}

/** The records of a tree, numbered as nodes in file order. Where an id is used again, it names the newer record. */
export class LinkedRecords {
  readonly #rows = new Int32List();
  readonly #parents = new Int32List();
  readonly #places = new PlaceList();
  readonly #nodes = new IdNumbers();
  /** Records whose parent has not come yet. */
  readonly #waiting = new Map<string, Waiting[]>();
  /** Ids of damaged records, and how many damaged records have no readable id. */
  readonly #lostIds = new Set<string>();
  #lostUnnamed = 0;
  /** Ids of parents that came after their children, by node. */
  readonly #lateIds = new Map<number, string>();

  constructor(private readonly report: (row: number, violation: Violation) => void) {}

  get length(): number {
    return this.#rows.length;
  }

  /** Row of a node. */
  rowOf(node: number): number {
    return this.#rows.at(node);
  }

  /** Node of the newest record with this id, -1 where there is none. */
  nodeOf(id: string): number {
    return this.#nodes.numberOf(id);
  }

  /** The same for the id in a string token. */
  nodeAt(record: JsonRecord, token: number): number {
    return this.#nodes.find(record, token);
  }

  /** The id that a node was the newest record of; undefined where a later record has it as well. Looks through all. */
  idOf(node: number): string | undefined {
    return this.#nodes.idsOf(new Set([node])).get(node);
  }

  parentOf(node: number): number {
    return this.#parents.at(node, NO_PARENT);
  }

  /** Parents by node: a copy that stays as it is. */
  parents(): Int32Array {
    return this.#parents.view().slice();
  }

  /** Place of the id of a node. */
  placeOf(node: number): Place {
    return this.#places.at(node);
  }

  /** The next record. Gives its node. */
  add({ row, record, id, parent }: LinkedRecord): number {
    const node = this.#rows.length;
    const idAt = record.placeOf(id);
    const earlier = this.#nodes.claim(record, id, node);
    if (earlier >= 0) {
      const related = [{ role: 'first-delivery' as const, at: this.placeOf(earlier) }];
      this.report(row, { code: 'event-id-conflict', id: record.string(id), at: idAt, related });
    }
    this.#push(row, idAt, this.#parentNode(node, earlier, { row, record, id, parent }));
    if (earlier >= 0) this.#nodes.set(record, id, node);
    if (this.#waiting.size > 0) this.#arrived(record.string(id), node, idAt);
    return node;
  }

  /** A record without an id: nothing can name it, and it follows the one before. */
  addUnnamed(row: number, at: Place): number {
    const node = this.#rows.length;
    this.#push(row, at, node - 1);
    return node;
  }

  /** A damaged record: what names it as its parent is no second fault. */
  lost(id: string | undefined): void {
    if (id === undefined) this.#lostUnnamed += 1;
    else this.#lostIds.add(id);
  }

  /** What only the end can tell. `marks` are the nodes of the active path. */
  faults(marks: Uint8Array): Found[] {
    const found: Found[] = [];
    const hidden = unmarkedBefore(marks);
    let unnamed = this.#lostUnnamed;
    for (const [parent, waiting] of this.#waiting) {
      if (this.#lostIds.has(parent)) continue;
      // Each damaged record without a readable id may have been one of those that are missed.
      if (unnamed > 0) {
        unnamed -= 1;
        continue;
      }
      for (const { node, at } of waiting) {
        const unreachable = marks[node] === 1 ? { unreachable: hidden[node] ?? 0 } : {};
        found.push({
          row: this.rowOf(node),
          violation: { code: 'parent-unknown', parent, at, ...unreachable },
        });
      }
    }
    if (this.#lateIds.size > 0) found.push(...this.#cycles());
    return found;
  }

  /** Only a parent that comes late can close a cycle: the parent of its earliest record is one. */
  #cycles(): Found[] {
    return cyclesOf(this.#parents.view()).map(({ node, length }) => {
      const parent = this.#lateIds.get(this.parentOf(node)) ?? '';
      const at = this.placeOf(node);
      return { row: this.rowOf(node), violation: { code: 'parent-cycle', parent, records: length, at } };
    });
  }

  #push(row: number, at: Place, parent: number): void {
    this.#rows.push(row);
    this.#places.push(at);
    this.#parents.push(parent);
  }

  /** The node of the parent. `earlier` is that of an earlier record with the same id. */
  #parentNode(node: number, earlier: number, { row, record, id, parent }: LinkedRecord): number {
    if (parent < 0) return parent === FOLLOWS ? node - 1 : NO_PARENT;
    const known = this.nodeAt(record, parent);
    if (known >= 0 && known !== node && known !== earlier) return known;
    const name = record.string(parent);
    const at = record.placeOf(parent);
    if (name === record.string(id)) {
      this.report(row, { code: 'parent-self', parent: name, at });
      return earlier;
    }
    const waiting = this.#waiting.get(name);
    if (waiting === undefined) this.#waiting.set(name, [{ node, at }]);
    else waiting.push({ node, at });
    return PARENT_UNKNOWN;
  }

  #arrived(id: string, node: number, at: Place): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    this.#waiting.delete(id);
    this.#lateIds.set(node, id);
    for (const child of waiting) {
      const related = [{ role: 'parent' as const, at }];
      this.report(this.rowOf(child.node), { code: 'parent-future', parent: id, at: child.at, related });
      this.#parents.set(child.node, node);
    }
  }
}
