// What a record says, as it stands in the file.

import { indentJson } from '../core/json/indent.ts';
import { scanJson } from '../core/json/scan.ts';
import { Tape } from '../core/json/tape.ts';
import { decodeUtf8 } from '../core/json/utf8.ts';
import { DAMAGE, type IndexedRow } from '../core/journalIndex.ts';
import { SUMMARY_LENGTH } from '../core/summary.ts';
import type { ByteSource } from './byteSource.ts';

/** The least that is read of a record to be shown. */
const LEAST = 256 * 1024;

const tape = new Tape();

/** The record's text for the details pane, indented, at most `limit` characters of it. */
export function recordText(
  source: ByteSource,
  indexed: IndexedRow,
  limit: number,
): { readonly text: string; readonly cut: boolean } {
  // Four bytes a character at most, plus white space that indenting drops: enough to fill the limit.
  const wanted = Math.min(indexed.length, Math.max(limit * 6, LEAST));
  const bytes = source.read(indexed.offset, wanted);
  if (indexed.kind === DAMAGE) {
    const text = decodeUtf8(bytes);
    return text.length > limit || wanted < indexed.length
      ? { text: text.slice(0, limit), cut: true }
      : { text, cut: false };
  }
  scanJson(bytes, 0, bytes.length, tape);
  if (wanted === indexed.length) return indentJson(bytes, tape, limit);
  // The reading stopped inside the record: what follows the last whole token is shown as it stands.
  const shown = indentJson(bytes, tape, limit, true);
  const rest = decodeUtf8(bytes, shown.end, Math.min(bytes.length, shown.end + limit * 4));
  return { text: (shown.text + rest.replace(/\ufffd$/u, '')).slice(0, limit), cut: true };
}

/** The beginning of a damaged stretch, for its row. */
export function damagedText(bytes: Uint8Array): string {
  return decodeUtf8(bytes, 0, Math.min(bytes.length, SUMMARY_LENGTH * 3)).slice(0, SUMMARY_LENGTH);
}
