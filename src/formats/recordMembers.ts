// The members of a record that a reader asks for, found in one pass over its keys.

import { OBJECT } from '../core/json/tape.ts';
import { stringEquals } from '../core/json/strings.ts';
import type { JsonRecord } from '../core/record.ts';

/** Value tokens by name. What they say holds until the next record is read. */
export class RecordMembers<Name extends string> {
  readonly #positions: ReadonlyMap<Name, number>;
  /** Positions of the names by their length in bytes. */
  readonly #byLength: { readonly name: string; readonly position: number }[][] = [];
  readonly #tokens: Int32Array;

  constructor(names: readonly Name[]) {
    this.#positions = new Map(names.map((name, position) => [name, position]));
    this.#tokens = new Int32Array(names.length);
    for (const [position, name] of names.entries())
      (this.#byLength[name.length] ??= []).push({ name, position });
  }

  /** Reads the members of the object at a token. Where a key repeats, the last one counts. */
  read({ tape, text }: JsonRecord, object = 0): void {
    this.#tokens.fill(-1);
    if (object < 0 || tape.kindAt(object) !== OBJECT) return;
    const end = tape.nextAt(object);
    for (let key = object + 1; key + 1 < end; key = tape.nextAt(key + 1)) {
      const candidates = this.#byLength[tape.endAt(key) - tape.startAt(key) - 2];
      if (candidates === undefined) continue;
      for (const { name, position } of candidates) {
        if (stringEquals(text.bytes, tape, key, name)) this.#tokens[position] = key + 1;
      }
    }
  }

  /** Value token of a member, -1 where there is none. */
  token(name: Name): number {
    return this.tokenAt(this.#positions.get(name) ?? -1);
  }

  /** The same for the name at a position of those that were asked for. */
  tokenAt(position: number): number {
    return this.#tokens[position] ?? -1;
  }
}
