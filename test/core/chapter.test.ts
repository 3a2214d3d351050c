// The exercises of the chapter that have an acceptance criterion, through the core and through the command line.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { lineageOf } from '../../src/core/branch.ts';
import { fold } from '../../src/core/replay.ts';
import { replayJson } from '../../src/cli/shapes.ts';
import { readJournal } from '../../src/cli/readJournal.ts';
import { memorySource } from '../../src/engine/byteSource.ts';
import { fingerprintOf } from '../support/canonical.ts';
import { cli, temporaryFolder } from '../support/cli.ts';
import { bytesOf, edit, events, idOf, journal, problems, textOf, type Lines } from '../support/journal.ts';

const spec = 'start user:explain req resp:done stop:completed replay:5 branch:2';
const lines = journal(spec);

/** The events of a sound journal, and what is wrong with one that is not. */
function open(input: Lines) {
  const journalRead = readJournal(memorySource(bytesOf(input)));
  const whole = [...journalRead.eventsIn(0, journalRead.wholeRows)].map(({ event }) => event);
  return { ...journalRead, whole };
}

describe('the chapter', () => {
  const folder = temporaryFolder();
  const file = (input: Lines) => folder.write('session.trace.jsonl', textOf(input));

  describe('A. a sequence gap is refused before any view', () => {
    const gap = edit(lines.slice(0, 3), 2, { sequence: 4 });

    it('the core finds the gap, and it stops the replay', () => {
      assert.deepEqual(problems(gap)[0], 'sequence-gap@3:83-84 ‹4›');
      assert.equal(open(gap).break?.violation.code, 'sequence-gap');
    });

    it('replay prints no view, says where and why, and exits with 1', () => {
      const { code, out, err } = cli(['replay', file(gap), '--format', 'json']);
      assert.deepEqual([code, out], [1, '']);
      assert.match(err, /session\.trace\.jsonl:3:83: sequence-gap: /);
    });

    it('also of a prefix before the gap', () => {
      assert.deepEqual(cli(['replay', file(gap), '--until', '1']).code, 1);
    });
  });

  describe('B. partial replay through sequence 2', () => {
    const expected = {
      session_id: 'session-1',
      run_id: 'run-1',
      applied_events: 3,
      user_messages: ['explain'],
      assistant_messages: [],
      tool_results: [],
      stop_reason: null,
      fingerprint: fingerprintOf(events(spec).slice(0, 3)),
    };

    it('the projection has the user message, no assistant message, no stop reason, three applied events', () => {
      const read = open(lines);
      const state = fold(read.whole.slice(0, 3));
      assert.deepEqual(
        replayJson(state, { sessionId: 'session-1', runId: 'run-1' }, read.fingerprint(3)),
        expected,
      );
    });

    it('replay --until 2', () => {
      const { code, out } = cli(['replay', file(lines), '--until', '2', '--format', 'json']);
      assert.deepEqual([code, JSON.parse(out)], [0, expected]);
    });
  });

  describe('C. of a streamed response, one assistant message', () => {
    const streamed = journal(
      'start user:count req chunk:one chunk:two chunk:three final:onetwothree stop:completed',
    );

    it('the final accumulated text, not the deltas', () => {
      const { transcript } = fold(open(streamed).whole);
      assert.deepEqual(transcript.assistant, [{ sequence: 6, text: 'onetwothree' }]);
    });

    it('replay', () => {
      const { out } = cli(['replay', file(streamed), '--format', 'json']);
      const view: unknown = JSON.parse(out);
      assert.ok(typeof view === 'object' && view !== null && 'assistant_messages' in view);
      assert.deepEqual(view.assistant_messages, ['onetwothree']);
    });

    it('none before the final chunk', () => {
      assert.deepEqual(fold(open(streamed).whole.slice(0, 6)).transcript.assistant, []);
    });
  });

  describe('D. two branches at one sequence', () => {
    const prefix = () => open(lines).whole.slice(0, 3);
    const shared = {
      parent_session_id: 'session-1',
      parent_run_id: 'run-1',
      fork_sequence: 2,
      inherited_event_ids: [0, 1, 2].map(idOf),
      parent_fingerprint: fingerprintOf(events(spec).slice(0, 3)),
    };

    it('the same fingerprint and inherited ids, different branch ids', () => {
      const [one, other] = ['one', 'other'].map((id) =>
        lineageOf(id, prefix(), open(lines).fingerprint(3) ?? ''),
      );
      assert.deepEqual(one, { branch_id: 'one', ...shared });
      assert.deepEqual(other, { branch_id: 'other', ...shared });
    });

    it('branch, twice', () => {
      const parent = file(lines);
      const before = fs.readFileSync(parent);
      for (const id of ['one', 'other']) {
        const { code, out } = cli(['branch', parent, '--at', '2', '--id', id]);
        assert.deepEqual([code, out], [0, `${folder.path(`session.${id}.branch.json`)}\n`]);
        const record: unknown = JSON.parse(fs.readFileSync(out.trim(), 'utf8'));
        assert.ok(typeof record === 'object' && record !== null && 'context' in record);
        const { context, ...lineage } = record;
        assert.deepEqual([lineage, typeof context], [{ branch_id: id, ...shared }, 'object']);
      }
      assert.deepEqual(fs.readFileSync(parent), before, 'the parent is untouched');
    });
  });
});
