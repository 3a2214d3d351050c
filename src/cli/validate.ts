import { OK, CommandFailure, UNUSABLE, VIOLATED } from './failure.ts';
import { withSource } from './openSource.ts';
import { readJournal } from './readJournal.ts';
import { fileReport, type FileReport } from './shapes.ts';

export interface ValidateOptions {
  readonly format: 'text' | 'json';
}

/** `validate FILE...`: every violation of every file. Returns the exit code. */
export function validate(files: readonly string[], { format }: ValidateOptions): number {
  const reports: FileReport[] = [];
  let unusable = false;
  for (const file of files) {
    try {
      withSource(file, (source) => {
        const journal = readJournal(source);
        if (journal.detected === 'unknown')
          console.error(`${file}: not a session journal that this tool knows`);
        if (journal.detected === 'empty') console.error(`${file}: no events`);
        reports.push(fileReport(file, journal));
      });
    } catch (error) {
      if (!(error instanceof CommandFailure)) throw error;
      console.error(error.message);
      unusable = true;
    }
  }
  if (format === 'json') console.log(JSON.stringify(reports, null, 2));
  else for (const report of reports) printText(report);
  if (unusable) return UNUSABLE;
  return reports.some((report) => report.totals.error > 0) ? VIOLATED : OK;
}

function printText({ file, events, violations, totals }: FileReport): void {
  for (const { line, column, severity, code, message } of violations) {
    console.log(`${file}:${line}:${column}: ${severity} ${code}: ${message}`);
  }
  const { error, warning, information } = totals;
  console.log(`${file}: ${events} events, ${error} errors, ${warning} warnings, ${information} information`);
}
