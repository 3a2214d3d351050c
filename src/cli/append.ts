// `append FILE`: the journal for a harness in any language, through a pipe.

import { AppendFailed } from '../node/append/errors.ts';
import type { JournalWriter, Outcome } from '../node/append/journalWriter.ts';
import { describeAppendFailure } from '../wording/appendFailures.ts';
import { describeViolation } from '../wording/violations.ts';
import { OK, UNUSABLE, VIOLATED } from './failure.ts';
import { InputLines, type InputLine } from './inputLines.ts';
import { commandFailureOf, openWriter } from './openWriter.ts';

/** The longest record that is taken, in bytes. */
const MAX_RECORD = 64 << 20;

/** What is printed for each record, in this order. `reason` only for rejected ones: the code, and a sentence. */
interface Answer {
  readonly status: Outcome['status'];
  readonly event_id: string | null;
  readonly sequence: number | null;
  readonly offset: number | null;
  readonly durable: boolean;
  readonly reason?: string;
}

/**
 * Appends the events on standard input, one JSON object a line, and prints one line for each in the same order, once it
 * is durable. What is waiting in the pipe is written together. Blank lines are none.
 */
export async function append(file: string): Promise<number> {
  const writer = openWriter(file, true);
  const lines = new InputLines(MAX_RECORD);
  const seen = { rejected: false, readerGone: false };
  process.stdout.once('error', () => (seen.readerGone = true));
  const answer = (input: readonly InputLine[]) => {
    const answers = answersTo(file, writer, input);
    seen.rejected ||= answers.some(({ status }) => status === 'rejected');
  };
  try {
    for await (const chunk of process.stdin) {
      if (chunk instanceof Uint8Array) answer(lines.push(chunk));
      if (seen.readerGone) return UNUSABLE;
    }
    answer(lines.end());
  } finally {
    writer.close();
  }
  return seen.rejected ? VIOLATED : OK;
}

/** Appends lines and prints the answers. */
function answersTo(file: string, writer: JournalWriter, input: readonly InputLine[]): readonly Answer[] {
  const lines = input.filter((line) => 'tooLong' in line || !isBlank(line.bytes));
  try {
    const answers: Answer[] = [];
    for (let from = 0; from < lines.length;) {
      const batch: Uint8Array[] = [];
      for (let line = lines[from]; line !== undefined && 'bytes' in line; line = lines[from]) {
        batch.push(line.bytes);
        from += 1;
      }
      answers.push(...writer.appendMany(batch).map(answerOf));
      const line = lines[from];
      if (line !== undefined && 'tooLong' in line) {
        answers.push(rejected(`record-too-long: A record of ${line.tooLong} bytes is too long.`));
        from += 1;
      }
    }
    print(answers);
    return answers;
  } catch (error) {
    if (!(error instanceof AppendFailed)) throw error;
    const { failure } = error;
    print(lines.map(() => rejected(`${failure.reason}: ${describeAppendFailure(failure)}`)));
    throw commandFailureOf(file, error);
  }
}

function answerOf(outcome: Outcome): Answer {
  const { status, eventId = null, sequence = null } = outcome;
  if (outcome.status !== 'rejected')
    return { status, event_id: eventId, sequence, offset: outcome.offset, durable: true };
  const { violation } = outcome;
  return rejected(`${violation.code}: ${describeViolation(violation)}`, eventId, sequence);
}

function rejected(reason: string, id: string | null = null, sequence: number | null = null): Answer {
  return { status: 'rejected', event_id: id, sequence, offset: null, durable: false, reason };
}

function print(answers: readonly Answer[]): void {
  process.stdout.write(answers.map((answer) => `${JSON.stringify(answer)}\n`).join(''));
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}
