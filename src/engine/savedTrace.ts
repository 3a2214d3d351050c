// What was read of a journal, as bytes that can be kept: the index, the outline and the violations, so that a file that is
// unchanged, or has only grown, need not be read again before it is shown. An accelerator and no authority: it is believed
// only for the very file that it was made from, and the journal is read from zero behind it all the same.

import * as z from 'zod';
import type { Break, Found } from '../core/check.ts';
import type { SeenHistory } from '../core/history.ts';

/** Grows when the same file would give another index, outline or violations: older bytes are ignored then. */
const VERSION = 2;

/** A journal with more violations than this is read anew each time. */
const MOST_FOUND = 5_000;

/** What of a Trace 0.1 journal is kept. */
export interface SavedTrace {
  /** Which file it was. */
  readonly file: string;
  /** In which state it was, all of it read; null when it was written to meanwhile. */
  readonly state: string | null;
  /** What was seen of its bytes; null when it did not end in a whole line, which may be completed or set aside. */
  readonly history: SeenHistory | null;
  readonly events: number;
  readonly sessionId: string | null;
  readonly runId: string | null;
  /** Fingerprint of all that can be replayed, and how many events that are. */
  readonly fingerprint: string | null;
  readonly applied: number;
  readonly break: Break | null;
  readonly found: readonly Found[];
  /** What only the end told, such as a call without an answer. */
  readonly end: { readonly found: readonly Found[]; readonly break: Break | null };
  /** The columns of the index, then those of the outline, each in parts; what was kept is in one. */
  readonly columns: readonly (readonly Uint8Array[])[];
}

// Violations were checked when they were found; what is read back is ours, so that only its outline is checked.
const oneFound = z.custom<Found>(
  (value) => typeof value === 'object' && value !== null && 'row' in value && 'violation' in value,
);
const numbers = z.array(z.int().min(0));
const history = z.strictObject({
  bytes: z.int().min(0),
  digests: z.array(z.string()),
  rewrittenAt: z.null(),
  lines: z.strictObject({ ends: numbers, sums: numbers }).exactOptional(),
});
const header = z.strictObject({
  version: z.literal(VERSION),
  columns: numbers,
  saved: z.strictObject({
    file: z.string(),
    state: z.string().nullable(),
    history: history.nullable(),
    events: z.int(),
    sessionId: z.string().nullable(),
    runId: z.string().nullable(),
    fingerprint: z.string().nullable(),
    applied: z.int(),
    break: oneFound.nullable(),
    found: z.array(oneFound),
    end: z.strictObject({ found: z.array(oneFound), break: oneFound.nullable() }),
  }),
});

/** The bytes of a journal's reading, in parts; undefined when it is not worth keeping. */
export function encodeSaved(saved: SavedTrace): readonly Uint8Array[] | undefined {
  if (saved.found.length + saved.end.found.length > MOST_FOUND) return undefined;
  const { columns, ...rest } = saved;
  const sizes = columns.map((parts) => parts.reduce((size, { length }) => size + length, 0));
  const text = new TextEncoder().encode(JSON.stringify({ version: VERSION, columns: sizes, saved: rest }));
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, text.length);
  return [length, text, ...columns.flat()];
}

/** Reads it back; undefined for bytes of another version, and for damaged ones. */
export function decodeSaved(bytes: Uint8Array): SavedTrace | undefined {
  if (bytes.length < 4) return undefined;
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  const read = header.safeParse(parse(bytes.subarray(4, 4 + length)));
  if (!read.success) return undefined;
  const columns: Uint8Array[][] = [];
  let at = 4 + length;
  for (const size of read.data.columns) {
    columns.push([bytes.slice(at, at + size)]);
    at += size;
  }
  if (at !== bytes.length) return undefined;
  return { ...read.data.saved, columns };
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
