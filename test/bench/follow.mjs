// @ts-check
// A journal that grows while it is open: milliseconds from the write of a record until a header that counts it arrives,
// as JSON on standard output. The file is appended to.
//   node test/bench/follow.mjs JOURNAL
import { appendFileSync } from 'node:fs';
import { eventOf, generator, words } from './journals.mjs';
import { Engine, isReady, median, peakMegabytes, timed } from './worker.mjs';

const ROUNDS = 30;
const BURST = 10_000;
/** How often the extension looks, at most; see `src/extension/fileChanges.ts`. */
const LOOK_MS = 100;

const path = process.argv[2] ?? '';
const random = generator(5);
const engine = new Engine();
const ready = engine.until(isReady);
await engine.call('open', { path });
let { rows } = await ready;

/**
 * Appends records with one write.
 * @param {number} count
 * @returns {Promise<unknown>} resolves when they are told of
 */
function append(count) {
  const records = Array.from({ length: count }, (_, i) => eventOf(rows + i, words(random, rows + i)));
  rows += count;
  appendFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  return engine.until((snapshot) => snapshot.rows >= rows && isReady(snapshot));
}

/** @param {number} count */
function asked(count) {
  return timed(() => Promise.all([append(count), engine.call('follow', {})]));
}

/** @type {number[]} */
const pure = [];
for (let round = 0; round < ROUNDS; round++) pure.push(await asked(1));

/** @type {number[]} */
const visible = [];
const looks = setInterval(() => void engine.call('follow', {}), LOOK_MS);
for (let round = 0; round < ROUNDS; round++) {
  await new Promise((resolve) => setTimeout(resolve, random() * LOOK_MS));
  visible.push(await timed(() => append(1)));
}
clearInterval(looks);

const burst = await asked(BURST);
const last = await engine.call('rows', { from: rows - 1, count: 2 });
if (last.rows.length !== 1) throw new Error(`${rows} records were written; ${last.rows.length} rows follow`);

console.log(
  JSON.stringify({
    visible: median(visible),
    visibleSlowest: Math.max(...visible),
    follow: median(pure),
    followSlowest: Math.max(...pure),
    burst,
    megabytes: peakMegabytes(),
  }),
);
process.exit(0);
