// Files that were made, or broken, to hurt: the answers stay small, and nothing takes more than a moment.

import assert from 'node:assert/strict';
import { NEVER, opened } from '../support/engine.ts';
import { bytesOf, edit, journal, rewrite, textOf, type Lines } from '../support/journal.ts';

const lines = journal('start user:hello stop');
const payload = (json: string) => rewrite(lines, 1, (line) => line.replace('{"content":"hello"}', json));

/** Deterministic noise. */
function noise(size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let state = 0x2545f491;
  for (let i = 0; i < size; i++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    bytes[i] = state;
  }
  return bytes;
}

const DEEP = 100_000;
const MANY = 20_000;
const FILES: readonly (readonly [string, () => Lines | string | Uint8Array])[] = [
  ['a megabyte of noise', () => noise(1 << 20)],
  ['a journal that ends in noise', () => Buffer.concat([bytesOf(lines), noise(1 << 18)])],
  ['a line of 20 MB', () => 'x'.repeat(20_000_000)],
  ['a line of 20 MB inside a journal', () => [...lines, 'x'.repeat(20_000_000), ...lines]],
  ['an event of 20 MB', () => edit(lines, 1, { payload: { content: 'é😀'.repeat(3_300_000) } })],
  ['an event of a million numbers', () => payload(`{"n":[${'1,'.repeat(1_000_000)}1]}`)],
  ['20 MB of NUL bytes', () => new Uint8Array(20_000_000)],
  ['a million blank lines', () => new Uint8Array(1_000_000).fill(0x0a)],
  ['100,000 levels', () => payload(`{"a":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`)],
  [
    '100,000 levels in an unknown field',
    () => rewrite(lines, 1, (line) => `{"x":${'['.repeat(DEEP)}${']'.repeat(DEEP)},${line.slice(1)}`),
  ],
  ['100,000 levels, cut off', () => `${textOf(lines)}{"a":${'['.repeat(DEEP)}`],
  [
    '20,000 levels, a repeated key in each',
    () => payload(`${'{"a":1,"a":'.repeat(MANY)}1${'}'.repeat(MANY)}`),
  ],
  [
    '20,000 unknown fields',
    () =>
      rewrite(
        lines,
        1,
        (line) => `{${Array.from({ length: MANY }, (_, i) => `"k${i}":1,`).join('')}${line.slice(1)}`,
      ),
  ],
  [
    '20,000 times the same field',
    () => rewrite(lines, 1, (line) => `{${'"k":1,'.repeat(MANY)}${line.slice(1)}`),
  ],
  [
    '20,000 wrong redacted fields',
    () => rewrite(lines, 1, (line) => line.replace('"fields":[]', `"fields":[${'1,'.repeat(MANY)}1]`)),
  ],
  ['10,000 records on a line', () => `${(lines[0] ?? '').repeat(10_000)}\n`],
  ['20,000 torn records', () => '{"trace_version":"0.1.0","event_id":"\n'.repeat(MANY)],
  ['an integer of a million digits', () => payload(`{"n":${'7'.repeat(1_000_000)}}`)],
  [
    'a sequence of a million digits',
    () => rewrite(lines, 1, (line) => line.replace('"sequence":1', `"sequence":${'7'.repeat(1_000_000)}`)),
  ],
  ['an id of 10 MB', () => edit(lines, 1, { event_id: 'i'.repeat(10_000_000) })],
];

describe('hostile files', () => {
  for (const [name, make] of FILES)
    it(name, async () => {
      const input = make();
      const started = performance.now();
      const journalOpened = await opened(input);
      const { rows, state } = journalOpened.snapshot();
      assert.equal(state.kind, 'ready');

      const page = journalOpened.rows(0, 500);
      assert.ok(JSON.stringify(page).length < 500 * 4000, 'rows are short');
      for (const row of [0, 1, rows - 1]) {
        if (row < 0 || row >= rows) continue;
        const { text } = journalOpened.details(row, 20_000);
        assert.ok(text.length <= 20_000, 'details are cut');
      }
      const view = journalOpened.replay(rows);
      assert.ok(JSON.stringify(view).length < 100_000, 'texts of a view are cut');
      assert.ok(journalOpened.violations(1000).length <= 1000);
      await journalOpened.planBranch(rows - 1, NEVER);
      assert.ok(performance.now() - started < 20_000, `${Math.round(performance.now() - started)} ms`);
    });
});
