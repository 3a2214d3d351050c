// What a file is that holds no journal, in words that say where the journal may be.

import * as fs from 'node:fs';
import * as path from 'node:path';
import type { ByteSource } from '../engine/byteSource.ts';
import type { Detected } from '../engine/reader.ts';
import type { DetectedNative } from '../formats/detect.ts';
import { STDIN } from './openSource.ts';

/** First bytes of a Reasonix log of binary frames. */
const FRAMES = [0x52, 0x58, 0x34, 0x46];

export const NOT_A_SESSION = 'not a session journal that this tool knows';

/** True for a Reasonix log of binary frames. */
export function isFrames(source: ByteSource): boolean {
  const start = source.read(0, FRAMES.length);
  return FRAMES.every((byte, at) => start[at] === byte);
}

/** Why there is no journal to read in a file; undefined where there is one. */
export function noJournal(
  file: string,
  source: ByteSource,
  detected: Detected | DetectedNative,
): string | undefined {
  if (detected !== 'unknown' && detected !== 'empty') return undefined;
  if (isFrames(source)) {
    return `${NOT_A_SESSION}: these are binary frames of Reasonix. Let reasonix export the session as JSON lines, and open those.`;
  }
  if (detected === 'unknown') return NOT_A_SESSION;
  const sibling = eventLogOf(file);
  return sibling === undefined ? 'no events' : `no events; the session is in ${sibling} beside it`;
}

/** Name of the event log beside an empty transcript: Reasonix writes the session there alone. */
function eventLogOf(file: string): string | undefined {
  if (file === STDIN || !file.endsWith('.jsonl') || file.endsWith('.events.jsonl')) return undefined;
  const sibling = `${file.slice(0, -'.jsonl'.length)}.events.jsonl`;
  const size = fs.statSync(sibling, { throwIfNoEntry: false })?.size ?? 0;
  return size > 0 ? path.basename(sibling) : undefined;
}
