/**
 * Bytes of a journal. Reading is synchronous: the engine runs in a thread of its own, and ranged reads of a local file
 * take microseconds. `read` may return fewer bytes at the end of the file. Later reads leave its result alone: the check
 * looks back into the file while a chunk is still being cut into lines.
 */
export interface ByteSource {
  /** Bytes that are there now. */
  size(): number;
  read(offset: number, length: number): Uint8Array;
  /** Reads into a buffer that the caller uses again, and returns how many bytes were there, 0 at the end of the file. */
  readInto?(offset: number, into: Uint8Array): number;
  close(): void;
}

/** The first `limit` bytes of a source. Closing it leaves the source open. */
export function beginningOf(source: ByteSource, limit: number): ByteSource {
  return {
    size: () => Math.min(limit, source.size()),
    read: (offset, length) => source.read(offset, Math.max(0, Math.min(length, limit - offset))),
    close: () => undefined,
  };
}

/** Bytes in memory, for tests and for standard input. */
export function memorySource(bytes: Uint8Array): ByteSource {
  return {
    size: () => bytes.length,
    read: (offset, length) => bytes.subarray(offset, offset + length),
    close: () => undefined,
  };
}
