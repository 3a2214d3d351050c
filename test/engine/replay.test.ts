// The replayed state at a row, as the editor shows it.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { fold } from '../../src/core/replay.ts';
import { countingSource, opened } from '../support/engine.ts';
import { traceEvents } from '../support/events.ts';
import { altered, bytesOf, edit, journal, read, splice, type Lines } from '../support/journal.ts';
import { SHOWN, shownState } from '../support/replayed.ts';

const SAMPLE = fs.readFileSync('samples/session.trace.jsonl');
const LINES = journal('start user:hi call:c1 result:c1 resp:ho stop:done');

describe('replay at every cursor', () => {
  const inputs: readonly (readonly [name: string, input: Uint8Array | Lines])[] = [
    ['the sample', SAMPLE],
    [
      'streams and stops',
      journal('start user: chunk:a chunk:b final:ab stop:x start user:more resp:done stop'),
    ],
  ];
  for (const [name, input] of inputs) {
    it(`${name}: equals the fold of the prefix, with the fingerprint of exactly this prefix`, async () => {
      const journalOpened = await opened(input);
      const events = traceEvents(input);
      const { prefixes } = read(input);
      for (const row of events.keys()) {
        const {
          generation,
          stopped,
          abandoned,
          fingerprint,
          row: asked,
          ...view
        } = journalOpened.replay(row);
        assert.deepEqual(view, shownState(fold(events.slice(0, row + 1))));
        assert.deepEqual(
          { asked, stopped, abandoned, generation },
          { asked: row, stopped: null, abandoned: false, generation: 2 },
        );
        assert.equal(fingerprint, prefixes.at(row + 1));
        assert.equal(view.sequence, row);
      }
    });
  }

  it('before the first row there is nothing, beyond the last there is all', async () => {
    const journalOpened = await opened(LINES);
    const { appliedEvents, sequence, fingerprint } = journalOpened.replay(-1);
    assert.deepEqual(
      { appliedEvents, sequence, fingerprint },
      { appliedEvents: 0, sequence: null, fingerprint: null },
    );
    const [last, beyond] = [journalOpened.replay(5), journalOpened.replay(99)];
    assert.deepEqual({ ...beyond, row: 5 }, last);
  });

  it('in an empty file and in one of another kind there is nothing', async () => {
    for (const input of ['', '{"id":1}\n']) {
      const { appliedEvents, fingerprint, stopped } = (await opened(input)).replay(0);
      assert.deepEqual(
        { appliedEvents, fingerprint, stopped },
        { appliedEvents: 0, fingerprint: null, stopped: null },
      );
    }
  });
});

describe('replay of a broken journal', () => {
  const broken: readonly (readonly [name: string, lines: Lines, row: number])[] = [
    ['a gap', splice(LINES, 3, 1), 3],
    ['a shape', edit(LINES, 3, { actor: { kind: 'ghost' } }), 3],
    ['another session', edit(LINES, 3, { session_id: 's2' }), 3],
    ['the very first event', LINES.slice(1), 0],
  ];
  for (const [name, lines, stop] of broken) {
    it(`${name}: goes on to the last event before the fault, and says so from there on`, async () => {
      const journalOpened = await opened(lines);
      for (const row of lines.keys()) {
        const { appliedEvents, stopped, sequence } = journalOpened.replay(row);
        const applied = Math.min(row + 1, stop);
        assert.equal(appliedEvents, applied);
        assert.equal(sequence, applied === 0 ? null : applied - 1);
        assert.equal(stopped?.row, row >= stop ? stop : undefined);
      }
    });
  }

  it('goes past a fragment that hid no fact, and does not apply a retry again', async () => {
    const torn = splice(LINES, 2, 0, '{"trace_version":"0.1.0","seq', LINES[1] ?? '');
    const journalOpened = await opened(torn);
    const view = journalOpened.replay(torn.length - 1);
    assert.deepEqual(
      {
        stopped: view.stopped,
        applied: view.appliedEvents,
        user: view.userMessages,
        call: view.toolCalls.items[0]?.row,
      },
      {
        stopped: null,
        applied: 6,
        user: { total: 1, items: [{ row: 1, sequence: 1, text: 'hi' }] },
        call: 4,
      },
    );
    assert.equal(view.fingerprint, read(LINES).prefixes.at(6));
  });

  it('after a lone surrogate there is a state, and no fingerprint', async () => {
    const lines = LINES.with(1, (LINES[1] ?? '').replace('"hi"', '"\\ud800"'));
    const journalOpened = await opened(lines);
    assert.equal(journalOpened.replay(0).fingerprint?.length, 64);
    const { fingerprint, appliedEvents } = journalOpened.replay(3);
    assert.deepEqual({ fingerprint, appliedEvents }, { fingerprint: null, appliedEvents: 4 });
  });
});

describe('what a replay shows', () => {
  it('a tool call with its result, and where both stand', async () => {
    const { toolCalls } = (await opened(LINES)).replay(5);
    assert.deepEqual(toolCalls, {
      total: 1,
      items: [
        {
          row: 2,
          sequence: 2,
          callId: 'c1',
          tool: 'write_file',
          arguments: '{"path":"a"}',
          result: {
            row: 3,
            sequence: 3,
            ok: true,
            text: '{"tool_call_id":"c1","tool":"write_file","ok":true}',
          },
        },
      ],
    });
  });

  it('texts are cut, whatever they are the text of', async () => {
    const long = 'x'.repeat(5_000);
    const lines = [
      altered(LINES[0], { type: 'user.message', payload: { content: long } }),
      altered(LINES[1], {
        type: 'tool.request',
        payload: { tool: long, tool_call_id: long, arguments: { long } },
      }),
      altered(LINES[2], { type: 'tool.result', payload: { tool_call_id: long, result: long } }),
      altered(LINES[3], { type: 'model.response', payload: { content: { long } } }),
      altered(LINES[4], { type: 'session.stop', payload: { reason: long } }),
    ];
    const view = (await opened(lines)).replay(4);
    const [call] = view.toolCalls.items;
    const texts = [
      view.userMessages.items[0]?.text,
      view.assistantMessages.items[0]?.text,
      call?.tool,
      call?.callId,
      call?.arguments,
      call?.result?.text,
      view.stopReason,
    ];
    assert.deepEqual(
      texts.map((text) => text?.length),
      Array.from(texts, () => 2_001),
    );
    assert.ok(texts.every((text) => text?.endsWith('…')));
  });

  it('of a long list its newest items, and how many there are', async () => {
    const count = SHOWN + 7;
    const words = ['user:u', 'resp:a', 'call:c', 'result:c'];
    const lines = journal(words.flatMap((word) => Array.from({ length: count }, () => word)).join(' '));
    const view = (await opened(lines)).replay(lines.length - 1);
    assert.deepEqual({ ...view, ...shownState(fold(traceEvents(lines))) }, view);
    for (const { total, items } of [view.userMessages, view.assistantMessages, view.toolCalls]) {
      assert.deepEqual({ total, shown: items.length }, { total: count, shown: SHOWN });
      assert.equal((items.at(-1)?.row ?? 0) - (items[0]?.row ?? 0), SHOWN - 1);
    }
  });

  it('of many large records the newest whole, for a bounded number of bytes, the same each time', async () => {
    const text = 'large'.repeat(11_000);
    const words = Array.from({ length: 60 }, () => `user:${text} resp:${text}`).join(' ');
    const lines = journal(`start ${words}`);
    const source = countingSource(bytesOf(lines));
    const large = await opened(source);
    const first = large.replay(lines.length - 1);
    source.reset();
    const second = large.replay(lines.length - 2);
    const bytes = source.reads.reduce((sum, [, length]) => sum + length, 0);
    assert.ok(bytes < 5_000_000, `${bytes} bytes of ${source.size()}`);
    const { userMessages } = second;
    assert.equal(userMessages.items.at(-1)?.text.length, 2_001);
    assert.equal(userMessages.items[0]?.text, '(56 KB record)');
    assert.deepEqual(large.replay(lines.length - 1), first);
  });

  it('of a large record its place and its size, and what its beginning says', async () => {
    const filler = 'x'.repeat(1_000_000);
    const lines = [
      altered(LINES[0], { type: 'user.message', payload: { content: filler } }),
      altered(LINES[1], {
        type: 'tool.request',
        payload: { tool: 't', tool_call_id: 'c', arguments: { filler } },
      }),
      altered(LINES[2], { type: 'tool.result', payload: { tool_call_id: 'c', ok: true, result: filler } }),
    ];
    const { userMessages, toolCalls } = (await opened(lines)).replay(2);
    assert.deepEqual(
      [userMessages.items[0]?.text, toolCalls.items[0]?.result?.text],
      ['(1.0 MB record)', '(1.0 MB record)'],
    );
    assert.deepEqual([toolCalls.total, toolCalls.items[0]?.row, toolCalls.items[0]?.result?.row], [1, 1, 2]);
  });
});
