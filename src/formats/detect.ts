import type { JsonRecord } from '../core/record.ts';
import { claudeCode } from './claudeCode.ts';
import { codex } from './codex.ts';
import { copilotCli } from './copilotCli.ts';
import type { Format } from './format.ts';
import { geminiCli } from './geminiCli.ts';
import type { NativeFormat } from './native.ts';
import { pi } from './pi.ts';
import { qwen } from './qwen.ts';
import { reasonix } from './reasonix.ts';
import { trace01 } from './trace01.ts';

/** Every format whose records are events already, in the order in which they are asked. */
const FORMATS: readonly Format[] = [trace01];

/**
 * Agents' own logs, in the order in which they are asked: the ones that say what they are before those that are told
 * by a manner. What is asked later may take a record for its own that an earlier one knows better.
 */
export const NATIVE_FORMATS: readonly NativeFormat[] = [
  codex,
  pi,
  reasonix,
  qwen,
  claudeCode,
  copilotCli,
  geminiCli,
];

/** How many records are looked at before a file is called unknown. */
export const DETECTION_RECORDS = 10;

/** The format that claims a record, undefined when none does. */
export function detectFormat(record: JsonRecord): Format | undefined {
  return FORMATS.find((format) => format.detect(record));
}

/** An agent's own log: its format, and which of that format's generations. */
export interface DetectedNative {
  readonly format: NativeFormat;
  readonly generation: string;
}

/** The agent's log that the first records of a file belong to, undefined when they are of none. */
export function detectNativeFormat(
  first: readonly JsonRecord[],
  formats: readonly NativeFormat[] = NATIVE_FORMATS,
): DetectedNative | undefined {
  for (const format of formats) {
    const generation = format.detect(first);
    if (generation !== undefined) return { format, generation };
  }
  return undefined;
}
