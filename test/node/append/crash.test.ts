// Writers that are killed. The environment variable KILLS sets how often.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import { bundle } from '../../support/built.ts';
import { temporaryFolder } from '../../support/cli.ts';
import { altered, journal, textOf } from '../../support/journal.ts';
import { writing } from './support.ts';

const KILLS = Number(process.env['KILLS'] ?? 100);
const LANES = 2;
/** Some records take long to write, so that a kill finds the writer in the middle of one. */
const events = journal(`start ${'metric user:hello resp:hi '.repeat(1500)}stop`).map((event, i) =>
  i % 100 === 99 ? altered(event, { payload: { content: 'x'.repeat(1 << 18) } }) : event,
);

/** Feeds events to a writer, kills it after `delay` milliseconds, and gives what it had acknowledged. */
async function killed(file: string, from: number, delay: number): Promise<readonly number[]> {
  const child = spawn(process.execPath, [bundle('cli.js'), 'append', file], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let answers = '';
  let errors = '';
  const started = new Promise<void>((resolve) => child.stdout.once('data', () => resolve()));
  child.stdout.on('data', (chunk: Buffer) => (answers += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  child.stdin.on('error', () => undefined);
  // In small pieces, so that it is killed between writes, in them and between them and their acknowledgement.
  const feed = (at: number) => {
    if (child.exitCode !== null || child.killed || at >= events.length) return;
    child.stdin.write(textOf(events.slice(at, at + 3)), () => setImmediate(feed, at + 3));
  };
  feed(from);
  const closed = new Promise((resolve) => child.once('close', resolve));
  // Mostly while it writes; now and then while it starts.
  if (delay % 5 !== 0) await Promise.race([started, closed]);
  setTimeout(() => child.kill('SIGKILL'), delay);
  await closed;
  assert.doesNotMatch(errors, /locked|unsound/);
  const lines = answers.split('\n').slice(0, -1);
  return lines.map((line) => {
    const answer: unknown = JSON.parse(line);
    assert.ok(typeof answer === 'object' && answer !== null && 'status' in answer && 'sequence' in answer);
    assert.ok(answer.status === 'appended' || answer.status === 'already-present', line);
    return Number(answer.sequence);
  });
}

describe('kill -9', () => {
  const folder = temporaryFolder();

  it(`${KILLS} times: every acknowledged record is there, once, and the journal goes on`, async function () {
    if (process.platform === 'win32') this.skip();
    this.timeout(KILLS * 5000);
    const totals = { acknowledged: 0, sealed: 0, kills: 0 };
    const lane = async (number: number) => {
      let round = 0;
      let file = '';
      let known = 0;
      for (; totals.kills < KILLS; round++) {
        totals.kills += 1;
        // A journal is used for a number of kills, each writer going on from the last, with a retry of some.
        if (round % 10 === 0) {
          file = folder.path(`k${number}-${round}.trace.jsonl`);
          known = 0;
        }
        const acknowledged = await killed(file, Math.max(0, known - 4), Math.floor(Math.random() * 25));
        const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
        const whole = text.slice(0, text.lastIndexOf('\n') + 1);
        assert.ok(
          textOf(events).startsWith(text),
          'the events in order, each once, and the start of one at most',
        );
        const present = whole.split('\n').length - 1;
        for (const sequence of acknowledged) assert.ok(sequence < present, `${sequence} was acknowledged`);
        known = present;
        totals.acknowledged += acknowledged.length;
        totals.sealed += text === whole ? 0 : 1;
      }
      // The last word has a writer that nobody kills: it takes over the lock, and a retry of all doubles nothing.
      writing(file, (writer) => {
        const outcomes = writer.appendMany(events.slice(0, known + 1));
        assert.ok(outcomes.every(({ status }) => status !== 'rejected'));
      });
      assert.equal(fs.readFileSync(file, 'utf8'), textOf(events.slice(0, known + 1)));
    };
    await Promise.all(Array.from({ length: LANES }, (_, number) => lane(number)));
    const litter = fs.readdirSync(folder.path()).filter((name) => name.includes('.lock.'));
    assert.ok(litter.length <= LANES, litter.join());
    if (process.env['KILLS'] !== undefined) console.log(totals);
    assert.ok(totals.acknowledged > KILLS);
  });
});
