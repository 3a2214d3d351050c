import * as fs from 'node:fs';
import * as path from 'node:path';

/** Name of the event log beside an empty transcript, where there is one: Reasonix writes some sessions there alone. */
export function eventLogBeside(file: string): string | undefined {
  if (!file.endsWith('.jsonl') || file.endsWith('.events.jsonl')) return undefined;
  const sibling = `${file.slice(0, -'.jsonl'.length)}.events.jsonl`;
  const size = fs.statSync(sibling, { throwIfNoEntry: false })?.size ?? 0;
  return size > 0 ? path.basename(sibling) : undefined;
}
