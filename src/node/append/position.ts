import type { JournalPosition } from '../../core/recorder.ts';
import type { JournalWriter } from './journalWriter.ts';

/** Where the journal of a writer stands, for a recorder to go on from; undefined while it has no event. */
export function positionOf(writer: JournalWriter): JournalPosition | undefined {
  const last = writer.lastEvent();
  if (last === undefined) return undefined;
  return {
    sessionId: last.session_id,
    provenance: last.provenance,
    sequence: writer.end.events,
    last: { id: last.event_id, timestamp: last.timestamp },
    previousId: writer.previousEventId,
  };
}
