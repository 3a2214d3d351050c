// @ts-check
// The durable append against its floor: a bare write and fdatasync per record, of the same records in the same folder,
// in turns, so that a disk that slows down does so for all. Records per second, as JSON on standard output.
//   node test/bench/append.mjs
//   node --expose-gc test/bench/append.mjs million   one million appends in batches, and the memory after each tenth of them
import { build } from 'esbuild';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { randomUUID } from 'node:crypto';
import { eventOf } from './journals.mjs';

const ROUNDS = 15;
const SINGLES = 100;
const BATCHES = 20;
const BATCH = 100;
const TEXT = 'alpha beta gamma δελτα 数据 function return value error path '.repeat(4);

const folder = fs.mkdtempSync(join(tmpdir(), 'session-journal-append-'));
try {
  const outfile = join(folder, 'writer.mjs');
  const entryPoints = ['src/node/append/journalWriter.ts'];
  await build({ entryPoints, outfile, bundle: true, platform: 'node', format: 'esm', logLevel: 'error' });
  /** @type {unknown} */
  const loaded = await import(pathToFileURL(outfile).href);
  const { JournalWriter } = /** @type {typeof import('../../src/node/append/journalWriter.ts')} */ (loaded);
  const writer = JournalWriter.open(join(folder, 'bench.trace.jsonl'));
  if (process.argv[2] === 'million') million(writer);
  else console.log(JSON.stringify(measure(writer)));
  writer.close();
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}

/** @param {import('../../src/node/append/journalWriter.ts').JournalWriter} writer */
function measure(writer) {
  const bare = fs.openSync(join(folder, 'bare.jsonl'), 'ax');
  const figures = { bare: numbers(), single: numbers(), batch: numbers() };
  let sequence = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const records = Array.from({ length: SINGLES + BATCHES * BATCH }, (_, i) => recordOf(sequence + i));
    sequence += records.length;
    const lines = records.slice(0, SINGLES).map((record) => Buffer.concat([record, Buffer.from('\n')]));
    const floor = timed(() => {
      for (const line of lines) {
        fs.writeSync(bare, line);
        fs.fdatasyncSync(bare);
      }
    });
    const single = timed(() => {
      for (const record of records.slice(0, SINGLES)) writer.append(record);
    });
    const batches = timed(() => {
      for (let at = SINGLES; at < records.length; at += BATCH)
        writer.appendMany(records.slice(at, at + BATCH));
    });
    // The first rounds warm up.
    if (round < 3) continue;
    figures.bare.push(SINGLES / floor);
    figures.single.push(SINGLES / single);
    figures.batch.push((BATCHES * BATCH) / batches);
  }
  fs.closeSync(bare);
  return { bare: median(figures.bare), single: median(figures.single), batch: median(figures.batch) };
}

/** @param {import('../../src/node/append/journalWriter.ts').JournalWriter} writer */
function million(writer) {
  for (let tenth = 0; tenth < 10; tenth++) {
    for (let at = 0; at < 100_000; at += 1000) {
      const from = tenth * 100_000 + at;
      writer.appendMany(Array.from({ length: 1000 }, (_, i) => recordOf(from + i, randomUUID())));
    }
    globalThis.gc?.();
    const { rss, heapUsed, arrayBuffers } = process.memoryUsage();
    const [all, heap, arrays] = [rss, heapUsed, arrayBuffers].map((bytes) => (bytes / 2 ** 20).toFixed(0));
    console.log(`${(tenth + 1) * 100_000} appends: ${all} MB in all, heap ${heap} MB, arrays ${arrays} MB`);
  }
}

/**
 * @param {number} sequence
 * @param {string} [id]
 */
function recordOf(sequence, id) {
  const { parent_event_id: parent, ...event } = eventOf(sequence, TEXT);
  const named =
    id === undefined ? { ...event, ...(parent && { parent_event_id: parent }) } : { ...event, event_id: id };
  return Buffer.from(JSON.stringify(named));
}

/**
 * Seconds.
 * @param {() => void} work
 */
function timed(work) {
  const started = performance.now();
  work();
  return (performance.now() - started) / 1000;
}

/** @returns {number[]} */
function numbers() {
  return [];
}

/** @param {number[]} values */
function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
