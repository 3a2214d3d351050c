// The bytes of a journal that is being appended to: sealed when it is opened, and from then on the same up to its last
// durable byte, whatever happens.

import * as path from 'node:path';
import { AppendFailed } from './errors.ts';
import { readRange, writeAll, type FileOps, type FileState } from './fileOps.ts';
import type { WriterLock } from './lock.ts';
import { setAside, terminated, tornTail } from './seal.ts';
import { survey, type Survey } from './survey.ts';

const LF = 0x0a;
/** Bytes written at once: whole records of a batch. A larger record is written alone. */
const WRITE_SIZE = 1 << 18;
/** Milliseconds after which the lock and the name are looked at again. */
const LOOK_MS = 20;
/** Bytes read first when an earlier record is looked up. */
const LOOKUP_SIZE = 1 << 12;

export interface OpenedFile {
  readonly file: JournalFile;
  readonly survey: Survey;
  /** Where the bytes of a torn tail were set aside, undefined when there was none. */
  readonly sealed: string | undefined;
}

/**
 * Opens a journal whose lock is held: checks what is there, makes it durable, and seals its tail.
 * @throws the system's error, or AppendFailed.
 */
export function openJournalFile(name: string, lock: WriterLock, ops: FileOps, create: boolean): OpenedFile {
  const descriptor = ops.openAppend(name, create);
  try {
    const state = ops.stateOf(descriptor);
    if (!state.isFile) throw new AppendFailed({ reason: 'not-a-file' });
    const lineEnd = tornTail(ops, descriptor, state.size) ?? state.size;
    const known = survey(ops, descriptor, lineEnd);
    // Whoever wrote what is there may have been cut off before it was durable, its name included; from here on it is.
    ops.syncData(descriptor);
    ops.syncFolder(path.dirname(name));
    const end = known.tornAt ?? lineEnd;
    const sealed = end < state.size ? setAside(ops, name, descriptor, end, state.size) : undefined;
    const size = terminated(ops, descriptor, end);
    return { file: new JournalFile(name, lock, ops, descriptor, { ...state, size }), survey: known, sealed };
  } catch (error) {
    ops.close(descriptor);
    throw error;
  }
}

/** An opened journal. */
export class JournalFile {
  #size: number;
  #buffer = Buffer.allocUnsafeSlow(WRITE_SIZE);
  #lookAgainAt = 0;

  constructor(
    private readonly name: string,
    private readonly lock: WriterLock,
    private readonly ops: FileOps,
    private readonly descriptor: number,
    private readonly state: FileState,
  ) {
    this.#size = state.size;
  }

  /** Bytes that are durable: where the next record will start. */
  get size(): number {
    return this.#size;
  }

  /**
   * Appends records, each with its line feed; they are on the disk when this returns. Otherwise it throws, and the file
   * is as it was, or has a torn tail.
   */
  append(records: readonly Uint8Array[]): void {
    this.#requireOwn();
    const size = records.reduce((sum, record) => sum + record.length + 1, this.#size);
    try {
      for (let next = 0; next < records.length;) next = this.#write(records, next);
      this.ops.syncData(this.descriptor);
    } catch (error) {
      this.#takeBack(size);
      throw error;
    }
    this.#size = size;
  }

  /** The bytes of the line that starts at an offset, without its line feed. */
  lineAt(offset: number): Uint8Array {
    for (let length = LOOKUP_SIZE; ; length *= 2) {
      const bytes = readRange(this.ops, this.descriptor, offset, length);
      const end = bytes.indexOf(LF);
      if (end >= 0) return bytes.subarray(0, end);
      if (bytes.length < length) return bytes;
    }
  }

  /** Lets the file and the lock go. */
  close(): void {
    this.ops.close(this.descriptor);
    this.lock.release();
  }

  /** Writes as many records from `from` on as fit into one write; returns which is the next. None is in two writes. */
  #write(records: readonly Uint8Array[], from: number): number {
    let size = 0;
    let next = from;
    for (let record = records[next]; record !== undefined; record = records[next]) {
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
    writeAll(this.ops, this.descriptor, this.#buffer.subarray(0, size));
    if (this.#buffer.length > WRITE_SIZE) this.#buffer = Buffer.allocUnsafeSlow(WRITE_SIZE);
    return next;
  }

  /**
   * Nobody else may have written, cut or replaced the file, or taken the lock. The length is looked at each time: what
   * anybody else wrote shows there. Lock and name are looked up by path, which costs more, so not at every record.
   */
  #requireOwn(): void {
    const expected = this.#size;
    const { size: found } = this.ops.stateOf(this.descriptor);
    if (found !== expected) throw new AppendFailed({ reason: 'journal-changed', expected, found });
    const now = performance.now();
    if (now < this.#lookAgainAt) return;
    this.#lookAgainAt = now + LOOK_MS;
    if (!this.lock.isHeld()) throw new AppendFailed({ reason: 'lock-lost' });
    const named = this.ops.stateAt(this.name);
    if (named?.inode !== this.state.inode || named.device !== this.state.device)
      throw new AppendFailed({ reason: 'journal-changed', expected, found: named?.size ?? 0 });
  }

  /**
   * Takes back what a batch wrote, none of which was acknowledged, so that a retry does not find it and believe it
   * durable. Where even that fails, the next writer finds a torn tail and seals it.
   * @param most where the batch would have ended: what lies beyond is somebody else's.
   */
  #takeBack(most: number): void {
    try {
      const { size } = this.ops.stateOf(this.descriptor);
      if (!this.lock.isHeld() || size <= this.#size || size > most) return;
      this.ops.truncate(this.descriptor, this.#size);
      this.ops.syncData(this.descriptor);
    } catch {
      // The failure that led here is the one to tell.
    }
  }
}
