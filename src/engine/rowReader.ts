// Rows and details, read again from the file through the index. Huge records are never decoded whole for a row.

import { scanJson } from '../core/json/scan.ts';
import { STRING, Tape } from '../core/json/tape.ts';
import { isJsonObject, valueAt } from '../core/json/value.ts';
import { JsonRecord } from '../core/record.ts';
import { summarise, SUMMARY_LENGTH } from '../core/summary.ts';
import type { Format } from '../formats/format.ts';
import type { Row } from '../protocol.ts';
import type { ByteSource } from './byteSource.ts';
import { damagedText } from './recordText.ts';
import { DAMAGE, type IndexedRow, type JournalIndex } from '../core/journalIndex.ts';

/** A record up to this size is read whole for its row; of a larger one only the beginning is. */
const WHOLE = 256 * 1024;

/** Most rows in one page. */
const MAX_ROWS = 500;

export class RowReader {
  readonly #tape = new Tape();

  constructor(
    private readonly source: ByteSource,
    private readonly index: JournalIndex,
    private readonly format: Format,
  ) {}

  /** The rows `from … from + count - 1`, fewer at the end. `replayEnd` is the first row that the replay excludes. */
  page(from: number, count: number, replayEnd: number): Row[] {
    const rows: Row[] = [];
    const first = Math.max(0, Math.floor(from));
    const end = Math.min(this.index.count, first + Math.min(Math.max(0, count), MAX_ROWS));
    for (let row = first; row < end; row++) {
      const indexed = this.index.at(row);
      if (indexed !== undefined) rows.push(this.row(row, indexed, replayEnd));
    }
    return rows;
  }

  row(row: number, indexed: IndexedRow, replayEnd: number): Row {
    const bytes = this.source.read(indexed.offset, Math.min(indexed.length, WHOLE));
    const common = {
      row,
      line: indexed.line,
      severity: this.index.severityAt(row),
      beyondReplay: row >= replayEnd,
      status: null,
      inherited: false,
    };
    if (indexed.kind === DAMAGE) {
      return { ...common, kind: 'damage', ...NO_ENVELOPE, summary: damagedText(bytes) };
    }
    const record = this.#record(indexed, bytes);
    const envelope = this.format.envelope(record);
    const actor = record.member('actor');
    return {
      ...common,
      kind: 'event',
      sequence: indexed.sequence < 0 ? null : indexed.sequence,
      eventId: bounded(envelope.eventId),
      type: bounded(envelope.type),
      actorKind: bounded(stringAt(record, actor < 0 ? -1 : record.member('kind', actor))),
      actorId: bounded(stringAt(record, actor < 0 ? -1 : record.member('id', actor))),
      summary: this.#summary(record, envelope.type, indexed.length > WHOLE ? indexed.length : null),
      timestamp: bounded(envelope.timestamp),
    };
  }

  #record(indexed: IndexedRow, bytes: Uint8Array): JsonRecord {
    scanJson(bytes, 0, bytes.length, this.#tape);
    const text = { line: indexed.line, offset: indexed.offset, bytes };
    return new JsonRecord(text, 0, bytes.length, this.#tape, true);
  }

  #summary(record: JsonRecord, type: string | undefined, hugeLength: number | null): string {
    if (hugeLength !== null) return `${(hugeLength / 1e6).toFixed(1)} MB record`;
    const token = record.member('payload');
    const payload = token < 0 ? undefined : valueAt(record.text.bytes, record.tape, token);
    return isJsonObject(payload) ? summarise(type ?? '', payload) : '';
  }
}

const NO_ENVELOPE = {
  sequence: null,
  eventId: null,
  type: null,
  actorKind: null,
  actorId: null,
  timestamp: null,
};

function stringAt(record: JsonRecord, token: number): string | undefined {
  return token >= 0 && record.tape.kindAt(token) === STRING ? record.string(token) : undefined;
}

function bounded(text: string | undefined): string | null {
  return text === undefined ? null : text.slice(0, SUMMARY_LENGTH);
}
