// What a log inherits from the one that it builds on: which records those are, and what is said where they are not there.

import assert from 'node:assert/strict';
import { memorySource } from '../../src/engine/byteSource.ts';
import type { BaseFiles } from '../../src/engine/inheritedHistory.ts';
import { OpenJournal } from '../../src/engine/openJournal.ts';
import { newSha256 } from '../../src/node/sha256.ts';
import type { ReplayView } from '../../src/protocol.ts';
import { answer, call, output, userItem } from '../formats/codex/lines.ts';
import { deltaLog, rolloutName, rootLog, sessionId, turn } from '../support/deltaForks.ts';
import { TURNS } from '../support/engine.ts';
import { bytesOf } from '../support/journal.ts';
import { piLog } from '../support/agentLogs.ts';

/** Logs by the digit of their session. `opened` and `closed` count. */
function files(own: number, logs: Readonly<Record<number, string>>) {
  const counts = { opened: 0, closed: 0 };
  const bases: BaseFiles = {
    ownKey: sessionId(own),
    open: ({ id }) => {
      const found = Object.entries(logs).find(([digit]) => sessionId(Number(digit)) === id);
      if (found === undefined) return { code: 'not-here', path: null };
      counts.opened += 1;
      const [digit, text] = found;
      const name = rolloutName(Number(digit));
      const source = { ...memorySource(bytesOf(text)), close: () => void (counts.closed += 1) };
      return { path: `/logs/${name}`, name, key: id ?? '', source };
    },
  };
  return { bases, counts };
}

async function opened(own: number, logs: Readonly<Record<number, string>>) {
  const { bases, counts } = files(own, logs);
  const source = memorySource(bytesOf(logs[own] ?? ''));
  const options = {
    source,
    newSha256,
    turns: TURNS,
    fileName: rolloutName(own),
    onSnapshot: () => undefined,
  };
  const journal = new OpenJournal({ ...options, bases });
  await journal.read();
  const alone = new OpenJournal(options);
  await alone.read();
  const last = journal.snapshot().rows - 1;
  return {
    journal,
    alone,
    counts,
    view: journal.replay(last),
    inheritance: journal.snapshot().agent?.inheritance,
  };
}

/** All messages and calls as `TEXT` or `<FROM:ROW TEXT`, an inherited one with where it is from. */
function said({ userMessages, assistantMessages, toolCalls }: ReplayView): string[] {
  const place = ({ inheritedFrom, row }: { inheritedFrom?: number; row: number }) =>
    inheritedFrom === undefined ? '' : `<${inheritedFrom}:${row} `;
  return [
    ...[...userMessages.items, ...assistantMessages.items].map((item) => place(item) + item.text),
    ...toolCalls.items.map((item) => {
      const result = item.result === null ? '-' : place(item.result) + item.result.text;
      return `${place(item)}${item.arguments} = ${result}`;
    }),
  ];
}

const PARENT = rootLog(1, 'a', 'b');

describe('the history that a log builds on', () => {
  it('comes before its own, marked, and no further than the log says', async () => {
    const { view, inheritance, journal, alone } = await opened(2, {
      1: PARENT,
      2: deltaLog(2, 1, 7, turn('c')),
    });
    assert.deepEqual(said(view), [
      '<0:2 ask a',
      'ask c',
      '<0:5 tell a',
      'tell c',
      '<0:3 {"cmd":"a"} = <0:4 result a',
      '{"cmd":"c"} = result c',
    ]);
    assert.deepEqual(inheritance, {
      id: sessionId(1),
      records: 7,
      from: [{ path: `/logs/${rolloutName(1)}`, rows: 7, damaged: 0 }],
      trouble: null,
    });
    assert.deepEqual(said(journal.replay(0)), [
      '<0:2 ask a',
      '<0:5 tell a',
      '<0:3 {"cmd":"a"} = <0:4 result a',
    ]);
    // Its own rows, sequences, violations and fingerprint stay what they are without it.
    const own = (one: OpenJournal) => ({
      rows: one.rows(0, 100).rows,
      found: one.violations(100),
      fingerprint: one.snapshot().fingerprint,
      events: one.snapshot().events,
      stop: one.snapshot().stopReason,
      applied: one.replay(3).appliedEvents,
    });
    assert.deepEqual(own(journal), own(alone));
    assert.equal(own(journal).stop, 'completed');
    assert.equal(journal.replay(0).stopReason, null, 'the end of the other log is not part of it');
  });

  it('a call that is answered only here is one call', async () => {
    const { view } = await opened(2, {
      1: PARENT,
      2: deltaLog(2, 1, 4, [output('call-a', 'late'), answer('so')]),
    });
    assert.deepEqual(said(view), ['<0:2 ask a', 'so', '<0:3 {"cmd":"a"} = late']);
  });

  it('what the other log did after that point changes nothing', async () => {
    const rolled = `${PARENT}${JSON.stringify({
      ...{ timestamp: '2026-01-01T00:00:00.000Z', ordinal: 13, type: 'event_msg' },
      payload: { type: 'thread_rolled_back', num_turns: 2 },
    })}\n`;
    const { view } = await opened(2, { 1: rolled, 2: deltaLog(2, 1, 7, []) });
    assert.deepEqual(said(view).length, 3);
  });

  it('a chain: the oldest first, each no further than the one after it goes', async () => {
    const middle = deltaLog(2, 1, 7, turn('m'));
    const logs = { 1: PARENT, 2: middle, 3: deltaLog(3, 2, 10, [userItem('end')]) };
    const { view, inheritance } = await opened(3, logs);
    assert.deepEqual(said(view).slice(0, 3), ['<1:2 ask a', '<0:2 ask m', 'end']);
    assert.deepEqual(
      inheritance?.from.map(({ rows }) => rows),
      [3, 7],
    );
    const before = await opened(3, { ...logs, 3: deltaLog(3, 2, 5, [userItem('end')]) });
    assert.deepEqual(said(before.view), ['<1:2 ask a', 'end', '<1:3 {"cmd":"a"} = <1:4 result a']);
    assert.deepEqual(
      before.inheritance?.from.map(({ rows }) => rows),
      [0, 5],
      'nothing of the one between',
    );
  });

  const fork = (records: unknown = 7) => deltaLog(2, 1, records, [userItem('own')]);
  const troubles: readonly (readonly [
    string,
    Readonly<Record<number, string>>,
    string,
    readonly string[],
  ])[] = [
    ['is not here', { 2: fork() }, 'not-here 7/0', ['own']],
    ['is shorter', { 1: rootLog(1), 2: fork() }, 'too-short 7/1', ['own']],
    ['is no log of that agent', { 1: piLog(), 2: fork() }, 'other-format 7/0', ['own']],
    ['is nothing', { 1: '', 2: fork() }, 'other-format 7/0', ['own']],
    [
      'is another session than its name says',
      { 1: rootLog(9, 'a'), 2: fork() },
      'other-session 7/0',
      ['own'],
    ],
    ['is the log itself', { 2: deltaLog(2, 2, 7, [userItem('own')]) }, 'cycle 7/0', ['own']],
    ['builds on the log', { 1: deltaLog(1, 2, 3, turn('x')), 2: fork() }, 'cycle 3/0', ['<0:2 ask x', 'own']],
    [
      'builds on what is not here',
      { 1: deltaLog(1, 3, 2, turn('x')), 2: fork(5) },
      'not-here 2/0',
      ['<0:2 ask x', 'own'],
    ],
    ['names no number', { 1: PARENT, 2: fork('7') }, '-', ['own']],
    ['names less than nothing', { 1: PARENT, 2: fork(-7) }, '-', ['own']],
    ['names a part of a record', { 1: PARENT, 2: fork(1.5) }, '-', ['own']],
    ['names more than there can be', { 1: PARENT, 2: fork(1e300) }, '-', ['own']],
  ];
  for (const [name, logs, expected, users] of troubles)
    it(`the log that it builds on ${name}: says so, and shows the rest`, async () => {
      const { view, inheritance } = await opened(2, logs);
      const trouble = inheritance?.trouble;
      assert.equal(trouble ? `${trouble.code} ${trouble.wanted}/${trouble.there}` : '-', expected);
      assert.deepEqual(said(view).slice(0, users.length), users);
      assert.equal(view.userMessages.items.length, users.length);
    });

  it('records without numbers are counted; damage among them is told', async () => {
    const lines = PARENT.replaceAll(/"ordinal":\d+,/g, '')
      .trimEnd()
      .split('\n');
    const { view, inheritance } = await opened(2, {
      1: `${lines.with(1, '{"torn').join('\n')}\n`,
      2: fork(),
    });
    assert.deepEqual(said(view).slice(0, 2), ['<0:2 ask a', 'own']);
    assert.deepEqual(inheritance?.from, [{ path: `/logs/${rolloutName(1)}`, rows: 7, damaged: 1 }]);
    assert.equal(inheritance.trouble, null);
  });

  it('a damaged record whose number nobody can read ends nothing', async () => {
    const lines = PARENT.trimEnd().split('\n');
    const { view, inheritance } = await opened(2, { 1: `${lines.with(2, '"ask').join('\n')}\n`, 2: fork() });
    assert.deepEqual(said(view), ['own', '<0:5 tell a', '<0:3 {"cmd":"a"} = <0:4 result a']);
    assert.deepEqual(inheritance?.from[0]?.damaged, 1);
  });

  it('a long chain is followed so far, and no further; all is closed again', async () => {
    const length = 9;
    const logs = Object.fromEntries(
      Array.from({ length }, (_, i) => [i, deltaLog(i, i - 1, 50 + i, [userItem(`u${i}`)])]),
    );
    const { inheritance, counts, journal } = await opened(length - 1, logs);
    assert.deepEqual([inheritance?.from.length, inheritance?.trouble?.code], [length - 1, 'not-here']);
    journal.close();
    assert.deepEqual(counts, { opened: length - 1, closed: length - 1 });
  });

  it('more calls and messages than are shown: the newest, and all are counted', async () => {
    const many = Array.from({ length: 150 }, (_, i) => userItem(`m${i}`));
    const parent = deltaLog(1, 9, 0, many);
    const { view } = await opened(2, { 1: parent, 2: deltaLog(2, 1, 151, [userItem('own'), call('x')]) });
    const { total, items } = view.userMessages;
    assert.deepEqual([total, items.length, items[0]?.text, items.at(-1)?.text], [151, 100, 'm51', 'own']);
  });
});
