import { baseNote } from './base.ts';
import { CommandFailure, OK, UNUSABLE, VIOLATED } from './failure.ts';
import { findJournals } from './findJournals.ts';
import { noJournal } from './fileKind.ts';
import { readOptionsOf, withSource } from './openSource.ts';
import { Progress } from './progress.ts';
import { readJournal } from './readJournal.ts';
import { sarifLog } from './sarif.ts';
import { fileReport, type FileReport } from './shapes.ts';

export type ReportFormat = 'text' | 'json' | 'sarif';

/** `validate FILE...`: every violation of every file, and of every `.jsonl` in every folder. Returns the exit code. */
export function validate(names: readonly string[], { format }: { readonly format: ReportFormat }): number {
  const progress = new Progress();
  const reports: FileReport[] = [];
  const files = findJournals(names);
  let unusable = 0;
  for (const file of files) {
    const note = (text: string) => {
      progress.clear();
      console.error(`${file}: ${text}`);
    };
    try {
      withSource(file, (source) => {
        const total = source.size();
        const journal = readJournal(source, {
          ...readOptionsOf(file),
          onRead: (done) => progress.show(file, done, total),
        });
        const reason = noJournal(file, source, journal.detected);
        if (reason !== undefined) note(reason);
        const base = baseNote(file, journal);
        if (base !== undefined) note(base);
        const report = fileReport(file, journal);
        progress.clear();
        if (format === 'text') printText(report);
        // Printed already, and only its totals are still needed.
        reports.push(format === 'text' ? { ...report, violations: [] } : report);
      });
    } catch (error) {
      if (!(error instanceof CommandFailure)) throw error;
      progress.clear();
      console.error(error.message);
      unusable += 1;
    }
  }
  if (files.length === 0) console.error('no .jsonl file found');
  if (format === 'json') console.log(JSON.stringify(reports, null, 2));
  if (format === 'sarif') console.log(JSON.stringify(sarifLog(reports), null, 2));
  if (format === 'text' && files.length > 1) printSummary(reports, unusable);
  if (unusable > 0 || files.length === 0) return UNUSABLE;
  return reports.some((report) => report.totals.error > 0) ? VIOLATED : OK;
}

function printText({ file, events, violations, totals }: FileReport): void {
  for (const { line, column, severity, code, message } of violations) {
    console.log(`${file}:${line}:${column}: ${severity} ${code}: ${message}`);
  }
  console.log(`${file}: ${counted(events, 'event')}, ${totalsText(totals)}`);
}

function printSummary(reports: readonly FileReport[], unusable: number): void {
  const totals = { error: 0, warning: 0, information: 0 };
  let events = 0;
  for (const report of reports) {
    events += report.events;
    totals.error += report.totals.error;
    totals.warning += report.totals.warning;
    totals.information += report.totals.information;
  }
  const unread = unusable === 0 ? '' : `, ${unusable} could not be read`;
  console.log(
    `${counted(reports.length, 'file')}, ${counted(events, 'event')}, ${totalsText(totals)}${unread}`,
  );
}

function totalsText({ error, warning, information }: FileReport['totals']): string {
  return `${counted(error, 'error')}, ${counted(warning, 'warning')}, ${information} information`;
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
