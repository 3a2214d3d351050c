// The header of a Pi session, and what it says about the log.

import type { JsonRecord } from '../../core/record.ts';
import { instantOf } from '../../core/timestamp.ts';
import { numberMember, textMember } from '../lenient.ts';
import type { LogIdentity, SessionLink } from '../native.ts';

export interface Header {
  readonly row: number;
  readonly id: string;
  readonly cwd: string | null;
  /** Path of the session that this one came from. */
  readonly parent: string | null;
  /** Milliseconds since 1970. */
  readonly instant: number | undefined;
  readonly model: string | null;
}

/** The header in a record, undefined when it is none. */
export function readHeader(row: number, record: JsonRecord): Header | undefined {
  const id = textMember(record, 'id');
  if (id === undefined || !isHeader(record)) return undefined;
  return {
    row,
    id,
    cwd: textMember(record, 'cwd') ?? null,
    parent: textMember(record, 'parentSession') ?? textMember(record, 'branchedFrom') ?? null,
    instant: instantOf(textMember(record, 'timestamp') ?? ''),
    model: textMember(record, 'modelId') ?? null,
  };
}

/** True for a header of any version. */
export function isHeader(record: JsonRecord): boolean {
  if (textMember(record, 'type') !== 'session' || textMember(record, 'id') === undefined) return false;
  return textMember(record, 'cwd') !== undefined || numberMember(record, 'version') !== undefined;
}

/** What the log says about itself. `hasCopies` says that it holds entries of the session it came from. */
export function identityOf(
  generation: string,
  header: Header | undefined,
  model: string | null,
  hasCopies: boolean,
): LogIdentity {
  const links: SessionLink[] = [];
  if (header?.parent != null) {
    // Pi's files are named `<time>_<id>.jsonl`.
    const id = /_([^_/\\]+)\.jsonl$/.exec(header.parent)?.[1] ?? null;
    links.push({ kind: hasCopies ? 'forked-from' : 'parent-session', id, file: header.parent });
  }
  const sessionId = header?.id ?? null;
  return {
    generation,
    agentVersion: null,
    sessionId,
    runId: sessionId,
    cwd: header?.cwd ?? null,
    model,
    links,
  };
}
