import assert from 'node:assert/strict';
import { textOf } from '../../src/core/projections/reducer.ts';
import { severityOf } from '../../src/core/severity.ts';
import { claudeCode } from '../../src/formats/claudeCode.ts';
import { qwen } from '../../src/formats/qwen.ts';
import { corpusBytes, corpusFiles, overCorpus } from '../support/corpus.ts';
import { detected, linesOf, parsedLines, readNative, type NativeLog } from '../support/native.ts';

type Members = Readonly<Record<string, unknown>>;
interface Spec extends Members {
  readonly uuid: string;
}

/** Records, each the child of the one before unless it names another parent. */
function log(...given: readonly Spec[]): NativeLog {
  let previous: string | null = null;
  const records = given.map((members, index) => {
    const timestamp = new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString();
    const record = {
      parentUuid: previous,
      sessionId: 's',
      timestamp,
      cwd: '/w',
      version: '0.24.4',
      ...members,
    };
    previous = members.uuid;
    return record;
  });
  return readNative(qwen, linesOf(records));
}

const user = (uuid: string, text: string, more: Members = {}): Spec => ({
  uuid,
  type: 'user',
  provenance: 'real_user',
  message: { role: 'user', parts: [{ text }] },
  ...more,
});
const reply = (uuid: string, parts: readonly unknown[], more: Members = {}): Spec => ({
  uuid,
  type: 'assistant',
  provenance: 'assistant_output',
  model: 'q',
  message: { role: 'model', parts },
  ...more,
});
const say = (text: string) => ({ text });
const call = (id: string) => ({ functionCall: { id, name: 'shell', args: { command: 'ls' } } });
const result = (uuid: string, id: string, response: unknown, status: string): Spec => ({
  uuid,
  type: 'tool_result',
  provenance: 'tool_result',
  message: { role: 'user', parts: [{ functionResponse: { id, name: 'shell', response } }] },
  toolCallResult: { callId: id, status },
});
const system = (uuid: string, subtype: string, systemPayload: unknown, more: Members = {}): Spec => ({
  uuid,
  type: 'system',
  provenance: 'system',
  subtype,
  systemPayload,
  ...more,
});

const story = ({ active }: NativeLog) =>
  active.map(({ type, payload }) => {
    if (type === 'user.message') return `U ${textOf(payload['content'])}`;
    if (type === 'model.response') return `A ${textOf(payload['content'])}`;
    return type.startsWith('tool.') ? `${type} ${textOf(payload['tool_call_id'])}` : type;
  });
const statuses = (read: NativeLog) => read.rows.map(({ status }) => status).join(' ');

overCorpus('Qwen Code: logs that its program wrote', () => {
  for (const name of corpusFiles('agents/qwen-code', '.jsonl')) {
    it(name, () => {
      const bytes = corpusBytes('agents/qwen-code', name);
      const read = readNative(qwen, bytes);
      const lines = parsedLines(bytes);
      const count = (type: string) => lines.filter((line) => line['type'] === type).length;
      const of = (type: string) => read.active.filter((event) => event.type === type).length;
      assert.equal(read.generation, '0.24');
      assert.equal(of('user.message'), count('user'));
      assert.equal(of('model.response'), count('assistant'));
      assert.equal(of('tool.result'), count('tool_result'));
      assert.equal(of('tool.request'), count('tool_result'));
      const text = new TextDecoder().decode(bytes);
      const sum = (figure: string) =>
        [...text.matchAll(new RegExp(`"${figure}":(\\d+)`, 'g'))].reduce(
          (total, [, n]) => total + Number(n),
          0,
        );
      assert.equal(read.plan.usage.input, sum('promptTokenCount'));
      assert.equal(read.plan.usage.output, sum('candidatesTokenCount'));
      assert.equal(read.plan.usage.total, sum('totalTokenCount'));
      assert.equal(read.plan.usage.cacheRead, sum('cachedContentTokenCount'));
      assert.deepEqual(
        read.found.filter(({ violation }) => severityOf(violation) !== 'information'),
        [],
      );
    });
  }
});

describe('Qwen Code', () => {
  it('tells a turn with a tool', () => {
    const thought = { text: 'hm', thought: true };
    const read = log(
      user('1', 'q'),
      reply('2', [thought, say('I look'), call('c')]),
      result('3', 'c', { output: 'files' }, 'success'),
      reply('4', [say('do'), say('ne')], { usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 2 } }),
    );
    assert.deepEqual(story(read), [
      'session.start',
      'U q',
      'A I look',
      'tool.request c',
      'tool.result c',
      'A done',
      'session.stop',
    ]);
    assert.equal(read.active[2]?.payload['reasoning'], 'hm');
    assert.deepEqual(
      { ...read.active[4]?.payload },
      { tool: 'shell', tool_call_id: 'c', ok: true, result: 'files' },
    );
    assert.deepEqual([read.plan.usage.total, read.plan.usage.responses], [7, 1]);
    assert.deepEqual(read.codes, []);
  });

  it('says what failed', () => {
    const read = log(user('1', 'q'), reply('2', [call('c')]), result('3', 'c', { error: 'no' }, 'error'));
    assert.deepEqual(
      { ...read.active[4]?.payload },
      { tool: 'shell', tool_call_id: 'c', ok: false, result: 'no', error: 'no' },
    );
  });

  const subtypes: readonly [string, Spec, string[]][] = [
    ['mid-turn message', system('2', 'mid_turn_user_message', { displayText: 'wait' }), ['U wait']],
    ['notification', user('2', 'done', { subtype: 'notification', provenance: 'system' }), ['agent.message']],
    ['text of the program', user('2', 'go on', { provenance: 'goal_control' }), ['agent.message']],
    ['a message without provenance', user('2', 'old', { provenance: undefined }), ['U old']],
    [
      'compression',
      system('2', 'chat_compression', { info: { originalTokenCount: 9 } }),
      ['context.compact'],
    ],
    ['rewind', system('2', 'rewind', { truncatedCount: 2 }), ['context.prune']],
    [
      'command',
      system('2', 'slash_command', { phase: 'invocation', rawCommand: '/x' }),
      ['instruction.accept'],
    ],
    ['error', system('2', 'ui_telemetry', { uiEvent: { 'event.name': 'qwen-code.api_error' } }), ['error']],
    [
      'measure',
      system('2', 'ui_telemetry', { uiEvent: { 'event.name': 'qwen-code.api_response' } }),
      ['metric.sample'],
    ],
    ['state', system('2', 'attribution_snapshot', {}), []],
  ];
  for (const [name, record, expected] of subtypes) {
    it(name, () => {
      const read = log(user('1', 'q'), record, reply('3', [say('a')]));
      assert.deepEqual(story(read).slice(2, -2), expected);
    });
  }

  it('follows the last record; what was rewound is abandoned', () => {
    const read = log(
      user('1', 'q'),
      reply('2', [say('a')]),
      user('3', 'r'),
      reply('4', [say('b')]),
      system('5', 'rewind', { truncatedCount: 2 }, { parentUuid: '2' }),
      user('6', 's'),
      reply('7', [say('c')]),
    );
    assert.equal(statuses(read), 'active active abandoned abandoned active active active');
    assert.deepEqual(read.plan.otherLeaves, [3]);
    assert.deepEqual(read.codes, []);
  });

  const faults: readonly [string, readonly Spec[], string[]][] = [
    ['a log that begins elsewhere', [user('1', 'q', { parentUuid: 'x' }), reply('2', [say('a')])], []],
    [
      'a parent that is nowhere',
      [user('1', 'q'), reply('2', [say('a')]), user('3', 'r', { parentUuid: 'x' }), reply('4', [say('b')])],
      ['parent-unknown@3'],
    ],
    ['the same id again', [user('1', 'q'), user('1', 'q'), reply('2', [say('a')])], ['event-id-retry@2']],
    [
      'a call without a result',
      [user('1', 'q'), reply('2', [call('c')])],
      ['turn-open@1', 'tool-request-unanswered@2'],
    ],
    [
      'a result without a call',
      [user('1', 'q'), result('2', 'c', {}, 'success'), reply('3', [say('a')])],
      ['tool-result-orphan@2'],
    ],
    ['an unknown type', [user('1', 'q'), { uuid: '2', type: 'new' }, reply('3', [say('a')])], []],
  ];
  for (const [name, given, codes] of faults) it(name, () => assert.deepEqual(log(...given).codes, codes));

  it('counts what is on a branch that was left apart', () => {
    const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1 };
    const read = log(
      user('1', 'q'),
      reply('2', [say('a')], { usageMetadata }),
      reply('3', [say('b')], { usageMetadata, parentUuid: '1' }),
    );
    assert.deepEqual([read.plan.usage.responses, read.plan.abandonedUsage.responses], [1, 1]);
  });

  it('counts what a fork brought along apart', () => {
    const forkedFrom = { sessionId: 'old', messageUuid: 'x' };
    const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1 };
    const read = log(
      user('1', 'q', { forkedFrom }),
      reply('2', [say('a')], { forkedFrom, usageMetadata }),
      reply('3', [say('b')], { usageMetadata }),
    );
    assert.deepEqual([read.plan.usage.responses, read.plan.inheritedUsage.responses], [1, 1]);
    assert.deepEqual(read.plan.identity.links, [{ kind: 'forked-from', id: 'old', file: null }]);
  });

  it('sub-agents: inline another transcript, alone the transcript', () => {
    const side = { isSidechain: true, agentId: 'x1' };
    const inside = [user('5', 'sub', { ...side, parentUuid: null }), reply('6', [say('answer')], side)];
    const mixed = log(user('1', 'q'), reply('2', [say('a')]), ...inside);
    assert.equal(statuses(mixed), 'active active folded folded');
    assert.deepEqual(mixed.plan.otherLeaves, []);
    const alone = log(...inside);
    assert.deepEqual(story(alone), ['session.start', 'U sub', 'A answer', 'session.stop']);
    assert.equal(alone.plan.identity.runId, 'x1');
  });
});

describe('Qwen Code: detection', () => {
  const linked = { uuid: '1', parentUuid: null, sessionId: 's' };
  const cases: readonly [string, Members, string | undefined][] = [
    ['a message of parts', { ...linked, type: 'user', message: { parts: [] }, version: '0.3.0' }, '0.3'],
    ['a system record', { ...linked, type: 'system', systemPayload: {} }, 'unversioned'],
    ['a record of Claude Code', { ...linked, type: 'user', message: { content: 'q' } }, undefined],
    ['no links', { type: 'user', message: { parts: [] } }, undefined],
  ];
  for (const [name, record, generation] of cases) {
    it(name, () => assert.equal(detected(qwen, linesOf([record])), generation));
  }
  it('is not taken for Claude Code', () => {
    assert.equal(
      detected(claudeCode, linesOf([{ ...linked, type: 'user', message: { parts: [] } }])),
      undefined,
    );
  });
});
