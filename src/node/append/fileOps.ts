// What the journal writer asks of the platform, in one small interface: a test puts a disk that is full, a write that
// returns short or a synchronisation that fails in its place. All of it is synchronous: an acknowledgement waits for the
// disk anyway.

import * as fs from 'node:fs';
import * as path from 'node:path';

/** Which file this is, whatever it is called, and how long. */
export interface FileState {
  readonly device: number;
  readonly inode: number;
  readonly size: number;
  readonly isFile: boolean;
  /** Permission bits. */
  readonly mode: number;
}

/** Every function throws the system's error, with its `code`. Descriptors are the system's own numbers. */
export interface FileOps {
  /** Opens for reading and appending; a missing file is made when `create` says so. */
  openAppend(file: string, create: boolean): number;
  /** Makes a new file for appending, with these permission bits. Fails where the name is taken. */
  createNew(file: string, mode: number): number;
  /** One write; returns how many bytes were taken, which may be fewer. */
  write(descriptor: number, bytes: Uint8Array): number;
  /** Reads at an offset, and returns how many bytes there were. */
  read(descriptor: number, into: Uint8Array, offset: number): number;
  truncate(descriptor: number, size: number): void;
  /** The bytes, and what is needed to find them again, are on the disk when this returns. */
  syncData(descriptor: number): void;
  /** The names in a folder are on the disk when this returns. */
  syncFolder(folder: string): void;
  close(descriptor: number): void;
  stateOf(descriptor: number): FileState;
  /** Undefined when there is nothing of this name. */
  stateAt(file: string): FileState | undefined;
}

/** Logs of sessions hold what was said and done: a new one is for its owner. */
const PRIVATE = 0o600;

/** The real thing. */
export const nodeFileOps: FileOps = {
  openAppend(file, create) {
    const { O_RDWR, O_APPEND, O_CREAT, O_NONBLOCK } = fs.constants;
    // A named pipe must be refused, not waited for.
    return fs.openSync(file, O_RDWR | O_APPEND | O_NONBLOCK | (create ? O_CREAT : 0), PRIVATE);
  },
  createNew: (file, mode) => fs.openSync(file, 'ax+', mode),
  write: (descriptor, bytes) => fs.writeSync(descriptor, bytes),
  read: (descriptor, into, offset) => fs.readSync(descriptor, into, 0, into.length, offset),
  truncate: (descriptor, size) => fs.ftruncateSync(descriptor, size),
  syncData: (descriptor) => fs.fdatasyncSync(descriptor),
  syncFolder(folder) {
    if (process.platform === 'win32') return;
    const descriptor = fs.openSync(folder, 'r');
    try {
      fs.fsyncSync(descriptor);
    } finally {
      fs.closeSync(descriptor);
    }
  },
  close: (descriptor) => fs.closeSync(descriptor),
  stateOf: (descriptor) => stateFrom(fs.fstatSync(descriptor)),
  stateAt(file) {
    const stats = fs.statSync(file, { throwIfNoEntry: false });
    return stats && stateFrom(stats);
  },
};

function stateFrom(stats: fs.Stats): FileState {
  const { dev: device, ino: inode, size, mode } = stats;
  return { device, inode, size, isFile: stats.isFile(), mode: mode & 0o777 };
}

/** Bytes `[offset, offset + length)`, fewer only at the end of the file. */
export function readRange(ops: FileOps, descriptor: number, offset: number, length: number): Uint8Array {
  const bytes = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const count = ops.read(descriptor, bytes.subarray(filled), offset + filled);
    if (count === 0) break;
    filled += count;
  }
  return bytes.subarray(0, filled);
}

/** Writes all of `bytes`. A write that returns short is continued, so that the system says why it did. */
export function writeAll(ops: FileOps, descriptor: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;) {
    const taken = ops.write(descriptor, done === 0 ? bytes : bytes.subarray(done));
    if (taken <= 0) throw new Error(`${done} of ${bytes.length} bytes were taken, and no more`);
    done += taken;
  }
}

/** The file that a name leads to, links resolved, so that all names of a journal share one lock. */
export function realPath(file: string): string {
  try {
    return fs.realpathSync(file);
  } catch {
    return path.join(fs.realpathSync(path.dirname(path.resolve(file))), path.basename(file));
  }
}
