// `--append`: what a command found out about a journal, recorded in that journal.

import { randomUUID } from 'node:crypto';
import type { Observation } from '../core/observation.ts';
import { fixedClock, Recorder, systemClock } from '../core/recorder.ts';
import type { TraceEvent } from '../core/schema.ts';
import { AppendRejected } from '../node/append/errors.ts';
import type { JournalWriter } from '../node/append/journalWriter.ts';
import { positionOf } from '../node/append/position.ts';
import { describeViolation } from '../wording/violations.ts';
import { CommandFailure, UNUSABLE, VIOLATED } from './failure.ts';
import { openSource, STDIN } from './openSource.ts';
import { openWriter, unlessFailed } from './openWriter.ts';
import type { ReadJournal } from './readJournal.ts';

export interface ObserverOptions {
  /** RFC 3339; the system's clock without it. */
  readonly clock?: string;
  readonly actor?: TraceEvent['actor'];
}

/** Observes one journal, which nobody else writes to meanwhile. */
export class Observer {
  readonly #file: string;
  readonly #options: ObserverOptions;
  readonly #writer: JournalWriter;

  /** @throws {CommandFailure} when the journal cannot be appended to. */
  constructor(file: string, options: ObserverOptions) {
    this.#file = file;
    this.#options = options;
    // What is not there, or cannot be read, is told as by every command.
    if (file !== STDIN) openSource(file).close();
    this.#writer = openWriter(file, false);
  }

  /**
   * Observations come after `session.stop`: an agent that is still at work would give their sequence to its next event.
   * @throws {CommandFailure} when the session has not stopped.
   */
  requireStopped(journal: ReadJournal): void {
    let hasStopped = false;
    for (const { event } of journal.eventsIn(0, journal.rows)) {
      if (event.type === 'session.stop') hasStopped = true;
      if (event.type === 'session.start') hasStopped = false;
    }
    if (!hasStopped)
      throw new CommandFailure(
        VIOLATED,
        `${this.#file}: the session has not stopped, and its agent may still write; nothing was appended`,
      );
  }

  /** Appends an observation, and says on standard error under which id. */
  add({ type, payload }: Observation): void {
    const writer = this.#writer;
    const position = positionOf(writer);
    if (position === undefined) throw new CommandFailure(VIOLATED, `${this.#file}: there is no event yet`);
    const { clock, actor = { kind: 'harness', id: 'session-journal' } } = this.#options;
    const recorder = new Recorder(position, {
      clock: clock === undefined ? systemClock(Date.now) : fixedClock(clock),
      newId: randomUUID,
      isTaken: (id) => writer.has(id),
    });
    const { event, line } = recorder.record(type, actor, payload);
    try {
      unlessFailed(this.#file, () => writer.append(line));
    } catch (error) {
      if (!(error instanceof AppendRejected)) throw error;
      const { violation } = error;
      throw new CommandFailure(VIOLATED, `${this.#file}: ${violation.code}: ${describeViolation(violation)}`);
    }
    console.error(`${this.#file}: appended ${type} at sequence ${event.sequence}`);
  }

  close(): void {
    this.#writer.close();
  }
}

/** The observer that a command asked for, if it did. It must be closed. */
export function observerFor(
  file: string,
  options: ObserverOptions & { readonly append?: boolean },
): Observer | undefined {
  if (options.append === true) return new Observer(file, options);
  if (options.clock === undefined && options.actor === undefined) return undefined;
  throw new CommandFailure(UNUSABLE, '--clock and --actor need --append');
}
