// @ts-check
// One opened journal in its worker, as the editor uses it: milliseconds that a person waits, and the peak memory of the
// process, as JSON on standard output.
//   node test/bench/engine.mjs JOURNAL [STORAGE]   with a folder for what is kept of a journal from one opening to the next
import { readdirSync } from 'node:fs';
import { RARE_WORD, generator } from './journals.mjs';
import { Engine, isReady, median, peakMegabytes, timed } from './worker.mjs';

const CURSORS = 50;
/** How long something that is kept may take to be there once the journal is read. */
const KEPT_MS = 2000;

const [path = '', storage] = process.argv.slice(2);
const started = performance.now();
const engine = new Engine();
const ready = engine.until(isReady);
const firstRows = engine
  .until(({ rows }) => rows > 0)
  .then(async () => {
    await engine.call('rows', { from: 0, count: 50 });
    return performance.now() - started;
  });
await engine.call('open', { path, storage: storage ?? null });
const figures = { firstRows: await firstRows, whole: 0, events: 0 };
const { rows, events } = await ready;
figures.whole = performance.now() - started;
figures.events = events;

const random = generator(3);
const cursors = Array.from({ length: CURSORS }, () => Math.floor(random() * rows));
/** @type {number[]} */
const cold = [];
/** @type {number[]} */
const warm = [];
for (const row of cursors) {
  cold.push(await timed(() => engine.call('replay', { row })));
  warm.push(await timed(() => engine.call('replay', { row })));
}

const search = await timed(async () => {
  const query = { text: RARE_WORD };
  for (let from = 0, done = false; !done;) {
    const result = await engine.call('search', { query, from, limit: 100 });
    if (!result.ok) throw new Error(`the search failed: ${JSON.stringify(result.fault)}`);
    ({ next: from, done } = result);
  }
});

// What was kept is shown at once, and the file read behind it: that takes its memory too.
while ((await engine.call('history', {})) === null) await new Promise((resolve) => setTimeout(resolve, 50));

console.log(
  JSON.stringify({
    ...figures,
    replayCold: median(cold),
    replayColdSlowest: Math.max(...cold),
    replayWarm: median(warm),
    replayWarmSlowest: Math.max(...warm),
    search,
    megabytes: peakMegabytes(),
    isKept: storage !== undefined && (await isAnythingIn(storage)),
  }),
);
process.exit(0);

/** @param {string} folder */
async function isAnythingIn(folder) {
  for (let waited = 0; waited < KEPT_MS; waited += 100) {
    if (readdirSync(folder).length > 0) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}
