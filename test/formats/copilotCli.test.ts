import assert from 'node:assert/strict';
import { copilotCli } from '../../src/formats/copilotCli.ts';
import { countsOf, detected, linesOf, readNative, told } from '../support/native.ts';

type Members = Readonly<Record<string, unknown>>;
type Event = readonly [type: string, data: Members, more?: Members];

const AT = '2026-01-02T00:00:00.000Z';

/** Records in a chain: each names the one before as its parent. */
function chain(...events: readonly Event[]): Members[] {
  return events.map(([type, data, more], i) => ({
    type,
    data,
    id: `e${i}`,
    timestamp: AT,
    parentId: i === 0 ? null : `e${i - 1}`,
    ...more,
  }));
}

const START = ['session.start', { sessionId: 's', copilotVersion: '1.0', context: { cwd: '/w' } }] as const;
const USER = ['user.message', { content: 'q' }] as const;
const reply = (content: string, more: Members = {}) => ['assistant.message', { content, ...more }] as const;
const asks = (...ids: readonly string[]) => ({
  toolRequests: ids.map((toolCallId) => ({ toolCallId, name: 'bash', arguments: { command: 'ls' } })),
});
const started = (toolCallId: string) =>
  ['tool.execution_start', { toolCallId, toolName: 'bash', arguments: { command: 'ls' } }] as const;
const completed = (toolCallId: string, more: Members = {}) =>
  ['tool.execution_complete', { toolCallId, success: true, result: { content: 'out' }, ...more }] as const;

const read = (...events: readonly Event[]) => readNative(copilotCli, linesOf(chain(START, ...events)));

describe('Copilot CLI: events', () => {
  it('a turn with a call: requested, started and completed', () => {
    const log = read(
      USER,
      reply('', asks('c')),
      started('c'),
      completed('c'),
      reply('a', { outputTokens: 4 }),
    );
    assert.deepEqual(told(log.active), [
      ['session.start', { agent: 'copilot-cli', agent_version: '1.0', cwd: '/w' }],
      ['user.message', { content: 'q' }],
      ['model.response', { content: '' }],
      ['tool.request', { tool: 'bash', tool_call_id: 'c', arguments: { command: 'ls' } }],
      ['tool.result', { tool: 'bash', tool_call_id: 'c', ok: true, result: 'out' }],
      ['model.response', { content: 'a', output_tokens: 4 }],
      ['session.stop', { reason: 'completed' }],
    ]);
    assert.deepEqual(log.codes, []);
    assert.deepEqual([log.plan.identity.sessionId, log.plan.identity.agentVersion], ['s', '1.0']);
  });

  it('a start before the reply that asks for the call tells it no second time', () => {
    const log = read(USER, started('c'), reply('', asks('c')), completed('c'), reply('a'));
    assert.deepEqual(countsOf(log.active)['tool.request'], 1);
    assert.deepEqual(
      log.rows.map(({ status }) => status),
      ['active', 'active', 'folded', 'active', 'active', 'active'],
    );
    assert.deepEqual(log.codes, []);
  });

  it('a call that no reply requested, and one that no start told of', () => {
    const log = read(
      USER,
      started('c'),
      completed('c'),
      reply('', asks('d')),
      completed('d', { success: false, error: { message: 'no' } }),
    );
    assert.deepEqual(told(log.active.filter(({ type }) => type.startsWith('tool.'))), [
      ['tool.request', { tool: 'bash', tool_call_id: 'c', arguments: { command: 'ls' } }],
      ['tool.result', { tool: 'bash', tool_call_id: 'c', ok: true, result: 'out' }],
      ['tool.request', { tool: 'bash', tool_call_id: 'd', arguments: { command: 'ls' } }],
      ['tool.result', { tool: 'bash', tool_call_id: 'd', ok: false, result: 'out', error: 'no' }],
    ]);
  });

  it('sub-agents, skills, permissions, compactions', () => {
    const log = read(
      ['subagent.started', { toolCallId: 'c', agentName: 'explore' }],
      reply('found', { parentToolCallId: 'c' }),
      reply('found more', {}),
      ['subagent.completed', { toolCallId: 'c', agentName: 'explore' }],
      ['skill.invoked', { name: 'pdf', path: '/s' }],
      ['user.message', { content: 'skill text', source: 'skill-pdf' }],
      ['permission.requested', { requestId: 'r', permissionRequest: { kind: 'shell', toolCallId: 'c' } }],
      ['permission.completed', { requestId: 'r', result: { kind: 'approved' } }],
      ['session.compaction_complete', { success: true, preCompactionTokens: 9, postCompactionTokens: 1 }],
      ['session.compaction_complete', { success: false }],
      ['session.truncation', { messagesRemovedDuringTruncation: 3 }],
    );
    assert.deepEqual(countsOf(log.active), {
      'session.start': 1,
      'agent.spawn': 1,
      'agent.message': 1,
      'model.response': 1,
      'agent.stop': 1,
      'skill.load': 1,
      'instruction.accept': 1,
      'approval.request': 1,
      'approval.decision': 1,
      'context.compact': 1,
      'context.prune': 1,
      'session.stop': 1,
    });
  });

  it('a rewind removes the event that it names and all after it', () => {
    const log = read(
      USER,
      reply('a'),
      USER,
      reply('b'),
      ['session.snapshot_rewind', { upToEventId: 'e3' }],
      USER,
    );
    assert.deepEqual(
      log.rows.map(({ status }) => status),
      ['active', 'active', 'active', 'abandoned', 'abandoned', 'active', 'active'],
    );
    assert.deepEqual(log.codes, ['turn-open@7']);
  });

  it('what is transient is folded, what is not known is unknown', () => {
    const log = read(
      ['assistant.message_delta', { deltaContent: 'x' }, { ephemeral: true }],
      ['session.new_thing', {}],
      ['novel', {}],
    );
    assert.deepEqual(
      log.rows.map(({ status }) => status),
      ['active', 'folded', 'folded', 'unknown'],
    );
  });
});

describe('Copilot CLI: how a session ends, and what it cost', () => {
  const ENDS: readonly (readonly [name: string, last: Event, reason: string | undefined])[] = [
    ['a reply', reply('a'), 'completed'],
    ['a reply with a call', reply('', asks('c')), undefined],
    ['a failure', ['session.error', { message: 'no', statusCode: 500 }], 'error'],
    ['an abort', ['abort', { reason: 'user' }], 'interrupted'],
    ['a crash', ['session.shutdown', { shutdownType: 'error' }], 'error'],
  ];
  for (const [name, last, reason] of ENDS) {
    it(`${name}: ${reason ?? 'open'}`, () => {
      const { plan } = read(USER, last);
      assert.equal(plan.closing()[0]?.payload['reason'], reason);
    });
  }

  const metrics = (inputTokens: number, outputTokens: number) =>
    [
      'session.shutdown',
      {
        shutdownType: 'routine',
        modelMetrics: { m: { usage: { inputTokens, outputTokens, cacheReadTokens: 1 } } },
      },
    ] as const;

  it('the figures of each run, and the replies since', () => {
    const log = read(
      reply('a', { outputTokens: 5 }),
      metrics(10, 5),
      ['session.resume', {}],
      reply('b', { outputTokens: 7 }),
      metrics(20, 7),
      reply('c', { outputTokens: 3 }),
    );
    assert.deepEqual(log.plan.usage, {
      input: 30,
      output: 15,
      cacheRead: 2,
      cacheWrite: 0,
      total: 45,
      cost: null,
      responses: 3,
    });
  });

  it('figures that the same run tells again are no more than they say', () => {
    const { usage } = read(reply('a', { outputTokens: 5 }), metrics(10, 5), reply('b'), metrics(30, 12)).plan;
    assert.deepEqual([usage.input, usage.output, usage.total], [30, 12, 42]);
  });

  it('no figures of a run: the output of the replies', () => {
    const { plan } = read(reply('a', { outputTokens: 5 }), reply('b', { outputTokens: 7 }));
    assert.deepEqual([plan.usage.input, plan.usage.output, plan.usage.responses], [0, 12, 2]);
  });
});

describe('Copilot CLI: faults', () => {
  const twice = chain(START, USER, reply('a')).map((record, i) =>
    i === 2 ? { ...record, id: 'e1' } : record,
  );
  const CASES: readonly (readonly [name: string, records: readonly unknown[], codes: readonly string[]])[] = [
    [
      'a call without a result',
      chain(START, USER, reply('', asks('c')), USER, reply('a')),
      ['tool-request-unanswered@3'],
    ],
    ['a result without a call', chain(START, completed('c'), reply('a')), ['tool-result-orphan@2']],
    ['an id twice, and its own parent', twice, ['event-id-conflict@3', 'parent-self@3']],
    [
      'a parent that was never stored',
      chain(START, USER, reply('a', {})).map((r) => ({ ...r, parentId: 'zz' })),
      [],
    ],
  ];
  for (const [name, records, codes] of CASES) {
    it(`${name}: ${codes.join(' ')}`, () =>
      assert.deepEqual(readNative(copilotCli, linesOf(records)).codes, codes));
  }
});

describe('Copilot CLI: detection', () => {
  const CASES: readonly (readonly [name: string, records: readonly unknown[], is: boolean])[] = [
    ['a session', chain(START, USER), true],
    ['a session whose start is missing', chain(USER, reply('a')), true],
    ['one odd record among them', [{ odd: 1 }, ...chain(START, USER)], true],
    [
      'a session without ids',
      [START, USER, reply('a')].map(([type, data]) => ({ type, data, timestamp: 1706745600 })),
      true,
    ],
    ['its records alone', [USER, reply('a')].map(([type, data]) => ({ type, data })), false],
    ['a start of another program', [{ type: 'session.start', data: { id: 's' } }], false],
    ['dotted types alone', [{ type: 'session.start', id: 'a', timestamp: AT }], false],
    [
      'events of another program',
      [{ type: 'user.message', payload: {}, id: 'a', timestamp: AT, parentId: null }],
      false,
    ],
  ];
  for (const [name, records, is] of CASES) {
    it(name, () => assert.equal(detected(copilotCli, linesOf(records)), is ? 'events' : undefined));
  }
});
