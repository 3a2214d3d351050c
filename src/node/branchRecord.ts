// The branch record on disk: a new file beside the parent, whole or not there, never in place of another.

import { randomBytes } from 'node:crypto';
import { link, open, unlink, type FileHandle } from 'node:fs/promises';
import * as path from 'node:path';
import type { Lineage } from '../core/branch.ts';
import type { FileEffect } from '../protocol.ts';

/** What a reader needs later, around the six lineage fields. */
export interface BranchContext {
  /** File name of the parent, without folders. */
  readonly parent_file: string;
  /** RFC 3339. */
  readonly created_at: string;
  /** Name and version of the program that wrote the record. */
  readonly created_by: string;
  readonly git?: { readonly head: string; readonly dirty: boolean };
  /** Files that the log shows as changed after the fork. They were not rolled back. */
  readonly effects_after_fork: readonly FileEffect[];
}

/** There is already a record under this name. */
export class BranchRecordExists extends Error {
  override readonly name = 'BranchRecordExists';
  constructor(readonly path: string) {
    super(`${path} already exists`);
  }
}

/**
 * Where the record of a branch goes: `NAME.BRANCH-ID.branch.json` beside the parent, NAME being the parent's file name
 * without `.trace.jsonl` or `.jsonl`. The id must have passed `branchIdFault`.
 */
export function branchRecordPath(journalPath: string, branchId: string): string {
  const name = path.basename(journalPath).replace(/(\.trace)?\.jsonl$/i, '');
  return path.join(path.dirname(journalPath), `${name}.${branchId}.branch.json`);
}

/**
 * Writes a branch record and returns its path (`out`, else the place beside the journal). The bytes are durable before
 * the name exists, and the name is taken only if it is free.
 * @throws {BranchRecordExists} when a file of that name is there; nothing is changed then.
 */
export async function writeBranchRecord(record: {
  journalPath: string;
  lineage: Lineage;
  context: BranchContext;
  out?: string;
}): Promise<string> {
  const target = record.out ?? branchRecordPath(record.journalPath, record.lineage.branch_id);
  const text = `${JSON.stringify({ ...record.lineage, context: record.context }, null, 2)}\n`;
  const temporary = path.join(
    path.dirname(target),
    `.${path.basename(target)}.${randomBytes(6).toString('hex')}.tmp`,
  );
  const file = await open(temporary, 'wx');
  try {
    await writeDurably(file, text);
    // A hard link is atomic and, unlike a rename, fails where the name is taken.
    await link(temporary, target);
  } catch (error) {
    if (isCode(error, 'EEXIST')) throw new BranchRecordExists(target);
    if (!isCode(error, 'EPERM', 'ENOTSUP', 'ENOSYS', 'EOPNOTSUPP')) throw error;
    await createWithoutLinks(target, text);
  } finally {
    await unlink(temporary);
  }
  await syncFolder(path.dirname(target));
  return target;
}

/** For file systems without hard links: an exclusive create, taken back if it cannot be completed. */
async function createWithoutLinks(target: string, text: string): Promise<void> {
  const file = await open(target, 'wx').catch((error: unknown) => {
    throw isCode(error, 'EEXIST') ? new BranchRecordExists(target) : error;
  });
  try {
    await writeDurably(file, text);
  } catch (error) {
    await unlink(target);
    throw error;
  }
}

/** Fills a new file and closes it; its bytes are on the disk when this is done. */
async function writeDurably(file: FileHandle, text: string): Promise<void> {
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes the new name durable, where folders can be synchronised. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
