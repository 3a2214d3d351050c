// What a file is that holds no journal, in words that say where the journal may be.

import type { ByteSource } from '../engine/byteSource.ts';
import { isFrames } from '../engine/nativeDetect.ts';
import type { Detected } from '../engine/reader.ts';
import type { DetectedNative } from '../formats/detect.ts';
import { eventLogBeside } from '../node/eventLog.ts';
import { STDIN } from './openSource.ts';

export const NOT_A_SESSION = 'not a session journal that this tool knows';

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
  const sibling = file === STDIN ? undefined : eventLogBeside(file);
  return sibling === undefined ? 'no events' : `no events; the session is in ${sibling} beside it`;
}
