// Which agent wrote a file: told from its first records, never from its name.

import { decode } from '../core/decode.ts';
import { frame } from '../core/frame.ts';
import { JsonRecord } from '../core/record.ts';
import { DETECTION_RECORDS, detectNativeFormat, type DetectedNative } from '../formats/detect.ts';
import type { NativeFormat } from '../formats/native.ts';
import { beginningOf, type ByteSource } from './byteSource.ts';
import { chunksOf } from './reader.ts';

/** How far a format is looked for: one record may be tens of megabytes long, and damage may come first. */
const MAX_BYTES = 64 << 20;
const MAX_DAMAGE = 1000;

/** First bytes of a Reasonix log of binary frames. */
const FRAMES = [0x52, 0x58, 0x34, 0x46];

/** True for a Reasonix log of binary frames: recognised, and not read. */
export function isFrames(source: ByteSource): boolean {
  const start = source.read(0, FRAMES.length);
  return FRAMES.every((byte, at) => start[at] === byte);
}

/** The agent's log in a source, undefined where it is none. */
export function detectNative(
  source: ByteSource,
  formats?: readonly NativeFormat[],
): DetectedNative | undefined {
  const { whole, salvaged } = firstRecords(source);
  return (
    detectNativeFormat(whole, formats) ??
    (whole.length === 0 && salvaged.length > 0 ? detectNativeFormat(salvaged, formats) : undefined)
  );
}

/** The first whole records, and what could be read of the damaged ones among them. */
function firstRecords(source: ByteSource): { whole: JsonRecord[]; salvaged: JsonRecord[] } {
  const whole: JsonRecord[] = [];
  const salvaged: JsonRecord[] = [];
  let damage = 0;
  for (const item of decode(frame(chunksOf(beginningOf(source, MAX_BYTES))))) {
    if (item.kind === 'record') whole.push(kept(item.record));
    if (item.kind === 'damage') damage += 1;
    if (item.kind === 'damage' && item.salvaged !== undefined && salvaged.length < DETECTION_RECORDS) {
      salvaged.push(kept(item.salvaged));
    }
    if (whole.length >= DETECTION_RECORDS || damage >= MAX_DAMAGE) break;
  }
  return { whole, salvaged };
}

/** A record that outlives the decoding of the next one. */
function kept({ text, from, to, tape, wellFormed }: JsonRecord): JsonRecord {
  const bytes = text.bytes.slice();
  return new JsonRecord({ ...text, bytes }, from, to, tape.copy(), wellFormed);
}
