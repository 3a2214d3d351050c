import * as fs from 'node:fs';
import { memorySource, type ByteSource } from '../engine/byteSource.ts';
import { FileUnreadable, openFileSource } from '../node/fileSource.ts';
import { describeReadFailure } from '../wording/refusals.ts';
import { CommandFailure, UNUSABLE } from './failure.ts';

/** Name of standard input on the command line. */
export const STDIN = '-';

/**
 * The bytes of a file, or of standard input for `-`.
 * @throws {CommandFailure} when it cannot be read.
 */
export function openSource(file: string): ByteSource {
  try {
    return file === STDIN ? memorySource(fs.readFileSync(0)) : openFileSource(file);
  } catch (error) {
    if (!(error instanceof FileUnreadable)) throw error;
    throw new CommandFailure(UNUSABLE, `${file}: ${describeReadFailure(error.reason, error.message)}`);
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
