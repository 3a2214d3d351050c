import assert from 'node:assert/strict';
import { codex } from '../../../src/formats/codex.ts';
import { linesOf, readNative } from '../../support/native.ts';
import { answer, item, line, meta, said, started, tokens, userItem, type Line } from './lines.ts';

// UUIDv7: the first 48 bits are milliseconds.
const uuid = (millis: number) => {
  const hex = (Date.parse('2026-01-01T00:00:00Z') + millis).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
};
const at = (millis: number, record: Line): Line => ({
  ...record,
  timestamp: new Date(Date.parse('2026-01-01T00:00:00Z') + millis).toISOString(),
});
const FORK = uuid(60_000);
const PARENT = uuid(0);
const fork = meta({ id: FORK, forked_from_id: PARENT });
const parent = meta({ id: PARENT });
const context = (millis: number) => line('turn_context', { turn_id: uuid(millis), model: 'm' });
const question = (text: string) => item(said('user', text));

/** Texts of the inherited messages, then those of its own; and usage inherited, then its own. */
function split(...lines: readonly Line[]): string {
  const { rows, plan } = readNative(codex, linesOf(lines));
  const texts = (inherited: boolean) =>
    rows
      .filter((row) => row.inherited === inherited)
      .flatMap(({ events }) => events.map(({ payload }) => payload['content']))
      .filter((content) => typeof content === 'string')
      .join(',');
  return `${texts(true)} (${plan.inheritedUsage.input}) | ${texts(false)} (${plan.usage.input})`;
}

describe('codex: forks', () => {
  it('turns older than the session are inherited, whatever the times of their records', () => {
    const copied = [parent, question('q'), context(1000), answer('a'), tokens(100)].map((record) =>
      at(60_010, record),
    );
    const own = [question('p'), context(60_020), answer('b'), tokens(150, 50)].map((record) =>
      at(60_020, record),
    );
    assert.equal(split(at(60_009, fork), ...copied, ...own), 'q,a (100) | p,b (50)');
  });

  it('only inherited turns: nothing is its own yet', () => {
    const copied = [parent, question('q'), context(1000), answer('a'), tokens(100)].map((record) =>
      at(60_010, record),
    );
    assert.equal(split(at(60_009, fork), ...copied), 'q,a (100) |  (0)');
  });

  it('a noted start of a turn is where its own begins', () => {
    const copied = [started(uuid(5)), question('q'), answer('a'), tokens(100)].map((record) =>
      at(10, record),
    );
    const own = [started(uuid(60_001)), question('p'), answer('b'), tokens(130, 30)].map((record) =>
      at(60_010, record),
    );
    assert.equal(split(at(10, fork), ...copied, ...own), 'q,a (100) | p,b (30)');
  });

  it('the second that a turn says it began in, where ids hold no time', () => {
    const second = (millis: number) => Math.floor((Date.parse('2026-01-01T00:00:00Z') + millis) / 1000);
    const began = (millis: number) =>
      line('event_msg', { type: 'task_started', turn_id: `t${millis}`, started_at: second(millis) });
    const header = meta({ id: 'leaf', forked_from_id: 'root' });
    const copied = [meta({ id: 'root' }), began(0), question('q'), answer('a'), tokens(100)];
    const own = [began(70_000), question('p'), answer('b'), began(80_000), question('s'), tokens(130, 30)];
    const times = (lines: readonly Line[], from: number) => lines.map((record, i) => at(from + i, record));
    const whole = [at(60_000, header), ...times(copied, 60_001), ...times(own, 70_000)];
    assert.equal(split(...whole), 'q,a (100) | p,b,s (30)');
    // A copy that took its time, and a turn in the very second of the fork, which may be either's.
    const slow = [...times(copied, 60_001), ...times([began(100), question('r'), answer('c')], 62_500)];
    assert.equal(split(at(60_000, header), ...slow, ...times(own, 70_000)), 'q,a,r,c (100) | p,b,s (30)');
    const same = [...times(copied, 60_001), ...times([began(60_400), question('r'), answer('c')], 60_400)];
    assert.equal(split(at(60_000, header), ...same, ...times(own, 70_000)), 'q,a,r,c (100) | p,b,s (30)');
  });

  it('records that name their thread', () => {
    const settings = (id: string) => line('event_msg', { type: 'thread_settings_applied', thread_id: id });
    const lines = [settings(PARENT), question('q'), answer('a'), settings(FORK), question('p'), answer('b')];
    assert.equal(split(at(60_000, fork), ...lines.map((record) => at(60_001, record))), 'q,a (0) | p,b (0)');
  });

  it('times that the copy kept', () => {
    const copied = [at(0, question('q')), at(900, answer('a'))];
    assert.equal(
      split(at(60_000, fork), ...copied, at(60_500, question('p')), at(60_600, answer('b'))),
      'q,a (0) | p,b (0)',
    );
  });

  it('what comes first after the pause is its own, and no more, whatever it is', () => {
    const copied = [parent, question('q'), answer('a'), question('r'), answer('b'), tokens(100)];
    const own = [at(65_001, question('p')), at(65_002, answer('c')), at(65_003, tokens(130, 30))];
    const firsts = [
      item(said('developer', 'd')),
      item(said('user', '<environment_context>e')),
      line('compacted', { message: 'd' }),
      tokens(100),
      line('turn_context', { model: 'm' }),
    ];
    for (const first of firsts) {
      const told = split(at(60_009, fork), ...copied.map((it) => at(60_010, it)), at(65_000, first), ...own);
      assert.match(told, /^q,a,r,b \(100\) \| .*p,c \(30\)$/, JSON.stringify(first));
    }
  });

  it('without ids: the pause after the copy, before the user or before the answer', () => {
    const copied = [parent, question('q'), answer('a')].map((record) => at(60_010, record));
    const slow = [
      at(65_000, question('p')),
      at(65_001, answer('b')),
      at(66_500, question('r')),
      at(66_501, answer('c')),
    ];
    assert.equal(split(at(60_009, fork), ...copied, ...slow), 'q,a (0) | p,b,r,c (0)');
    const quick = [
      at(60_020, question('p')),
      at(64_000, answer('b')),
      at(66_500, question('r')),
      at(66_501, answer('c')),
    ];
    assert.equal(split(at(60_009, fork), ...copied, ...quick), 'q,a (0) | p,b,r,c (0)');
  });

  it('without ids and pauses: the newest turn, if any gap is before it', () => {
    const copied = [parent, question('q'), answer('a')].map((record) => at(60_010, record));
    const own = [at(60_020, question('p')), at(60_030, answer('b'))];
    assert.equal(split(at(60_009, fork), ...copied, ...own), 'q,a (0) | p,b (0)');
    const more = [at(60_010, question('p')), at(60_011, answer('b'))];
    assert.equal(split(at(60_009, fork), ...copied, ...more), 'q,a,p,b (0) |  (0)');
  });

  it('the first header is the identity, and the second names the parent where the first does not', () => {
    const { plan, codes } = readNative(
      codex,
      linesOf([meta({ id: FORK }), parent, userItem('q'), answer('a')]),
    );
    assert.equal(plan.identity.sessionId, FORK);
    assert.deepEqual(plan.identity.links, [{ kind: 'forked-from', id: PARENT, file: null }]);
    assert.deepEqual(codes, []);
  });

  it('the same header again is no fork', () => {
    const { plan, rows } = readNative(
      codex,
      linesOf([parent, userItem('q'), answer('a'), parent, userItem('p')]),
    );
    assert.deepEqual(plan.identity.links, []);
    assert.equal(
      rows.some(({ inherited }) => inherited),
      false,
    );
  });

  it('a delta fork goes on from the total of its base, whose records are not here', () => {
    const base = { thread_id: PARENT, end_ordinal_exclusive: 6 };
    const delta = { ordinal: 6, ...meta({ id: FORK, forked_from_id: PARENT, history_base: base }) };
    const lines = [
      delta,
      { ordinal: 7, ...userItem('p') },
      { ordinal: 8, ...answer('b') },
      { ordinal: 9, ...tokens(150, 50) },
    ];
    assert.equal(split(...lines), ' (100) | p,b (50)');
    const { plan, rows } = readNative(codex, linesOf(lines));
    assert.deepEqual(
      plan.identity.links.map(({ kind, id }) => [kind, id]),
      [
        ['forked-from', PARENT],
        ['history-base', PARENT],
      ],
    );
    assert.equal(rows[0]?.events[1]?.type, 'session.branch');
  });

  it('a sub-agent that begins with a copy may number the first record of its own', () => {
    const header = (from: number) =>
      meta({ id: FORK, parent_thread_id: PARENT, subagent_history_start_ordinal: from });
    // Nothing else tells: the turns have no ids, the times are all the same.
    const after = [
      parent,
      userItem('q'),
      answer('a'),
      tokens(100),
      userItem('p'),
      answer('b'),
      tokens(130, 30),
    ];
    const log = (from: number) => [header(from), ...after].map((record, i) => ({ ordinal: i, ...record }));
    assert.equal(split(...log(5)), 'q,a (100) | p,b (30)');
    assert.equal(split(...log(2)), ' (0) | q,a,p,b (130)');
    assert.equal(split(...log(99)), 'q,a,p,b (130) |  (0)');
    assert.deepEqual(readNative(codex, linesOf(log(5))).codes, []);
  });

  it('a log that builds on another says on how many of its records', () => {
    const link = (base: Line) =>
      readNative(codex, linesOf([{ ordinal: 6, ...meta({ history_base: base }) }])).plan.identity.links;
    assert.deepEqual(link({ thread_id: PARENT, end_ordinal_exclusive: 6 }), [
      { kind: 'history-base', id: PARENT, file: null, records: 6 },
    ]);
    assert.deepEqual(link({ thread_id: PARENT, end_ordinal_exclusive: '6' }), [
      { kind: 'history-base', id: PARENT, file: null },
    ]);
  });

  it('a sub-agent names the thread that started it', () => {
    const source = { subagent: { thread_spawn: { parent_thread_id: PARENT, depth: 1 } } };
    const { plan, rows } = readNative(
      codex,
      linesOf(
        [meta({ id: FORK, source }), userItem('q'), answer('a'), tokens(10)].map((record) =>
          at(60_010, record),
        ),
      ),
    );
    assert.deepEqual(plan.identity.links, [{ kind: 'spawned-by', id: PARENT, file: null }]);
    assert.deepEqual([plan.usage.input, plan.inheritedUsage.input], [10, 0]);
    assert.equal(
      rows.some(({ inherited }) => inherited),
      false,
    );
  });
});
