// An agent's own log, opened: its rows, its replay at each of them, another branch, and what becomes of it when it grows.

import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { OpenJournal } from '../../src/engine/openJournal.ts';
import { claudeLog, codexLog, piLog, piMore } from '../support/agentLogs.ts';
import { GrowingSource, NEVER, opened, unread } from '../support/engine.ts';
import { bytesOf } from '../support/journal.ts';

/** Each row as `SEQUENCE STATUS TYPE`. */
function rowsOf(journal: OpenJournal): string[] {
  return journal
    .rows(0, 500)
    .rows.map(({ sequence, status, kind, type }) => `${sequence ?? '-'} ${status ?? kind} ${type ?? '-'}`);
}

const lines = (text: string) => text.trimEnd().split('\n');
const PI = lines(piLog());

describe('an opened log of an agent', () => {
  it('each record is a row: what it stands for, its first sequence, what it is to the replay', async () => {
    assert.deepEqual(rowsOf(await opened(codexLog())), [
      '0 active session.start',
      '1 active user.message',
      '- folded message · response_item',
      '2 active tool.request',
      '3 active tool.result',
      '4 active model.response',
      '5 active metric.sample',
      '- unknown weather_report',
      '- abandoned user.message',
      '- folded message · response_item',
      '- abandoned model.response',
      '6 active context.prune',
      '7 active user.message',
      '- folded message · response_item',
      '8 active model.response',
    ]);
  });

  it('a record that stands for several events is shown by the most telling one', async () => {
    const journal = await opened(claudeLog());
    const [first, , , , calls] = journal.rows(0, 5).rows;
    assert.deepEqual(
      [first?.type, first?.summary, calls?.summary],
      ['user.message', 'Run the tests of the cart.', 'Running them now. · calls Bash'],
    );
    assert.deepEqual(
      journal.details(4, 1000).events?.map(({ sequence, type }) => `${sequence ?? '-'} ${type}`),
      ['4 model.response', '5 tool.request'],
    );
    assert.match(journal.details(4, 1000).text, /^\{\n {2}"parentUuid": "u2",/);
  });

  it('the header tells the agent, and what became of the records', async () => {
    const { format, sessionId, events, stopReason, agent, state } = (await opened(codexLog())).snapshot();
    assert.deepEqual(
      { format, sessionId, events, stopReason, state: state.kind },
      {
        format: 'agent',
        sessionId: '01a22718-56f5-73f0-a82f-000000000001',
        events: 10,
        stopReason: 'completed',
        state: 'ready',
      },
    );
    const { label, agentVersion, records, active, folded, abandoned, unknown, skipped, usage } = agent ?? {};
    assert.deepEqual(
      { label, agentVersion, records, active, folded, abandoned, unknown, skipped, total: usage?.total },
      {
        ...{ label: 'Codex', agentVersion: '0.98.0', records: 15, active: 9, folded: 3, abandoned: 2 },
        ...{ unknown: 1, skipped: 0, total: 1470 },
      },
    );
  });

  it('replays through a row, and at its last one to the stop', async () => {
    const journal = await opened(codexLog());
    const told = (row: number) => {
      const { sequence, userMessages, assistantMessages, toolCalls, stopReason, abandoned } =
        journal.replay(row);
      const messages = [...userMessages.items, ...assistantMessages.items].map(({ row: at }) => at);
      return [sequence, messages, toolCalls.items.map(({ result }) => result?.row), stopReason, abandoned];
    };
    assert.deepEqual(told(3), [2, [1], [undefined], null, false]);
    assert.deepEqual(told(7), [5, [1, 5], [4], null, false]);
    assert.deepEqual(told(10), [5, [1, 5], [4], null, true], 'an abandoned row: as of the row before it');
    assert.deepEqual(told(14), [9, [1, 12, 5, 14], [4], 'completed', false]);
  });

  it('damage is a row, and stops nothing', async () => {
    const journal = await opened(lines(codexLog()).with(2, '{"timestamp":"2026'));
    const { rows, agent, totals } = journal.snapshot();
    assert.deepEqual([rows, agent?.skipped, totals.error], [15, 1, 1]);
    assert.equal(journal.rows(2, 1).rows[0]?.kind, 'damage');
    assert.deepEqual([journal.replay(14).sequence, journal.replay(14).stopped], [9, null]);
    assert.deepEqual([journal.nextProblem(0, 1), journal.rowAtLine(2)], [2, 2]);
    assert.deepEqual(
      journal.violationsAt(2).map(({ violation }) => violation.code),
      ['record-torn'],
    );
  });

  it('a huge record is shown by its beginning', async () => {
    const huge = JSON.stringify({
      ...{ timestamp: '2026-01-01T00:00:00Z', type: 'event_msg' },
      payload: { type: 'user_message', message: 'x'.repeat(3e6) },
    });
    const journal = await opened([...lines(codexLog()), huge]);
    const [row] = journal.rows(15, 1).rows;
    assert.deepEqual([row?.sequence, row?.status], [9, 'active']);
    assert.ok((row?.summary.length ?? 0) <= 300);
    assert.equal(journal.replay(15).userMessages.items.at(-1)?.row, 15);
  });

  it('searches the records as they are recorded, and filters by what they stand for', async () => {
    const journal = await opened(codexLog());
    const hits = async (query: object) => {
      const found = await journal.search(query, 0, 100, NEVER);
      return found.ok ? found.hits : found;
    };
    assert.deepEqual(await hits({ text: 'weather' }), [7]);
    assert.deepEqual(await hits({ types: ['user.message'] }), [1, 8, 12]);
    assert.deepEqual(await hits({ tools: ['shell'] }), [3, 4]);
    assert.deepEqual(await hits({ tools: ['shell'], text: 'pageCount' }), [3]);
    assert.deepEqual(await hits({ actors: ['user'] }), [1, 8, 12]);
    assert.deepEqual(await hits({ actors: ['nobody', 'codex'] }), [0, 6, 11]);
  });

  it('lineage is over the normalised events', async () => {
    const journal = await opened(piLog());
    const plan = await journal.planBranch(5, NEVER);
    assert.ok(plan.ok);
    assert.deepEqual(
      [plan.lineage.fork_sequence, plan.lineage.inherited_event_ids, plan.lineage.parent_fingerprint],
      [2, ['pi-session-3', 'm1', 'm5'], journal.replay(5).fingerprint],
    );
    const refused = await journal.planBranch(2, NEVER);
    assert.deepEqual(refused, { ok: false, refusal: { reason: 'not-an-event' } });
  });
});

describe('an opened log of an agent: branches', () => {
  const ACTIVE = ['0', '1', '-', '-', '-', '2', '3', '4'];
  const OTHER = ['0', '1', '2', '3', '4', '-', '-', '-'];
  const sequences = (journal: OpenJournal) => rowsOf(journal).map((row) => row.split(' ')[0]);

  for (const row of [2, 3, 4])
    it(`through row ${row}, to its end, and back`, async () => {
      const journal = await opened(piLog());
      const { generation } = journal.snapshot();
      assert.deepEqual(sequences(journal), ACTIVE);
      assert.ok(journal.followBranch(row));
      await journal.readMore();
      assert.deepEqual(sequences(journal), OTHER);
      assert.equal(journal.snapshot().agent?.chosenLeaf, 4);
      assert.ok(journal.snapshot().generation > generation);
      assert.equal(journal.replay(4).assistantMessages.items.at(-1)?.text, 'Blue as well.');
      assert.ok(journal.followBranch(null));
      await journal.readMore();
      assert.deepEqual(sequences(journal), ACTIVE);
      assert.equal(journal.snapshot().agent?.chosenLeaf, null);
    });

  it('none through what is replayed already, and none through what was taken back', async () => {
    const journal = await opened(piLog());
    assert.deepEqual(
      [5, 99].map((row) => journal.followBranch(row)),
      [false, false],
    );
    assert.ok(!journal.followBranch(null), 'the agent’s own is followed already');
    const rolledBack = await opened(codexLog());
    assert.ok(!rolledBack.followBranch(10));
    assert.equal(rolledBack.replay(14).sequence, 9);
  });
});

describe('an opened log of an agent: grown', () => {
  /** All that is told, but the generation. */
  const toldOf = (journal: OpenJournal) => {
    const snapshot = { ...journal.snapshot(), generation: 0 };
    const rows = journal.rows(0, 500).rows;
    const replays = rows.map(({ row }) => ({ ...journal.replay(row), generation: 0 }));
    return { snapshot, rows, replays, violations: journal.violations(1000) };
  };

  it('reads on, and rows that keep their meaning keep their generation', async () => {
    const source = new GrowingSource(bytesOf(piLog()));
    const { journal } = unread(source);
    await journal.read();
    const { generation } = journal.snapshot();
    source.append(bytesOf(piMore()));
    assert.equal(journal.follow(), 'grown');
    await journal.readMore();
    assert.equal(journal.snapshot().generation, generation);
    assert.deepEqual(toldOf(journal), toldOf(await opened(piLog() + piMore())));
  });

  it('another leaf is another generation', async () => {
    const source = new GrowingSource(bytesOf(piLog()));
    const { journal } = unread(source);
    await journal.read();
    const { generation } = journal.snapshot();
    const message = { role: 'user', content: 'Green?' };
    const entry = { type: 'message', id: 'm9', parentId: 'm4', timestamp: '2026-09-14T09:31:00Z', message };
    source.append(bytesOf(`${JSON.stringify(entry)}\n`));
    assert.equal(journal.follow(), 'grown');
    await journal.readMore();
    assert.equal(journal.snapshot().generation, generation + 1);
    assert.equal(journal.rows(4, 1).rows[0]?.status, 'active');
  });

  it('in any pieces it comes to what the whole comes to', async () => {
    const whole = [codexLog(), claudeLog(), [...PI.slice(0, 3), '{"type":"mess', ...PI.slice(3)].join('\n')];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...whole),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 4 }),
        async (text, cuts) => {
          const bytes = bytesOf(text);
          const ends = [
            ...cuts.map((cut) => 1 + Math.floor(cut * (bytes.length - 1))).sort((a, b) => a - b),
            bytes.length,
          ];
          const source = new GrowingSource(bytes.subarray(0, ends[0]));
          let { journal } = unread(source);
          await journal.read();
          for (const [at, end] of ends.entries()) {
            source.append(bytes.subarray(ends[at - 1] ?? ends[0], end));
            const followed = journal.follow();
            if (followed === 'grown') await journal.readMore();
            if (followed === 'reread') {
              journal = unread(source).journal;
              await journal.read();
            }
          }
          assert.deepEqual(toldOf(journal), toldOf(await opened(bytes)));
        },
      ),
      { numRuns: 40 },
    );
  });
});
