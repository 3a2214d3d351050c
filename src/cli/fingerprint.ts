import { describeViolation } from '../wording/violations.ts';
import { CommandFailure, OK, VIOLATED } from './failure.ts';
import { readOptionsOf, withSource } from './openSource.ts';
import { readJournal, type ReadJournal } from './readJournal.ts';
import { requireReached } from './replay.ts';

/**
 * `fingerprint FILE`: the hex of the exact prefix through `until`, or of the whole journal, alone on a line. Given
 * wherever the events are whole, whatever else the journal is warned of; refused otherwise. Returns the exit code.
 */
export function fingerprint(file: string, { until }: { readonly until?: number }): number {
  return withSource(file, (source) => {
    const journal = readJournal(source, readOptionsOf(file));
    const { events, last } = until === undefined ? wholeOf(journal) : countUntil(journal, until);
    if (journal.break !== undefined && (until === undefined || last === null || last < until)) {
      const { violation } = journal.break;
      const place = `${file}:${violation.at.line + 1}:${violation.at.start + 1}`;
      throw new CommandFailure(VIOLATED, `${place}: ${violation.code}: ${describeViolation(violation)}`);
    }
    if (events === 0) throw new CommandFailure(VIOLATED, `${file}: no events of a known journal format`);
    requireReached(file, until, last);
    const hex = journal.fingerprint(events);
    if (hex === undefined) {
      throw new CommandFailure(
        VIOLATED,
        `${file}: the fingerprint is unavailable: a lone surrogate has no UTF-8`,
      );
    }
    if (journal.native !== undefined) {
      console.error(`${file}: the fingerprint is over the normalised events, as \`normalize\` prints them`);
    }
    console.log(hex);
    return OK;
  });
}

function wholeOf({ wholeEvents }: ReadJournal): { events: number; last: number | null } {
  return { events: wholeEvents, last: null };
}

/** The events through a sequence, and the sequence of the last of them. */
function countUntil(journal: ReadJournal, until: number): { events: number; last: number | null } {
  let events = 0;
  let last: number | null = null;
  for (const { event } of journal.eventsIn(0, journal.wholeRows)) {
    if (event.sequence > until) break;
    events += 1;
    last = event.sequence;
  }
  return { events, last };
}
