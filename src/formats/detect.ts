import type { JsonRecord } from '../core/record.ts';
import type { Format } from './format.ts';
import { trace01 } from './trace01.ts';

/** Every format, in the order in which they are asked. */
const FORMATS: readonly Format[] = [trace01];

/** How many records are looked at before a file is called unknown. */
export const DETECTION_RECORDS = 10;

/** The format that claims a record, undefined when none does. */
export function detectFormat(record: JsonRecord): Format | undefined {
  return FORMATS.find((format) => format.detect(record));
}
