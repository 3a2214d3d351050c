import type { PageApi, PageEvents, PageState, ShownSearchResult } from '../../protocol.ts';
import { Channel, type Handlers, type Port } from '../../rpc.ts';
import type { FakeJournal } from './journals.ts';

/** Characters of a record that are shown without asking. */
const TEXT_LIMIT = 100_000;
const MORE = 200_000;

/** Two ports that carry plain data to each other, later and in order, as postMessage does. */
export function portPair(): [Port, Port] {
  const receivers: [((message: unknown) => void)?, ((message: unknown) => void)?] = [];
  const port = (own: 0 | 1, peer: 0 | 1): Port => ({
    post: (message) => {
      const copy: unknown = structuredClone(message);
      setTimeout(() => receivers[peer]?.(copy), 0);
    },
    receive: (handler) => {
      receivers[own] = handler;
    },
  });
  return [port(0, 1), port(1, 0)];
}

/** A host in the page: answers from a made-up journal, records what it is asked, and can be made slow. */
export class FakeHost {
  readonly #journal: FakeJournal;
  readonly #channel: Channel<PageApi, object, object, PageEvents>;
  /** Every message that the page sent, newest last. */
  readonly heard: unknown[] = [];
  #state: PageState;
  #gate: Promise<void> = Promise.resolve();
  #openGate: () => void = () => undefined;

  constructor(port: Port, journal: FakeJournal) {
    this.#journal = journal;
    this.#state = journal.state;
    this.#channel = new Channel<PageApi, object, object, PageEvents>(
      {
        post: (message) => port.post(message),
        receive: (handler) =>
          port.receive((message) => {
            this.heard.push(message);
            handler(message);
          }),
      },
      this.#handlers(),
      {},
    );
  }

  /** Pushes the state with changes, as a whole. */
  change(changes: Partial<Omit<PageState, 'snapshot'>>, snapshot: Partial<PageState['snapshot']> = {}): void {
    this.#state = { ...this.#state, ...changes, snapshot: { ...this.#state.snapshot, ...snapshot } };
    this.#channel.push('state', this.#state);
  }

  /** Keeps answers about rows back until {@link release}. They are of the generation in which they were asked. */
  hold(): void {
    this.#gate = new Promise((resolve) => (this.#openGate = resolve));
  }

  release(): void {
    this.#openGate();
  }

  #handlers(): Handlers<PageApi> {
    const done = (): null => null;
    return {
      ready: () => {
        this.change({});
        return null;
      },
      readAgain: done,
      rows: async ({ from, count }) => {
        const { generation } = this.#state.snapshot;
        const rows = Array.from({ length: count }, (_, i) => this.#row(from + i, generation));
        await this.#gate;
        return { generation, from, rows };
      },
      details: async ({ row, from }) => {
        const { generation } = this.#state.snapshot;
        const whole = this.#journal.text(row);
        const end = from === 0 ? TEXT_LIMIT : from + MORE;
        const isCut = whole.length > end;
        await this.#gate;
        return {
          details: {
            generation,
            row: this.#row(row, generation),
            text: whole.slice(from, end),
            fullLength: isCut ? whole.length : null,
            bytes: whole.length,
            events: this.#journal.events?.(row) ?? null,
          },
          violations: this.#journal.violations(row),
        };
      },
      moveCursor: done,
      nextProblem: ({ row, direction }) => this.#nextProblem(row, direction),
      rowAtLine: ({ line }) => line,
      search: ({ query, from, limit }) => this.#search(query.text ?? '', from, limit),
      copyFingerprint: done,
      openAsText: done,
      branchFrom: done,
      followBranch: done,
      openRelated: done,
      openInherited: done,
      openSibling: done,
    };
  }

  /** Rows of later generations say so, so that they can be told apart. */
  #row(row: number, generation: number) {
    const made = this.#journal.row(row);
    return generation === 1 ? made : { ...made, summary: `generation ${generation}: ${made.summary}` };
  }

  /** Looks at a few thousand rows per step, as a real engine does in its time. */
  #search(text: string, from: number, limit: number): ShownSearchResult {
    if (text === '(') return { ok: false, message: 'Not a valid pattern: missing closing ).' };
    const { rows } = this.#state.snapshot;
    const hits: number[] = [];
    let next = from;
    const end = Math.min(rows, from + 5000);
    for (; next < end && hits.length < limit; next++) {
      const { eventId, summary } = this.#journal.row(next);
      if (`${eventId ?? ''} ${summary}`.toLowerCase().includes(text.toLowerCase())) hits.push(next);
    }
    return { ok: true, hits, next, done: next >= rows };
  }

  #nextProblem(row: number, direction: 1 | -1): number | null {
    const { rows } = this.#state.snapshot;
    for (let step = 1; step <= Math.min(rows, 1000); step++) {
      const candidate = (row + step * direction + rows * step) % rows;
      if (this.#journal.row(candidate).severity !== null) return candidate;
    }
    return null;
  }
}
