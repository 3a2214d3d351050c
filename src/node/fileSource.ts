import * as fs from 'node:fs';
import type { ByteSource } from '../engine/byteSource.ts';
import type { ReadFailure } from '../protocol.ts';

/** A file that cannot be opened or read; `reason` says in which way. */
export class FileUnreadable extends Error {
  override readonly name = 'FileUnreadable';
  constructor(
    readonly reason: ReadFailure,
    message: string,
  ) {
    super(message);
  }
}

/** The bytes of a file that was opened by its path. */
export interface FileSource extends ByteSource {
  /** True while the path still names the file that was opened, and not another one that took its place. */
  isInPlace(): boolean;
}

/**
 * Opens a file for ranged reads. Each read returns a buffer of its own.
 * @throws {FileUnreadable}
 */
export function openFileSource(path: string): FileSource {
  const fd = attempt(() => fs.openSync(path, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK));
  if (!attempt(() => fs.fstatSync(fd)).isFile()) {
    fs.closeSync(fd);
    throw new FileUnreadable('not-a-file', `${path} is not a regular file`);
  }
  return {
    size: () => attempt(() => fs.fstatSync(fd)).size,
    read: (offset, length) => attempt(() => readAt(fd, offset, Buffer.allocUnsafe(length))),
    readInto: (offset, into) => attempt(() => readAt(fd, offset, into).length),
    close: () => fs.closeSync(fd),
    isInPlace: () => {
      try {
        const [named, opened] = [fs.statSync(path), fs.fstatSync(fd)];
        return named.ino === opened.ino && named.dev === opened.dev;
      } catch {
        return false;
      }
    },
  };
}

/** A read may come back short before the end of the file; it is continued until it is complete or at the end. */
function readAt(fd: number, offset: number, buffer: Uint8Array): Uint8Array {
  let filled = 0;
  while (filled < buffer.length) {
    const count = fs.readSync(fd, buffer, filled, buffer.length - filled, offset + filled);
    if (count === 0) break;
    filled += count;
  }
  return buffer.subarray(0, filled);
}

const REASONS: Readonly<Record<string, ReadFailure>> = {
  ENOENT: 'not-found',
  ENOTDIR: 'not-found',
  EISDIR: 'not-a-file',
  EACCES: 'no-permission',
  EPERM: 'no-permission',
};

function attempt<T>(operation: () => T): T {
  try {
    return operation();
  } catch (error) {
    if (error instanceof FileUnreadable) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const message = error instanceof Error ? error.message : String(error);
    throw new FileUnreadable(REASONS[code] ?? 'io-error', message);
  }
}
