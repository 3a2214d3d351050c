// Logs that their agent compressed when they went cold (`.jsonl.zst`), opened for reading. Ranged reads need the text, so
// it is unpacked once into a file that nobody else sees: in the system's temporary folder, gone when the log is closed.

import { Decompress } from 'fzstd';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { memorySource, type ByteSource } from '../engine/byteSource.ts';
import { FileUnreadable, openFileSource } from './fileSource.ts';

/** First bytes of a Zstandard frame (RFC 8878, 3.1.1). */
const MAGIC = [0x28, 0xb5, 0x2f, 0xfd];

/** Compressed bytes that are read at once. */
const CHUNK = 1 << 20;

/** Largest window that a frame may ask for, as in the format's own tools: it is held in memory. */
const MAX_WINDOW = 128 << 20;

export interface UnpackOptions {
  /** Told how many of the compressed bytes are unpacked. */
  readonly onProgress?: (done: number, total: number) => void;
  /** Most bytes that a log may unpack to; without it, half of what the temporary folder has room for. */
  readonly limit?: number;
}

/** True for the first bytes of a compressed log. The name of the file says nothing. */
export function isZstd(source: ByteSource): boolean {
  const start = source.read(0, MAGIC.length);
  return MAGIC.every((byte, at) => start[at] === byte);
}

/**
 * The source itself, or for a compressed one the text in it; then closing it also closes the compressed one. A stream
 * that is cut off gives what could be unpacked.
 * @throws {FileUnreadable} when it does not unpack at all, or to more than the limit; the given source is closed.
 */
export function unpacked(source: ByteSource, options: UnpackOptions = {}): ByteSource {
  if (!isZstd(source)) return source;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'session-journal-'));
  try {
    const file = path.join(folder, 'unpacked.jsonl');
    unpackTo(file, source, { ...options, limit: options.limit ?? roomIn(folder) / 2 });
    const text = openFileSource(file);
    // Where an open file may lose its name, nothing is left behind even by a crash.
    if (process.platform !== 'win32') remove(folder);
    return {
      size: () => text.size(),
      read: (offset, length) => text.read(offset, length),
      close: () => {
        text.close();
        source.close();
        remove(folder);
      },
    };
  } catch (error) {
    source.close();
    remove(folder);
    if (error instanceof FileUnreadable) throw error;
    throw new FileUnreadable('io-error', error instanceof Error ? error.message : String(error));
  }
}

/** The text in the first bytes of a compressed log, as far as they go; bytes that are not compressed as they are. */
export function unpackedStart(bytes: Uint8Array): Uint8Array {
  const source = memorySource(bytes);
  if (!isZstd(source) || windowOf(source) > MAX_WINDOW) return bytes;
  const pieces: Uint8Array[] = [];
  const decompress = new Decompress((text) => void pieces.push(text));
  try {
    decompress.push(bytes);
  } catch {
    // Broken or cut off: what came before is as good as a beginning.
  }
  return Buffer.concat(pieces);
}

function remove(folder: string): void {
  fs.rmSync(folder, { recursive: true, force: true });
}

function unpackTo(
  file: string,
  source: ByteSource,
  { onProgress, limit }: UnpackOptions & { readonly limit: number },
): void {
  if (windowOf(source) > MAX_WINDOW) {
    throw new FileUnreadable('io-error', 'the compressed file asks for too much memory');
  }
  const fd = fs.openSync(file, 'wx', 0o600);
  try {
    let written = 0;
    const decompress = new Decompress((text) => {
      written += text.length;
      if (written > limit) throw new FileUnreadable('io-error', 'the compressed file unpacks to too much');
      writeAll(fd, text);
    });
    const total = source.size();
    for (let offset = 0; offset < total;) {
      const chunk = source.read(offset, CHUNK);
      if (chunk.length === 0) break;
      offset += chunk.length;
      decompress.push(chunk);
      onProgress?.(offset, total);
    }
    end(decompress, written > 0);
  } finally {
    fs.closeSync(fd);
  }
}

/** What was unpacked before a stream breaks off is as good as the beginning of any other log. */
function end(decompress: Decompress, isBegun: boolean): void {
  try {
    decompress.push(new Uint8Array(0), true);
  } catch (error) {
    if (!isBegun) throw error;
  }
}

function writeAll(fd: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;) done += fs.writeSync(fd, bytes, done);
}

function roomIn(folder: string): number {
  const { bavail, bsize } = fs.statfsSync(folder);
  return bavail * bsize;
}

/** Size of the window that the first frame asks for (RFC 8878, 3.1.1.1); 0 where it is as large as its content. */
function windowOf(source: ByteSource): number {
  const header = source.read(MAGIC.length, 2);
  const isSingleSegment = ((header[0] ?? 0) & 0x20) !== 0;
  if (isSingleSegment) return 0;
  const descriptor = header[1] ?? 0;
  const base = 2 ** (10 + (descriptor >> 3));
  return base + (base / 8) * (descriptor & 7);
}
