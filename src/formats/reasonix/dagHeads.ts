// The heads of a schema 2 log: named pointers into the graph of messages.

/** A head as the markers left it. */
export interface Head {
  /** Id of its newest message, empty before the first. */
  leaf: string;
  /** Row of the `system` that replaces its first message, -1 without one. */
  systemRow: number;
  /** Milliseconds since 1970, and the row, of its newest activity. */
  instant: number;
  row: number;
  retired: boolean;
}

const MAIN = 'main';

/** Every head by name, in the order in which they came up. A record without a head is one of the main head. */
export class Heads {
  readonly #heads = new Map<string, Head>([[MAIN, newHead()]]);
  #selected: string | undefined;

  /** The head of a name; what names an unknown head makes it. */
  get(name: string | undefined): Head {
    const key = nameOf(name);
    const known = this.#heads.get(key);
    if (known !== undefined) return known;
    const head = newHead();
    this.#heads.set(key, head);
    return head;
  }

  /** A new head beside another one, whose system message it keeps. A name that is taken stays as it is. */
  fork(name: string, from: string, parent: string | undefined, row: number, instant: number): void {
    if (this.#heads.has(name)) return;
    const { systemRow } = this.get(parent);
    this.#heads.set(name, { leaf: from, systemRow, instant, row, retired: false });
  }

  /** A head's newest message, and when. */
  move(name: string | undefined, leaf: string, row: number, instant: number): void {
    const head = this.get(name);
    head.leaf = leaf;
    head.row = row;
    head.instant = instant;
  }

  select(name: string | undefined): void {
    this.#selected = nameOf(name);
  }

  /** The head that the session continues at: the one selected last unless retired, else that of the newest activity. */
  current(): { readonly name: string; readonly head: Head } {
    const selected = this.#selected === undefined ? undefined : this.#heads.get(this.#selected);
    if (this.#selected !== undefined && selected?.retired === false) {
      return { name: this.#selected, head: selected };
    }
    return this.#newest(false) ?? this.#newest(true) ?? { name: MAIN, head: this.get(MAIN) };
  }

  #newest(withRetired: boolean): { name: string; head: Head } | undefined {
    let best: { name: string; head: Head } | undefined;
    for (const [name, head] of this.#heads) {
      if (head.retired && !withRetired) continue;
      const isNewer =
        best === undefined ||
        head.instant > best.head.instant ||
        (head.instant === best.head.instant && head.row > best.head.row);
      if (isNewer) best = { name, head };
    }
    return best;
  }
}

/** The name of the head that a record names. */
export function nameOf(name: string | undefined): string {
  return name === undefined || name === '' ? MAIN : name;
}

function newHead(): Head {
  return { leaf: '', systemRow: -1, instant: -Infinity, row: -1, retired: false };
}
