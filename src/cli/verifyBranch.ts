import * as fs from 'node:fs';
import * as path from 'node:path';
import { branchRecord } from '../core/branchRecordSchema.ts';
import { auditLineage, type LineageAudit } from '../core/lineage.ts';
import { neutralise } from '../wording/quote.ts';
import { CommandFailure, OK, UNUSABLE, VIOLATED } from './failure.ts';
import { readOptionsOf, withSource } from './openSource.ts';
import { readJournal } from './readJournal.ts';

export interface VerifyBranchOptions {
  readonly parent?: string;
  readonly format: 'text' | 'json';
}

/** A branch record larger than this is none. */
const MAX_RECORD = 256 << 20;

/** `verify-branch RECORD`: 0 when the parent still has exactly the inherited prefix, 1 when not, 2 when unreadable. */
export function verifyBranch(recordFile: string, { parent, format }: VerifyBranchOptions): number {
  const record = readRecord(recordFile);
  const parentFile = parent ?? parentBeside(recordFile, record.context?.parent_file);
  const audit = withSource(parentFile, (source) => {
    const journal = readJournal(source, readOptionsOf(parentFile));
    const eventIds: string[] = [];
    let sessionId: string | undefined;
    let runId: string | undefined;
    for (const { event } of journal.eventsIn(0, journal.wholeRows)) {
      sessionId ??= event.session_id;
      runId ??= event.provenance.run_id;
      eventIds.push(event.event_id);
    }
    // Beyond the whole events nothing can be claimed of the parent.
    const fingerprint = (count: number) =>
      count <= eventIds.length ? journal.fingerprint(count) : undefined;
    return auditLineage(record, { sessionId, runId, eventIds, fingerprint });
  });
  if (format === 'json') console.log(JSON.stringify(auditJson(recordFile, parentFile, audit), null, 2));
  else console.log(auditText(parentFile, record.fork_sequence, audit));
  return audit.verified ? OK : VIOLATED;
}

function readRecord(file: string) {
  let text: string;
  try {
    if (fs.statSync(file).size > MAX_RECORD) throw new Error('too large for a branch record');
    text = fs.readFileSync(file, 'utf8');
  } catch (error) {
    throw new CommandFailure(UNUSABLE, `${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
  const value = parseJson(text);
  if (value === undefined) throw new CommandFailure(UNUSABLE, `${file}: not a branch record: it is no JSON`);
  const parsed = branchRecord.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue === undefined || issue.path.length === 0 ? 'it' : issue.path.map(String).join('.');
  throw new CommandFailure(
    UNUSABLE,
    `${file}: not a branch record: ${where}: ${issue?.message ?? 'unreadable'}`,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The parent named in the record, taken only as a name beside it: a record may not point anywhere else. */
function parentBeside(recordFile: string, name: string | undefined): string {
  if (name === undefined || name === '' || path.basename(name) !== name || name.includes('\\')) {
    throw new CommandFailure(
      UNUSABLE,
      `${recordFile}: it names no parent file beside it; give --parent FILE`,
    );
  }
  const file = path.join(path.dirname(recordFile), name);
  if (!fs.existsSync(file)) {
    throw new CommandFailure(
      UNUSABLE,
      `${neutralise(file)}: the parent is not beside the record; give --parent FILE`,
    );
  }
  return file;
}

function auditJson(record: string, parent: string, audit: LineageAudit) {
  return {
    record,
    parent,
    verified: audit.verified,
    session_matches: audit.sessionMatches,
    run_matches: audit.runMatches,
    ids_match: audit.idsMatch,
    fingerprint_matches: audit.fingerprintMatches,
    first_difference: audit.firstDifference,
    grown_by: audit.grownBy,
  };
}

function auditText(parent: string, fork: number, audit: LineageAudit): string {
  const grown = audit.grownBy > 0 ? ` The parent has ${audit.grownBy} further events after the fork.` : '';
  if (audit.verified)
    return `verified: ${parent} still has exactly the inherited events 0 to ${fork}.${grown}`;
  const reasons = [
    audit.sessionMatches ? '' : 'it holds another session',
    audit.runMatches ? '' : 'it holds another run',
    audit.firstDifference === null ? '' : `the events differ from sequence ${audit.firstDifference} on`,
    audit.idsMatch && !audit.fingerprintMatches
      ? `an event in 0 to ${fork} was changed under the same id`
      : '',
  ].filter(Boolean);
  return `not verified: ${parent}: ${reasons.join('; ')}.`;
}
