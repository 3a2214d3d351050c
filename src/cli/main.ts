// The command line: the same core without an editor.

import { Command, InvalidArgumentError, Option } from 'commander';
import { branch } from './branch.ts';
import { CommandFailure, UNUSABLE } from './failure.ts';
import { replay } from './replay.ts';
import { validate } from './validate.ts';
import { VERSION } from './version.ts';

function sequence(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value))
    throw new InvalidArgumentError('a sequence is an integer from 0.');
  return value;
}

const format = () =>
  new Option('--format <format>', 'how to print').choices(['text', 'json']).default('text');

const program = new Command('session-journal')
  .description('Checks, replays and branches the append-only session logs of coding agents.')
  .version(VERSION)
  .showHelpAfterError()
  .exitOverride((error) => {
    process.exitCode = error.exitCode === 0 ? 0 : UNUSABLE;
    throw error;
  });

program
  .command('validate')
  .description('list every broken invariant of one or more journals')
  .argument('<file...>', 'journals; - reads standard input')
  .addOption(format())
  .action((files: string[], options: { format: 'text' | 'json' }) => {
    process.exitCode = validate(files, options);
  });

program
  .command('replay')
  .description('rebuild the state as it stood at an event; nothing is executed again')
  .argument('<file>', 'a journal; - reads standard input')
  .option('--until <sequence>', 'the last event to apply', sequence)
  .addOption(format())
  .action((file: string, options: { until?: number; format: 'text' | 'json' }) => {
    process.exitCode = replay(file, options);
  });

program
  .command('branch')
  .description(
    'write the lineage record of a branch; the parent is not touched, and files are not rolled back',
  )
  .argument('<file>', 'the parent journal')
  .requiredOption('--at <sequence>', 'the last event that the branch inherits', sequence)
  .requiredOption('--id <id>', 'id of the branch')
  .option('--out <path>', 'where to write the record instead of beside the parent')
  .action(async (file: string, options: { at: number; id: string; out?: string }) => {
    process.exitCode = await branch(file, options);
  });

program.parseAsync().catch((error: unknown) => {
  if (error instanceof CommandFailure) {
    console.error(error.message);
    process.exitCode = error.exitCode;
  } else if (!(error instanceof Error && error.name === 'CommanderError')) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = UNUSABLE;
  }
});
