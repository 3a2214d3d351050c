import { access, readdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { branchIdFault } from '../core/branchId.ts';
import { branchRecordPath } from '../node/branchRecord.ts';
import { describeBranchIdFault } from '../wording/refusals.ts';

/** Ids of the branch records beside a journal; none when the folder cannot be listed. */
export async function takenBranchIds(journalPath: string): Promise<ReadonlySet<string>> {
  // The shape of the name is known in one place; a mark shows where the id stands in it.
  const mark = '0';
  const [before, after] = splitAtLast(basename(branchRecordPath(journalPath, mark)), mark);
  const names = await readdir(dirname(journalPath)).catch(() => []);
  const ids = names
    .filter(
      (name) => name.startsWith(before) && name.endsWith(after) && name.length > before.length + after.length,
    )
    .map((name) => name.slice(before.length, name.length - after.length));
  return new Set(ids);
}

function splitAtLast(text: string, mark: string): [string, string] {
  const at = text.lastIndexOf(mark);
  return [text.slice(0, at), text.slice(at + mark.length)];
}

/** Why an id cannot be used, in words; undefined when it can. The file system is asked: it may ignore case. */
export async function branchIdRefusal(journalPath: string, id: string): Promise<string | undefined> {
  const fault = branchIdFault(id);
  if (fault) return describeBranchIdFault(fault);
  const path = branchRecordPath(journalPath, id);
  const exists = await access(path).then(
    () => true,
    () => false,
  );
  return exists ? `${basename(path)} exists already; records are never overwritten.` : undefined;
}
