// A native log read as a whole: frame, decode, survey, plan.

import type { Found } from '../../src/core/check.ts';
import { decode } from '../../src/core/decode.ts';
import { frame } from '../../src/core/frame.ts';
import { isJsonObject, type JsonObject } from '../../src/core/json/value.ts';
import { JsonRecord } from '../../src/core/record.ts';
import type { NativeEvent, NativeFormat, Plan, RowStatus } from '../../src/formats/native.ts';
import { bytesOf } from './journal.ts';

export interface NativeRow {
  readonly row: number;
  readonly line: number;
  readonly status: RowStatus;
  readonly inherited: boolean;
  readonly events: readonly NativeEvent[];
}

export interface NativeLog {
  readonly generation: string;
  readonly plan: Plan;
  readonly rows: readonly NativeRow[];
  /** Events of the active rows in order, then those that close the journal. */
  readonly active: readonly NativeEvent[];
  readonly found: readonly Found[];
  /** `code@LINE`, 1-based, in the order of rows. */
  readonly codes: readonly string[];
}

/** Lines of a log, one JSON text each. */
export function linesOf(records: readonly unknown[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

/** The generation that a format sees in the first records of a text, undefined when it does not claim them. */
export function detected(format: NativeFormat, input: string | Uint8Array): string | undefined {
  const first: JsonRecord[] = [];
  for (const item of decode(frame([bytesOf(input)]))) {
    if (item.kind === 'record') first.push(copyOf(item.record));
    if (first.length === 10) break;
  }
  return format.detect(first);
}

/** Reads a log. `leaf` chooses the row that the active path ends in. */
export function readNative(format: NativeFormat, input: string | Uint8Array, leaf?: number): NativeLog {
  const generation = detected(format, input);
  if (generation === undefined) throw new Error(`not a log of ${format.label}`);
  const found: Found[] = [];
  const survey = format.survey(generation, (row, violation) => void found.push({ row, violation }));
  const values: { line: number; value: JsonObject | undefined }[] = [];
  for (const item of decode(frame([bytesOf(input)]))) {
    if (item.kind === 'note') continue;
    const row = values.length;
    if (item.kind === 'record') {
      const value = item.record.value();
      values.push({ line: item.record.text.line, value: isJsonObject(value) ? value : undefined });
      survey.accept(row, item.record);
    } else {
      values.push({ line: item.line, value: undefined });
      survey.damaged(row, item.salvaged);
    }
  }
  const end = survey.end(leaf);
  found.push(...end.found);
  const { plan } = end;
  const read = (row: number) => values[row]?.value;
  const rows = values.map(({ line, value }, row) => ({
    row,
    line,
    status: plan.statusOf(row),
    inherited: plan.isInherited(row),
    events: value === undefined ? [] : plan.events(row, line, value, read),
  }));
  const active = [
    ...rows.filter(({ status }) => status === 'active').flatMap(({ events }) => events),
    ...plan.closing(),
  ];
  found.sort((a, b) => a.row - b.row);
  const codes = found.map(({ violation }) => `${violation.code}@${violation.at.line + 1}`);
  return { generation, plan, rows, active, found, codes };
}

/** The tape of a record is reused by the decoder; a copy stays. */
function copyOf(record: JsonRecord): JsonRecord {
  const { line, offset, bytes } = record.text;
  const text = { line, offset, bytes: bytes.slice() };
  return new JsonRecord(text, record.from, record.to, record.tape.copy(), record.wellFormed);
}

/** The objects of a log, read by plain `JSON.parse`: for counts that are made apart from the program. */
export function parsedLines(input: Uint8Array): JsonObject[] {
  const lines = new TextDecoder().decode(input).split('\n');
  return lines.flatMap((line) => {
    const value: unknown = line === '' ? undefined : JSON.parse(line);
    return isJsonObject(value) ? [value] : [];
  });
}

/** Types and payloads of events as JSON gives them back: the objects of a log have no prototype. */
export function told(events: readonly NativeEvent[]): unknown {
  return plain(events.map(({ type, payload }) => [type, payload]));
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)]));
}

/** How many events of each type there are. */
export function countsOf(events: readonly NativeEvent[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { type } of events) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
}
