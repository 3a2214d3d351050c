import { decode } from '../core/decode.ts';
import { frame } from '../core/frame.ts';
import { JsonRecord } from '../core/record.ts';
import { detectFormat, DETECTION_RECORDS, detectNativeFormat } from '../formats/detect.ts';

/** How much of a file is looked at. */
export const SNIFF_BYTES = 64 * 1024;

/** True when the first records belong to a format that we know. The last one may be cut off. */
export function looksLikeJournal(start: Uint8Array): boolean {
  const whole: JsonRecord[] = [];
  const salvaged: JsonRecord[] = [];
  for (const item of decode(frame([start]))) {
    if (item.kind === 'note') continue;
    const record = item.kind === 'record' ? item.record : item.salvaged;
    if (record && detectFormat(record)) return true;
    if (record) (item.kind === 'record' ? whole : salvaged).push(kept(record));
    if (whole.length + salvaged.length >= DETECTION_RECORDS) break;
  }
  return detectNativeFormat(whole.length > 0 ? whole : salvaged) !== undefined;
}

/** A record that outlives the decoding of the next one. */
function kept({ text, from, to, tape, wellFormed }: JsonRecord): JsonRecord {
  return new JsonRecord({ ...text, bytes: text.bytes.slice() }, from, to, tape.copy(), wellFormed);
}
