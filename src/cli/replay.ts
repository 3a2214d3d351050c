import { writeJson } from '../core/json/write.ts';
import { replayObservation } from '../core/observation.ts';
import { applyEvent, initialState } from '../core/replay.ts';
import { describeViolation } from '../wording/violations.ts';
import { baseNote, withInherited } from './base.ts';
import { CommandFailure, OK, UNUSABLE, VIOLATED } from './failure.ts';
import { inheritedJson } from './inherited.ts';
import { observerFor, type Observer, type ObserverOptions } from './observer.ts';
import { readOptionsOf, withSource } from './openSource.ts';
import { readJournal, type ReadJournal } from './readJournal.ts';
import { replayJson, replayText } from './shapes.ts';

export interface ReplayOptions extends ObserverOptions {
  /** Sequence of the last event to apply; the whole journal without it. */
  readonly until?: number;
  /** Replay as far as the facts are whole instead of refusing a journal with errors. */
  readonly validPrefix?: boolean;
  readonly format: 'text' | 'json';
  /** Record the replay in the journal. */
  readonly append?: boolean;
}

/**
 * `replay FILE`: the state after the journal, or after `until`. Strict: with an error-level violation anywhere no view
 * is given, as the reference raises; with `validPrefix` the replay goes as far as the facts are whole and says where it
 * stopped. With `append` the journal records that it was replayed. Returns the exit code.
 */
export function replay(file: string, options: ReplayOptions): number {
  const observer = observerFor(file, options);
  try {
    return replayed(file, options, observer);
  } finally {
    observer?.close();
  }
}

function replayed(
  file: string,
  { until, validPrefix, format }: ReplayOptions,
  observer: Observer | undefined,
): number {
  return withSource(file, (source) => {
    const journal = readJournal(source, readOptionsOf(file));
    if (validPrefix === true) noteBreak(file, journal);
    else requireSound(file, journal);
    const state = initialState();
    let identity = { sessionId: '', runId: '' };
    for (const { event } of journal.eventsIn(0, journal.wholeRows)) {
      if (until !== undefined && event.sequence > until) break;
      if (state.appliedEvents === 0)
        identity = { sessionId: event.session_id, runId: event.provenance.run_id };
      applyEvent(state, event);
    }
    if (state.appliedEvents === 0) throw new CommandFailure(VIOLATED, `${file}: no event could be replayed`);
    if (journal.break === undefined || until === undefined) requireReached(file, until, state.lastSequence);
    else if (until !== state.lastSequence) throw notWholeThrough(file, until, state.lastSequence);
    const fingerprint = journal.fingerprint(state.appliedEvents);
    observer?.requireStopped(journal);
    if (observer !== undefined && fingerprint !== undefined) {
      const { appliedEvents, stop } = state;
      observer.add(replayObservation({ appliedEvents, stopReason: stop.reason, fingerprint }));
    }
    const own = replayJson(state, identity, fingerprint);
    return withInherited(file, journal, (history) => {
      const base = baseNote(file, journal, { are: 'replayed', history });
      if (base !== undefined) console.error(`${file}: ${base}`);
      const isThere = history !== undefined && history.events > 0;
      const view = { ...own, ...(isThere && { inherited: inheritedJson(history) }) };
      console.log(format === 'json' ? writeJson(view, '  ') : replayText(view));
      return OK;
    });
  });
}

function noteBreak(file: string, journal: ReadJournal): void {
  if (journal.break === undefined) return;
  const { violation } = journal.break;
  const place = `${file}:${violation.at.line + 1}:${violation.at.start + 1}`;
  console.error(`${place}: replay stops here: ${violation.code}: ${describeViolation(violation)}`);
}

/** The cursor lies beyond the fault, so the state there cannot be told. */
function notWholeThrough(file: string, until: number, last: number | null): CommandFailure {
  return new CommandFailure(
    VIOLATED,
    `${file}: the events are whole only through sequence ${last ?? '-'}, not ${until}`,
  );
}

/** @throws {CommandFailure} when the journal has no events or an error-level violation. */
export function requireSound(file: string, journal: ReadJournal): void {
  if (journal.events === 0)
    throw new CommandFailure(VIOLATED, `${file}: no events of a known journal format`);
  const error = journal.firstError?.violation;
  if (error === undefined) return;
  throw new CommandFailure(
    VIOLATED,
    `${file}:${error.at.line + 1}:${error.at.start + 1}: ${error.code}: ${describeViolation(error)}\nNothing was replayed: the journal is not sound. \`validate\` lists every violation.`,
  );
}

/** @throws {CommandFailure} when the cursor lies outside the journal. */
export function requireReached(file: string, until: number | undefined, last: number | null): void {
  if (until === undefined || until === last) return;
  throw new CommandFailure(
    UNUSABLE,
    `${file}: sequence ${until} is outside the journal, which ends at ${last ?? '-'}`,
  );
}
