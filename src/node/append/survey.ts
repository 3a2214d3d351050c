// One pass over a journal before it is appended to: is it sound, and what must the next record fit? Memory is a few
// numbers per event.

import { randomBytes } from 'node:crypto';
import { Checker } from '../../core/check.ts';
import { decode } from '../../core/decode.ts';
import { frame } from '../../core/frame.ts';
import type { JournalEnd } from '../../core/appendRule.ts';
import { severityOf } from '../../core/severity.ts';
import type { Violation } from '../../core/violation.ts';
import { trace01 } from '../../formats/trace01.ts';
import { newSha256 } from '../sha256.ts';
import { AppendFailed } from './errors.ts';
import { EventIds } from './eventIds.ts';
import { readRange, type FileOps } from './fileOps.ts';
import { Offsets } from './offsets.ts';

const CHUNK = 1 << 20;

/** What is known of a journal's events. */
export interface Survey {
  readonly end: JournalEnd;
  /** Id of the event before the last. */
  readonly previousEventId: string | undefined;
  readonly ids: EventIds;
  readonly offsets: Offsets;
  /** Where an unfinished last record starts, although a line feed follows it; undefined when there is none. */
  readonly tornAt: number | undefined;
}

/**
 * Reads and checks the first `size` bytes.
 * @throws {AppendFailed} `journal-unsound` at the first error: what would follow could not be sound.
 */
export function survey(ops: FileOps, descriptor: number, size: number): Survey {
  const ids = new EventIds(randomBytes(4).readInt32LE());
  const offsets = new Offsets();
  let end: JournalEnd = { events: 0, sessionId: undefined, runId: undefined, lastEventId: undefined };
  let previousEventId: string | undefined;
  let tornAt: number | undefined;
  const checker = new Checker({
    format: trace01,
    newSha256,
    lookback: (offset, length) => readRange(ops, descriptor, offset, length),
    report: ({ violation }) => requireNoError(violation),
  });
  for (const item of decode(frame(chunks(ops, descriptor, size)))) {
    const row = checker.accept(item);
    if (row?.kind === 'damage') {
      const { violation, offset } = row.damage;
      if (violation.code !== 'record-torn' || !violation.last) throw unsound(violation);
      tornAt ??= offset;
    }
    if (row?.kind !== 'fact' || row.retry) continue;
    const { fact } = row;
    const { eventId = '', sessionId, runId } = fact;
    ids.add(eventId, offsets.count);
    offsets.add(fact.offset);
    previousEventId = end.lastEventId;
    end = { events: end.events + 1, sessionId, runId, lastEventId: eventId };
  }
  for (const { violation } of checker.atEnd().found) requireNoError(violation);
  return { end, previousEventId, ids, offsets, tornAt };
}

function requireNoError(violation: Violation): void {
  if (severityOf(violation) === 'error') throw unsound(violation);
}

function unsound(violation: Violation): AppendFailed {
  return new AppendFailed({ reason: 'journal-unsound', violation });
}

function* chunks(ops: FileOps, descriptor: number, size: number): Generator<Uint8Array> {
  for (let offset = 0; offset < size;) {
    const chunk = readRange(ops, descriptor, offset, Math.min(CHUNK, size - offset));
    if (chunk.length === 0) return;
    offset += chunk.length;
    yield chunk;
  }
}
