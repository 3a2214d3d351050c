// The durable append. Whatever is acknowledged is on the disk, whole, and there once; see docs/append.md for the
// contract and its table.

import * as path from 'node:path';
import { AppendRule, type EarlierEvents, type JournalEnd } from '../../core/appendRule.ts';
import type { Fact } from '../../core/fact.ts';
import { scanJson } from '../../core/json/scan.ts';
import { Tape } from '../../core/json/tape.ts';
import { JsonRecord } from '../../core/record.ts';
import type { TraceEvent } from '../../core/schema.ts';
import type { Violation } from '../../core/violation.ts';
import { trace01 } from '../../formats/trace01.ts';
import { AppendFailed, AppendRejected, failureOf } from './errors.ts';
import { nodeFileOps, readRange, realPath, writeAll, type FileOps } from './fileOps.ts';
import { acquireLock, type WriterLock } from './lock.ts';
import { setAside, terminated, tornTail } from './seal.ts';
import { survey, type Survey } from './survey.ts';

const LF = 0x0a;
/** Bytes written at once: whole records of a batch. A larger record is written alone. */
const WRITE_SIZE = 1 << 18;
/** Bytes read first when an earlier record is looked up. */
const LOOKUP_SIZE = 1 << 12;

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
  readonly #ops: FileOps;
  readonly #file: string;
  readonly #descriptor: number;
  readonly #lock: WriterLock;
  readonly #survey: Survey;
  readonly #rule: AppendRule;
  readonly #identity: { readonly device: number; readonly inode: number };
  #end: JournalEnd;
  #previousEventId: string | undefined;
  /** Bytes of the journal that are durable: where the next record will start. */
  #size: number;
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
        return new JournalWriter(real, lock, ops, create);
      } catch (error) {
        lock.release();
        throw error;
      }
    } catch (error) {
      throw failureOf(error);
    }
  }

  private constructor(file: string, lock: WriterLock, ops: FileOps, create: boolean) {
    this.#file = file;
    this.#lock = lock;
    this.#ops = ops;
    const isNew = ops.stateAt(file) === undefined;
    this.#descriptor = ops.openAppend(file, create);
    try {
      const state = ops.stateOf(this.#descriptor);
      if (!state.isFile) throw new AppendFailed({ reason: 'not-a-file' });
      this.#identity = state;
      const lineEnd = tornTail(ops, this.#descriptor, state.size) ?? state.size;
      this.#survey = survey(ops, this.#descriptor, lineEnd);
      // Whoever wrote what is there may have been cut off before it was durable; from here on it is.
      ops.syncData(this.#descriptor);
      if (isNew) ops.syncFolder(path.dirname(file));
      const end = this.#survey.tornAt ?? lineEnd;
      if (end < state.size) this.sealed = setAside(ops, file, this.#descriptor, end, state.size);
      this.#size = terminated(ops, this.#descriptor, end);
    } catch (error) {
      ops.close(this.#descriptor);
      throw error;
    }
    this.#end = this.#survey.end;
    this.#previousEventId = this.#survey.previousEventId;
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
      if (this.#pending.length > 0) this.#commit();
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
    this.#ops.close(this.#descriptor);
    this.#lock.release();
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
      const offset = this.#survey.offsets.at(ordinal);
      return { status: 'already-present', eventId, sequence: ordinal, offset, durable: true };
    }
    const offset = this.#size + this.#pendingSize;
    const sequence = this.#note(verdict.fact, offset);
    this.#pending.push(verdict.bytes);
    this.#pendingSize += verdict.bytes.length + 1;
    return { status: 'appended', eventId, sequence, offset, durable: true };
  }

  #note({ eventId = '', sessionId, runId }: Fact, offset: number): number {
    const { ids, offsets } = this.#survey;
    const { events } = this.#end;
    ids.add(eventId, events);
    offsets.add(offset);
    this.#previousEventId = this.#end.lastEventId;
    this.#end = { events: events + 1, sessionId, runId, lastEventId: eventId };
    return events;
  }

  /** Writes what is pending, and returns when it is on the disk. */
  #commit(): void {
    this.#requireOwn();
    const end = this.#size + this.#pendingSize;
    try {
      for (let next = 0; next < this.#pending.length;) next = this.#write(next);
      this.#ops.syncData(this.#descriptor);
    } catch (error) {
      this.#takeBack();
      throw error;
    }
    this.#size = end;
    this.#pending = [];
    this.#pendingSize = 0;
  }

  /**
   * Writes pending records from `from` on, each with its line feed, as many as fit into one write; returns which is the
   * next. No record is in two writes.
   */
  #write(from: number): number {
    let size = 0;
    let next = from;
    for (let record = this.#pending[next]; record !== undefined; record = this.#pending[next]) {
      const end = size + record.length + 1;
      if (end > this.#buffer.length) {
        if (size > 0) break;
        this.#buffer = Buffer.allocUnsafeSlow(end);
      }
      this.#buffer.set(record, size);
      this.#buffer[end - 1] = LF;
      size = end;
      next += 1;
    }
    writeAll(this.#ops, this.#descriptor, this.#buffer.subarray(0, size));
    if (this.#buffer.length > WRITE_SIZE) this.#buffer = Buffer.allocUnsafeSlow(WRITE_SIZE);
    return next;
  }
  #buffer = Buffer.allocUnsafeSlow(WRITE_SIZE);

  /** Nobody else may have written, cut or replaced the file, or taken the lock. */
  #requireOwn(): void {
    if (!this.#lock.isHeld()) throw new AppendFailed({ reason: 'lock-lost' });
    const expected = this.#size;
    const { size: found } = this.#ops.stateOf(this.#descriptor);
    if (found !== expected) throw new AppendFailed({ reason: 'journal-changed', expected, found });
    const named = this.#ops.stateAt(this.#file);
    const { device, inode } = this.#identity;
    if (named?.inode !== inode || named.device !== device)
      throw new AppendFailed({ reason: 'journal-changed', expected, found: named?.size ?? 0 });
  }

  /**
   * Takes back what this batch wrote, none of which was acknowledged, so that a retry does not find it and believe it
   * durable. Where even that fails, the next writer finds a torn tail and seals it.
   */
  #takeBack(): void {
    try {
      if (!this.#lock.isHeld()) return;
      const { size } = this.#ops.stateOf(this.#descriptor);
      if (size <= this.#size || size > this.#size + this.#pendingSize) return;
      this.#ops.truncate(this.#descriptor, this.#size);
      this.#ops.syncData(this.#descriptor);
    } catch {
      // The failure that led here is the one to tell.
    }
  }

  #ordinalOf(id: string): number | undefined {
    const { events, lastEventId } = this.#end;
    if (events > 0 && id === lastEventId) return events - 1;
    return this.#survey.ids.candidates(id).find((ordinal) => {
      const record = this.#parse(this.#recordAt(ordinal));
      return trace01.envelope(record).eventId === id;
    });
  }

  #recordAt(ordinal: number): Uint8Array {
    const pending = this.#pending[ordinal - (this.#end.events - this.#pending.length)];
    if (pending !== undefined) return pending;
    const offset = this.#survey.offsets.at(ordinal);
    for (let length = LOOKUP_SIZE; ; length *= 2) {
      const bytes = readRange(this.#ops, this.#descriptor, offset, length);
      const end = bytes.indexOf(LF);
      if (end >= 0) return bytes.subarray(0, end);
      if (bytes.length < length) return bytes;
    }
  }

  #parse(bytes: Uint8Array): JsonRecord {
    scanJson(bytes, 0, bytes.length, this.#tape);
    return new JsonRecord({ line: 0, offset: 0, bytes }, 0, bytes.length, this.#tape, true);
  }
}
