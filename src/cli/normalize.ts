import { eventParts } from '../core/eventText.ts';
import { decodeUtf8 } from '../core/json/utf8.ts';
import type { ByteSource } from '../engine/byteSource.ts';
import type { RowEvent } from '../engine/facts.ts';
import { detect, JournalReader } from '../engine/reader.ts';
import type { NativeJournal } from '../engine/nativeJournal.ts';
import type { Format } from '../formats/format.ts';
import { loadKernel } from '../node/kernel.ts';
import { kernelPairFor } from '../node/kernelPair.ts';
import { MarkedAhead } from '../node/markedAhead.ts';
import { MarkedText } from '../node/markedText.ts';
import { newSha256 } from '../node/sha256.ts';
import { EventLines } from '../node/eventLines.ts';
import { CommandFailure, OK, UNUSABLE } from './failure.ts';
import { noJournal } from './fileKind.ts';
import { openSource, readOptionsOf } from './openSource.ts';
import { Output } from './output.ts';
import { Progress } from './progress.ts';
import { readJournal, type ReadJournal } from './readJournal.ts';

/**
 * `normalize FILE`: the events of a session as Trace 0.1, one JSON text per line, printed while they are read. The
 * records of a Trace 0.1 file are printed as they stand, those delivered again only once. Returns the exit code.
 */
export async function normalize(file: string): Promise<number> {
  const source = openSource(file);
  try {
    const detected = detect(source);
    if (typeof detected !== 'string') {
      await print(recordsOf(source, detected));
      return OK;
    }
    const journal = readSurveyed(file, source);
    if (journal.native === undefined) {
      const reason = `${file}: ${noJournal(file, source, journal.detected) ?? ''}`;
      if (journal.detected === 'unknown') throw new CommandFailure(UNUSABLE, reason);
      console.error(reason);
      return OK;
    }
    await printEvents(source, journal.native);
    noteErrors(file, journal);
    return OK;
  } finally {
    source.close();
  }
}

function readSurveyed(file: string, source: ByteSource): ReadJournal {
  const progress = new Progress();
  const total = source.size();
  try {
    const onRead = (done: number) => progress.show(file, done, total);
    return readJournal(source, { ...readOptionsOf(file), onRead });
  } finally {
    progress.clear();
  }
}

async function printEvents(source: ByteSource, journal: NativeJournal): Promise<void> {
  const kernel = loadKernel();
  if (kernel === undefined) {
    await print(textsOf(journal.events()));
    return;
  }
  const pair = kernelPairFor(source);
  try {
    const { passedOn, unread } = journal;
    const ahead = pair && new MarkedAhead(source, pair.kernels, passedOn, unread);
    await printMarked(kernel, journal, new MarkedText(kernel, passedOn, unread, ahead));
  } finally {
    pair?.close();
  }
}

async function printMarked(
  kernel: WebAssembly.Module,
  journal: NativeJournal,
  reader: MarkedText,
): Promise<void> {
  const output = new Output();
  const lines = new EventLines(kernel, reader);
  for (const numbered of journal.marked(reader)) {
    for (const event of numbered) if (lines.add(event)) await output.print(lines.take());
    if (output.isClosed) return;
  }
  await output.print(lines.take());
}

function* textsOf(events: Iterable<RowEvent>): Generator<readonly string[]> {
  for (const { event } of events) yield eventParts(event, '\n');
}

function* recordsOf(source: ByteSource, format: Format): Generator<readonly string[]> {
  const reader = new JournalReader({ source, format, newSha256, report: () => undefined });
  for (const row of reader.rows()) {
    if (row.kind === 'fact' && !row.retry) yield [decodeUtf8(row.fact.record.bytes), '\n'];
  }
}

async function print(lines: Iterable<readonly string[]>): Promise<void> {
  const output = new Output();
  for (const line of lines) {
    if (output.add(line)) await output.flush();
    if (output.isClosed) return;
  }
  await output.flush();
}

/** What was printed is what could be read; whoever goes on with it should know that there was more. */
function noteErrors(file: string, { native }: ReadJournal): void {
  const errors = native?.totals.error ?? 0;
  if (errors > 0) {
    const counted = `${errors} ${errors === 1 ? 'error' : 'errors'}`;
    console.error(`${file}: the log has ${counted}; \`validate\` lists them`);
  }
}
