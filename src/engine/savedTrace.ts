// What was read of a journal, as bytes that can be kept: the index, the outline and the violations, so that an unchanged
// file need not be read again before it is shown. An accelerator and no authority: it is believed only for the very file
// that it was made from, and the journal is read from zero behind it all the same.

import * as z from 'zod';
import type { Break, Found } from '../core/check.ts';

/** Grows when the same file would give another index, outline or violations: older bytes are ignored then. */
const VERSION = 1;

/** A journal with more violations than this is read anew each time. */
const MOST_FOUND = 5_000;

/** What of a Trace 0.1 journal is kept. */
export interface SavedTrace {
  /** Which file it was, and in which state. */
  readonly identity: string;
  readonly events: number;
  readonly sessionId: string | null;
  readonly runId: string | null;
  /** Fingerprint of all that can be replayed, and how many events that are. */
  readonly fingerprint: string | null;
  readonly applied: number;
  readonly break: Break | null;
  readonly found: readonly Found[];
  /** The columns of the index, then those of the outline, each in parts; what was kept is in one. */
  readonly columns: readonly (readonly Uint8Array[])[];
}

// Violations were checked when they were found; what is read back is ours, so that only its outline is checked.
const oneFound = z.custom<Found>(
  (value) => typeof value === 'object' && value !== null && 'row' in value && 'violation' in value,
);
const header = z.strictObject({
  version: z.literal(VERSION),
  identity: z.string(),
  events: z.int(),
  sessionId: z.string().nullable(),
  runId: z.string().nullable(),
  fingerprint: z.string().nullable(),
  applied: z.int(),
  break: oneFound.nullable(),
  found: z.array(oneFound),
  columns: z.array(z.int().min(0)),
});

/** The bytes of a journal's reading, in parts; undefined when it is not worth keeping. */
export function encodeSaved(saved: SavedTrace): readonly Uint8Array[] | undefined {
  if (saved.found.length > MOST_FOUND) return undefined;
  const columns = saved.columns.map((parts) => parts.reduce((size, { length }) => size + length, 0));
  const text = new TextEncoder().encode(JSON.stringify({ ...saved, version: VERSION, columns }));
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, text.length);
  return [length, text, ...saved.columns.flat()];
}

/** Reads it back for a file in the state `identity`; undefined for any other, and for bytes that are damaged. */
export function decodeSaved(bytes: Uint8Array, identity: string): SavedTrace | undefined {
  if (bytes.length < 4) return undefined;
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  const read = header.safeParse(parse(bytes.subarray(4, 4 + length)));
  if (!read.success || read.data.identity !== identity) return undefined;
  const columns: Uint8Array[][] = [];
  let at = 4 + length;
  for (const size of read.data.columns) {
    columns.push([bytes.slice(at, at + size)]);
    at += size;
  }
  if (at !== bytes.length) return undefined;
  const { events, sessionId, runId, fingerprint, applied, break: fault, found } = read.data;
  return { identity, events, sessionId, runId, fingerprint, applied, break: fault, found, columns };
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
