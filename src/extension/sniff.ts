import { decode } from '../core/decode.ts';
import { frame } from '../core/frame.ts';
import { detectFormat, DETECTION_RECORDS } from '../formats/detect.ts';

/** How much of a file is looked at. */
export const SNIFF_BYTES = 64 * 1024;

/** True when one of the first records, whole or damaged, belongs to a format we know. The last one may be cut off. */
export function looksLikeJournal(start: Uint8Array): boolean {
  let seen = 0;
  for (const item of decode(frame([start]))) {
    if (item.kind === 'note') continue;
    const record = item.kind === 'record' ? item.record : item.salvaged;
    if (record && detectFormat(record)) return true;
    seen += 1;
    if (seen >= DETECTION_RECORDS) return false;
  }
  return false;
}
