// A log whose file is named after another session than its records are of.

import type { Found } from '../core/check.ts';
import { STRING } from '../core/json/tape.ts';
import type { JsonRecord } from '../core/record.ts';
import type { Place } from '../core/violation.ts';
import { DETECTION_RECORDS } from '../formats/detect.ts';
import { identityMismatch } from '../formats/fileIdentity.ts';
import type { LogIdentity, NativeFormatId } from '../formats/native.ts';

/** Records of a log by their rows. */
interface Records {
  readonly rows: number;
  record(row: number): JsonRecord | undefined;
}

/** The violation, at the id that the log names itself by; undefined where name and id go together. */
export function identityFault(
  format: NativeFormatId,
  identity: LogIdentity,
  fileName: string | null,
  records: Records,
): Found | undefined {
  const ids = fileName === null ? undefined : identityMismatch(format, identity, fileName);
  if (ids === undefined) return undefined;
  const { row, at } = placeOf(ids.header, records);
  return at && { row, violation: { code: 'identity-mismatch', ...ids, at } };
}

/** Where an id stands among the first records, or the first record where it stands in none. */
function placeOf(id: string, records: Records): { row: number; at: Place | undefined } {
  let first: { row: number; at: Place } | undefined;
  for (let row = 0; row < Math.min(DETECTION_RECORDS, records.rows); row++) {
    const record = records.record(row);
    if (record === undefined) continue;
    first ??= { row, at: record.place() };
    for (let token = 0; token < record.tape.count; token++) {
      if (isText(record, token, id)) return { row, at: record.placeOf(token) };
    }
  }
  return first ?? { row: 0, at: undefined };
}

function isText(record: JsonRecord, token: number, text: string): boolean {
  const { tape } = record;
  return (
    tape.kindAt(token) === STRING &&
    tape.endAt(token) - tape.startAt(token) === text.length + 2 &&
    record.string(token) === text
  );
}
