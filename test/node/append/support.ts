// Journals to append to, and what may go wrong with the disk under them.

import * as fs from 'node:fs';
import { AppendFailed } from '../../../src/node/append/errors.ts';
import { nodeFileOps, type FileOps } from '../../../src/node/append/fileOps.ts';
import { JournalWriter } from '../../../src/node/append/journalWriter.ts';
import { severityOf } from '../../../src/core/severity.ts';
import { read } from '../../support/journal.ts';

/** What each record came to, as `STATUS SEQUENCE`, or `rejected CODE`. */
export function outcomes(writer: JournalWriter, records: readonly (string | Uint8Array)[]): string[] {
  return writer
    .appendMany(records)
    .map((outcome) =>
      outcome.status === 'rejected'
        ? `rejected ${outcome.violation.code}`
        : `${outcome.status} ${outcome.sequence}`,
    );
}

/** Opens, uses and closes a writer. */
export function writing<T>(file: string, use: (writer: JournalWriter) => T, ops?: FileOps): T {
  const writer = JournalWriter.open(file, ops && { ops });
  try {
    return use(writer);
  } finally {
    writer.close();
  }
}

/** The failure that an operation ends in, by its reason; `none` where it does not. */
export function failure(operation: () => unknown): string {
  try {
    operation();
    return 'none';
  } catch (error) {
    if (error instanceof AppendFailed) return error.failure.reason;
    throw error;
  }
}

/** Codes of the errors of a journal. */
export function errorsOf(file: string): string[] {
  const found = read(fs.readFileSync(file)).found.filter(
    ({ violation }) => severityOf(violation) === 'error',
  );
  return found.map(({ violation }) => violation.code);
}

/** Lines of a file. */
export function linesOf(file: string): string[] {
  return fs
    .readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}

/** An error as the system throws it. */
export function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: as the test wants it`), { code });
}

/** The real file operations with some of them replaced. */
export function faulty(faults: Partial<FileOps>): FileOps {
  return { ...nodeFileOps, ...faults };
}

/** Takes `bytes` more bytes of journals, short where that is less than asked, and then fails with `code`. */
export function diskOf(bytes: number, code: string): Pick<FileOps, 'write'> {
  let left = bytes;
  return {
    write(descriptor, data) {
      if (left === 0) throw systemError(code);
      const taken = nodeFileOps.write(descriptor, data.subarray(0, left));
      left -= taken;
      return taken;
    },
  };
}
