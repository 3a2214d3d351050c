import assert from 'node:assert/strict';
import { writeJson } from '../../../src/core/json/write.ts';
import { call, countsOf, log, other, reply, result, say, story, think, user, type Given } from './log.ts';

const usage = (input: number, output: number) => ({ usage: { input_tokens: input, output_tokens: output } });

describe('Claude Code: what a user record is', () => {
  const cases: readonly [string, unknown, Record<string, unknown>, string][] = [
    ['a text', 'hello', {}, 'U hello'],
    ['text blocks', [say('one'), say('two')], {}, 'U one\ntwo'],
    ['an image alone', [{ type: 'image', source: { type: 'base64', data: 'AAAA' } }], {}, 'U '],
    ['a text with an image', [say('see'), { type: 'image', source: {} }], {}, 'U see'],
    ['a text that only mentions a tag', 'what is <command-name>?', {}, 'U what is <command-name>?'],
    ['a text that begins with another tag', '<div> is broken', {}, 'U <div> is broken'],
    ['a reminder before a text', '<system-reminder>x</system-reminder>\nfix it', {}, 'U fix it'],
    [
      'what the editor adds beside a text',
      [say('<ide_opened_file>a</ide_opened_file>'), say('fix')],
      {},
      'U fix',
    ],
    ['no content', [], {}, 'U '],
    ['a reminder alone', '<system-reminder>x</system-reminder>', {}, 'instruction.accept'],
    ['meta', 'Caveat: …', { isMeta: true }, 'instruction.accept'],
    ['a command', '<command-name>/clear</command-name>', {}, 'instruction.accept'],
    ['a command as a block', [say('<command-message>x</command-message>')], {}, 'instruction.accept'],
    ['output of a command', '<local-command-stdout>x</local-command-stdout>', {}, 'instruction.accept'],
    ['a summary', 'This session …', { isCompactSummary: true }, 'instruction.accept'],
    [
      'a summary of an older version',
      'This session is being continued from a previous conversation that ran out of context. …',
      {},
      'instruction.accept',
    ],
    ['a notification of a task', '<task-notification>\n<task-id>1</task-id>', {}, 'agent.message'],
    ['a prompt that the program wrote', 'go on', { promptSource: 'system' }, 'instruction.accept'],
    [
      'a prompt of a task that ended',
      'it ended',
      { origin: { kind: 'task-notification' } },
      'instruction.accept',
    ],
    ['a prompt that was typed', 'go on', { origin: { kind: 'human' } }, 'U go on'],
    ['a prompt from a chat', 'go on', { origin: { kind: 'channel' } }, 'U go on'],
    ['an origin of another shape', 'go on', { origin: 'typed' }, 'U go on'],
    ['a notification of a shell', '<bash-notification>\n<shell-id>1</shell-id>', {}, 'agent.message'],
    ['what another session sent', 'Another Claude session sent a message: x', {}, 'instruction.accept'],
    ['an interruption', '[Request interrupted by user]', {}, 'agent.stop'],
    ['an interruption as a block', [say('[Request interrupted by user for tool use]')], {}, 'agent.stop'],
    [
      'an interruption beside an image',
      [{ type: 'image' }, say('[Request interrupted by user]')],
      {},
      'agent.stop',
    ],
    ['a message of another session', '<cross-session-message from="x">hi', {}, 'agent.message'],
    ['escaped white space before a tag', '\n\t<command-name>/x</command-name>', {}, 'instruction.accept'],
  ];
  for (const [name, content, more, expected] of cases) {
    it(name, () => {
      const told = story(
        log(user('1', 'first'), user('2', content, undefined, more), reply('3', 'm', [say('a')])),
      );
      assert.deepEqual(told.slice(2, -2), [expected]);
    });
  }
});

describe('Claude Code: one reply from several lines', () => {
  it('is told at its last line with text, tool calls at their own lines', () => {
    const read = log(
      user('1', 'q'),
      reply('2', 'm1', [think('hm')], undefined, usage(10, 1)),
      reply('3', 'm1', [say('I look')], undefined, usage(10, 1)),
      reply('4', 'm1', [call('c1')], undefined, { ...usage(10, 40), stop_reason: 'tool_use' }),
      user('5', [result('c1')]),
      reply('6', 'm2', [say('done')], undefined, { ...usage(20, 2), stop_reason: 'end_turn' }),
    );
    assert.deepEqual(story(read), [
      'session.start',
      'U q',
      'A I look',
      'call c1',
      'result c1',
      'A done',
      'stop completed',
    ]);
    const statuses = read.rows.map(({ status }) => status);
    assert.deepEqual(statuses, ['active', 'folded', 'active', 'active', 'active', 'active']);
    const payload = read.active[2]?.payload;
    assert.equal(payload?.['reasoning'], 'hm');
    assert.equal(payload['stop_reason'], 'tool_use');
    assert.deepEqual([countsOf(read).input, countsOf(read).output], [30, 42]);
    assert.deepEqual(read.codes, []);
  });

  it('has the empty text where it only calls tools', () => {
    const read = log(
      user('1', 'q'),
      reply('2', 'm', [call('a')]),
      user('3', [result('a')]),
      reply('4', 'n', [say('x')]),
    );
    assert.deepEqual(story(read), [
      'session.start',
      'U q',
      'A ',
      'call a',
      'result a',
      'A x',
      'stop completed',
    ]);
  });

  it('joins its texts, and takes each figure at its highest', () => {
    const read = log(
      user('1', 'q'),
      reply('2', 'm', [say('one')], undefined, usage(3, 9)),
      reply('3', 'm', [say('two')], undefined, usage(5, 4)),
    );
    assert.deepEqual(countsOf(read).assistant, ['one\ntwo']);
    assert.deepEqual([countsOf(read).input, countsOf(read).output], [5, 9]);
    assert.equal(read.plan.usage.responses, 1);
  });

  it('says a text once that was written while it grew', () => {
    const read = log(user('1', 'q'), reply('2', 'm', [say('Hel')]), reply('3', 'm', [say('Hello')]));
    assert.deepEqual(countsOf(read).assistant, ['Hello']);
  });

  it('is another reply after the user spoke, whatever its id', () => {
    const read = log(
      user('1', 'q'),
      reply('2', 'm', [say('a')]),
      user('3', 'q2'),
      reply('4', 'm', [think('hm')]),
      reply('5', 'm', [say('b')]),
    );
    assert.deepEqual(story(read), ['session.start', 'U q', 'A a', 'U q2', 'A b', 'stop completed']);
  });

  it('is the same reply where the user spoke in between, but it goes on from its own line', () => {
    const read = log(
      user('1', 'q'),
      reply('2', 'm', [think('hm')]),
      user('3', 'q2', '1'),
      reply('4', 'm', [say('a')], '2'),
    );
    assert.deepEqual(countsOf(read).assistant, ['a']);
  });

  it('is a reply of its own where its id is empty', () => {
    const read = log(user('1', 'q'), reply('2', '', [say('a')]), reply('3', '', [say('b')]));
    assert.deepEqual(countsOf(read).assistant, ['a', 'b']);
  });

  it('is one call where a call is written twice', () => {
    const read = log(
      user('1', 'q'),
      reply('2', 'm', [call('a')]),
      reply('3', 'm', [call('a')]),
      user('4', [result('a')]),
    );
    assert.deepEqual(countsOf(read).calls, ['a']);
  });

  it('is a reply of its own where it has no id', () => {
    const line = (text: string) => ({ type: 'assistant', message: { content: [say(text)] } });
    const read = log(user('1', 'q'), other('2', line('a')), other('3', line('b')));
    assert.deepEqual(countsOf(read).assistant, ['a', 'b']);
  });

  it('is an error where the program says so', () => {
    const error = {
      type: 'assistant',
      isApiErrorMessage: true,
      message: { id: 'e', content: [say('API Error')] },
    };
    const read = log(user('1', 'q'), other('2', error));
    assert.deepEqual(story(read), ['session.start', 'U q', 'error', 'stop error']);
    assert.equal(read.active[2]?.payload['message'], 'API Error');
  });
});

describe('Claude Code: tools', () => {
  it('names the tool of a result, and says what failed', () => {
    const read = log(
      user('1', 'q'),
      reply('2', 'm', [call('a', 'Read', { path: 'x' })]),
      user('3', [result('a', [say('no'), say('file')], true)]),
      reply('4', 'n', [say('x')]),
    );
    const [request, answer] = read.active.filter(({ type }) => type.startsWith('tool.'));
    assert.equal(
      writeJson(request?.payload ?? null),
      '{"tool":"Read","tool_call_id":"a","arguments":{"path":"x"}}',
    );
    assert.deepEqual(answer?.payload, {
      tool: 'Read',
      tool_call_id: 'a',
      ok: false,
      result: 'no\nfile',
      error: 'no\nfile',
    });
  });

  it('keeps the bytes of images in the log', () => {
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } };
    const read = log(user('1', 'q'), reply('2', 'm', [call('a')]), user('3', [result('a', [image])]));
    const answer = read.active.find(({ type }) => type === 'tool.result');
    assert.ok(!JSON.stringify(answer?.payload).includes('AAAA'));
    assert.ok(JSON.stringify(answer?.payload).includes('image/png'));
  });

  it('tells who was started, and what was permitted', () => {
    const read = log(
      user('1', 'q'),
      reply('2', 'm', [call('a', 'Task', { subagent_type: 'Explore', description: 'look' })]),
      user('3', [result('a')], undefined, {
        permissionDecision: { decision: 'accept', source: 'config' },
        toolUseResult: { agentId: 'x1' },
      }),
    );
    assert.deepEqual(story(read).slice(3), ['call a', 'agent.spawn', 'approval.decision', 'result a']);
    assert.deepEqual(read.plan.identity.links, [{ kind: 'subagent', id: 'x1', file: null }]);
  });

  const cases: readonly [string, Given, string[]][] = [
    [
      'a call without a result',
      [user('1', 'q'), reply('2', 'm', [call('a')])],
      ['turn-open@1', 'tool-request-unanswered@2'],
    ],
    [
      'a result without a call',
      [user('1', 'q'), reply('2', 'm', [say('a')]), user('3', [result('x')]), reply('4', 'n', [say('b')])],
      ['tool-result-orphan@3'],
    ],
    [
      'a result whose call is in the history that the log leaves out',
      [user('1', [result('x')], 'elsewhere'), reply('2', 'm', [say('b')])],
      [],
    ],
    [
      'a result on another branch than its call',
      [
        user('1', 'q'),
        reply('2', 'm', [call('a')]),
        user('3', 'q again', '1'),
        user('4', [result('a')], '3'),
        reply('5', 'n', [say('b')]),
      ],
      ['tool-result-orphan@4'],
    ],
  ];
  for (const [name, given, codes] of cases) it(name, () => assert.deepEqual(log(...given).codes, codes));
});

describe('Claude Code: the last turn', () => {
  const cases: readonly [string, Given, string | undefined][] = [
    [
      'ended',
      [user('1', 'q'), reply('2', 'm', [say('a')], undefined, { stop_reason: 'end_turn' })],
      'stop completed',
    ],
    ['no reason given, no tool called', [user('1', 'q'), reply('2', 'm', [say('a')])], 'stop completed'],
    ['a question', [user('1', 'q')], undefined],
    ['a call', [user('1', 'q'), reply('2', 'm', [say('a')]), reply('3', 'm', [call('c')])], undefined],
    ['a result', [user('1', 'q'), reply('2', 'm', [call('c')]), user('3', [result('c')])], undefined],
    ['interrupted', [user('1', 'q'), user('2', [say('[Request interrupted by user]')])], 'stop interrupted'],
  ];
  for (const [name, given, stop] of cases) {
    it(name, () => {
      const told = story(log(...given)).at(-1);
      assert.equal(told?.startsWith('stop') === true ? told : undefined, stop);
    });
  }
});
