import assert from 'node:assert/strict';
import fc from 'fast-check';
import { countingSource, opened, type CountingSource } from '../support/engine.ts';
import { bytesOf, edit, journal, rewrite, splice, type Lines } from '../support/journal.ts';
import type { Row } from '../../src/protocol.ts';

const lines = journal('start user:hello req resp:hi call:c1 result:c1 stop:completed');

async function rowOf(input: Lines | string, row: number): Promise<Partial<Row>> {
  return (await opened(input)).rows(row, 1).rows[0] ?? {};
}

async function textOf(input: Lines, row: number, limit = 1_000_000): Promise<string> {
  return (await opened(input)).details(row, limit).text;
}

/** The event at `row` with its members in another order: the payload first. */
const payloadFirst = (input: Lines, row: number) =>
  rewrite(input, row, (line) => line.replace(/^\{(.*),("payload":\{.*?\}),(.*)\}$/s, '{$2,$1,$3}'));
const huge = (text = 'x', size = 300_000) =>
  edit(lines, 3, { payload: { content: text.repeat(size / text.length) } });

/** How often was read, and how many bytes were asked for. */
function taken({ reads }: CountingSource): { reads: number; bytes: number } {
  return { reads: reads.length, bytes: reads.reduce((sum, [, length]) => sum + length, 0) };
}

describe('rows', () => {
  it('of an event', async () => {
    assert.deepEqual(await rowOf(lines, 1), {
      row: 1,
      kind: 'event',
      line: 1,
      sequence: 1,
      eventId: 'evt-001',
      type: 'user.message',
      actorKind: 'user',
      actorId: 'user',
      summary: 'hello',
      timestamp: '2026-08-10T00:00:01Z',
      severity: null,
      beyondReplay: false,
      status: null,
      inherited: false,
    });
  });

  it('of a damaged stretch', async () => {
    const row = await rowOf(splice(lines, 1, 0, '{"trace_version":"0'), 1);
    assert.deepEqual(row, {
      row: 1,
      kind: 'damage',
      line: 1,
      sequence: null,
      eventId: null,
      type: null,
      actorKind: null,
      actorId: null,
      summary: '{"trace_version":"0',
      timestamp: null,
      severity: 'error',
      beyondReplay: false,
      status: null,
      inherited: false,
    });
  });

  it('of members of the wrong kind', async () => {
    const odd = edit(lines, 1, {
      event_id: 12345,
      type: ['x'],
      actor: { kind: 12345, id: { a: 1 } },
      timestamp: null,
      sequence: '1',
    });
    const { sequence, eventId, type, actorKind, actorId, timestamp } = await rowOf(odd, 1);
    assert.deepEqual(
      [sequence, eventId, type, actorKind, actorId, timestamp],
      [null, null, null, null, null, null],
    );
    assert.deepEqual((await rowOf(edit(lines, 1, { actor: 'user' }), 1)).actorKind, null);
  });

  it('say which lie beyond the replay', async () => {
    const page = (await opened(splice(lines, 3, 1))).rows(0, 10);
    assert.deepEqual(
      page.rows.map(({ beyondReplay }) => beyondReplay),
      [false, false, false, true, true, true],
    );
  });

  const pages: readonly (readonly [number, number, number, number])[] = [
    [0, 3, 0, 3],
    [5, 10, 5, 2],
    [7, 10, 7, 0],
    [-2, 3, 0, 3],
    [2, 0, 2, 0],
    [2, -5, 2, 0],
    [1.5, 2, 1, 2],
  ];
  for (const [from, count, first, length] of pages)
    it(`rows(${from}, ${count}) are ${length} from ${first}`, async () => {
      const page = (await opened(lines)).rows(from, count);
      assert.deepEqual([page.rows.map(({ row }) => row)], [Array.from({ length }, (_, i) => first + i)]);
    });

  it('are 500 at most', async () => {
    const many = await opened(journal(`start ${'user '.repeat(600)}stop`));
    assert.equal(many.rows(0, 10_000).rows.length, 500);
  });

  it('read only what they show', async () => {
    const source = countingSource(bytesOf(journal(`start ${'user:hello '.repeat(1000)}stop`)));
    const journalOpened = await opened(source);
    source.reset();
    const { rows } = journalOpened.rows(400, 50);
    const { reads, bytes } = taken(source);
    assert.deepEqual([rows.length, reads], [50, 50]);
    assert.ok(bytes < 50 * 500, `${bytes} bytes`);
  });

  it('read 256 KB of a huge record at most, and say how large it is', async () => {
    const source = countingSource(bytesOf(huge()));
    const journalOpened = await opened(source);
    source.reset();
    const [row] = journalOpened.rows(3, 1).rows;
    assert.deepEqual([row?.summary, row?.sequence, row?.eventId], ['0.3 MB record', 3, 'evt-003']);
    assert.deepEqual(taken(source), { reads: 1, bytes: 256 * 1024 });
  });

  it('know the sequence of a huge record whose payload comes first', async () => {
    const { sequence, kind } = await rowOf(payloadFirst(huge(), 3), 3);
    assert.deepEqual([kind, sequence], ['event', 3]);
  });

  it('are short, whatever the record', async () => {
    const hostile = edit(lines, 1, {
      event_id: 'i'.repeat(5000),
      actor: { id: 'a'.repeat(5000) },
      payload: { content: '\n\t '.repeat(900) + 'c'.repeat(5000) },
    });
    const { eventId, actorId, summary } = await rowOf(hostile, 1);
    assert.deepEqual([eventId?.length, actorId?.length], [300, 300]);
    assert.ok((summary ?? '').length <= 300);
    const noise = await rowOf([lines[0] ?? '', '😀'.repeat(500)], 1);
    assert.ok((noise.summary ?? '').length <= 300 && noise.summary?.startsWith('😀'));
  });
});

describe('details', () => {
  it('the record, indented', async () => {
    const text = await textOf(lines, 1);
    assert.equal(text, JSON.stringify(JSON.parse(lines[1] ?? ''), null, 2));
  });

  it('numbers and escapes as they were written', async () => {
    const text = await textOf(
      rewrite(lines, 1, (line) => line.replace('"hello"', '[1.50,12345678901234567890,"\\u00e9"]')),
      1,
    );
    assert.match(text, /1\.50,\n\s+12345678901234567890,\n\s+"\\u00e9"/);
  });

  it('damage as it stands', async () => {
    const details = (await opened([...lines.slice(0, 2), 'no { JSON'])).details(2, 100);
    assert.deepEqual([details.text, details.bytes, details.fullLength], ['no { JSON', 9, null]);
  });

  it('both records of a line', async () => {
    const glued = [`${lines[0]}${lines[1]}`, ...lines.slice(2)];
    assert.equal(await textOf(glued, 0), await textOf(lines, 0));
    assert.equal(await textOf(glued, 1), await textOf(lines, 1));
  });

  it('a limit is kept, and told', async () => {
    const journalOpened = await opened(lines);
    const whole = journalOpened.details(1, 1_000_000);
    const cut = journalOpened.details(1, 50);
    assert.deepEqual([whole.fullLength, cut.text], [null, whole.text.slice(0, 50)]);
    assert.ok(cut.fullLength !== null);
  });

  for (const row of [-1, 7, 1.5, NaN])
    it(`there is no row ${row}`, async () => {
      const journalOpened = await opened(lines);
      assert.throws(() => journalOpened.details(row, 10), RangeError);
    });

  /** The text without its white space, to be held against the record. */
  const dense = (text: string) => text.replace(/\s/g, '');

  const HUGE = 'é😀x'.repeat(60_000);
  const torn: readonly (readonly [string, string])[] = [
    ['a value', `"${HUGE}"`],
    ['a value after white space', `  \t "${HUGE}"`],
    ['the first element', `["${HUGE}"]`],
    ['an element', `[1,"${HUGE}"]`],
    ['an element after an empty object', `[{},"${HUGE}"]`],
    ['an element after empty containers', `[[],[ ],{ },[[]],"${HUGE}"]`],
    ['an element after a text that looks like an end', `["}]","${HUGE}"]`],
    ['the first key', `{"${HUGE}":1}`],
    ['a key', `{"a":{"b":[]},"${HUGE}":1}`],
    ['a key after an empty array', `{"a":[],"${HUGE}":1}`],
    ['a value in a deeper object', `{"a":{"b":{"c":"${HUGE}"}}}`],
    ['a number', `[1,${'7'.repeat(400_000)}]`],
    ['white space', `[1,${' '.repeat(400_000)}2]`],
    ['white space before a colon', `{"a"${' '.repeat(400_000)}:2}`],
    ['white space in an empty array', `[${' '.repeat(400_000)}]`],
  ];
  for (const [name, json] of torn)
    it(`the beginning of a huge record, when the reading stops in ${name}`, async () => {
      const input = rewrite(lines, 3, (line) => line.replace('"hi"', () => `"hi","more":${json}`));
      const { text, fullLength, bytes } = (await opened(input)).details(3, 20_000);
      assert.ok(dense(input[3] ?? '').startsWith(dense(text)), text.slice(-80));
      assert.deepEqual([text.length <= 20_000, fullLength, bytes > 400_000], [true, bytes, true]);
      assert.ok(text.includes('"more": '));
    });

  it('of a huge record no more than asked for', async () => {
    const source = countingSource(bytesOf(huge('é', 2_000_000)));
    const journalOpened = await opened(source);
    source.reset();
    const { text } = journalOpened.details(3, 20_000);
    assert.equal(text.length, 20_000);
    assert.match(text, /"content": "éé/);
    const { reads, bytes } = taken(source);
    assert.ok(bytes <= reads * 256 * 1024 && reads <= 2, `${bytes} bytes`);
  });

  it('of any record and any limit: the record, or its beginning', () => {
    return fc.assert(
      fc.asyncProperty(fc.json(), fc.integer({ min: 1, max: 400 }), async (json, limit) => {
        const input = rewrite(lines, 1, (line) => line.replace('"hello"', json));
        const { text, fullLength } = (await opened(input)).details(1, limit);
        assert.ok(text.length <= limit);
        assert.ok((input[1] ?? '').replace(/\s/g, '').startsWith(text.replace(/\s/g, '')));
        assert.equal(fullLength === null, text.endsWith('}') && text.length < limit);
      }),
      { numRuns: 50 },
    );
  });
});
