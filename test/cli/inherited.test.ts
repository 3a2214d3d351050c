// A log that holds only the difference to another one, on the command line: what comes before it is shown where it is.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as z from 'zod';
import { tokens, userItem } from '../formats/codex/lines.ts';
import { cli, temporaryFolder } from '../support/cli.ts';
import { inspection, replayView } from '../support/cliViews.ts';
import { deltaLog, rolloutName, rootLog, turn } from '../support/deltaForks.ts';
import { numbered } from '../formats/codex/lines.ts';
import { linesOf } from '../support/native.ts';

const inheritingView = replayView.extend({
  inherited: z
    .strictObject({
      from: z.array(z.strictObject({ file: z.string(), records: z.int() })),
      user_messages: z.array(z.string()),
      assistant_messages: z.array(z.string()),
      tool_results: z.array(z.looseObject({ result: z.unknown() })),
    })
    .optional(),
});

describe('a log that builds on another', () => {
  const folder = temporaryFolder();
  const put = (name: string, text: string) => folder.write(name, text);
  const fork = () => put(rolloutName(2), deltaLog(2, 1, 7, turn('c')));
  const clear = () => {
    for (const digit of [1, 2, 3]) fs.rmSync(folder.path(rolloutName(digit)), { force: true });
  };
  afterEach(clear);

  const replayed = (file: string, ...more: readonly string[]) => {
    const { code, out, err } = cli(['replay', file, '--format', 'json', ...more]);
    assert.equal(code, 0);
    return { err, view: inheritingView.parse(JSON.parse(out)) };
  };
  const inspected = (file: string) => {
    const { code, out, err } = cli(['inspect', file, '--format', 'json']);
    assert.equal(code, 0);
    return { err, view: inspection.parse(JSON.parse(out)) };
  };

  it('replay: the inherited transcript, apart from its own, which stays what it is', () => {
    const file = fork();
    const alone = replayed(file);
    assert.match(
      alone.err,
      /which is not here; these are not part of what is read\. The log of session 0190\S+ is not here: put it beside this one\.\n$/,
    );
    assert.equal(alone.view.inherited, undefined);
    const parent = put(rolloutName(1), rootLog(1, 'a', 'b'));
    const { err, view } = replayed(file);
    const { inherited, ...own } = view;
    assert.deepEqual(own, alone.view);
    assert.deepEqual(own.user_messages, ['ask c']);
    assert.deepEqual(
      inherited && { ...inherited, tool_results: inherited.tool_results.map(({ result }) => result) },
      {
        from: [{ file: parent, records: 7 }],
        user_messages: ['ask a'],
        assistant_messages: ['tell a'],
        tool_results: ['result a'],
      },
    );
    assert.match(
      err,
      /begins after the first 7 records of 0190\S+1, in rollout-\S+1\.jsonl; these are replayed as inherited\n$/,
    );
  });

  it('replay for people: inherited messages are called so, before its own', () => {
    put(rolloutName(1), rootLog(1, 'a', 'b'));
    const { out } = cli(['replay', fork(), '--until', '2']);
    assert.match(out, /\ninherited {4}7 records of \S+\n/);
    assert.match(
      out,
      /\ninherited user messages \(1\)\n {2}ask a\ninherited assistant messages \(1\)\n {2}tell a\ninherited tool results \(1\)\n[^\n]*result a[^\n]*\nuser messages \(1\)\n {2}ask c\nassistant messages \(0\)\n/,
    );
  });

  it('inspect counts what is inherited, and its own as before', () => {
    const file = fork();
    const alone = inspected(file).view;
    const parent = put(rolloutName(1), rootLog(1, 'a', 'b'));
    const { err, view } = inspected(file);
    assert.equal(err, '');
    assert.deepEqual(view.base, { found: true, file: parent, ordinals: 7 });
    const { user_messages, assistant_messages, tool_calls, tool_results } = view.inherited;
    assert.deepEqual([user_messages, assistant_messages, tool_calls, tool_results], [1, 1, 1, 1]);
    assert.deepEqual({ ...view, base: alone.base, inherited: alone.inherited }, alone);
    assert.match(
      cli(['inspect', file]).out,
      /\nprefix {9}begins after .*; these are counted as inherited\n$/,
    );
  });

  it('usage: what the log itself tells of before, else what the others note', () => {
    const parent = linesOf(numbered([...rootLines(), tokens(100), tokens(250, 150)]));
    put(rolloutName(1), parent);
    const usageOf = (lines: Parameters<typeof deltaLog>[3]) =>
      inspected(put(rolloutName(2), deltaLog(2, 1, 2, lines))).view.inherited.usage.input;
    assert.equal(usageOf([userItem('x')]), 100);
    assert.equal(usageOf([userItem('x'), tokens(137, 30)]), 107);
  });

  it('validate is of the log alone', () => {
    const file = fork();
    const alone = cli(['validate', file, '--format', 'json']).out;
    put(rolloutName(1), rootLog(1, 'a').replace('"ordinal":3', '"ordinal":9'));
    const { out, err } = cli(['validate', file, '--format', 'json']);
    assert.equal(out, alone);
    assert.match(err, /these are not part of what is read\n$/);
  });

  const troubles: readonly (readonly [string, () => void, RegExp])[] = [
    [
      'shorter',
      () => put(rolloutName(1), rootLog(1)),
      /\. rollout-\S+1\.jsonl ends after 1 record, 7 are wanted\.\n/,
    ],
    [
      'no log of Codex',
      () => put(rolloutName(1), '{"a":1}\n'),
      /\. rollout-\S+1\.jsonl is no log of the same agent\.\n/,
    ],
    [
      'another session',
      () => put(rolloutName(1), rootLog(9, 'a')),
      /is the log of another session than its name says\.\n/,
    ],
    [
      'built on this one',
      () => put(rolloutName(1), deltaLog(1, 2, 3, turn('x'))),
      /; these are replayed as inherited\. rollout-\S+2\.jsonl builds on itself, or on what builds on it\.\n/,
    ],
    [
      'built on what is missing',
      () => put(rolloutName(1), deltaLog(1, 3, 3, turn('x'))),
      /; these are replayed as inherited\. The log of session \S+3 is not here: put it beside this one\.\n/,
    ],
  ];
  for (const [name, make, words] of troubles)
    it(`the other log is ${name}: said on the standard error, and the rest is shown`, () => {
      const file = fork();
      make();
      const { err, view } = replayed(file);
      assert.deepEqual(view.user_messages, ['ask c']);
      assert.match(err, words);
      assert.match(inspected(file).err, new RegExp(words.source.replace('replayed', 'counted')));
    });

  it('a link in place of the other log is not followed', () => {
    const file = fork();
    const elsewhere = folder.path('elsewhere');
    fs.mkdirSync(elsewhere, { recursive: true });
    fs.writeFileSync(`${elsewhere}.txt`, rootLog(1, 'a', 'b'));
    fs.symlinkSync(`${elsewhere}.txt`, folder.path(rolloutName(1)));
    assert.equal(replayed(file).view.inherited, undefined);
  });

  function rootLines() {
    return rootLog(1)
      .trimEnd()
      .split('\n')
      .map((line) => z.record(z.string(), z.unknown()).parse(JSON.parse(line)));
  }
});
