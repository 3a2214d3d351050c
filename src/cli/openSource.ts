import * as fs from 'node:fs';
import * as path from 'node:path';
import { memorySource, type ByteSource } from '../engine/byteSource.ts';
import { FileUnreadable, openFileSource } from '../node/fileSource.ts';
import { onOneLine } from '../node/sessionDocument.ts';
import { unpacked } from '../node/zstdSource.ts';
import { describeReadFailure } from '../wording/refusals.ts';
import { CommandFailure, UNUSABLE } from './failure.ts';
import { Progress } from './progress.ts';

/** Name of standard input on the command line. */
export const STDIN = '-';

/**
 * The bytes of a file, or of standard input for `-`; of a compressed one the text in it.
 * @throws {CommandFailure} when it cannot be read.
 */
export function openSource(file: string): ByteSource {
  const progress = new Progress();
  try {
    const source = file === STDIN ? memorySource(fs.readFileSync(0)) : openFileSource(file);
    const text = unpacked(source, {
      onProgress: (done, total) => progress.show(`unpacking ${file}`, done, total),
    });
    return onOneLine(text);
  } catch (error) {
    if (!(error instanceof FileUnreadable)) throw error;
    throw new CommandFailure(UNUSABLE, `${file}: ${describeReadFailure(error.reason, error.message)}`);
  } finally {
    progress.clear();
  }
}

/** Opens a source for the time of `use`. */
export function withSource<T>(file: string, use: (source: ByteSource) => T): T {
  const source = openSource(file);
  try {
    return use(source);
  } finally {
    source.close();
  }
}

/** What the reading of a file should know of it: the name that its agent may have given it. */
export function readOptionsOf(file: string): { readonly fileName?: string } {
  return file === STDIN ? {} : { fileName: path.basename(file) };
}
