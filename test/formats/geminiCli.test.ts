import assert from 'node:assert/strict';
import { geminiCli } from '../../src/formats/geminiCli.ts';
import { corpusBytes, overCorpus } from '../support/corpus.ts';
import { detected, linesOf, readNative, told, type NativeLog } from '../support/native.ts';

type Members = Readonly<Record<string, unknown>>;

const AT = '2026-01-02T00:00:00.000Z';
const HEADER = { sessionId: 'g1', projectHash: 'h', startTime: AT, lastUpdated: AT, kind: 'main' };
const TOKENS = { input: 7, output: 2, cached: 3, thoughts: 1, tool: 0, total: 10 };

const user = (id: string, text = id): Members => ({ id, timestamp: AT, type: 'user', content: [{ text }] });
const reply = (id: string, more: Members = {}): Members => ({
  id,
  timestamp: AT,
  type: 'gemini',
  content: id,
  ...more,
});
const set = (members: Members): Members => ({ $set: members });
const patch = (members: Members): Members => ({ $patch: members });
const rewind = (id: string): Members => ({ $rewindTo: id });
const call = (status: string, more: Members = {}): Members => ({
  id: 'c',
  name: 'ls',
  args: { p: 1 },
  status,
  ...more,
});

const read = (...records: readonly unknown[]) => readNative(geminiCli, linesOf([HEADER, ...records]));

const MARKS = { active: 'a', folded: 'f', abandoned: 'b', unknown: 'u', damaged: 'd' };

/** The texts of the messages that are left, and the status of each row but the header, `b` for abandoned. */
function left({ active, rows }: NativeLog): readonly [texts: string, statuses: string] {
  const texts = active.flatMap(({ payload }) =>
    typeof payload['content'] === 'string' ? [payload['content']] : [],
  );
  const statuses = rows.slice(1).map(({ status }) => MARKS[status]);
  return [texts.join(' '), statuses.join('')];
}

describe('Gemini CLI: updates, rewinds and checkpoints', () => {
  const CASES: readonly (readonly [
    name: string,
    records: readonly unknown[],
    texts: string,
    statuses: string,
  ])[] = [
    ['messages', [user('u1'), reply('a1')], 'u1 a1', 'aa'],
    [
      'an update: last wins, at its first place',
      [reply('a1'), user('u2'), reply('a1', { content: 'new' })],
      'new u2',
      'aaf',
    ],
    ['a rewind', [user('u1'), reply('a1'), user('u2'), reply('a2'), rewind('u2')], 'u1 a1', 'aabba'],
    ['on after a rewind', [user('u1'), user('u2'), rewind('u2'), user('u3')], 'u1 u3', 'abaa'],
    ['the same id again after a rewind', [user('u1'), rewind('u1'), user('u1', 'again')], 'again', 'baa'],
    ['a rewind to what is not there ends all', [user('u1'), reply('a1'), rewind('zz')], '', 'bba'],
    ['metadata', [user('u1'), set({ summary: 's' })], 'u1', 'af'],
    [
      'a checkpoint of the same',
      [user('u1'), reply('a1'), set({ messages: [user('u1'), reply('a1')] })],
      'u1 a1',
      'aaf',
    ],
    [
      'a checkpoint that changes a message',
      [user('u1'), set({ messages: [user('u1', 'masked')] })],
      'masked',
      'af',
    ],
    [
      'a checkpoint that drops messages',
      [user('u1'), reply('a1'), set({ messages: [reply('s1')] }), user('u2')],
      's1 u2',
      'bbaa',
    ],
    ['an empty checkpoint says nothing', [user('u1'), set({ messages: [] })], 'u1', 'af'],
    ['a patch of a content', [user('u1'), patch({ id: 'u1', content: 'new' }), user('u2')], 'new u2', 'afa'],
    [
      'the last patch counts, also among several',
      [
        user('u1'),
        reply('a1'),
        patch({ updates: [{ id: 'a1', content: 'x' }] }),
        patch({ updates: [{ id: 'u1', content: [{ text: 'y' }] }, { id: 'a1', content: 'z' }, 7] }),
      ],
      'y z',
      'aaff',
    ],
    ['a record after a patch', [user('u1'), patch({ id: 'u1', content: 'x' }), user('u1', 'y')], 'y', 'aff'],
    ['a patch of what is not there', [user('u1'), patch({ id: 'u2', content: 'x' })], 'u1', 'af'],
    [
      'a patch that drops messages',
      [user('u1'), reply('a1'), user('u2'), patch({ removeIds: ['u1', 'a1', 'zz', 3] })],
      'u2',
      'bbaa',
    ],
    [
      'a patch of the order says what a rewind ends',
      [user('u1'), user('u2'), patch({ orderIds: ['u2', 'u1'] }), rewind('u1')],
      'u2',
      'bafa',
    ],
    ['a patch of no shape', [user('u1'), patch({ updates: 3, removeIds: 'u1' }), { $patch: 4 }], 'u1', 'afu'],
    ['what is only shown', [{ id: 'i', timestamp: AT, type: 'info', content: 'x' }, user('u1')], 'u1', 'fa'],
    ['another type', [{ id: 'i', timestamp: AT, type: 'novel', content: 'x' }, { strange: 1 }], '', 'uu'],
  ];
  for (const [name, records, texts, statuses] of CASES) {
    it(`${name}: ${texts}`, () => assert.deepEqual(left(read(...records)), [texts, statuses]));
  }

  it('patches that each drop or move one of many messages take linear time', () => {
    const ids = Array.from({ length: 20_000 }, (_, i) => `u${String(i)}`);
    const patches = ids.map((id, i) => patch(i % 2 === 0 ? { removeIds: [id] } : { orderIds: [id] }));
    const log = read(...ids.map((id) => user(id)), ...patches);
    assert.equal(log.active.filter(({ type }) => type === 'user.message').length, 10_000);
  }).timeout(20_000);

  it('usage is that of the newest state of each message that is left', () => {
    const log = read(
      reply('a1', { tokens: { ...TOKENS, total: 99 } }),
      reply('a1', { tokens: TOKENS }),
      reply('a2', { tokens: TOKENS }),
      rewind('a2'),
    );
    assert.deepEqual(log.plan.usage, {
      input: 7,
      output: 2,
      cacheRead: 3,
      cacheWrite: 0,
      total: 10,
      cost: null,
      responses: 1,
    });
    assert.deepEqual(log.plan.abandonedUsage, log.plan.usage, 'what was rewound stands apart');
  });
});

describe('Gemini CLI: events', () => {
  it('a reply with calls', () => {
    const response = [{ functionResponse: { id: 'c', name: 'ls', response: { output: 'out' } } }];
    const log = read(
      user('u1'),
      reply('a1', {
        model: 'm',
        tokens: TOKENS,
        thoughts: [{ subject: 's', description: 'd' }],
        toolCalls: [call('success', { result: response }), call('error', { id: 'd', result: 'no' })],
      }),
      reply('a2'),
    );
    assert.deepEqual(told(log.active), [
      ['session.start', { agent: 'gemini-cli', project_hash: 'h', kind: 'main' }],
      ['user.message', { content: 'u1' }],
      [
        'model.response',
        {
          content: 'a1',
          reasoning: 's: d',
          usage: {
            input_tokens: 7,
            output_tokens: 2,
            cache_read_input_tokens: 3,
            cache_creation_input_tokens: 0,
            total_tokens: 10,
          },
        },
      ],
      ['tool.request', { tool: 'ls', tool_call_id: 'c', arguments: { p: 1 } }],
      ['tool.result', { tool: 'ls', tool_call_id: 'c', ok: true, result: 'out', status: 'success' }],
      ['tool.request', { tool: 'ls', tool_call_id: 'd', arguments: { p: 1 } }],
      [
        'tool.result',
        { tool: 'ls', tool_call_id: 'd', ok: false, result: 'no', error: 'no', status: 'error' },
      ],
      ['model.response', { content: 'a2' }],
      ['session.stop', { reason: 'completed' }],
    ]);
    assert.deepEqual(log.codes, []);
    assert.deepEqual([log.plan.identity.sessionId, log.plan.identity.model], ['g1', 'm']);
  });

  it('the result of a call that a patch changed', () => {
    const result = (output: string) => [{ functionResponse: { id: 'c', response: { output } } }];
    const { active } = read(
      reply('a1', { content: 'old', toolCalls: [call('success', { result: result('1') })] }),
      patch({ id: 'a1', content: 'x', toolCalls: [{ id: 'c', result: result('2') }] }),
      patch({ updates: [{ id: 'a1', content: 'new', toolCalls: [{ id: 'other', result: result('3') }] }] }),
    );
    const told = active.slice(1).map(({ type, payload }) => [type, payload['content'] ?? payload['result']]);
    assert.deepEqual(told.slice(0, 3), [
      ['model.response', 'new'],
      ['tool.request', undefined],
      ['tool.result', '2'],
    ]);
  });

  it('messages that a patch ended are told', () => {
    const { active } = read(user('u1'), patch({ removeIds: ['u1'] }));
    const [prune] = active.filter(({ type }) => type === 'context.prune');
    assert.deepEqual(prune?.payload, { kind: 'removal', messages: 1 });
  });

  it('a call that never came to its end', () => {
    assert.deepEqual(read(user('u1'), reply('a1', { toolCalls: [call('executing')] })).codes, [
      'tool-request-unanswered@3',
    ]);
    assert.deepEqual(read(reply('a1', { toolCalls: [call('executing')] }), rewind('a1')).codes, []);
    assert.deepEqual(
      read(reply('a1', { toolCalls: [call('executing')] }), reply('a1', { toolCalls: [call('success')] }))
        .codes,
      [],
    );
  });

  it('no input of a user: the context of the session, and results given back', () => {
    const log = read(
      set({ messages: [user('s', '<session_context>\nThis is the Gemini CLI.')] }),
      { id: 'r', timestamp: AT, type: 'user', content: [{ functionResponse: { id: 'c' } }] },
      { id: 'e', timestamp: AT, type: 'error', content: 'quota' },
    );
    assert.deepEqual(told(log.active.slice(1)), [
      ['instruction.accept', { source: 'host', content: '<session_context>\nThis is the Gemini CLI.' }],
      ['error', { message: 'quota' }],
      ['session.stop', { reason: 'error' }],
    ]);
  });

  it('contents as text, part and list', () => {
    const contents = ['t', { text: 't' }, [{ text: 't' }, 'u', { thought: true, text: 'no' }], 7, null];
    const texts = contents.map((content) => left(read({ ...reply('a'), content }))[0]);
    assert.deepEqual(texts, ['t', 't', 'tu', '', '']);
  });
});

describe('Gemini CLI: detection', () => {
  const CASES: readonly (readonly [name: string, records: readonly unknown[], is: boolean])[] = [
    ['a header', [HEADER], true],
    ['a header with its messages', [{ ...HEADER, messages: [user('u1')] }], true],
    ['no header, but a reply', [user('u1'), reply('a1', { model: 'm' })], true],
    ['messages alone', [user('u1'), user('u2')], false],
    ['another program with session and project', [{ ...HEADER, uuid: 'x', type: 'user' }], false],
    ['prompt history', [{ sessionId: 's', messageId: 0, type: 'user', message: 'q', timestamp: AT }], false],
  ];
  for (const [name, records, is] of CASES) {
    it(name, () => assert.equal(detected(geminiCli, linesOf(records)), is ? 'jsonl' : undefined));
  }
});

overCorpus('corpus: Gemini CLI', () => {
  it('gemini-rewind-and-update', () => {
    const log = readNative(geminiCli, corpusBytes('edge', 'gemini-rewind-and-update.jsonl'));
    assert.equal(left(log)[0], 'q final');
    assert.deepEqual(
      log.rows.map(({ status }) => status),
      ['active', 'active', 'active', 'folded', 'abandoned', 'active', 'folded'],
    );
    assert.deepEqual(log.codes, []);
  });
});
