import assert from 'node:assert/strict';
import { claudeCode } from '../../../src/formats/claudeCode.ts';
import { linesOf, readNative } from '../../support/native.ts';
import { call, log, other, records, reply, result, say, story, user, type Given } from './log.ts';

const boundary = (id: string, logical: string) =>
  other(
    id,
    { type: 'system', subtype: 'compact_boundary', logicalParentUuid: logical, compactMetadata: {} },
    null,
  );
const summary = (id: string) => user(id, 'This session …', undefined, { isCompactSummary: true });
const statuses = (read: ReturnType<typeof log>) => read.rows.map(({ status }) => status).join(' ');

describe('Claude Code: the active branch', () => {
  it('ends in the newest message; the branch before a rewind is abandoned', () => {
    const read = log(
      user('1', 'q'),
      reply('2', 'a', [say('A')]),
      user('3', 'first try'),
      reply('4', 'b', [say('B')]),
      user('5', 'second try', '2'),
      reply('6', 'c', [say('C')]),
    );
    assert.deepEqual(story(read), ['session.start', 'U q', 'A A', 'U second try', 'A C', 'stop completed']);
    assert.equal(statuses(read), 'active active abandoned abandoned active active');
    assert.deepEqual(read.plan.otherLeaves, [3]);
    assert.deepEqual(read.codes, []);
  });

  it('ends where it is asked to', () => {
    const text = linesOf(
      records(user('1', 'q'), reply('2', 'a', [say('A')]), user('3', 'x'), user('4', 'y', '2')),
    );
    assert.deepEqual(story(readNative(claudeCode, text, 2)), ['session.start', 'U q', 'A A', 'U x']);
    assert.deepEqual(readNative(claudeCode, text, 2).plan.otherLeaves, [3]);
    assert.deepEqual(story(readNative(claudeCode, text, 1)), [
      'session.start',
      'U q',
      'A A',
      'stop completed',
    ]);
    assert.deepEqual(readNative(claudeCode, text).plan.otherLeaves, [2]);
  });

  it('edits of the first message are two roots', () => {
    const read = log(
      user('1', 'q'),
      reply('2', 'a', [say('A')]),
      user('3', 'better', null),
      reply('4', 'b', [say('B')]),
    );
    assert.deepEqual(story(read), ['session.start', 'U better', 'A B', 'stop completed']);
    assert.equal(statuses(read), 'abandoned abandoned active active');
  });

  const parallel = [
    user('1', 'q'),
    reply('2', 'm', [say('both')]),
    reply('3', 'm', [call('a')]),
    reply('4', 'm', [call('b')]),
    user('5', [result('b')], '4'),
    user('6', [result('a')], '3'),
  ];

  it('has every result of parallel calls', () => {
    const read = log(...parallel, reply('7', 'n', [say('done')]));
    assert.deepEqual(story(read).slice(2), [
      'A both',
      'call a',
      'call b',
      'result b',
      'result a',
      'A done',
      'stop completed',
    ]);
    assert.deepEqual(read.plan.otherLeaves, []);
    assert.deepEqual(read.codes, []);
  });

  it('tells a result that was written before its call after it', () => {
    const overtaken = [
      user('1', 'q'),
      reply('2', 'm', [say('reading')]),
      user('4', [result('a')], '3'),
      reply('3', 'm', [call('a')], '2'),
    ];
    const read = log(...overtaken, reply('5', 'n', [say('done')], '4'));
    const told = ['session.start', 'U q', 'A reading', 'call a', 'result a', 'A done', 'stop completed'];
    assert.deepEqual(story(read), told);
    assert.equal(statuses(read), 'active active folded active active');
    assert.deepEqual(read.codes, []);
    assert.deepEqual(story(log(...overtaken)), told.slice(0, 5));
    assert.deepEqual(log(...overtaken).codes, ['turn-open@1']);
  });

  it('counts parallel calls of an abandoned branch as one branch', () => {
    const read = log(...parallel, user('7', 'again', null), reply('8', 'n', [say('done')]));
    assert.equal(read.plan.otherLeaves.length, 1);
  });

  it('has one answer to a call: of two, the one on the chain', () => {
    const read = log(
      user('1', 'q'),
      reply('2', 'm', [call('a')]),
      user('3', [result('a', 'first')], '2'),
      user('4', [result('a', 'second')], '2'),
      reply('5', 'n', [say('done')]),
    );
    assert.equal(statuses(read), 'active active abandoned active active');
  });

  it('takes what hangs beside it: attachments, notices and measures', () => {
    const read = log(
      user('1', 'q'),
      other('2', { type: 'attachment', attachment: { type: 'nested_memory', path: 'CLAUDE.md' } }, '1'),
      other('3', { type: 'progress', data: {} }, '1'),
      reply('4', 'm', [say('A')], '1'),
      other('5', { type: 'system', subtype: 'turn_duration', durationMs: 5 }, '4'),
      other('6', { type: 'system', subtype: 'stop_hook_summary' }, '4'),
      other('7', { type: 'system', subtype: 'api_error' }, '4'),
    );
    assert.deepEqual(story(read), [
      'session.start',
      'U q',
      'memory.read',
      'A A',
      'metric.sample',
      'error',
      'stop completed',
    ]);
    assert.equal(statuses(read), 'active active folded active active folded active');
    assert.deepEqual(read.plan.otherLeaves, []);
  });
});

describe('Claude Code: compaction', () => {
  it('goes on from the message that the new root names', () => {
    const read = log(
      user('1', 'q'),
      reply('2', 'a', [say('A')]),
      boundary('3', '2'),
      summary('4'),
      user('5', 'r'),
    );
    assert.deepEqual(story(read), [
      'session.start',
      'U q',
      'A A',
      'context.compact',
      'instruction.accept',
      'U r',
    ]);
    assert.deepEqual(read.codes, ['turn-open@5']);
  });

  it('goes on from the newest record where that message is kept after the summary, or nowhere', () => {
    const kept = reply('9', 'k', [say('kept')], '4');
    const after = log(user('1', 'q'), reply('2', 'a', [say('A')]), boundary('3', '9'), summary('4'), kept);
    assert.deepEqual(story(after).slice(1, 3), ['U q', 'A A']);
    assert.deepEqual(after.codes, []);
    const nowhere = log(user('1', 'q'), boundary('3', 'x'), summary('4'), reply('5', 'a', [say('A')]));
    assert.equal(statuses(nowhere), 'active active active active');
    assert.deepEqual(nowhere.codes, []);
  });

  it('goes on from the newest record where the second compaction names one from before the first', () => {
    const read = log(
      user('1', 'q'),
      boundary('2', '1'),
      summary('3'),
      user('4', 'between'),
      reply('5', 'a', [say('A')]),
      boundary('6', '1'),
      summary('7'),
      user('8', 'after'),
      reply('9', 'b', [say('B')]),
    );
    assert.ok(read.rows.every(({ status }) => status === 'active'));
  });

  it('begins the log where a fork leaves the history out', () => {
    const read = log(
      boundary('3', 'x'),
      summary('4'),
      user('5', [result('c')], '4'),
      reply('6', 'a', [say('A')]),
    );
    assert.deepEqual(read.codes, []);
    assert.equal(statuses(read), 'active active active active');
  });
});

describe('Claude Code: broken links', () => {
  const cases: readonly [string, Given, string[]][] = [
    [
      'a parent that is nowhere cuts off what is before',
      [user('1', 'q'), reply('2', 'a', [say('A')]), user('3', 'x', 'lost'), reply('4', 'b', [say('B')])],
      ['parent-unknown@3'],
    ],
    [
      'a log that begins with a parent elsewhere',
      [{ type: 'mode', mode: 'normal' }, user('3', 'x', 'elsewhere'), reply('4', 'b', [say('B')])],
      [],
    ],
    [
      'what hangs off a missing record without being part of the conversation',
      [user('1', 'q'), other('2', { type: 'progress' }, 'lost'), reply('3', 'a', [say('A')], '1')],
      [],
    ],
    ['its own parent', [user('1', 'q', '1'), reply('2', 'a', [say('A')])], ['parent-self@1']],
    ['a cycle', [user('1', 'q', '2'), reply('2', 'a', [say('A')], '1')], ['parent-cycle@1']],
    [
      'a parent that comes later',
      [user('1', 'q', '2'), reply('2', 'a', [say('A')], null)],
      ['parent-future@1'],
    ],
    [
      'the same id, the same words',
      [user('1', 'q'), reply('2', 'a', [say('A')]), user('1', 'q'), reply('2', 'a', [say('A')])],
      [],
    ],
    [
      'the same id, other words',
      [user('1', 'q'), reply('2', 'a', [say('A')]), user('1', 'other', '2')],
      ['event-id-conflict@3', 'turn-open@3'],
    ],
    [
      'the id of a snapshot is no id of a record',
      [
        { type: 'file-history-snapshot', messageId: '1', snapshot: {} },
        user('1', 'q'),
        reply('2', 'a', [say('A')]),
      ],
      [],
    ],
    [
      'a message without a message',
      [user('1', 'q'), other('2', { type: 'assistant' }), reply('3', 'a', [say('A')])],
      ['record-shape@2'],
    ],
  ];
  for (const [name, given, codes] of cases) it(name, () => assert.deepEqual(log(...given).codes, codes));

  it('a message without a message says nothing', () => {
    const read = log(user('1', 'q'), other('2', { type: 'user' }), reply('3', 'a', [say('A')]));
    assert.deepEqual(story(read), ['session.start', 'U q', 'A A', 'stop completed']);
    assert.equal(statuses(read), 'active unknown active');
  });

  it('says how much is cut off', () => {
    const read = log(
      user('1', 'q'),
      reply('2', 'a', [say('A')]),
      user('3', 'x', 'lost'),
      reply('4', 'b', [say('B')]),
    );
    const violation = read.found[0]?.violation;
    assert.equal(violation?.code === 'parent-unknown' && violation.unreachable, 2);
    assert.equal(statuses(read), 'abandoned abandoned active active');
  });

  it('a damaged line explains the parent that is missing after it', () => {
    const lines = linesOf(
      records(user('1', 'q'), reply('2', 'a', [say('A')]), user('3', 'x'), reply('4', 'b', [say('B')])),
    ).split('\n');
    lines[1] = lines[1]?.slice(0, 90) ?? '';
    const read = readNative(claudeCode, lines.join('\n'));
    assert.equal(statuses(read), 'active damaged active active');
    assert.deepEqual(read.codes, []);
  });

  it('a repeated record is folded', () => {
    const read = log(user('1', 'q'), user('1', 'q'), reply('2', 'a', [say('A')], '1'));
    assert.equal(statuses(read), 'active folded active');
    assert.deepEqual(story(read), ['session.start', 'U q', 'A A', 'stop completed']);
  });
});

describe('Claude Code: sub-agents', () => {
  const side = { isSidechain: true, agentId: 'x1' };
  const inside = [
    user('s1', 'sub', null, side),
    other('s2', {
      ...side,
      type: 'assistant',
      message: { id: 'z', content: [say('sub answer')], usage: { output_tokens: 9 } },
    }),
  ];

  it('inline, they are another transcript', () => {
    const read = log(user('1', 'q'), ...inside, reply('2', 'a', [say('A')], '1'));
    assert.deepEqual(story(read), ['session.start', 'U q', 'A A', 'stop completed']);
    assert.equal(statuses(read), 'active folded folded active');
    assert.deepEqual(read.plan.otherLeaves, []);
    assert.equal(read.plan.usage.output, 0);
    assert.equal(read.plan.identity.runId, 's');
  });

  it('in a file of their own, they are the transcript', () => {
    const read = log({ type: 'mode', mode: 'normal' }, ...inside);
    assert.deepEqual(story(read), ['session.start', 'U sub', 'A sub answer', 'stop completed']);
    assert.equal(read.plan.usage.output, 9);
    assert.equal(read.plan.identity.runId, 'x1');
    assert.deepEqual(read.plan.identity.links, [{ kind: 'parent-session', id: 's', file: null }]);
  });
});

describe('Claude Code: rows beside the tree', () => {
  it('an unknown type is kept as one, wherever it stands', () => {
    const read = log(
      user('1', 'q'),
      { type: 'brand-new', x: 1 },
      other('2', { type: 'newer' }),
      reply('3', 'a', [say('A')]),
    );
    assert.equal(statuses(read), 'active unknown unknown active');
    assert.deepEqual(read.codes, []);
    assert.deepEqual(story(read), ['session.start', 'U q', 'A A', 'stop completed']);
  });

  it('requests and costs are events, other state is not', () => {
    const read = log(
      { type: 'queue-operation', operation: 'enqueue', content: 'q' },
      user('1', 'q'),
      { type: 'api-request', id: 'r', params: { model: 'm' } },
      reply('2', 'a', [say('A')]),
      { type: 'last-prompt', leafUuid: '2' },
      { type: 'cost-state', totalCostUSD: 0.5 },
      { type: 'frame-link', frameUrl: 'u' },
      { type: 'continued-in', continuedInSessionId: 'n' },
    );
    assert.equal(statuses(read), 'folded active active active folded active folded folded');
    assert.deepEqual(story(read).slice(1), [
      'U q',
      'model.request',
      'A A',
      'metric.sample',
      'stop completed',
    ]);
  });

  it('a log of nothing but summaries is one', () => {
    const read = log({ type: 'summary', summary: 'x', leafUuid: 'y' });
    assert.deepEqual(story(read), ['session.start']);
    assert.equal(read.generation, 'unversioned');
  });

  it('replies on a branch that was left are counted apart, those of sub-agents not at all', () => {
    const usage = (output: number) => ({ usage: { output_tokens: output } });
    const read = log(
      user('1', 'q', null),
      reply('2', 'a', [say('A')], '1', usage(3)),
      user('3', 'r', '1'),
      reply('4', 'b', [say('B')], '3', usage(4)),
      other(
        '5',
        { type: 'assistant', isSidechain: true, message: { id: 'c', content: [say('C')], ...usage(9) } },
        null,
      ),
      reply('6', 'd', [say('D')], '4', usage(5)),
    );
    assert.deepEqual([read.plan.usage.output, read.plan.abandonedUsage.output], [9, 3]);
  });

  it('history that a fork brought along is counted apart', () => {
    const forkedFrom = { sessionId: 'old', messageUuid: '1' };
    const old = {
      forkedFrom,
      type: 'assistant',
      message: { id: 'a', content: [say('A')], usage: { output_tokens: 3 } },
    };
    const read = log(
      user('1', 'q', null, { forkedFrom }),
      other('2', old),
      user('3', 'r'),
      reply('4', 'b', [say('B')], undefined, { usage: { output_tokens: 4 } }),
    );
    assert.deepEqual([read.plan.usage.output, read.plan.inheritedUsage.output], [4, 3]);
    assert.deepEqual(
      read.rows.map(({ inherited }) => inherited),
      [true, true, false, false],
    );
    assert.deepEqual(read.plan.identity.links, [{ kind: 'forked-from', id: 'old', file: null }]);
  });
});
