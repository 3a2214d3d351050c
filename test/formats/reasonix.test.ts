import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { JsonObject } from '../../src/core/json/value.ts';
import { reasonix } from '../../src/formats/reasonix.ts';
import { corpusBytes, corpusFiles, overCorpus } from '../support/corpus.ts';
import {
  countsOf,
  detected,
  linesOf,
  parsedLines,
  readNative,
  told,
  type NativeLog,
} from '../support/native.ts';

type Members = Readonly<Record<string, unknown>>;

const AT = '2026-01-02T00:00:00Z';
const read = (records: readonly unknown[], leaf?: number) => readNative(reasonix, linesOf(records), leaf);
const active = ({ active: events }: NativeLog) => told(events.filter(({ type }) => type !== 'session.start'));
const statuses = ({ rows }: NativeLog) => rows.map(({ status }) => status).join(' ');

const user = (content: string, more: Members = {}): Members => ({ role: 'user', content, ...more });
const reply = (content: string, more: Members = {}): Members => ({ role: 'assistant', content, ...more });
const goCall = (id: string) => ({ id, name: 'bash', arguments: '{"command":"ls"}' });
const tsCall = (id: string) => ({
  id,
  type: 'function',
  function: { name: 'bash', arguments: '{"command":"ls"}' },
});
const result = (id: string, more: Members = {}): Members => ({
  role: 'tool',
  tool_call_id: id,
  name: 'bash',
  content: 'out',
  ...more,
});
const HOST = user('<session-context version="1">', { origin: 'host' });
const ABORT = {
  role: 'tool',
  tool_call_id: '__reasonix_local_only__',
  name: '__reasonix_local_only__',
  content: 'part',
  local_only: true,
  interrupted_turn: { terminalStatus: 'interrupted' },
};

describe('Reasonix: generations', () => {
  const CASES: readonly (readonly [
    name: string,
    records: readonly unknown[],
    generation: string | undefined,
  ])[] = [
    ['events of TypeScript', [{ id: 1, ts: AT, turn: 0, type: 'session.opened', name: 's' }], 'ts-events'],
    ['a transcript', [{ role: '_meta', meta: { version: 1 } }], 'ts-transcript'],
    [
      'a transcript without its start',
      [{ ts: AT, turn: 1, role: 'assistant_final', content: 'a' }],
      'ts-transcript',
    ],
    ['messages with reasoning', [user('q'), reply('a', { reasoning_content: 'r' })], 'flat'],
    ['messages with an origin', [user('q', { origin: 'user' })], 'flat'],
    ['messages with flat calls', [user('q'), reply('', { tool_calls: [goCall('c')] })], 'flat'],
    ['schema 1', [{ schema_version: 1, type: 'replace', messages: [] }], 'events1'],
    ['schema 3', [{ schema_version: 3, type: 'append', messages: [] }], 'events1'],
    ['schema 2', [{ schema_version: 2, type: 'log', generation: 1 }], 'dag'],
    ['a trajectory', [{ schema_version: 1, seq: 1, ts: 1, event: { kind: 'turn_status' } }], 'trajectory'],
    ['the redacted stream', [{ schema_version: 1, sequence: 1, kind: 'turn_status' }], 'stdout'],
    [
      'schema 4',
      [{ schemaVersion: 4, codec: 'reasonix.session.linear/v4', recordType: 'batch/begin' }],
      'v4',
    ],
    ['a chat of unknown origin', [user('q'), reply('a'), user('q2'), reply('b')], undefined],
    [
      'a chat with calls as the API has them',
      [user('q'), reply('', { tool_calls: [tsCall('c')] })],
      undefined,
    ],
    ["another program's `_meta`", [{ role: '_meta', workspace: '/w' }, user('q')], undefined],
    ['prompt history', [{ session_id: 's', ts: 1, text: 'q' }], undefined],
    ['a data set', [{ messages: [user('q')] }], undefined],
    ['a structured log', [{ schema_version: 2, type: 'log', level: 'info', message: 'x' }], undefined],
    ['numbered measures', [{ schema_version: 1, sequence: 1, kind: 'metric', value: 1 }], undefined],
    ['numbered events', [{ schema_version: 1, seq: 1, event: { kind: 'metric' } }], undefined],
    ['packages', [{ schema_version: 1, type: 'replace', name: 'x' }], undefined],
  ];
  for (const [name, records, generation] of CASES) {
    it(`${name}: ${generation ?? 'not Reasonix'}`, () =>
      assert.equal(detected(reasonix, linesOf(records)), generation));
  }
});

describe('Reasonix: messages, one per line', () => {
  const MARK = reply('', { reasoning_content: 'because' });

  it('a turn with a call, of Go and of TypeScript', () => {
    for (const call of [goCall('c'), tsCall('c')]) {
      const log = read([user('q'), { ...MARK, tool_calls: [call] }, result('c'), reply('a')]);
      assert.deepEqual(active(log), [
        ['user.message', { content: 'q' }],
        ['model.response', { content: '', reasoning: 'because' }],
        ['tool.request', { tool: 'bash', tool_call_id: 'c', arguments: { command: 'ls' } }],
        ['tool.result', { tool: 'bash', tool_call_id: 'c', ok: true, result: 'out' }],
        ['model.response', { content: 'a' }],
        ['session.stop', { reason: 'completed' }],
      ]);
      assert.deepEqual(log.codes, []);
    }
  });

  it('what the host wrote is no input, the mark of a broken turn no result', () => {
    const log = read([
      { role: 'system', content: 's' },
      HOST,
      user('q', { origin: 'user', createdAt: 0 }),
      ABORT,
    ]);
    assert.deepEqual(active(log), [
      ['instruction.accept', { source: 'system', content: 's' }],
      ['instruction.accept', { source: 'host', content: '<session-context version="1">' }],
      ['user.message', { content: 'q' }],
      ['error', { message: 'turn interrupted', status: 'interrupted', partial: 'part' }],
      ['session.stop', { reason: 'interrupted' }],
    ]);
    assert.equal(
      log.active.find(({ type }) => type === 'user.message')?.timestamp,
      '1970-01-01T00:00:00.000Z',
    );
  });

  it('results that failed', () => {
    const outcomes = [
      result('c', { tool_run_state: 'failed' }),
      result('c', { tool_run_state: 'not_started' }),
      result('c', { content: '{"error":"x"}' }),
      result('c', { content: 'error: x' }),
      result('c', { tool_run_state: 'completed', content: 'error: a text' }),
    ].map((outcome) => {
      const log = read([{ ...MARK, tool_calls: [goCall('c')] }, outcome]);
      return log.active.find(({ type }) => type === 'tool.result')?.payload['ok'];
    });
    assert.deepEqual(outcomes, [false, false, false, false, true]);
  });

  const FAULTS: readonly (readonly [name: string, records: readonly unknown[], codes: readonly string[]])[] =
    [
      ['a result without its call', [MARK, result('c'), reply('a')], ['tool-result-orphan@2']],
      [
        'a call without its result',
        [{ ...MARK, tool_calls: [goCall('c')] }, user('q'), reply('a')],
        ['tool-request-unanswered@1'],
      ],
      ['an open turn', [MARK, user('q')], ['turn-open@2']],
      ['a whole turn', [user('q'), MARK], []],
      ['another role', [MARK, user('q'), MARK, { role: 'developer', content: 'x' }], []],
    ];
  for (const [name, records, codes] of FAULTS) {
    it(`${name}: ${codes.join(' ')}`, () => assert.deepEqual(read(records).codes, codes));
  }

  it('arguments that are no JSON stay as they are', () => {
    for (const text of ['{"a":', 'ls -l', '{} {}']) {
      const log = read([{ ...MARK, tool_calls: [{ ...goCall('c'), arguments: text }] }]);
      assert.equal(log.active.find(({ type }) => type === 'tool.request')?.payload['arguments'], text);
    }
  });
});

describe('Reasonix: events of the TypeScript program', () => {
  let id = 0;
  const event = (type: string, more: Members = {}): Members => ({ id: ++id, ts: AT, turn: 1, type, ...more });
  const OPENED = event('session.opened', { name: 's', resumedFromTurn: 0 });

  it('ids and call ids begin anew when the session is opened again', () => {
    const turn = [
      { ...event('user.message', { text: 'q' }), id: 2 },
      { ...event('tool.intent', { callId: 'tc-1', name: 'bash', args: '{}' }), id: 5 },
      { ...event('tool.result', { callId: 'tc-1', ok: true, output: 'o', durationMs: 7 }), id: 6 },
      {
        ...event('model.final', {
          content: 'a',
          usage: { prompt_tokens: 3, completion_tokens: 2 },
          costUsd: 0.1,
        }),
        id: 9,
      },
    ];
    const log = read([OPENED, ...turn, OPENED, ...turn]);
    assert.deepEqual(log.codes, []);
    assert.deepEqual(countsOf(log.active), {
      'session.start': 2,
      'user.message': 2,
      'tool.request': 2,
      'tool.result': 2,
      'model.response': 2,
      'session.stop': 1,
    });
    assert.deepEqual(log.plan.usage, {
      input: 6,
      output: 4,
      cacheRead: 0,
      cacheWrite: 0,
      total: 10,
      cost: 0.2,
      responses: 2,
    });
    const answer = log.active.find(({ type }) => type === 'tool.result');
    assert.deepEqual(told(answer === undefined ? [] : [answer]), [
      ['tool.result', { tool: 'bash', tool_call_id: 'tc-1', ok: true, result: 'o' }],
    ]);
    assert.equal(answer?.durationMs, 7);
  });

  it('effects, decisions and compactions', () => {
    const log = read([
      OPENED,
      event('tool.intent', { callId: 'tc-1', name: 'rm', args: '{}' }),
      event('tool.denied', { callId: 'tc-1', reason: 'permission' }),
      event('tool.confirm.deny', { kind: 'run_command' }),
      event('effect.file.touched', { path: 'a', mode: 'edit', bytes: 3 }),
      event('effect.memory.written', { scope: 'user', key: 'k' }),
      event('checkpoint.created', { checkpointId: 'p', name: 'n' }),
      event('session.compacted', {
        beforeMessages: 9,
        afterMessages: 2,
        reason: 'user',
        replacementMessages: [],
      }),
      event('error', { message: 'no', recoverable: false }),
      event('status', { text: 'x' }),
      event('policy.escalated', {}),
      event('model.delta', { text: 'x' }),
      event('nobody.knows', {}),
    ]);
    assert.deepEqual(active(log), [
      ['tool.request', { tool: 'rm', tool_call_id: 'tc-1', arguments: {} }],
      ['approval.decision', { tool_call_id: 'tc-1', decision: 'deny', reason: 'permission' }],
      ['approval.decision', { decision: 'deny', kind: 'run_command' }],
      ['file.patch', { path: 'a', mode: 'edit', bytes: 3 }],
      ['memory.write', { scope: 'user', key: 'k' }],
      ['checkpoint.create', { checkpoint_id: 'p', name: 'n' }],
      ['context.compact', { reason: 'user', messages_before: 9, messages_after: 2, dropped_messages: 7 }],
      ['error', { message: 'no', recoverable: false }],
      ['session.stop', { reason: 'error' }],
    ]);
    assert.deepEqual(log.codes, []);
    assert.ok(statuses(log).endsWith('active folded folded folded unknown'));
  });

  it('a result without a call, and one that the program itself could not place', () => {
    const orphan = (callId: string) => event('tool.result', { callId, ok: true, output: '' });
    assert.deepEqual(read([OPENED, orphan('tc-9'), orphan('tc-orphan-1')]).codes, ['tool-result-orphan@2']);
  });
});

describe('Reasonix: transcript of the TypeScript program', () => {
  it('a tool is call and result in one', () => {
    const log = read([
      { role: '_meta', meta: { version: 1, source: 'chat' } },
      { ts: AT, turn: 1, role: 'user', content: 'q' },
      { ts: AT, turn: 1, role: 'tool', tool: 'bash', args: '{"a":1}', content: '{"error":"x"}' },
      {
        ts: AT,
        turn: 1,
        role: 'assistant_final',
        content: 'a',
        usage: { prompt_tokens: 1 },
        cost: 0.5,
        model: 'm',
      },
      { ts: AT, turn: 1, role: 'done', content: '' },
    ]);
    assert.deepEqual(active(log), [
      ['user.message', { content: 'q' }],
      ['tool.request', { tool: 'bash', tool_call_id: 'L3', arguments: { a: 1 } }],
      [
        'tool.result',
        { tool: 'bash', tool_call_id: 'L3', ok: false, result: '{"error":"x"}', error: '{"error":"x"}' },
      ],
      [
        'model.response',
        {
          content: 'a',
          usage: {
            input_tokens: 1,
            output_tokens: 0,
            cache_read_input_tokens: 0,
            cache_creation_input_tokens: 0,
            total_tokens: 1,
            cost_usd: 0.5,
          },
        },
      ],
      ['session.stop', { reason: 'completed' }],
    ]);
    assert.deepEqual([log.plan.usage.cost, log.plan.identity.model], [0.5, 'm']);
  });
});

describe('Reasonix: schemas 1 and 3', () => {
  const record = (type: string, messages: readonly Members[], index?: number): Members => ({
    schema_version: 1,
    type,
    message_index: index,
    messages,
  });
  const [Q, A, Q2, A2] = [user('q'), reply('a'), user('q2'), reply('b')];

  const CASES: readonly (readonly [
    name: string,
    records: readonly Members[],
    statuses: string,
    codes: readonly string[],
  ])[] = [
    [
      'appends in order',
      [record('replace', [Q, A]), record('append', [Q2], 2), record('append', [A2], 3)],
      'active active active',
      [],
    ],
    ['no index', [record('replace', [Q, A]), record('append', [Q2, A2])], 'active active', []],
    [
      'all told again',
      [record('append', [Q], 0), record('append', [A], 1), record('replace', [Q, A])],
      'folded folded active',
      [],
    ],
    [
      'cut down',
      [record('append', [Q], 0), record('append', [A], 1), record('replace', [A])],
      'abandoned abandoned active',
      [],
    ],
    [
      'a gap',
      [record('replace', [Q, A]), record('append', [Q2, A2], 5), record('append', [Q, A], 7)],
      'active active active',
      ['sequence-gap@2'],
    ],
    [
      'two writers',
      [
        record('replace', [Q, A]),
        record('append', [Q2, A2], 2),
        record('append', [Q2], 2),
        record('append', [Q, A], 4),
      ],
      'active active abandoned active',
      ['sequence-backward@3'],
    ],
    ['another type', [record('replace', [Q, A]), record('compact', [])], 'active unknown', []],
  ];
  for (const [name, records, rows, codes] of CASES) {
    it(`${name}: ${rows} ${codes.join(' ')}`, () => {
      const log = read(records);
      assert.deepEqual([statuses(log), log.codes], [rows, codes]);
    });
  }

  it('the transcript is the last replacement and what follows', () => {
    const log = read([record('replace', [Q, A]), record('replace', [Q2]), record('append', [A2], 1)]);
    assert.deepEqual(active(log), [
      ['user.message', { content: 'q2' }],
      ['model.response', { content: 'b' }],
      ['session.stop', { reason: 'completed' }],
    ]);
    assert.equal(countsOf(log.active)['session.start'], 1);
  });

  it('a damaged record may have held what is missing', () => {
    const lines = linesOf([record('replace', [Q, A]), record('append', [Q2], 2), record('append', [A2], 3)]);
    assert.deepEqual(readNative(reasonix, lines.replace('"q2"', '"q2')).codes, []);
  });
});

describe('Reasonix: schema 2, the graph', () => {
  const record = (type: string, more: Members = {}): Members => ({
    schema_version: 2,
    type,
    head: 'main',
    writer: 'w',
    at: AT,
    ...more,
  });
  const message = (id: string, parent: string | undefined, msg: Members, more: Members = {}): Members =>
    record('message', { id, parent, digest: '0', msgs: [{ id, ...msg }], ...more });
  const LOG = record('log', { generation: 1 });
  const BASE = [
    LOG,
    message('m1', undefined, { role: 'system', content: 's' }),
    message('m2', 'm1', user('q')),
    message('m3', 'm2', reply('a')),
  ];
  const texts = ({ active: events }: NativeLog) =>
    events
      .flatMap(({ payload }) => (typeof payload['content'] === 'string' ? [payload['content']] : []))
      .join(' ');

  const later = (seconds: number) => ({ at: `2026-01-02T00:00:0${seconds}Z` });
  const h2 = { head: 'h2' };
  const FORK = record('fork', { new_head: 'h2', from: 'm2' });
  const B = message('m4', 'm2', reply('b'), h2);
  const CASES: readonly (readonly [name: string, more: readonly Members[], texts: string])[] = [
    ['one head', [], 's q a'],
    ['the newest head', [FORK, message('m4', 'm2', reply('b'), { ...h2, ...later(1) })], 's q b'],
    ['an older head written later', [message('m5', 'm3', user('x'), later(2)), FORK, B], 's q a x'],
    ['equal times: the later record', [FORK, B], 's q b'],
    [
      'the head selected last',
      [FORK, B, record('select'), message('m6', 'm4', user('y'), { ...h2, ...later(9) })],
      's q a',
    ],
    ['a selected head that is retired', [FORK, B, record('select'), record('retire')], 's q b'],
    ['a head that no record made', [message('m4', 'm3', reply('c'), { head: 'h9' })], 's q a c'],
    ['a rewind', [record('rewind', { to: 'm2' }), message('m4', 'm2', reply('b'))], 's q b'],
    ['a rewind to nothing', [record('rewind', { to: '' })], ''],
    ['an id that is there already', [message('m3', 'm2', reply('other'))], 's q a'],
    ['patches: the last one', [patch('m2', 'q1'), patch('m2', 'q2')], 's q2 a'],
    ['a patch of what is not there', [patch('m9', 'q1'), message('m9', 'm3', user('z'))], 's q a z'],
    [
      'redacted, though patched later',
      [record('redact', { targets: { m2: [user('[redacted]')] } }), patch('m2', 'q2')],
      's [redacted] a',
    ],
    ['another system message', [record('system', { msgs: [{ role: 'system', content: 's2' }] })], 's2 q a'],
    [
      'a fork keeps the system message',
      [record('system', { msgs: [{ role: 'system', content: 's2' }] }), FORK, B],
      's2 q b',
    ],
  ];
  function patch(target: string, content: string): Members {
    return record('patch', { target, msgs: [user(content)] });
  }
  for (const [name, more, expected] of CASES) {
    it(`${name}: ${expected}`, () => {
      const log = read([...BASE, ...more]);
      assert.equal(texts(log), expected);
      assert.deepEqual(log.codes, []);
    });
  }

  it('markers of the current head are events, those of others are not', () => {
    const log = read([
      ...BASE,
      FORK,
      B,
      record('rewind', { ...h2, to: 'm2' }),
      record('compaction', { ...h2, summary: 'k' }),
      record('rewind', { to: 'm1' }),
      record('select', h2),
    ]);
    assert.deepEqual(countsOf(log.active), {
      'session.start': 1,
      'instruction.accept': 1,
      'user.message': 1,
      'session.branch': 1,
      'context.prune': 1,
      'context.compact': 1,
    });
    assert.deepEqual(log.plan.otherLeaves, [5, 3]);
  });

  it('another leaf is chosen', () => assert.equal(texts(read([...BASE, FORK, B], 3)), 's q a'));

  const FAULTS: readonly (readonly [name: string, more: readonly Members[], codes: readonly string[]])[] = [
    [
      'an unknown type, told once',
      [record('future_marker'), record('future_marker')],
      ['record-type-unknown@5'],
    ],
    [
      'a missing parent',
      [message('m5', 'zz', user('x')), message('m6', 'm5', reply('y'))],
      ['parent-unknown@5'],
    ],
    ['its own parent', [message('m5', 'm5', reply('x'))], ['parent-self@5']],
    ['no id', [message('', 'm3', reply('x'))], ['record-shape@5']],
    [
      'two messages in one',
      [record('message', { id: 'm5', parent: 'm3', msgs: [user('x'), user('y')] })],
      ['record-shape@5'],
    ],
    ['a turn that never ended', [record('turn_begin', { turn: 't' })], ['turn-open@5']],
    [
      'a turn whose marks come after it',
      [record('turn_begin', { turn: 't' }), record('turn_end', { turn: 't' })],
      [],
    ],
    [
      'a call without a result',
      [message('m5', 'm3', reply('', { tool_calls: [goCall('c')] })), message('m6', 'm5', reply('x'))],
      ['tool-request-unanswered@5'],
    ],
    [
      'a result of a call that is nowhere',
      [message('m5', 'm3', result('c')), message('m6', 'm5', reply('x'))],
      ['tool-result-orphan@5'],
    ],
  ];
  for (const [name, more, codes] of FAULTS) {
    it(`${name}: ${codes.join(' ')}`, () => assert.deepEqual(read([...BASE, ...more]).codes, codes));
  }

  it('how many records a missing parent hides', () => {
    const { found } = read([...BASE, message('m5', 'zz', reply('x'))]);
    assert.equal(found[0]?.violation.code === 'parent-unknown' && found[0].violation.unreachable, 3);
  });

  it('any graph: no hang, and no row without a status', () => {
    const id = fc.integer({ min: 0, max: 5 }).map(String);
    const link = fc.record({ id, parent: fc.option(id), head: id });
    fc.assert(
      fc.property(fc.array(link, { maxLength: 12 }), (links) => {
        const { rows } = read([
          LOG,
          ...links.map((l) => message(l.id, l.parent ?? undefined, user(l.id), { head: l.head })),
        ]);
        assert.ok(rows.every(({ status }) => ['active', 'abandoned', 'folded'].includes(status)));
      }),
    );
  });
});

describe('Reasonix: streams of a run', () => {
  let seq = 0;
  const event = (kind: string, more: Members = {}): Members => ({
    schema_version: 1,
    seq: ++seq,
    ts: 0,
    event: { kind, sessionId: 's', turnId: 't', ...more },
  });
  const tool = (more: Members) => ({ tool: { id: 'c', name: 'bash', args: '{"a":1}', ...more } });

  it('a call is told once, usage belongs to the reply after it', () => {
    seq = 0;
    const log = read([
      event('turn_started'),
      event('user_message', { text: 'q' }),
      event('text', { text: 'par' }),
      event('tool_dispatch', tool({ partial: true, args: undefined })),
      event('usage', { usage: { promptTokens: 3, completionTokens: 2, totalTokens: 5, source: 'executor' } }),
      event('message', { text: 'part', reasoning: 'r' }),
      event('tool_dispatch', tool({})),
      event('tool_dispatch', tool({ readOnly: true })),
      event('tool_result', tool({ output: 'o', durationMs: 4 })),
      event('usage', { usage: { promptTokens: 9, source: 'planner' } }),
      event('message', { text: 'a' }),
      event('turn_done', { status: 'completed' }),
    ]);
    assert.deepEqual(log.codes, []);
    assert.deepEqual(countsOf(log.active), {
      'session.start': 1,
      'user.message': 1,
      'model.response': 2,
      'tool.request': 1,
      'tool.result': 1,
      'metric.sample': 1,
      'session.stop': 1,
    });
    const [first, second] = log.active.filter(({ type }) => type === 'model.response');
    assert.equal(first?.payload['usage'] !== undefined && second?.payload['usage'] === undefined, true);
    assert.deepEqual([log.plan.usage.total, log.plan.usage.responses], [5, 1]);
    assert.equal(log.plan.identity.sessionId, 's');
  });

  it('numbers: gaps and repeats, but a new run begins anew', () => {
    const numbers = [1, 2, 4, 4, 3, 1, 2].map((n) => ({ ...event('text'), seq: n }));
    assert.deepEqual(read(numbers).codes, ['sequence-gap@3', 'sequence-repeat@4', 'sequence-backward@5']);
  });

  it('what the redacted stream withholds is said to be withheld', () => {
    const kinds = [
      { kind: 'user_message' },
      { kind: 'tool_dispatch', tool_id: 'tool_1', tool_name: 'bash' },
      { kind: 'usage', usage: { input_tokens: 3, output_tokens: 2 } },
      { kind: 'message' },
      { kind: 'tool_dispatch', tool_id: 'tool_1', tool_name: 'bash' },
      { kind: 'tool_result', tool_id: 'tool_1', tool_name: 'bash', tool_error: true },
      { kind: 'run_done', ok: true },
    ];
    const log = read(kinds.map((members, i) => ({ schema_version: 1, sequence: i + 1, ...members })));
    assert.deepEqual(log.codes, []);
    assert.deepEqual(told(log.active.filter(({ type }) => type.startsWith('tool.'))), [
      ['tool.request', { tool: 'bash', tool_call_id: 'tool_1', arguments: {}, withheld: true }],
      ['tool.result', { tool: 'bash', tool_call_id: 'tool_1', ok: false, result: '', withheld: true }],
    ]);
    assert.equal(log.plan.usage.total, 5);
  });
});

describe('Reasonix: decoded records of schema 4', () => {
  const BATCH = { schemaVersion: 4, codec: 'reasonix.session.linear/v4' };
  let seq = 0;
  const event = (kind: string, payload: unknown, number = ++seq): Members => ({
    ...BATCH,
    recordType: 'batch/event',
    event: {
      id: `e${number}`,
      seq: number,
      kind,
      payload: Buffer.from(JSON.stringify(payload)).toString('base64'),
    },
  });
  const complete = (message: Members) => event('message/complete', { message });

  it('messages, the newest state of each at its first place', () => {
    seq = 0;
    const log = read([
      { ...BATCH, recordType: 'batch/begin' },
      event('session/config', { model: 'm' }),
      event('turn/start', {}),
      complete({ id: '1', ...user('q ü') }),
      complete({ id: '2', ...reply('draft', { tool_calls: [goCall('c')] }) }),
      event('tool/call', {}),
      complete({ id: '3', ...result('c') }),
      complete({ id: '2', ...reply('done', { tool_calls: [goCall('c')] }) }),
      event('turn/end', { status: 'completed' }),
      { ...BATCH, recordType: 'batch/end' },
    ]);
    assert.deepEqual(log.codes, []);
    assert.deepEqual(active(log), [
      ['user.message', { content: 'q ü' }],
      ['model.response', { content: 'done' }],
      ['tool.request', { tool: 'bash', tool_call_id: 'c', arguments: { command: 'ls' } }],
      ['tool.result', { tool: 'bash', tool_call_id: 'c', ok: true, result: 'out' }],
      ['session.stop', { reason: 'completed' }],
    ]);
  });

  it('payloads that are no Base64, or kept elsewhere, are unknown records', () => {
    const odd = {
      ...BATCH,
      recordType: 'batch/event',
      event: { seq: 1, kind: 'message/complete', payload: '*' },
    };
    const elsewhere = {
      ...BATCH,
      recordType: 'batch/event',
      event: { seq: 3, kind: 'message/complete', payloadRef: {} },
    };
    const log = read([odd, elsewhere]);
    assert.deepEqual([statuses(log), log.codes], ['unknown unknown', ['sequence-gap@2']]);
  });
});

overCorpus('corpus: Reasonix', () => {
  const COUNTERS: Readonly<Record<string, (record: JsonObject) => readonly string[]>> = {
    flat: ({ role, origin, tool_calls: calls, local_only: mark }) => [
      ...(role === 'user' && origin !== 'host' ? ['user.message'] : []),
      ...(role === 'assistant' ? ['model.response'] : []),
      ...(role === 'tool' && mark !== true ? ['tool.result'] : []),
      ...(Array.isArray(calls) ? calls.map(() => 'tool.request') : []),
    ],
    'ts-events': ({ type }) => {
      if (type === 'model.final') return ['model.response'];
      if (type === 'tool.intent') return ['tool.request'];
      return type === 'tool.result' || type === 'user.message' ? [type] : [];
    },
  };
  for (const name of corpusFiles('agents/reasonix', '.jsonl')) {
    it(`${name}: sound, and as many messages and calls as counted apart`, () => {
      const bytes = corpusBytes('agents/reasonix', name);
      const log = readNative(reasonix, bytes);
      assert.deepEqual(log.codes, []);
      const count = COUNTERS[log.generation];
      if (count === undefined) return;
      const expected: Record<string, number> = {};
      for (const type of parsedLines(bytes).flatMap(count)) expected[type] = (expected[type] ?? 0) + 1;
      const counts = countsOf(log.active.filter(({ type }) => Object.hasOwn(expected, type)));
      assert.deepEqual(counts, expected);
    });
  }

  it('reasonix-dag-fork-rewind: the selected head, and the other one', () => {
    const bytes = corpusBytes('edge', 'reasonix-dag-fork-rewind.jsonl');
    const texts = (leaf?: number) =>
      readNative(reasonix, bytes, leaf).active.flatMap(({ payload }) => payload['content'] ?? []);
    assert.deepEqual(texts(), ['sys', 'q (patched)', 'b']);
    assert.deepEqual(texts(3), ['sys', 'q (patched)', 'a']);
  });

  it('reasonix-dag-unknown-type: a warning, and the rest is read', () => {
    const log = readNative(reasonix, corpusBytes('edge', 'reasonix-dag-unknown-type.jsonl'));
    assert.deepEqual(log.codes, ['record-type-unknown@5']);
    assert.equal(countsOf(log.active)['model.response'], 1);
  });

  it('reasonix-ts-resume-restarts-ids: ids that begin anew are no fault', () => {
    const log = readNative(reasonix, corpusBytes('edge', 'reasonix-ts-resume-restarts-ids.jsonl'));
    assert.deepEqual(log.codes, ['turn-open@5']);
    assert.equal(countsOf(log.active)['user.message'], 2);
  });
});
