// @ts-check
// Appends records to a journal at a steady rate, as an agent that streams does: several with one write, and now and
// then a record in two.
//   node test/bench/appender.mjs JOURNAL FIRST_SEQUENCE COUNT PER_SECOND
import { closeSync, openSync, writeSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { eventOf, generator, words } from './journals.mjs';

const TICK_MS = 50;
/** Every so many writes the last record's end is held back until the next one. */
const TORN = 5;

const [path = '', ...numbers] = process.argv.slice(2);
const [first = 0, count = 0, perSecond = 0] = numbers.map(Number);
const random = generator(first);
const file = openSync(path, 'a');
const started = performance.now();
let held = '';
for (let sequence = first, writes = 1; sequence < first + count; writes++) {
  const due = Math.min(count, Math.ceil(((performance.now() - started) / 1000) * perSecond));
  let text = held;
  for (; sequence < first + due; sequence++)
    text += `${JSON.stringify(eventOf(sequence, words(random, sequence)))}\n`;
  const from = writes % TORN === 0 ? text.length - Math.ceil(text.length / 3) : text.length;
  writeSync(file, text.slice(0, from));
  held = text.slice(from);
  await wait(TICK_MS);
}
writeSync(file, held);
closeSync(file);
