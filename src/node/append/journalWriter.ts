// The durable append. Whatever is acknowledged is on the disk, whole, and there once; see docs/append.md for the
// contract and its table.

import { AppendRule, type EarlierEvents, type JournalEnd } from '../../core/appendRule.ts';
import type { Fact } from '../../core/fact.ts';
import { scanJson } from '../../core/json/scan.ts';
import { Tape } from '../../core/json/tape.ts';
import { JsonRecord } from '../../core/record.ts';
import type { TraceEvent } from '../../core/schema.ts';
import type { Violation } from '../../core/violation.ts';
import { trace01 } from '../../formats/trace01.ts';
import { AppendFailed, AppendRejected, failureOf } from './errors.ts';
import type { EventIds } from './eventIds.ts';
import { nodeFileOps, realPath, type FileOps } from './fileOps.ts';
import { openJournalFile, type JournalFile, type OpenedFile } from './journalFile.ts';
import { acquireLock } from './lock.ts';
import type { Offsets } from './offsets.ts';

/** A record that is on the disk: just written, or there from an earlier delivery. */
export interface Acknowledged {
  readonly status: 'appended' | 'already-present';
  readonly sequence: number;
  /** Absolute byte offset of the record. */
  readonly offset: number;
  readonly durable: true;
}

/** What became of one record of a batch. */
export type Outcome = (Acknowledged & { readonly eventId: string }) | Rejected;

export interface Rejected {
  readonly status: 'rejected';
  /** As far as they could be read. */
  readonly eventId: string | undefined;
  readonly sequence: number | undefined;
  readonly violation: Violation;
}

export interface WriterOptions {
  /** Whether a missing journal is made. */
  readonly create?: boolean;
  readonly ops?: FileOps;
}

/** The one writer of a journal. Any failure ends it: what stands in the file is looked at anew by the next one. */
export class JournalWriter {
  /** Where the bytes of a torn tail were set aside, undefined when there was none. */
  readonly sealed: string | undefined;
  readonly #file: JournalFile;
  readonly #ids: EventIds;
  readonly #offsets: Offsets;
  readonly #rule: AppendRule;
  #end: JournalEnd;
  #previousEventId: string | undefined;
  /** Records of the batch at hand that are not in the file yet. */
  #pending: Uint8Array[] = [];
  #pendingSize = 0;
  #isOpen = true;
  readonly #tape = new Tape();

  /**
   * Opens a journal for appending: takes the lock, checks what is there, and seals its tail.
   * @throws {AppendFailed}
   */
  static open(file: string, { create = true, ops = nodeFileOps }: WriterOptions = {}): JournalWriter {
    try {
      const real = realPath(file);
      if (ops.stateAt(real)?.isFile === false) throw new AppendFailed({ reason: 'not-a-file' });
      const lock = acquireLock(`${real}.lock`);
      try {
        return new JournalWriter(openJournalFile(real, lock, ops, create));
      } catch (error) {
        lock.release();
        throw error;
      }
    } catch (error) {
      throw failureOf(error);
    }
  }

  private constructor({ file, survey, sealed }: OpenedFile) {
    this.#file = file;
    this.sealed = sealed;
    this.#ids = survey.ids;
    this.#offsets = survey.offsets;
    this.#end = survey.end;
    this.#previousEventId = survey.previousEventId;
    const earlier: EarlierEvents = {
      ordinalOf: (id) => this.#ordinalOf(id),
      recordAt: (ordinal) => this.#recordAt(ordinal),
    };
    this.#rule = new AppendRule(trace01, earlier);
  }

  /** What the next record must fit. */
  get end(): JournalEnd {
    return this.#end;
  }

  /** Id of the event before the last. */
  get previousEventId(): string | undefined {
    return this.#previousEventId;
  }

  /** True when the journal has an event with this id. */
  has(id: string): boolean {
    return this.#ordinalOf(id) !== undefined;
  }

  /** The last event, undefined while there is none. */
  lastEvent(): TraceEvent | undefined {
    if (this.#end.events === 0) return undefined;
    return trace01.normalise(this.#parse(this.#recordAt(this.#end.events - 1))).event;
  }

  /**
   * Appends one record, given as its JSON text on one line. When this returns, it is on the disk.
   * @throws {AppendRejected} when it would break a rule; nothing was written, and the next record may follow.
   * @throws {AppendFailed} when it cannot be written; it is not acknowledged, and this writer is closed.
   */
  append(record: Uint8Array | string): Acknowledged {
    const [outcome] = this.appendMany([record]);
    if (outcome === undefined) throw new AppendFailed({ reason: 'closed' });
    if (outcome.status === 'rejected') throw new AppendRejected(outcome.violation);
    const { status, sequence, offset, durable } = outcome;
    return { status, sequence, offset, durable };
  }

  /**
   * Appends records in order with one synchronisation for all, and tells what became of each. A rejected one is not
   * written and does not stop those after it.
   * @throws {AppendFailed} when they cannot be written; none of them is acknowledged, and this writer is closed.
   */
  appendMany(records: Iterable<Uint8Array | string>): Outcome[] {
    if (!this.#isOpen) throw new AppendFailed({ reason: 'closed' });
    const outcomes: Outcome[] = [];
    try {
      for (const record of records) outcomes.push(this.#offer(record));
      if (this.#pending.length > 0) this.#file.append(this.#pending);
      this.#pending = [];
      this.#pendingSize = 0;
      return outcomes;
    } catch (error) {
      this.close();
      throw failureOf(error);
    }
  }

  /** Lets the journal go. What is not acknowledged by now is not there. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#file.close();
  }

  /** Judges a record and puts a new one behind those of this batch. */
  #offer(record: Uint8Array | string): Outcome {
    const bytes = typeof record === 'string' ? Buffer.from(record) : record;
    const verdict = this.#rule.judge(bytes, this.#end);
    if (verdict.kind === 'rejected') {
      const { violation, fact } = verdict;
      return { status: 'rejected', eventId: fact?.eventId, sequence: fact?.sequence, violation };
    }
    const { eventId = '' } = verdict.fact;
    if (verdict.kind === 'present') {
      const { ordinal } = verdict;
      const offset = this.#offsets.at(ordinal);
      return { status: 'already-present', eventId, sequence: ordinal, offset, durable: true };
    }
    const offset = this.#file.size + this.#pendingSize;
    const sequence = this.#note(verdict.fact, offset);
    this.#pending.push(verdict.bytes);
    this.#pendingSize += verdict.bytes.length + 1;
    return { status: 'appended', eventId, sequence, offset, durable: true };
  }

  #note({ eventId = '', sessionId, runId }: Fact, offset: number): number {
    const { events } = this.#end;
    this.#ids.add(eventId, events);
    this.#offsets.add(offset);
    this.#previousEventId = this.#end.lastEventId;
    this.#end = { events: events + 1, sessionId, runId, lastEventId: eventId };
    return events;
  }

  #ordinalOf(id: string): number | undefined {
    const { events, lastEventId } = this.#end;
    if (events > 0 && id === lastEventId) return events - 1;
    return this.#ids.candidates(id).find((ordinal) => {
      const record = this.#parse(this.#recordAt(ordinal));
      return trace01.envelope(record).eventId === id;
    });
  }

  #recordAt(ordinal: number): Uint8Array {
    const pending = this.#pending[ordinal - (this.#end.events - this.#pending.length)];
    if (pending !== undefined) return pending;
    return this.#file.lineAt(this.#offsets.at(ordinal));
  }

  #parse(bytes: Uint8Array): JsonRecord {
    scanJson(bytes, 0, bytes.length, this.#tape);
    return new JsonRecord({ line: 0, offset: 0, bytes }, 0, bytes.length, this.#tape, true);
  }
}
