// The replayed state at a row, as the editor shows it.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { Aborted } from '../../src/engine/turns.ts';
import { fold } from '../../src/core/replay.ts';
import { viewOf } from '../../src/engine/replayView.ts';
import { RemoteError } from '../../src/rpc.ts';
import { NEVER, opened, turnsOf, unread } from '../support/engine.ts';
import { traceEvents } from '../support/events.ts';
import { altered, edit, journal, read, splice, type Lines } from '../support/journal.ts';

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
          fingerprint,
          row: asked,
          ...view
        } = await journalOpened.replay(row, NEVER);
        assert.deepEqual(
          view,
          viewOf(fold(events.slice(0, row + 1)), (sequence) => sequence),
        );
        assert.deepEqual({ asked, stopped, generation }, { asked: row, stopped: null, generation: 2 });
        assert.equal(fingerprint, prefixes.at(row + 1));
        assert.equal(view.sequence, row);
      }
    });
  }

  it('before the first row there is nothing, beyond the last there is all', async () => {
    const journalOpened = await opened(LINES);
    const { appliedEvents, sequence, fingerprint } = await journalOpened.replay(-1, NEVER);
    assert.deepEqual(
      { appliedEvents, sequence, fingerprint },
      { appliedEvents: 0, sequence: null, fingerprint: null },
    );
    const [last, beyond] = [await journalOpened.replay(5, NEVER), await journalOpened.replay(99, NEVER)];
    assert.deepEqual({ ...beyond, row: 5 }, last);
  });

  it('in an empty file and in one of another kind there is nothing', async () => {
    for (const input of ['', '{"id":1}\n']) {
      const { appliedEvents, fingerprint, stopped } = await (await opened(input)).replay(0, NEVER);
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
        const { appliedEvents, stopped, sequence } = await journalOpened.replay(row, NEVER);
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
    const view = await journalOpened.replay(torn.length - 1, NEVER);
    assert.deepEqual(
      {
        stopped: view.stopped,
        applied: view.appliedEvents,
        user: view.userMessages,
        call: view.toolCalls[0]?.row,
      },
      { stopped: null, applied: 6, user: [{ row: 1, sequence: 1, text: 'hi' }], call: 4 },
    );
    assert.equal(view.fingerprint, read(LINES).prefixes.at(6));
  });

  it('after a lone surrogate there is a state, and no fingerprint', async () => {
    const lines = LINES.with(1, (LINES[1] ?? '').replace('"hi"', '"\\ud800"'));
    const journalOpened = await opened(lines);
    assert.equal((await journalOpened.replay(0, NEVER)).fingerprint?.length, 64);
    const { fingerprint, appliedEvents } = await journalOpened.replay(3, NEVER);
    assert.deepEqual({ fingerprint, appliedEvents }, { fingerprint: null, appliedEvents: 4 });
  });
});

describe('what a replay shows', () => {
  it('a tool call with its result, and where both stand', async () => {
    const { toolCalls } = await (await opened(LINES)).replay(5, NEVER);
    assert.deepEqual(toolCalls, [
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
    ]);
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
    const view = await (await opened(lines)).replay(4, NEVER);
    const [call] = view.toolCalls;
    const texts = [
      view.userMessages[0]?.text,
      view.assistantMessages[0]?.text,
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
});

describe('a replay that is aborted', () => {
  const many = journal(['start', ...Array.from({ length: 200 }, () => 'metric')].join(' '));

  it('rejects, and the next one is not disturbed', async () => {
    const controller = new AbortController();
    const made = unread(
      many,
      turnsOf(1_000, () => controller.abort()),
    );
    await made.journal.read();
    const aborted = made.journal.replay(200, controller.signal);
    const next = made.journal.replay(200, NEVER);
    await assert.rejects(aborted, (error) => error instanceof Aborted && !RemoteError.isAbort(error));
    assert.equal((await next).appliedEvents, 201);
  });
});
