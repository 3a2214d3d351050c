import { AppendFailed } from '../node/append/errors.ts';
import { JournalWriter } from '../node/append/journalWriter.ts';
import { describeAppendFailure } from '../wording/appendFailures.ts';
import { CommandFailure, UNUSABLE, VIOLATED } from './failure.ts';
import { STDIN } from './openSource.ts';

/**
 * Opens a journal for appending, and says so on standard error where a torn tail was set aside.
 * @throws {CommandFailure} when it cannot be appended to.
 */
export function openWriter(file: string, create: boolean): JournalWriter {
  if (file === STDIN) throw new CommandFailure(UNUSABLE, 'standard input cannot be appended to');
  const writer = unlessFailed(file, () => JournalWriter.open(file, { create }));
  if (writer.sealed !== undefined)
    console.error(`${file}: the last record was unfinished; its bytes are kept in ${writer.sealed}`);
  // A signal or an error elsewhere must not leave the lock behind.
  process.once('exit', () => writer.close());
  for (const [signal, number] of SIGNALS) process.once(signal, () => process.exit(128 + number));
  return writer;
}

const SIGNALS = [
  ['SIGHUP', 1],
  ['SIGINT', 2],
  ['SIGTERM', 15],
] as const;

/** Runs an operation of a writer; its failure ends the command. */
export function unlessFailed<T>(file: string, operation: () => T): T {
  try {
    return operation();
  } catch (error) {
    if (error instanceof AppendFailed) throw commandFailureOf(file, error);
    throw error;
  }
}

/** A failure as the end of the command: 1 when something is wrong with the journal, 2 when it cannot be used. */
export function commandFailureOf(file: string, { failure }: AppendFailed): CommandFailure {
  const code = failure.reason === 'journal-unsound' ? VIOLATED : UNUSABLE;
  return new CommandFailure(code, `${file}: ${failure.reason}: ${describeAppendFailure(failure)}`);
}
