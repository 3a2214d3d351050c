import assert from 'node:assert/strict';
import { textOf } from '../../src/core/projections/reducer.ts';
import type { NativeEvent } from '../../src/formats/native.ts';
import { codex } from '../../src/formats/codex.ts';
import { plain } from '../support/events.ts';
import { detected, linesOf, readNative } from '../support/native.ts';
import {
  answer,
  answerEvent,
  call,
  completed,
  event,
  item,
  line,
  log,
  meta,
  numbered,
  output,
  rollback,
  said,
  started,
  userEvent,
  userItem,
  type Line,
} from './codex/lines.ts';

const BARE_HEADER = { id: 's1', timestamp: '2025-08-01T00:00:00.000Z', instructions: null, git: {} };

/** `U:text`, `A:text`, `Q:call`, `R:call`, `S:reason` of the events that are replayed. */
function told(events: readonly NativeEvent[]): string[] {
  return events.flatMap(({ type, payload }) => {
    const { content, tool_call_id: id, reason } = payload;
    if (type === 'user.message') return [`U:${textOf(content)}`];
    if (type === 'model.response') return [`A:${textOf(content)}`];
    if (type === 'tool.request') return [`Q:${textOf(id)}`];
    if (type === 'tool.result') return [`R:${textOf(id)}`];
    return type === 'session.stop' ? [`S:${textOf(reason)}`] : [];
  });
}

const conversation = (text: string) => told(readNative(codex, text).active).join(' ');

const payloads = (text: string, type: string) =>
  readNative(codex, text)
    .active.filter((native) => native.type === type)
    .map(({ payload }) => plain(payload));

describe('codex: detection', () => {
  const cases: readonly [name: string, records: readonly unknown[], expected: string | undefined][] = [
    ['bare', [BARE_HEADER, { record_type: 'state' }, said('user', 'q')], 'bare'],
    ['bare without its header', [{ record_type: 'state' }, said('user', 'q')], 'bare'],
    ['enveloped', [meta(), userItem('q')], 'legacy-envelope'],
    ['enveloped after an odd first line', [{ odd: 1 }, meta(), userItem('q')], 'legacy-envelope'],
    ['numbered', numbered([meta(), userItem('q')]), 'paginated'],
    ['without timestamps', [{ type: 'session_meta', payload: { id: 's1' } }], 'legacy-envelope'],
    ['items of no Codex', [said('user', 'q'), said('assistant', 'a')], undefined],
    ['one of ours among others', [{ a: 1 }, meta(), { b: 2 }], undefined],
    [
      'rows of data that have the members of a header',
      [BARE_HEADER, { ...BARE_HEADER, id: 's2' }],
      undefined,
    ],
    ['prompt history', [{ session_id: 's', ts: 1, text: 'q' }], undefined],
    ['chat', [{ role: 'user', content: 'q' }], undefined],
    ['a payload of another program', [{ type: 'login', payload: {} }], undefined],
    ['nothing', [], undefined],
  ];
  for (const [name, records, expected] of cases) {
    it(name, () => assert.equal(detected(codex, linesOf(records)), expected));
  }
});

describe('codex: the conversation', () => {
  const cases: readonly [name: string, text: string, expected: string][] = [
    [
      'bare: items only, host-written messages apart',
      linesOf([
        BARE_HEADER,
        { record_type: 'state' },
        said('user', '<environment_context>x'),
        said('user', 'q'),
        said('assistant', 'a'),
      ]),
      'U:q A:a S:completed',
    ],
    ['item, then event', log(meta(), userItem('q'), userEvent('q'), answer('a')), 'U:q A:a S:completed'],
    ['event, then item', log(meta(), userEvent('q'), userItem('q'), answer('a')), 'U:q A:a S:completed'],
    ['event only', log(meta(), userEvent('q'), answer('a')), 'U:q A:a S:completed'],
    ['item only', log(meta(), userItem('q'), answer('a')), 'U:q A:a S:completed'],
    [
      'two messages at once',
      log(meta(), userItem('q'), userEvent('q'), userItem('p'), userEvent('p'), answer('a')),
      'U:q U:p A:a S:completed',
    ],
    [
      'two messages at once, items first',
      log(meta(), userEvent('q'), userItem('q'), userEvent('p'), userItem('p'), answer('a')),
      'U:q U:p A:a S:completed',
    ],
    [
      'the same message twice',
      log(meta(), userItem('q'), userEvent('q'), answer('a'), userItem('q'), userEvent('q'), answer('a')),
      'U:q A:a U:q A:a S:completed',
    ],
    [
      'an event that comes late',
      log(meta(), userItem('q'), answer('a'), userEvent('q'), answer('b')),
      'U:q A:a A:b S:completed',
    ],
    [
      'an item that comes late',
      log(meta(), userEvent('q'), answer('a'), userItem('q'), answer('b')),
      'U:q A:a A:b S:completed',
    ],
    [
      'an unknown message of the host beside a real one',
      log(meta(), userItem('<new_context>x'), userItem('q'), userEvent('q'), answer('a')),
      'U:q A:a S:completed',
    ],
    [
      'an unknown message of the host by itself',
      log(meta(), userItem('q'), userEvent('q'), answer('a'), userItem('<new_context>x'), answer('b')),
      'U:q A:a A:b S:completed',
    ],
    [
      'what the host tells before a turn starts, in words that are not known',
      log(
        meta(),
        userItem('[redacted]'),
        started('t'),
        userItem('q'),
        userEvent('q'),
        answer('a'),
        completed('t'),
      ),
      'U:q A:a S:completed',
    ],
    [
      'a tag in a log without events is the user’s',
      log(meta(), userItem('<my_tag> what is it?'), answer('a')),
      'U:<my_tag> what is it? A:a S:completed',
    ],
    [
      'early events of what the host wrote',
      log(
        meta(),
        event({ type: 'user_message', message: 'x', kind: 'environment_context' }),
        userItem('q'),
        userEvent('q'),
        answer('a'),
      ),
      'U:q A:a S:completed',
    ],
    [
      'an event shows as the user’s what looks like the host’s',
      log(meta(), userItem('<skills> tag?'), userEvent('<skills> tag?'), answer('a')),
      'U:<skills> tag? A:a S:completed',
    ],
    [
      'the same, item and event the other way round, and it is a turn that can be rolled back',
      log(
        meta(),
        userItem('q'),
        userEvent('q'),
        answer('a'),
        userEvent('# AGENTS.md is ignored, why?'),
        userItem('# AGENTS.md is ignored, why?'),
        answer('b'),
        rollback(1),
        userItem('r'),
        userEvent('r'),
      ),
      'U:q A:a U:r',
    ],
    [
      'an IDE’s wrapping is kept',
      log(meta(), userEvent('# Context\n## My request for Codex:\nq'), answer('a')),
      'U:# Context\n## My request for Codex:\nq A:a S:completed',
    ],
    [
      'messages for the model’s eyes',
      log(
        meta(),
        item(said('developer', 'x')),
        userItem('# AGENTS.md instructions for /w'),
        userItem('q'),
        answer('a'),
      ),
      'U:q A:a S:completed',
    ],
    [
      'the model’s events repeat its items',
      log(meta(), userItem('q'), answerEvent('a'), answer('a'), answer('b'), answerEvent('b')),
      'U:q A:a A:b S:completed',
    ],
    ['events alone', log(meta(), userEvent('q'), answerEvent('a')), 'U:q A:a'],
    [
      'events of a log whose only items are calls',
      log(meta(), userEvent('q'), call('c'), output('c'), answerEvent('a'), completed('t')),
      'U:q Q:c R:c A:a S:completed',
    ],
    [
      'calls',
      log(meta(), userItem('q'), call('c1'), call('c2'), output('c2'), output('c1'), answer('a')),
      'U:q Q:c1 Q:c2 R:c2 R:c1 A:a S:completed',
    ],
    [
      'rolled back',
      log(
        meta(),
        userItem('q'),
        answer('a'),
        userItem('q2'),
        call('c'),
        output('c'),
        answer('a2'),
        rollback(1),
        userItem('q3'),
        answer('a3'),
      ),
      'U:q A:a U:q3 A:a3 S:completed',
    ],
    [
      'rolled back twice',
      log(
        meta(),
        userItem('q'),
        answer('a'),
        userItem('q2'),
        answer('a2'),
        rollback(1),
        userItem('q3'),
        answer('a3'),
        rollback(2),
        userItem('q4'),
      ),
      'U:q4',
    ],
    ['rolled back by more than there is', log(meta(), userItem('q'), answer('a'), rollback(9)), ''],
    ['a turn under way', log(meta(), started('t'), userItem('q'), answer('a')), 'U:q A:a'],
    [
      'a turn that ended',
      log(meta(), started('t'), userItem('q'), answer('a'), completed('t')),
      'U:q A:a S:completed',
    ],
    [
      'a turn that failed',
      log(meta(), started('t'), userItem('q'), completed('t', { error: { message: 'no' } })),
      'U:q S:error',
    ],
    [
      'a turn that was interrupted',
      log(meta(), userItem('q'), event({ type: 'turn_aborted', reason: 'interrupted' })),
      'U:q S:interrupted',
    ],
    [
      'an outcome that is noted after the interruption',
      log(
        meta(),
        userItem('q'),
        call('c'),
        event({ type: 'turn_aborted', reason: 'interrupted' }),
        output('c'),
      ),
      'U:q Q:c R:c S:interrupted',
    ],
    ['an unanswered message', log(meta(), userItem('q')), 'U:q'],
  ];
  for (const [name, text, expected] of cases) {
    it(name, () => {
      assert.equal(conversation(text), expected);
      assert.deepEqual(
        readNative(codex, text).codes.filter((code) => !code.startsWith('turn-open')),
        [],
      );
    });
  }

  it('numbered: items of the user tell, texts are joined', () => {
    const content = [
      { type: 'text', text: 'q' },
      { type: 'image', image_url: 'data:' },
    ];
    const shown = event({ type: 'item_completed', item: { type: 'UserMessage', id: 'u', content } });
    const text = linesOf(numbered([meta(), started('t'), userItem('q'), shown, answer('a'), completed('t')]));
    assert.deepEqual(payloads(text, 'user.message'), [{ content: 'q', images: 1 }]);
    assert.equal(conversation(text), 'U:q A:a S:completed');
  });

  it('numbered: parts say who wrote them', () => {
    const by = (kind: string) => ({
      internal_chat_message_metadata_passthrough: { content_item_kinds: [kind] },
    });
    const lines = [
      meta(),
      item({ ...said('user', 'anything'), ...by('environments.context') }),
      item({ ...said('user', '<user_action> is what?'), ...by('user.text') }),
      answer('a'),
    ];
    assert.equal(conversation(linesOf(numbered(lines))), 'U:<user_action> is what? A:a S:completed');
  });

  it('what damage hid of the model’s words, its event tells', () => {
    const lines = [meta(), userItem('q'), answerEvent('a'), userItem('q2'), answerEvent('a2'), answer('a2')];
    const torn = log(...lines).replace(/\n(?=.*agent_message.*"a")/, '\n{"timestamp":"2026-01-\n');
    assert.equal(conversation(torn), 'U:q A:a U:q2 A:a2 S:completed');
  });
});

describe('codex: payloads', () => {
  it('session', () => {
    const { identity } = readNative(codex, log(meta(), line('turn_context', { model: 'm', cwd: '/w' }))).plan;
    assert.deepEqual(identity, {
      generation: 'legacy-envelope',
      agentVersion: '0.98.0',
      sessionId: 's1',
      runId: 's1',
      cwd: '/w',
      model: 'm',
      links: [],
    });
  });

  it('a reply has the model that was at work and the reasoning before it', () => {
    const reasoning = item({ type: 'reasoning', summary: [{ type: 'summary_text', text: 'why' }] });
    const sealed = item({ type: 'reasoning', summary: [], encrypted_content: 'x' });
    const text = log(
      meta(),
      line('turn_context', { model: 'm' }),
      userItem('q'),
      reasoning,
      sealed,
      answer('a'),
    );
    const [reply] = readNative(codex, text).active.filter(({ type }) => type === 'model.response');
    assert.deepEqual(
      [reply?.model, reply?.provider, reply?.timestamp],
      ['m', 'p', '2026-01-01T00:00:00.000Z'],
    );
    assert.deepEqual(plain(reply?.payload ?? null), { content: 'a', reasoning: 'why' });
  });

  it('a turn that names no model goes on with the one before, if there is one', () => {
    const turn = (model?: string) => line('turn_context', model === undefined ? {} : { model });
    const replies = (...lines: readonly Line[]) =>
      readNative(codex, log(meta(), ...lines)).active.filter(({ type }) => type === 'model.response');
    assert.deepEqual(
      replies(turn(), answer('a'), turn('m'), answer('b'), turn(), answer('c'), turn(''), answer('d')).map(
        ({ model, actor }) => [model, actor.id],
      ),
      [
        [undefined, 'model'],
        ['m', 'm'],
        ['m', 'm'],
        ['m', 'm'],
      ],
    );
  });

  it('arguments are an object where they are the text of one', () => {
    const custom = item({ type: 'custom_tool_call', call_id: 'c2', name: 'exec', input: 'free' });
    const shell = item({
      type: 'local_shell_call',
      call_id: 'c3',
      action: { type: 'exec', command: ['ls'] },
    });
    const text = log(meta(), call('c1', 'f', '{"a":1}'), custom, shell, call('c4', 'f', 'no json'));
    assert.deepEqual(payloads(text, 'tool.request'), [
      { tool: 'f', tool_call_id: 'c1', arguments: { a: 1 } },
      { tool: 'exec', tool_call_id: 'c2', arguments: { input: 'free' } },
      { tool: 'local_shell', tool_call_id: 'c3', arguments: { type: 'exec', command: ['ls'] } },
      { tool: 'f', tool_call_id: 'c4', arguments: 'no json' },
    ]);
  });

  const outcomes: readonly [name: string, recorded: unknown, expected: Record<string, unknown>][] = [
    ['text', 'done', { ok: true, result: 'done' }],
    [
      'metadata in the text',
      '{"output":"x\\n","metadata":{"exit_code":2,"duration_seconds":0.5}}',
      { ok: false, result: 'x\n', exit_code: 2, error: 'exit code 2' },
    ],
    [
      'an exit code in words',
      'Exit code: 0\nOutput:\nx',
      { ok: true, result: 'Exit code: 0\nOutput:\nx', exit_code: 0 },
    ],
    ['words of the output itself', 'Output:\nExit code: 7', { ok: true, result: 'Output:\nExit code: 7' }],
    [
      'a told failure',
      { content: 'no\nmore', success: false },
      { ok: false, result: 'no\nmore', error: 'no' },
    ],
    [
      'parts',
      [
        { type: 'input_text', text: 'x' },
        { type: 'input_image', image_url: 'data:' },
      ],
      { ok: true, result: 'x', images: 1 },
    ],
  ];
  for (const [name, recorded, expected] of outcomes) {
    it(`outcome: ${name}`, () => {
      const text = log(meta(), call('c'), output('c', recorded));
      assert.deepEqual(payloads(text, 'tool.result'), [{ tool: 'shell', tool_call_id: 'c', ...expected }]);
    });
  }

  it('what the host noted at the end of a call is part of its outcome, before or after it', () => {
    const end = (id: string, code: number) =>
      event({
        type: 'exec_command_end',
        call_id: id,
        exit_code: code,
        duration: { secs: 1, nanos: 500_000_000 },
      });
    const { active } = readNative(
      codex,
      log(meta(), call('a'), end('a', 1), output('a'), call('b'), output('b'), end('b', 0)),
    );
    const results = active.filter(({ type }) => type === 'tool.result');
    assert.deepEqual(
      results.map(({ payload, durationMs }) => [payload['ok'], payload['exit_code'], durationMs]),
      [
        [false, 1, 1500],
        [true, 0, 1500],
      ],
    );
  });

  it('changed files: the host’s note, else the patch itself', () => {
    const input = '*** Begin Patch\n*** Update File: a.ts\n@@\n*** Add File: b.ts\n*** End Patch';
    const patch = item({ type: 'custom_tool_call', call_id: 'p', name: 'apply_patch', input });
    const done = item({ type: 'custom_tool_call_output', call_id: 'p', output: 'ok' });
    const end = event({
      type: 'patch_apply_end',
      call_id: 'p',
      success: true,
      changes: { '/w/a.ts': {}, '/w/b.ts': {} },
    });
    const [alone] = payloads(log(meta(), patch, done), 'tool.result');
    const named = { tool: 'apply_patch', tool_call_id: 'p', ok: true };
    assert.deepEqual(alone, { ...named, result: { output: 'ok', paths: ['a.ts', 'b.ts'] } });
    const noted = log(meta(), patch, end, done);
    assert.deepEqual(payloads(noted, 'file.patch'), [{ path: ['/w/a.ts', '/w/b.ts'], tool_call_id: 'p' }]);
    assert.deepEqual(payloads(noted, 'tool.result'), [{ ...named, result: 'ok' }]);
  });

  it('a search that the provider ran is a request and its outcome', () => {
    const search = item({
      type: 'web_search_call',
      status: 'completed',
      action: { type: 'search', query: 'x' },
    });
    assert.equal(conversation(log(meta(), search)), 'Q:line-2 R:line-2');
  });

  it('a turn that was interrupted, a compaction, a rollback', () => {
    const text = log(
      meta(),
      line('compacted', { message: 'sum', replacement_history: [{}, {}] }),
      event({ type: 'context_compacted' }),
      event({ type: 'turn_aborted', reason: 'replaced', turn_id: 't' }),
      rollback(2),
    );
    assert.deepEqual(payloads(text, 'context.compact'), [{ summary: 'sum', replacement_items: 2 }]);
    assert.deepEqual(payloads(text, 'agent.stop'), [{ reason: 'replaced', turn_id: 't' }]);
    assert.deepEqual(payloads(text, 'context.prune'), [{ kind: 'rollback', turns: 2 }]);
  });

  it('messages between agents, as an item and as a record', () => {
    const parties = { author: '/root', recipient: '/root/tester' };
    const text = log(
      meta(),
      item({ type: 'agent_message', ...parties, content: [{ type: 'input_text', text: 'go' }] }),
      item({
        type: 'agent_message',
        ...parties,
        content: [{ type: 'encrypted_content', encrypted_content: 'x' }],
      }),
      line('inter_agent_communication', { ...parties, content: 'again', trigger_turn: true }),
    );
    const named = { agent_id: '/root/tester', from: '/root' };
    assert.deepEqual(payloads(text, 'agent.message'), [
      { ...named, content: 'go' },
      { ...named, content: '' },
      { ...named, content: 'again' },
    ]);
    assert.equal(conversation(text), '');
  });

  it('what subagents did, as events and as finished items, and which logs are theirs', () => {
    const did = (kind: string, id: string) => ({ kind, agent_thread_id: id, agent_path: `/root/${id}` });
    const told = (kind: string, id: string) =>
      event({ type: 'sub_agent_activity', event_id: 'c1', ...did(kind, id) });
    const done = (kind: string, id: string) =>
      event({ type: 'item_completed', item: { type: 'SubAgentActivity', id: 'c2', ...did(kind, id) } });
    const { active, rows, plan, codes } = readNative(
      codex,
      log(
        meta(),
        userItem('q'),
        told('started', 'a'),
        done('started', 'b'),
        told('interacted', 'a'),
        told('interrupted', 'a'),
        done('completed', 'b'),
        told('something new', 'a'),
        event({ type: 'collab_agent_spawn_end', call_id: 'c3', new_thread_id: 'c' }),
      ),
    );
    const agents = active.filter(({ type }) => type.startsWith('agent.'));
    assert.deepEqual(
      agents.map(({ type, payload }) => [type, payload['agent_id'], payload['tool_call_id']]),
      [
        ['agent.spawn', 'a', 'c1'],
        ['agent.spawn', 'b', 'c2'],
        ['agent.message', 'a', 'c1'],
        ['agent.stop', 'a', 'c1'],
        ['agent.stop', 'b', 'c2'],
        ['agent.spawn', 'c', 'c3'],
      ],
    );
    assert.deepEqual(
      plan.identity.links.map(({ kind, id }) => [kind, id]),
      [
        ['subagent', 'a'],
        ['subagent', 'b'],
        ['subagent', 'c'],
      ],
    );
    assert.equal(rows[7]?.status, 'folded');
    assert.deepEqual(codes, []);
  });

  it('what was said in a conversation by voice', () => {
    const voice = (type: string, more: Line = {}) =>
      line('realtime_item', { id: 'v', realtime_session_id: 'r', type, ...more });
    const said = (role: string, text: string) => voice('transcript_segment', { role, text });
    const text = log(
      meta(),
      voice('realtime_session_started'),
      said('user', 'q'),
      said('assistant', 'a'),
      userItem('q2'),
      answer('a2'),
      voice('bem_item_promoted', { item_id: 'm' }),
      voice('realtime_session_closed', { outcome: 'ended' }),
      said('narrator', 'n'),
      voice('something new'),
    );
    const { rows, codes } = readNative(codex, text);
    assert.equal(conversation(text), 'U:q A:a U:q2 A:a2 S:completed');
    assert.deepEqual(codes, []);
    assert.deepEqual(
      rows.map(({ status }) => status),
      'active folded active active active active folded folded unknown unknown'.split(' '),
    );
    assert.equal(detected(codex, log(meta(), said('user', 'q'), said('assistant', 'a'))), 'legacy-envelope');
  });

  it('notes of the host are known, and tell nothing', () => {
    const { rows } = readNative(
      codex,
      log(
        meta(),
        line('retained_context', { answers: [] }),
        line('security_risk_score', { scores: {} }),
        item({ type: 'additional_tools', tools: [] }),
        item({ type: 'configuration_update' }),
        event({ type: 'item_completed', item: { type: 'Extension', id: 'w', kind: 'web.search' } }),
        event({ type: 'item_completed', item: { type: 'FunctionCallOutput', id: 'f' } }),
      ),
    );
    assert.deepEqual(
      rows.slice(1).filter(({ status }) => status !== 'folded'),
      [],
    );
  });

  it('warnings that Codex puts in as the user are no input', () => {
    const warnings = [
      'Warning: The maximum number of unified exec processes you can keep open is 60 and you have 61.',
      'Warning: apply_patch was requested via shell. Use the tool.',
      'Here is a list of plugins that are available but not installed.',
      '<agent_message_board_notification>new</agent_message_board_notification>',
    ];
    const text = log(
      meta(),
      userItem('q'),
      userEvent('q'),
      call('c'),
      ...warnings.map(userItem),
      output('c'),
    );
    assert.equal(conversation(text), 'U:q Q:c R:c');
    assert.equal(payloads(text, 'instruction.accept').length, warnings.length);
  });

  it('unknown records are kept as such, without a word', () => {
    const odd = [
      line('new_type', { a: 1 }),
      event({ type: 'new_event' }),
      item({ type: 'new_item' }),
      { b: 2 },
    ];
    const { rows, codes } = readNative(codex, log(meta(), userItem('q'), answer('a'), ...odd));
    assert.deepEqual(
      rows.slice(3).map(({ status }) => status),
      ['unknown', 'unknown', 'unknown', 'unknown'],
    );
    assert.deepEqual(codes, []);
  });

  it('a record of another shape is told once per type, and gives what it can', () => {
    const odd = item({ type: 'message', role: 'assistant', content: 7 });
    const { codes, active } = readNative(
      codex,
      log(meta(), userItem('q'), odd, odd, item({ type: 'function_call', name: 'f' })),
    );
    assert.deepEqual(codes, ['record-shape@3', 'record-shape@5']);
    assert.deepEqual(told(active), ['U:q', 'A:', 'A:', 'Q:line-5']);
  });
});
