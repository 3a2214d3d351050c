// Other logs that a session belongs with: the parent of a fork, the logs of its subagents, a fork under another id. What
// a log names is hostile text: it is looked for as a name in the log's own folders, and never opened as a path.

import * as fs from 'node:fs';
import * as path from 'node:path';
import type { LogIdentity, NativeFormatId, SessionLink } from '../formats/native.ts';
import { idInFileName, rolloutInFileName } from '../formats/fileIdentity.ts';
import { sharesRecords, sessionOf } from './relatedRecords.ts';

export interface RelatedFile {
  readonly kind: SessionLink['kind'] | 'fork';
  /** Session id as the log names it, or as the file's name tells it. */
  readonly id: string | null;
  /** Null where the file is not there. */
  readonly path: string | null;
}

/** Most names that are looked at in a search, and files that are looked into. */
const MAX_NAMES = 50_000;
const MAX_OPENED = 200;
/** How deep sessions lie below the folder of all: years, months, days. */
const MAX_DEPTH = 4;

/**
 * The logs related to the one at `log`. Reads names, and the beginnings of files in the log's own folder. Logs of Codex
 * are also looked for in `folders`.
 */
export function relatedFiles(
  log: string,
  format: NativeFormatId,
  identity: LogIdentity,
  folders: readonly string[] = [],
): readonly RelatedFile[] {
  const named = identity.links.map((link) => ({
    kind: link.kind,
    id: link.id,
    path: findNamed(rootsOf(log, format, folders), format, link),
  }));
  const found = [...named, ...(format === 'claude-code' || format === 'qwen' ? besides(log, identity) : [])];
  if (format === 'reasonix') found.push(...reasonixParent(log));
  const told = found.filter((item) => item.kind !== 'forked-from' || !named.some(isBaseOf(item)));
  return told.filter(
    (item, at) =>
      item.path !== path.resolve(log) &&
      told.findIndex((other) => other.path === item.path && other.id === item.id) === at,
  );
}

/** The log that a Codex log builds on, which may be itself; null where it is not there. */
export function findBase(log: string, link: SessionLink, folders: readonly string[] = []): string | null {
  return findNamed(rootsOf(log, 'codex', folders), 'codex', link);
}

/** What a log builds on says more than that it was forked from there. */
function isBaseOf(fork: RelatedFile) {
  return ({ kind, id, path: file }: RelatedFile) =>
    kind === 'history-base' && id === fork.id && file === fork.path;
}

/** The file of a session by its id or its name, below one of these folders. */
function findNamed(
  roots: readonly string[],
  format: NativeFormatId,
  { kind, id, file }: SessionLink,
): string | null {
  const name = file === null ? undefined : file.split(/[\\/]/).at(-1);
  const idOf = (candidate: string) =>
    kind === 'history-base'
      ? rolloutInFileName(candidate)
      : (idInFileName(format, candidate) ?? agentOf(candidate));
  const isIt = (candidate: string) =>
    candidate === name || (id !== null && id !== '' && idOf(candidate) === id);
  for (const root of roots) {
    const found = search(root, isIt);
    if (found !== undefined) return found;
  }
  return null;
}

/**
 * The log's own folder first; for Codex also the tree of dates that it lies in, the archive beside that, and the folders
 * that a person named.
 */
function rootsOf(log: string, format: NativeFormatId, folders: readonly string[]): readonly string[] {
  const own = path.dirname(path.resolve(log));
  if (format !== 'codex') return [own];
  let above = own;
  for (let depth = 0; depth <= MAX_DEPTH; depth++, above = path.dirname(above)) {
    const name = path.basename(above);
    if (name !== 'sessions' && name !== 'archived_sessions') continue;
    const home = path.dirname(above);
    return [own, path.join(home, 'sessions'), path.join(home, 'archived_sessions'), ...folders];
  }
  return [own, ...folders];
}

/** The first file below a folder whose name is accepted. Links are not followed. */
function search(root: string, accepts: (name: string) => boolean): string | undefined {
  const waiting = [{ folder: root, depth: 0 }];
  let seen = 0;
  for (let next = waiting.pop(); next !== undefined && seen < MAX_NAMES; next = waiting.pop()) {
    for (const entry of list(next.folder)) {
      seen += 1;
      const at = path.join(next.folder, entry.name);
      if (entry.isFile() && accepts(entry.name)) return at;
      if (entry.isDirectory() && next.depth < MAX_DEPTH) waiting.push({ folder: at, depth: next.depth + 1 });
    }
  }
  return undefined;
}

/** Claude Code and Qwen Code name no relatives: a fork repeats ids of records, a subagent lies in a folder of its own. */
function besides(log: string, { sessionId }: LogIdentity): RelatedFile[] {
  const own = path.resolve(log);
  const folder = path.dirname(own);
  const found: RelatedFile[] = [];
  if (path.basename(folder) === 'subagents') {
    const parent = path.join(
      path.dirname(path.dirname(folder)),
      `${path.basename(path.dirname(folder))}.jsonl`,
    );
    found.push({ kind: 'spawned-by', id: sessionId, path: fs.existsSync(parent) ? parent : null });
    return found;
  }
  const subagents = path.join(folder, path.basename(own, '.jsonl'), 'subagents');
  for (const { name } of list(subagents)) {
    if (name.endsWith('.jsonl'))
      found.push({ kind: 'subagent', id: agentOf(name) ?? null, path: path.join(subagents, name) });
  }
  const others = list(folder)
    .filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'))
    .map(({ name }) => path.join(folder, name))
    .filter((file) => file !== own)
    .slice(0, MAX_OPENED);
  for (const file of others) {
    if (path.basename(file).startsWith('agent-')) {
      if (sessionId !== null && sessionOf(file) === sessionId)
        found.push({ kind: 'subagent', id: agentOf(path.basename(file)) ?? null, path: file });
    } else if (sharesRecords(own, file)) {
      found.push({ kind: 'fork', id: path.basename(file, '.jsonl'), path: file });
    }
  }
  return found;
}

/** The id of a subagent in the name of its log. */
function agentOf(name: string): string | undefined {
  return /^agent-(.+)\.jsonl$/.exec(name)?.[1];
}

/** Largest `.meta` file that is read. */
const MAX_META = 1 << 20;

/** Reasonix keeps the parent in a file beside the log. */
function reasonixParent(log: string): RelatedFile[] {
  const stem = path.resolve(log).replace(/(?:\.events)?\.jsonl$/, '');
  const id = metaParent(`${stem}.jsonl.meta`);
  if (id === undefined) return [];
  const isName = path.basename(id) === id && !id.includes('\\');
  const folder = path.dirname(stem);
  const candidates = isName ? [`${id}.events.jsonl`, `${id}.jsonl`] : [];
  const file = candidates.map((name) => path.join(folder, name)).find((name) => fs.existsSync(name));
  return [{ kind: 'parent-session', id, path: file ?? null }];
}

function metaParent(file: string): string | undefined {
  try {
    if (fs.statSync(file).size > MAX_META) return undefined;
    const meta: unknown = JSON.parse(fs.readFileSync(file, 'utf8'));
    const isParent = typeof meta === 'object' && meta !== null && 'parent_id' in meta;
    return isParent && typeof meta.parent_id === 'string' && meta.parent_id !== ''
      ? meta.parent_id
      : undefined;
  } catch {
    return undefined;
  }
}

function list(folder: string): fs.Dirent[] {
  try {
    return fs.readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
