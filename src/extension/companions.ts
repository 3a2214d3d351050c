import { dirname, join } from 'node:path';
import { eventLogBeside, jsonLinesBeside } from '../node/eventLog.ts';
import type { FormatId, RelatedLog, ShownRelated } from '../protocol.ts';
import { describeRelation } from '../wording/relations.ts';
import type { JournalSession } from './journalSession.ts';
import { Latest } from './latest.ts';
import { labelText } from './plainText.ts';

/** Most related logs that the page is told of. */
const MOST_SHOWN = 50;

/** The files that belong with a journal: looked for when it was read, and opened only as they were found. */
export class Companions {
  readonly #session: JournalSession;
  readonly #onChange: () => void;
  readonly #latest = new Latest();
  #related: readonly RelatedLog[] = [];
  #sibling: string | null = null;
  #lookedFor: string | undefined;

  constructor(session: JournalSession, onChange: () => void) {
    this.#session = session;
    this.#onChange = onChange;
  }

  get related(): readonly ShownRelated[] {
    return this.#related.map(({ relation, id, path }) => ({
      relation: describeRelation(relation),
      name: labelText(id ?? nameOf(path ?? ''), 80),
      isThere: path !== null,
    }));
  }

  /** Name of the file that holds the session where this one holds none. */
  get sibling(): string | null {
    return this.#sibling;
  }

  get siblingPath(): string | null {
    return this.#sibling === null ? null : join(dirname(this.#session.path), this.#sibling);
  }

  /** Path of a related log by its place in the list, null where it was not found. */
  pathOf(index: number): string | null {
    return this.#related[index]?.path ?? null;
  }

  /** Looks anew where the journal has become another one. */
  refresh(): void {
    const { engine, snapshot } = this.#session;
    if (!engine.alive || snapshot.state.kind !== 'ready') return;
    const { format, agent, sessionId } = snapshot;
    const wanted = JSON.stringify([format, agent?.generation, sessionId]);
    if (wanted === this.#lookedFor) return;
    this.#lookedFor = wanted;
    this.#sibling = siblingOf(format, this.#session.path) ?? null;
    if (format === 'agent') void this.#look();
    else this.#related = [];
  }

  async #look(): Promise<void> {
    const look = (signal: AbortSignal) => this.#session.engine.call('related', {}, signal);
    // Without an answer there is nothing to link to.
    const found = await this.#latest.run(look).catch(() => []);
    if (found === undefined) return;
    this.#related = found.slice(0, MOST_SHOWN);
    this.#onChange();
  }
}

/** The file beside a log that holds its session, where the log itself holds none that can be read. */
function siblingOf(format: FormatId, path: string): string | undefined {
  if (format === 'empty') return eventLogBeside(path);
  return format === 'frames' ? jsonLinesBeside(path) : undefined;
}

function nameOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
