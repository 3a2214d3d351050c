import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Companions } from '../../src/extension/companions.ts';
import { JournalSession } from '../../src/extension/journalSession.ts';
import type { AgentLog, JournalSnapshot, RelatedLog } from '../../src/protocol.ts';
import { temporaryFolder } from '../host/temporary.mjs';
import { FakeEngine, readySnapshot, settled } from './fakeEngine.ts';

const TOKENS = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0, cost: null };
const AGENT: AgentLog = {
  ...{ label: 'Pi', generation: 'v3', agentVersion: null, cwd: null, model: null, chosenLeaf: null },
  ...{ records: 9, active: 9, folded: 0, abandoned: 0, unknown: 0, skipped: 0, branches: 0 },
  ...{ usage: TOKENS, inheritedUsage: TOKENS, abandonedUsage: TOKENS, inheritance: null },
};
const SNAPSHOT: JournalSnapshot = { ...readySnapshot(9), format: 'agent', agent: AGENT };

const RELATED: readonly RelatedLog[] = [
  { relation: 'parent-session', id: 'p\u202e1', path: '/logs/p1.jsonl' },
  { relation: 'subagent', id: null, path: '/logs/agent-x.jsonl' },
  { relation: 'forked-from', id: 'gone', path: null },
];

function companionsOf(snapshot: JournalSnapshot, path = '/logs/a.jsonl') {
  let asked = 0;
  let changes = 0;
  const engine = new FakeEngine(snapshot, {
    related: () => {
      asked += 1;
      return RELATED;
    },
  });
  const session = new JournalSession(`file://${path}`, path, engine.lease());
  const companions = new Companions(session, () => (changes += 1));
  return { companions, counts: () => ({ asked, changes }) };
}

/** Lets an answer come through the channel of the fake engine. */
async function answered(): Promise<void> {
  await settled();
  await settled();
}

describe('the files that belong with a journal', () => {
  it('related logs: named harmlessly, opened as they were found, asked for once', async () => {
    const { companions, counts } = companionsOf(SNAPSHOT);
    companions.refresh();
    companions.refresh();
    await answered();
    assert.deepEqual(companions.related, [
      { relation: 'parent', name: 'p\ufffd1', isThere: true },
      { relation: 'subagent', name: 'agent-x.jsonl', isThere: true },
      { relation: 'forked from', name: 'gone', isThere: false },
    ]);
    assert.deepEqual(
      [0, 2, 3].map((index) => companions.pathOf(index)),
      ['/logs/p1.jsonl', null, null],
    );
    assert.deepEqual(counts(), { asked: 1, changes: 1 });
  });

  it('none of a journal that no agent wrote', async () => {
    const { companions, counts } = companionsOf(readySnapshot(9));
    companions.refresh();
    await answered();
    assert.deepEqual([companions.related, counts().asked], [[], 0]);
  });

  it('the event log beside an empty transcript, and the JSON lines beside binary frames', () => {
    const folder = temporaryFolder('companions-');
    writeFileSync(join(folder, 'a.events.jsonl'), '{}\n');
    const empty: JournalSnapshot = { ...readySnapshot(0), format: 'empty' };
    const { companions } = companionsOf(empty, join(folder, 'a.jsonl'));
    companions.refresh();
    assert.deepEqual(
      [companions.sibling, companions.siblingPath],
      ['a.events.jsonl', join(folder, 'a.events.jsonl')],
    );
    writeFileSync(join(folder, 'events.frames'), 'RX4F');
    const frames: JournalSnapshot = { ...readySnapshot(0), format: 'frames' };
    const siblingOfFrames = () => {
      const { companions: beside } = companionsOf(frames, join(folder, 'events.frames'));
      beside.refresh();
      return beside.sibling;
    };
    assert.equal(siblingOfFrames(), null);
    for (const [name, content, expected] of [
      ['events.jsonl', '', null],
      [`${basename(folder)}.jsonl`, '{}\n', `${basename(folder)}.jsonl`],
      ['events.jsonl', '{}\n', 'events.jsonl'],
    ] as const) {
      writeFileSync(join(folder, name), content);
      assert.equal(siblingOfFrames(), expected);
    }
    const other = companionsOf(empty, join(folder, 'b.jsonl')).companions;
    other.refresh();
    assert.deepEqual([other.sibling, other.siblingPath], [null, null]);
  });
});
