import type { FormatId } from '../protocol.ts';

/** What decides whether the editor may append to a journal. */
export interface AppendCircumstances {
  /** The setting that allows it. */
  readonly isAllowed: boolean;
  /** The workspace is trusted. */
  readonly isTrusted: boolean;
  /** Scheme of the journal's address. */
  readonly scheme: string;
  /** What the file is. */
  readonly format: FormatId;
}

/** Why the editor does not append, in words; undefined when it may. */
export function appendRefusal({
  isAllowed,
  isTrusted,
  scheme,
  format,
}: AppendCircumstances): string | undefined {
  if (!isTrusted) return 'Nothing is appended in a workspace that is not trusted.';
  if (scheme !== 'file')
    return 'Only a journal on a local disk can be appended to: no other file system says when bytes are safe.';
  if (!isAllowed)
    return 'Appending to journals is off. The setting Session Journal: Allow Append turns it on.';
  if (format === 'agent' || format === 'frames')
    return 'This log is its agent’s own, and only that agent writes to it. Observations are appended to journals in the form of Trace 0.1.';
  return undefined;
}

/** What may be recorded of the events through a sequence. */
export type Observed =
  | { readonly kind: 'replay'; readonly sequence: number }
  | { readonly kind: 'branch'; readonly sequence: number; readonly id: string };

/** The command line that appends an observation to a journal. */
export function appendArguments(file: string, observed: Observed): readonly string[] {
  const sequence = String(observed.sequence);
  return observed.kind === 'replay'
    ? ['replay', '--until', sequence, '--append', '--', file]
    : ['branch', '--at', sequence, `--id=${observed.id}`, '--append', '--', file];
}
