// The command line: the same core without an editor.

import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { append } from './append.ts';
import { branch, type BranchOptions } from './branch.ts';
import { createCheckpoint, verifyCheckpoint } from './checkpoint.ts';
import { demo } from './demo.ts';
import { CommandFailure, UNUSABLE } from './failure.ts';
import { fingerprint } from './fingerprint.ts';
import { inspect } from './inspect.ts';
import { normalize } from './normalize.ts';
import { actorFrom, timeFrom } from './optionValues.ts';
import { replay, type ReplayOptions } from './replay.ts';
import { validate, type ReportFormat } from './validate.ts';
import { verify } from './verify.ts';
import { verifyBranch } from './verifyBranch.ts';
import { VERSION } from './version.ts';

function sequence(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value)) {
    throw new InvalidArgumentError('a sequence is an integer from 0.');
  }
  return value;
}

const format = (...choices: string[]) =>
  new Option('--format <format>', 'how to print').choices(choices).default('text');
const clock = () =>
  new Option('--clock <time>', 'with --append: a fixed clock instead of the system’s, RFC 3339').argParser(
    timeFrom,
  );
const actor = () =>
  new Option('--actor <kind:id>', 'with --append: who records, such as harness:my-agent').argParser(
    actorFrom,
  );
const JOURNAL = 'a journal (.jsonl); - reads standard input';

const program = new Command('session-journal')
  .description(
    'Checks, replays and branches the append-only session logs of coding agents.\nNo journal is ever changed; whole events are appended where you ask for it.',
  )
  .version(VERSION)
  .showHelpAfterError('(add --help for the options and examples)')
  .exitOverride((error) => {
    process.exitCode = error.exitCode === 0 ? 0 : UNUSABLE;
    throw error;
  })
  .addHelpText(
    'after',
    `
Exit codes: 0 nothing wrong, 1 something is wrong with the journal, 2 it could not be used or read.

Examples:
  session-journal validate session.trace.jsonl            every broken invariant, with its place
  session-journal validate logs/ --format sarif           a whole folder, for code scanning
  session-journal replay session.trace.jsonl --until 12   the state as it stood at event 12
  session-journal branch session.trace.jsonl --at 12 --id other-way
  my-agent | session-journal append session.trace.jsonl   every event on the disk before it is acknowledged`,
  );

program
  .command('validate')
  .description('list every broken invariant of journals, and of all .jsonl files in folders')
  .argument('<file...>', 'journals and folders; - reads standard input')
  .addOption(format('text', 'json', 'sarif'))
  .action((files: string[], options: { format: ReportFormat }) => {
    process.exitCode = validate(files, options);
  });

program
  .command('replay')
  .description('rebuild the state as it stood at an event; nothing is executed again')
  .argument('<file>', JOURNAL)
  .option('--until <sequence>', 'the last event to apply', sequence)
  .option('--valid-prefix', 'replay as far as the events are whole instead of refusing a broken journal')
  .option('--append', 'record the replay in the journal, after session.stop')
  .addOption(clock())
  .addOption(actor())
  .addOption(format('text', 'json'))
  .action((file: string, options: ReplayOptions) => {
    process.exitCode = replay(file, options);
  });

program
  .command('fingerprint')
  .description('print the SHA-256 over the canonical bytes of an exact prefix')
  .argument('<file>', JOURNAL)
  .option('--until <sequence>', 'the last event of the prefix', sequence)
  .action((file: string, options: { until?: number }) => {
    process.exitCode = fingerprint(file, options);
  });

program
  .command('normalize')
  .description('print the events of any known session log as Trace 0.1, one JSON text per line')
  .argument('<file>', JOURNAL)
  .action(async (file: string) => {
    process.exitCode = await normalize(file);
  });

program
  .command('inspect')
  .description('say what a file is and how much it holds: messages, tool calls, tokens, branches, violations')
  .argument('<file>', 'any file; - reads standard input')
  .addOption(format('text', 'json'))
  .action((file: string, options: { format: 'text' | 'json' }) => {
    process.exitCode = inspect(file, options);
  });

program
  .command('branch')
  .description(
    'write the lineage record of a branch; no event of the parent is touched, and files are not rolled back',
  )
  .argument('<file>', 'the parent journal')
  .requiredOption('--at <sequence>', 'the last event that the branch inherits', sequence)
  .requiredOption('--id <id>', 'id of the branch')
  .option('--out <path>', 'where to write the record instead of beside the parent')
  .option('--append', 'record the branch in the parent too, after session.stop')
  .addOption(clock())
  .addOption(actor())
  .action(async (file: string, options: BranchOptions) => {
    process.exitCode = await branch(file, options);
  });

program
  .command('verify-branch')
  .description('hold a branch record against its parent as it is now')
  .argument('<record>', 'a .branch.json file')
  .option('--parent <file>', 'the parent journal, when it is not beside the record')
  .addOption(format('text', 'json'))
  .action((record: string, options: { parent?: string; format: 'text' | 'json' }) => {
    process.exitCode = verifyBranch(record, options);
  });

program
  .command('verify')
  .description('compare two journals byte by byte and show the first difference by event and field')
  .argument('<golden>', 'what it should be')
  .argument('<fresh>', 'what it is')
  .action((golden: string, fresh: string) => {
    process.exitCode = verify(golden, fresh);
  });

program
  .command('append')
  .description('append events durably: JSON lines on standard input, one answer each when it is on the disk')
  .argument('<file>', 'the journal; a missing one is created')
  .action(async (file: string) => {
    process.exitCode = await append(file);
  });

program
  .command('demo')
  .description('record a small scripted session, the same bytes each time')
  .option('--out <file>', 'a new journal to record it in, instead of printing it')
  .action(({ out }: { out?: string }) => {
    process.exitCode = demo(out);
  });

const checkpoint = program
  .command('checkpoint')
  .description('save the replayed state at an event, or hold a saved one against its journal')
  .argument('<command>', 'create or verify');

checkpoint
  .command('create')
  .description('write the state at an event, with reducer versions and the fingerprint of its events')
  .argument('<file>', 'the journal')
  .option('--until <sequence>', 'the last event of the checkpoint', sequence)
  .option('--out <path>', 'where to write it instead of beside the journal; - prints it')
  .action((file: string, options: { until?: number; out?: string }) => {
    process.exitCode = createCheckpoint(file, options);
  });

checkpoint
  .command('verify')
  .description('tell whether the checkpoint plus the events after it give what a replay from the start gives')
  .argument('<file>', 'a journal with a checkpoint beside it, or a checkpoint')
  .option('--journal <file>', 'the journal of the checkpoint, when it is not beside it')
  .action((file: string, options: { journal?: string }) => {
    process.exitCode = verifyCheckpoint(file, options);
  });

program.parseAsync().catch((error: unknown) => {
  if (error instanceof CommandFailure) {
    console.error(error.message);
    process.exitCode = error.exitCode;
  } else if (!(error instanceof CommanderError)) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = UNUSABLE;
  }
});
