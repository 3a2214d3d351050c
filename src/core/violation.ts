// A violation is a broken rule as data: a code, the evidence, a place. It holds no prose, no severity and no
// editor range; `severity.ts` ranks it and `wording.ts` puts it into words where it is shown.

/**
 * Where something stands in the file. `line` is the 0-based physical line (lines end at LF only); `start` and
 * `end` are 0-based columns in UTF-16 units, as editors count them (a BOM has no column), `end` exclusive;
 * `offset` is the absolute byte offset of `start`.
 */
export interface Place {
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly offset: number;
}

/** Why a text is no JSON, as the scanner saw it. */
export type JsonFault =
  | 'value-expected'
  | 'key-expected'
  | 'colon-expected'
  | 'comma-or-end-expected'
  | 'number-malformed'
  | 'literal-malformed'
  | 'escape-malformed'
  | 'control-character'
  | 'text-after-value'
  | 'unexpected-end'
  | 'non-finite-number';

/** Path to a value inside an event: keys and array positions. */
export type ValuePath = readonly (string | number)[];

/** Evidence per code, on top of what every violation has. Places of other events are `related`. */
interface Evidence {
  // bytes and JSON
  'json-invalid': { readonly fault: JsonFault };
  'json-not-object': { readonly found: 'array' | 'string' | 'number' | 'literal' };
  'utf8-invalid': { readonly byteInLine: number };
  'nul-bytes': { readonly count: number };
  /** `isMended`: an agent's own log, whose events have U+FFFD in its place. */
  'lone-surrogate': { readonly path: ValuePath; readonly isMended?: boolean };
  'records-glued': { readonly records: number };
  'record-split': { readonly lines: number };
  /** `followed`: the file is watched, and the last record may still be completed. */
  'record-torn': { readonly last: boolean; readonly bytes: number; readonly followed?: boolean };
  'duplicate-key': { readonly path: ValuePath };
  'blank-line': { readonly lines: number };
  crlf: { readonly lines: number };
  bom: object;
  'no-final-newline': object;
  // shape
  /** `missing` when there is no such member at all. */
  schema: { readonly path: ValuePath; readonly expected: string; readonly missing?: boolean };
  'unknown-field': { readonly path: ValuePath };
  'event-type-unknown': { readonly type: string; readonly changesState: boolean };
  'trace-version-unsupported': { readonly version: string };
  'redaction-inconsistent': { readonly status: string; readonly fields: number };
  // order and identity
  'sequence-start': { readonly found: number };
  'sequence-gap': { readonly expected: number; readonly found: number; readonly missingParent?: string };
  'sequence-repeat': { readonly expected: number; readonly found: number };
  'sequence-backward': { readonly expected: number; readonly found: number };
  'session-mixed': { readonly expected: string; readonly found: string };
  'run-mixed': { readonly expected: string; readonly found: string };
  /** `unreachable`: in a tree, how many records before it the active path no longer reaches. */
  'parent-unknown': { readonly parent: string; readonly unreachable?: number };
  'parent-future': { readonly parent: string };
  'parent-self': { readonly parent: string };
  /** A tree whose parents lead back to where they started. */
  'parent-cycle': { readonly parent: string; readonly records: number };
  'event-id-conflict': { readonly id: string };
  'event-id-retry': { readonly id: string };
  'timestamp-backward': { readonly previous: string; readonly found: string };
  /**
   * `firstDifference` is the new end of a file that was cut; else the start of the first line that differs, or of a few
   * short ones among which it is, or beyond 32 MB the start of the block of 64 KB.
   */
  'history-rewritten': { readonly firstDifference: number };
  // conversation
  'tool-result-orphan': { readonly call: string };
  'tool-request-unanswered': { readonly call: string };
  'stream-unfinished': { readonly chunks: number };
  'event-after-stop': { readonly type: string };
  'stop-missing': object;
  // agents' own logs
  /** The last record hangs off another branch than the newest one: two writers, or a writer that missed something. */
  'leaf-stale': { readonly parent: string; readonly newest: string };
  'turn-open': { readonly turn: string };
  /** The id in the header is not the one in the file's name. */
  'identity-mismatch': { readonly header: string; readonly file: string };
  /** A record of a known type whose shape is not the one that the agent writes. */
  'record-shape': { readonly type: string; readonly path: ValuePath; readonly expected: string };
  /** A record type that the agent's own reader refuses. */
  'record-type-unknown': { readonly type: string };
  // recorded observations
  'recorded-fingerprint-mismatch': { readonly recorded: string; readonly computed: string | undefined };
  'lineage-mismatch': {
    readonly field: 'parent_run_id' | 'parent_fingerprint' | 'inherited_events' | 'fork_sequence';
    readonly recorded: string;
    readonly computed: string | undefined;
  };
}

export type ViolationCode = keyof Evidence;

/** One violation: the code, the evidence that belongs to it, the place, and the other place involved. */
export type ViolationOf<C extends ViolationCode> = {
  readonly code: C;
  readonly at: Place;
  readonly sequence?: number;
  readonly eventId?: string;
  readonly related?: readonly Related[];
} & Evidence[C];

export type Violation = { [C in ViolationCode]: ViolationOf<C> }[ViolationCode];

/** Another place that a violation speaks of, and the part it plays. */
export interface Related {
  readonly role:
    | 'first-delivery'
    | 'parent'
    | 'previous-event'
    | 'request'
    | 'stop'
    | 'journal-identity'
    | 'first-key'
    | 'recorded-prefix'
    | 'newest-leaf'
    | 'complete-copy';
  readonly at: Place;
  readonly sequence?: number;
}

/** Receives violations as they are found. */
export type Emit = (violation: Violation) => void;
