import assert from 'node:assert/strict';
import { piLog } from '../support/agentLogs.ts';
import { cli, temporaryFolder } from '../support/cli.ts';
import { inspection } from '../support/cliViews.ts';
import { journal, splice, textOf } from '../support/journal.ts';
import { codexLog, piTree } from '../support/nativeLogs.ts';

function inspected(input: string | Uint8Array) {
  const { code, out, err } = cli(['inspect', '-', '--format', 'json'], { input });
  return { code, err, view: inspection.parse(JSON.parse(out)) };
}

const NO_USAGE = { input: 0, output: 0, cache_read: 0, cache_write: 0, total: 0 };
const NOTHING = {
  ...{ user_messages: 0, assistant_messages: 0, tool_calls: 0, tool_results: 0 },
  usage: NO_USAGE,
};

describe('inspect --format json', () => {
  it('a native log', () => {
    const { code, err, view } = inspected(textOf(codexLog()));
    assert.deepEqual({ code, err }, { code: 0, err: '' });
    const { generation, ...rest } = view;
    assert.equal(typeof generation, 'string');
    assert.deepEqual(rest, {
      format: 'codex',
      agent_version: '0.98.0',
      session_id: '01900000-0000-7000-8000-000000000001',
      ...{ records: 7, skipped: 0, unknown_records: 0 },
      ...{ user_messages: 1, assistant_messages: 1, tool_calls: 1, tool_results: 1 },
      usage: { input: 100, output: 10, cache_read: 40, cache_write: 0, total: 110 },
      inherited: NOTHING,
      branches: 0,
      violations: { error: 0, warning: 0, information: 0 },
    });
  });

  it('a tree: the other leaves are branches', () => {
    const { view } = inspected(textOf(piTree()));
    assert.deepEqual([view.format, view.branches, view.assistant_messages], ['pi', 1, 1]);
  });

  it('damage is counted, and what is broken', () => {
    const log = codexLog({ call: false });
    const { view } = inspected(textOf(log.toSpliced(1, 0, '{"a":}')));
    assert.deepEqual([view.records, view.skipped, view.violations.error], [log.length, 1, 1]);
  });

  it('Trace 0.1', () => {
    const lines = journal('start user:hi req resp:ho stop:done');
    const { code, view } = inspected(textOf(lines));
    assert.equal(code, 0);
    assert.deepEqual(
      [view.format, view.generation, view.records, view.user_messages, view.assistant_messages],
      ['trace01', '0.1.0', 5, 1, 1],
    );
    assert.equal(inspected(textOf(splice(lines, 2, 1))).view.violations.error, 1);
  });

  const none: readonly (readonly [string, string | Uint8Array, string, RegExp])[] = [
    ['an empty file', '', 'empty', /^-: no events\n$/],
    ['blank lines', '\n\n', 'empty', /no events/],
    ['numbers', '{"id":1}\n{"id":2}\n', 'unknown', /not a session/],
    ['a prompt history', '{"display":"hi","timestamp":1,"project":"/p"}\n', 'unknown', /not a session/],
    ['another prompt history', '{"session_id":"s","ts":1,"text":"hi"}\n', 'unknown', /not a session/],
    ['a lock file line', '{"name":"x","lockfileVersion":3,"packages":{}}\n', 'unknown', /not a session/],
    ['arrays', '[1]\n[2]\n', 'unknown', /not a session/],
    ['no JSON', 'hello\nworld\n', 'unknown', /not a session/],
    ['binary', Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 255), 'unknown', /not a session/],
    ['binary frames of Reasonix', Buffer.from('RX4F\0\0\0\u0001'), 'unknown', /reasonix export/],
  ];
  for (const [name, input, format, words] of none)
    it(`${name}: ${format}, 0, and says so`, () => {
      const { code, err, view } = inspected(input);
      assert.deepEqual([code, view.format, view.session_id, view.user_messages], [0, format, null, 0]);
      assert.match(err, words);
    });
});

describe('inspect', () => {
  const folder = temporaryFolder();
  const ID = '01900000-0000-7000-8000-00000000000';
  const rollout = (digit: number) => `rollout-2026-01-01T00-00-00-${ID}${digit}.jsonl`;

  it('for people: one line per figure', () => {
    const { code, out } = cli(['inspect', folder.write(rollout(1), textOf(codexLog()))]);
    assert.equal(code, 0);
    assert.match(out, /^format {9}codex \(.+\)\nagent version {2}0\.98\.0\nsession {8}01900000-/);
    assert.match(out, /\nmessages {7}1 user, 1 assistant; tool calls 1, results 1\ntokens {9}110 /);
  });

  it('tokens of branches that were left stand apart', () => {
    const { out } = cli(['inspect', folder.write('pi.jsonl', piLog())]);
    assert.match(out, /\ntokens {9}120 .*\ninherited .*\nabandoned {6}tokens 120 .*\nbranches {7}1\n/);
  });

  it('related logs, and whether they are there', () => {
    const [meta = '', ...rest] = codexLog({ id: `${ID}2` });
    const fork = textOf([meta.replace('"cwd"', `"forked_from_id":"${ID}1","cwd"`), ...rest]);
    const file = folder.write(rollout(2), fork);
    assert.match(cli(['inspect', file]).out, /\nforked from {4}01900000-\S+ \(rollout-\S+1\.jsonl\)\n$/);
  });

  it('a log that builds on another: whether that one is there, and how much of it', () => {
    const [meta = '', ...rest] = codexLog({ id: `${ID}4` });
    const base = `"history_base":{"thread_id":"${ID}3","end_ordinal_exclusive":7},"forked_from_id":"${ID}3","cwd"`;
    const file = folder.write(rollout(4), textOf([meta.replace('"cwd"', base), ...rest]));
    const view = () => inspection.parse(JSON.parse(cli(['inspect', file, '--format', 'json']).out)).base;
    const words = /begins after the first 7 records of 0190\S+3, which is not here; these are not part/;
    assert.deepEqual(view(), { found: false, file: null, ordinals: 7 });
    assert.match(cli(['inspect', file]).out, words);
    for (const command of ['validate', 'replay']) {
      const { code, err } = cli([command, file]);
      assert.equal(code, 0);
      assert.match(err, words);
    }
    const parent = folder.write(rollout(3), textOf(codexLog({ id: `${ID}3` })));
    assert.deepEqual(view(), { found: true, file: parent, ordinals: 7 });
    const { out } = cli(['inspect', file]);
    assert.match(out, /\ncontinues {6}0190\S+3 \(rollout-\S+3\.jsonl\)\nprefix {9}begins after /);
    assert.doesNotMatch(out, /forked from/);
    assert.match(cli(['replay', file]).err, /of 0190\S+3, in rollout-\S+3\.jsonl; these/);
    assert.equal(cli(['replay', parent]).err, '');
  });

  it('an empty log with its events beside it says where they are', () => {
    const empty = folder.write('chat.jsonl', '');
    assert.match(cli(['inspect', empty]).err, /chat\.jsonl: no events\n$/);
    folder.write('chat.events.jsonl', '{"x":1}\n');
    assert.match(
      cli(['inspect', empty]).err,
      /no events; the session is in chat\.events\.jsonl beside it\n$/,
    );
  });

  it('hostile text cannot break or turn a line', () => {
    const [meta = '', ...rest] = codexLog();
    const hostile = meta.replace('0.98.0', 'a\\nb\\u001b[31m\\u202e');
    const { out } = cli(['inspect', '-'], { input: textOf([hostile, ...rest]) });
    assert.doesNotMatch(out, /[^\P{C}\n]/u);
  });
});
