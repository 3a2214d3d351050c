// @ts-check
// One opened journal in its worker, as the editor uses it: times of what a person waits for, as JSON on standard output.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { RARE_WORD } from './journals.mjs';

const WORKER = join(fileURLToPath(new URL('../..', import.meta.url)), 'dist', 'engineWorker.js');

/** @typedef {{ kind: string, id?: number, name?: string, result?: unknown, value?: unknown }} Message */

const started = performance.now();
const worker = new Worker(WORKER);
/** @type {Map<number, (result: unknown) => void>} */
const waiting = new Map();
/** @type {(() => void) | undefined} */
let whenReady;
let nextId = 1;

worker.on('message', (/** @type {Message} */ message) => {
  if (message.kind === 'answer') waiting.get(message.id ?? 0)?.(message.result);
  if (message.kind === 'event' && JSON.stringify(message.value).includes('"state":{"kind":"ready"}'))
    whenReady?.();
});

/**
 * @param {string} method
 * @param {unknown} params
 * @returns {Promise<unknown>}
 */
function call(method, params) {
  const id = nextId++;
  worker.postMessage({ kind: 'request', id, method, params });
  return new Promise((resolve) => waiting.set(id, resolve));
}

/** @param {() => Promise<unknown>} work */
async function timed(work) {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

/**
 * @param {unknown} value
 * @param {string} key
 * @returns {unknown}
 */
function member(value, key) {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

const ready = new Promise((resolve) => (whenReady = () => resolve(undefined)));
await call('open', { path: process.argv[2] });
for (;;) {
  const rows = member(await call('rows', { from: 0, count: 50 }), 'rows');
  if (Array.isArray(rows) && rows.length > 0) break;
  await new Promise((resolve) => setTimeout(resolve, 1));
}
const firstRows = performance.now() - started;
await ready;
const whole = performance.now() - started;

const last = Number(await call('rowAtLine', { line: 2 ** 31 }));
const cursors = [0.1, 0.5, 0.9].map((share) => Math.floor(last * share));
const replays = [];
for (const row of cursors) replays.push(await timed(() => call('replay', { row })));
const search = await timed(async () => {
  for (let from = 0, done = false; !done;) {
    const result = await call('search', { query: { text: RARE_WORD }, from, limit: 100 });
    from = Number(member(result, 'next'));
    done = member(result, 'done') === true;
  }
});
const { maxRSS } = process.resourceUsage();
console.log(
  JSON.stringify({ firstRows, whole, replay: Math.max(...replays), search, megabytes: maxRSS / 1024 }),
);
process.exit(0);
