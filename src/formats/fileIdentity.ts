// The id that an agent puts into the name of a log. Only names in that agent's own manner say anything: people rename
// files, and a name that says nothing is no fault.

import type { LogIdentity, NativeFormatId } from './native.ts';

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const STAMP = String.raw`\d{4}-\d\d-\d\dT\d\d-\d\d`;

/** How each agent names its logs; the first group is the id. */
const NAMES: Readonly<Partial<Record<NativeFormatId, RegExp>>> = {
  // A thread that was taken back goes on in another file, which has an id of its own after that of the thread.
  codex: new RegExp(String.raw`^rollout-${STAMP}-\d\d-(${UUID})(?:_(${UUID}))?\.jsonl(?:\.zst)?$`),
  'claude-code': new RegExp(String.raw`^(${UUID})\.jsonl$`),
  qwen: new RegExp(String.raw`^(${UUID})\.jsonl$`),
  pi: new RegExp(String.raw`^${STAMP}-\d\d(?:-\d+)?Z?_(${UUID})\.jsonl$`),
  'gemini-cli': new RegExp(String.raw`^session-${STAMP}(?:-\d\d)?-([0-9a-f]{8})\.jsonl$`),
};

/** The id in a file's name, undefined where the name is not in the agent's manner. */
export function idInFileName(format: NativeFormatId, fileName: string): string | undefined {
  return NAMES[format]?.exec(fileName)?.[1];
}

/** The id that another Codex log names this one by, when it builds on a part of it. */
export function rolloutInFileName(fileName: string): string | undefined {
  const found = NAMES.codex?.exec(fileName);
  return found?.[2] ?? found?.[1];
}

/**
 * The id of the log and the other one in its name, where both are there and disagree. Some agents name a file by the
 * session, some by the run, and some by the beginning of either.
 */
export function identityMismatch(
  format: NativeFormatId,
  { sessionId, runId }: Pick<LogIdentity, 'sessionId' | 'runId'>,
  fileName: string,
): { readonly header: string; readonly file: string } | undefined {
  const file = idInFileName(format, fileName);
  const header = runId ?? sessionId;
  if (file === undefined || header === null || header === '') return undefined;
  const agrees = [sessionId, runId].some((id) => id?.startsWith(file));
  return agrees ? undefined : { header, file };
}
