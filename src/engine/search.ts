// Search over all rows of a journal, not only those on screen: block by block through the index, so that one turn stays
// short and hits can be shown while the rest is still being looked through.

import type { Envelope } from '../core/fact.ts';
import { compileQuery, type Names, type Query } from '../core/query.ts';
import { scanJson } from '../core/json/scan.ts';
import { Tape } from '../core/json/tape.ts';
import { JsonRecord } from '../core/record.ts';
import type { SearchResult } from '../protocol.ts';
import type { ByteSource } from './byteSource.ts';
import type { JournalIndex } from '../core/journalIndex.ts';
import { inTurns, type Turns } from './turns.ts';

/** Bytes looked at together. */
const BLOCK = 1 << 20;

export interface SearchOptions {
  readonly source: ByteSource;
  readonly index: Pick<JournalIndex, 'count' | 'at' | 'severityAt'>;
  /** Who, what and when, for the filters. */
  readonly envelopeOf: (record: JsonRecord, row: number) => Envelope;
  /** Who acts in what a row stands for; without it the record says so itself. */
  readonly namesOf?: (row: number) => Names;
  readonly turns: Turns;
}

/** How far one request looks at most, so that its answer comes soon enough to be shown as progress. */
const PATIENCE = 150;

/**
 * Looks through the rows from `from` on, until `limit` hits, the end, or some time has gone by: the answer says where to
 * go on. Damaged rows match by their text.
 * @throws {Aborted}
 */
export async function search(
  { source, index, envelopeOf, namesOf, turns }: SearchOptions,
  query: Query,
  from: number,
  limit: number,
  signal: AbortSignal,
): Promise<SearchResult> {
  const compiled = compileQuery(query);
  if (!compiled.ok) return { ok: false, fault: compiled.fault };
  const { matcher } = compiled;
  const hits: number[] = [];
  const deadline = turns.now() + PATIENCE;
  let next = Math.max(0, from);

  const look = function* () {
    const tape = new Tape();
    while (next < index.count && hits.length < limit && turns.now() < deadline) {
      const block = blockAt(source, index, next);
      if (matcher.mayMatch(block.bytes)) {
        for (let row = next; row < block.end && hits.length < limit; row++) {
          const indexed = index.at(row);
          if (indexed === undefined) break;
          const start = indexed.offset - block.offset;
          const bytes = block.bytes.subarray(start, start + indexed.length);
          scanJson(bytes, 0, bytes.length, tape);
          const record = new JsonRecord(
            { line: indexed.line, offset: indexed.offset, bytes },
            0,
            bytes.length,
            tape,
            true,
          );
          const marked = index.severityAt(row) !== null;
          const names = namesOf && (() => namesOf(row));
          if (matcher.matches({ record, envelope: envelopeOf(record, row), marked, names })) hits.push(row);
          next = row + 1;
          yield;
        }
      } else next = block.end;
      yield;
    }
  };
  await inTurns(look(), turns, signal, () => undefined);
  return { ok: true, hits, next, done: next >= index.count };
}

/** The rows from `row` on that fit into one block (at least one), and their bytes. */
function blockAt(source: ByteSource, index: Pick<JournalIndex, 'at'>, row: number) {
  const first = index.at(row);
  const offset = first?.offset ?? 0;
  let end = row;
  let bytes = 0;
  for (let at = index.at(end); at !== undefined; at = index.at(end)) {
    const upTo = at.offset + at.length - offset;
    if (end > row && upTo > BLOCK) break;
    bytes = upTo;
    end += 1;
  }
  return { bytes: source.read(offset, bytes), offset, end };
}
