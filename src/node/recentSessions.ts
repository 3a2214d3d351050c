// The newest sessions in the folders where agents keep them. Of each file only the beginning is read: what it is, where
// it ran and what was asked first.

import { open, readdir, stat } from 'node:fs/promises';
import * as path from 'node:path';
import { memorySource } from '../engine/byteSource.ts';
import { detectNative } from '../engine/nativeDetect.ts';
import { NativeJournal } from '../engine/nativeJournal.ts';
import { newSha256 } from './sha256.ts';
import { unpackedStart } from './zstdSource.ts';

/** Bytes that are read of a file: the first record of a session may hold long instructions. */
const HEAD = 96 * 1024;

/** Most entries of folders that are looked at, how deep below a given one, and files that are asked about at once. */
const MAX_ENTRIES = 100_000;
const MAX_DEPTH = 6;
const AT_ONCE = 16;

/** Longest first message that is kept. */
const MAX_MESSAGE = 200;

/** A log of an agent, as a list shows it. Texts come from the log. */
export interface RecentSession {
  readonly path: string;
  /** The agent's name for people. */
  readonly agent: string;
  /** The folder that it ran in, null where the log does not say. */
  readonly project: string | null;
  /** What the person asked first, null where the beginning of the log does not say. */
  readonly message: string | null;
  readonly bytes: number;
  /** Milliseconds since 1970 of the last change. */
  readonly changed: number;
}

export interface RecentOptions {
  readonly folders: readonly string[];
  /** Most files that are looked into, the newest. */
  readonly limit: number;
  readonly signal: AbortSignal;
}

interface Candidate {
  readonly path: string;
  readonly bytes: number;
  readonly changed: number;
}

/** Sessions, newest first, as they are found. Ends early when aborted. */
export async function* recentSessions(options: RecentOptions): AsyncGenerator<RecentSession> {
  const { limit, signal } = options;
  const files = await candidates(options);
  files.sort((a, b) => b.changed - a.changed);
  for (const file of files.slice(0, limit)) {
    if (signal.aborted) return;
    const session = await sessionOf(file);
    if (session !== undefined) yield session;
  }
}

async function candidates({ folders, signal }: RecentOptions): Promise<Candidate[]> {
  const names: string[] = [];
  const waiting = folders.map((folder) => ({ folder, depth: 0 }));
  let seen = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (signal.aborted || seen >= MAX_ENTRIES) break;
    for (const entry of await readdir(next.folder, { withFileTypes: true }).catch(() => [])) {
      seen += 1;
      const at = path.join(next.folder, entry.name);
      if (entry.isDirectory() && next.depth < MAX_DEPTH) waiting.push({ folder: at, depth: next.depth + 1 });
      else if (entry.isFile() && /\.jsonl(?:\.zst)?$/.test(entry.name)) names.push(at);
    }
  }
  const files: Candidate[] = [];
  for (let from = 0; from < names.length && !signal.aborted; from += AT_ONCE) {
    const batch = await Promise.all([...new Set(names)].slice(from, from + AT_ONCE).map(candidate));
    files.push(...batch.flatMap((file) => file ?? []));
  }
  return files;
}

async function candidate(file: string): Promise<Candidate | undefined> {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined || found.size === 0) return undefined;
  return { path: file, bytes: found.size, changed: found.mtimeMs };
}

async function sessionOf(file: Candidate): Promise<RecentSession | undefined> {
  const start = await startOf(file.path).catch(() => undefined);
  const described = start && describe(start, path.basename(file.path));
  return described && { ...file, ...described };
}

/** The whole records at the beginning of a log. */
async function startOf(file: string): Promise<Uint8Array> {
  const handle = await open(file, 'r');
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    const bytes = unpackedStart(buffer.subarray(0, bytesRead));
    const end = bytes.lastIndexOf(0x0a);
    return end < 0 ? bytes : bytes.subarray(0, end + 1);
  } finally {
    await handle.close();
  }
}

/** What the beginning of a log says; undefined where it is no session. */
function describe(
  start: Uint8Array,
  fileName: string,
): Pick<RecentSession, 'agent' | 'project' | 'message'> | undefined {
  const source = memorySource(start);
  const detected = detectNative(source);
  if (detected === undefined) return undefined;
  const journal = new NativeJournal({ source, detected, newSha256, fileName });
  const reading = journal.read();
  while (reading.next().done !== true);
  return {
    agent: detected.format.label,
    project: journal.plan.identity.cwd,
    message: firstMessage(journal),
  };
}

function firstMessage(journal: NativeJournal): string | null {
  for (const { event } of journal.events()) {
    const content = event.type === 'user.message' ? event.payload['content'] : undefined;
    if (typeof content === 'string' && content.trim() !== '') return content.slice(0, MAX_MESSAGE);
  }
  return null;
}
